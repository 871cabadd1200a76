"""Articles to predictions, by a tiny model whose answers follow from the words."""

from __future__ import annotations

import random
import shutil
from itertools import chain
from pathlib import Path

import msgspec
import numpy as np
import pytest
from models_made import TOPICS, make_model, node, save_graph, save_text_graph, value

from newsdesk.core.article import Article
from newsdesk.core.errors import ModelError, Notice
from newsdesk.core.manifest import read_manifest, write_manifest
from newsdesk.core.prediction import Prediction
from newsdesk.engine.classifier import CHUNK, Classifier, calibrated
from newsdesk.engine.preprocess import pad

FILLER = "a new plan was told to all of us in the town"


def made_up(count: int, seed: int = 3) -> list[tuple[str, Article]]:
    """Articles of very different lengths, each with its section."""
    chance = random.Random(seed)
    found = []
    for _ in range(count):
        section = chance.choice(list(TOPICS))
        body = " ".join(chance.choices(TOPICS[section], k=chance.randint(1, 90)))
        title = chance.choice(["", f"the {chance.choice(TOPICS[section])} today"])
        found.append((section, Article(title, body)))
    return found


def numbers(prediction: Prediction) -> dict[str, float]:
    return {score.code: score.p for score in prediction.scores}


def test_answers_come_in_the_order_of_the_articles(classifier: Classifier) -> None:
    wanted = made_up(CHUNK + 40)
    answers = classifier.classify([article for _, article in wanted])
    assert [answer.section for answer in answers] == [section for section, _ in wanted]


def test_every_index_is_answered_once_while_they_stream(classifier: Classifier) -> None:
    articles = [article for _, article in made_up(CHUNK + 10)]
    indices = [index for index, _ in classifier.stream(articles)]
    assert sorted(indices) == list(range(len(articles)))


def test_a_batch_answers_as_one_by_one(classifier: Classifier) -> None:
    articles = [article for _, article in made_up(60)]
    for together, article in zip(classifier.classify(articles), articles, strict=True):
        (alone,) = classifier.classify([article])
        assert numbers(together) == pytest.approx(numbers(alone), abs=1e-4)
        assert (together.tokens_read, together.head_end, together.tail_start) == (
            alone.tokens_read, alone.head_end, alone.tail_start
        )  # fmt: skip


def test_no_articles_have_no_answers(classifier: Classifier) -> None:
    assert classifier.classify([]) == []


def test_probabilities_add_up_and_fall(classifier: Classifier) -> None:
    for prediction in classifier.classify([article for _, article in made_up(30)]):
        p = [score.p for score in prediction.scores]
        assert sum(p) == pytest.approx(1.0)
        assert p == sorted(p, reverse=True)
        assert prediction.confidence == p[0]
        assert {score.code for score in prediction.scores} == set(TOPICS)


def test_sections_are_named_by_the_manifest_and_not_by_position(classifier: Classifier) -> None:
    (prediction,) = classifier.classify([Article("", "the team and the coach, a goal")])
    assert (prediction.section, prediction.name, prediction.model) == ("sport", "Sport", "tiny")


def test_temperature_and_offsets_work_as_the_formula_says(tmp_path: Path) -> None:
    article = Article("", f"goal bank {FILLER}")
    plain = Classifier.from_folder(make_model(tmp_path, "plain")).classify([article])[0]
    offsets = (0.5, -1.0, 0.25)
    warm = Classifier.from_folder(
        make_model(tmp_path, "warm", temperature=2.5, offsets=offsets)
    ).classify([article])[0]
    # Logits are known from the probabilities but for a constant, which softmax takes away.
    logits = np.array([np.log(numbers(plain)[code]) for code in TOPICS])
    exponentials = np.exp((logits + np.array(offsets)) / 2.5)
    wanted = dict(zip(TOPICS, exponentials / exponentials.sum(), strict=True))
    assert numbers(warm) == pytest.approx(wanted, abs=1e-6)


def test_very_large_logits_do_not_overflow() -> None:
    logits = np.array([[1e4, 0.0, -1e4]], dtype=np.float32)
    np.testing.assert_allclose(calibrated(logits, np.zeros(3), 0.01), [[1.0, 0.0, 0.0]])


def test_what_was_read_of_a_long_article_is_told(classifier: Classifier) -> None:
    body = " ".join(chain.from_iterable([TOPICS["sport"]] * 100))
    (prediction,) = classifier.classify([Article("the match", body)])
    assert (prediction.tokens_read, prediction.tokens_total) == (64, 4 + 400 + 3)
    assert 0 < prediction.head_end < prediction.tail_start < len(body)


def test_unknown_pieces_are_counted_and_told(classifier: Classifier) -> None:
    (prediction,) = classifier.classify([Article("", f"銀行銀行銀行 {FILLER} goal match")])
    assert prediction.unknown_share > 0.1
    assert "unknown_pieces" in [notice.kind for notice in prediction.notices]


def test_a_lost_cover_is_not_taken_for_no_cover(classifier: Classifier) -> None:
    lost = Article("", FILLER, notices=(Notice("cover_missing", "photo.jpg is not there."),))
    other = Article("", FILLER, notices=(Notice("encoding", "guessed"),))
    assert [p.cover for p in classifier.classify([lost, other])] == ["masked", "none"]


class TakenBackError(Exception):
    """What the check of a request raises."""


def test_a_request_is_taken_back_between_batches(classifier: Classifier) -> None:
    articles = [article for _, article in made_up(CHUNK)]
    heard: list[int] = []

    def check() -> None:
        if heard:
            raise TakenBackError

    def listen() -> None:
        for index, _ in classifier.stream(articles, check):
            heard.append(index)

    with pytest.raises(TakenBackError):
        listen()
    assert 0 < len(heard) < len(articles) / 2


def broken_copy(tiny: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(tiny, tmp_path / "broken"))


def test_a_graph_with_another_number_of_sections_is_refused(tiny: Path, tmp_path: Path) -> None:
    folder = broken_copy(tiny, tmp_path)
    save_text_graph(folder / "model.onnx", logits=5)
    with pytest.raises(ModelError, match="gives 5 values for 3 sections") as caught:
        Classifier.from_folder(folder).classify([Article("", FILLER)])
    assert caught.value.problem.kind == "sections_mismatch"


@pytest.mark.parametrize("keep", [0, 100, -40], ids=["empty", "beginning", "cut short"])
def test_a_damaged_graph_is_told_in_a_sentence(tiny: Path, tmp_path: Path, keep: int) -> None:
    folder = broken_copy(tiny, tmp_path)
    graph = folder / "model.onnx"
    graph.write_bytes(graph.read_bytes()[:keep])
    with pytest.raises(ModelError) as caught:
        Classifier.from_folder(folder).classify([Article("", FILLER)])
    problem = caught.value.problem
    assert problem.kind == "bad_onnx"
    assert "model.onnx cannot be" in problem.message
    assert "\n" not in str(problem)
    assert "Traceback" not in str(problem)


def test_a_graph_that_gives_no_logits_is_refused(tiny: Path, tmp_path: Path) -> None:
    folder = broken_copy(tiny, tmp_path)
    save_graph(
        folder / "model.onnx",
        [node("Identity", ["input_ids"], ["hidden"])],
        [value("input_ids", "tokens", kind="INT64")],
        [value("hidden", "tokens", kind="INT64")],
    )
    with pytest.raises(ModelError, match="it gives no logits"):
        Classifier.from_folder(folder)


def test_ids_beyond_the_embedding_are_a_sentence_and_no_crash(tmp_path: Path) -> None:
    folder = make_model(tmp_path, "small")
    classifier = Classifier.from_folder(folder)
    ids, mask, types = pad([classifier._encoder.encode("", FILLER)], 0)
    with pytest.raises(ModelError) as caught:
        classifier._text.run(input_ids=ids + 5000, attention_mask=mask, token_type_ids=types)
    assert caught.value.problem.kind == "bad_onnx"


def test_values_that_are_no_numbers_are_refused(tiny: Path, tmp_path: Path) -> None:
    import onnx
    from onnx import numpy_helper

    folder = broken_copy(tiny, tmp_path)
    graph = onnx.load(str(folder / "model.onnx"))
    for weights in graph.graph.initializer:
        if weights.name == "head":
            head = np.full_like(numpy_helper.to_array(weights), np.nan)
            weights.CopyFrom(numpy_helper.from_array(head, "head"))
    onnx.save(graph, str(folder / "model.onnx"))
    with pytest.raises(ModelError) as caught:
        Classifier.from_folder(folder).classify([Article("", FILLER)])
    assert caught.value.problem.kind == "not_finite"


def test_the_small_graph_is_taken_on_a_processor_where_there_is_one(
    tiny: Path, tmp_path: Path
) -> None:
    folder = broken_copy(tiny, tmp_path)
    (folder / "model.onnx").rename(folder / "model.int8.onnx")
    manifest = read_manifest(folder)
    write_manifest(msgspec.structs.replace(manifest, name="broken"), folder)
    (prediction,) = Classifier.from_folder(folder).classify([Article("", "goal match team coach")])
    assert prediction.section == "sport"
