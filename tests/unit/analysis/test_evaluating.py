"""Evaluations are kept whole or not at all; what does not count is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from models_made import WORDS, make_model

from newsdesk.analysis.evaluated import feature_kinds, load, load_features
from newsdesk.analysis.evaluating import evaluate
from newsdesk.core import paths
from newsdesk.core.article import Article
from newsdesk.core.dataset import LabelledArticle, Split, SplitPlan
from newsdesk.core.errors import NewsdeskError, StoreError
from newsdesk.core.evaluation import Material
from newsdesk.core.manifest import read_manifest, write_manifest
from newsdesk.core.section import Section
from newsdesk.core.worker import Cancelled
from newsdesk.engine.loading import Reads
from newsdesk.engine.loading import load as load_model
from newsdesk.store import Store

TEXTS = {
    "sport": "The team and the coach: goal after goal in the match.",
    "business": "Shares and profit on the market, says the bank.",
    "health": "The doctor, the nurse and the vaccine of the clinic.",
    "cooking": "Salt, butter and flour.",
}


@pytest.fixture
def store(home: Path) -> Iterator[Store]:
    make_model(home / "models")
    with Store.open() as opened:
        yield opened


@pytest.fixture
def reads(store: Store) -> Reads:
    return load_model("tiny")


def add(store: Store, labels: list[str], split: Split = "test", name: str = "news") -> int:
    sections = tuple(Section(code) for code in dict.fromkeys(labels))
    added = store.datasets.begin(name, "News", "file", "news.csv", sections, SplitPlan())
    rows = [
        LabelledArticle(i, f"Title {i}", TEXTS.get(label, TEXTS["sport"]), label,
                        date="2024-05-06", group=i, split=split)
        for i, label in enumerate(labels, start=1)
    ]  # fmt: skip
    store.datasets.add_rows(added, rows)
    store.datasets.finish(added, "mark", "")
    return added


def test_an_evaluation_holds_every_answer_and_comes_back_as_it_was(
    store: Store, reads: Reads
) -> None:
    add(store, ["sport", "business", "health", "sport"])
    told: list[tuple[int, int]] = []
    made = evaluate(store, reads, Material("news"), tell=lambda *so_far: told.append(so_far))
    assert (made.state, made.articles, made.data_mark) == ("done", 4, "mark")
    assert told[-1] == (4, 4)
    found = load(made.id)
    assert found.keys.tolist() == [1, 2, 3, 4]
    assert [found.codes[t] for t in found.truth] == ["sport", "business", "health", "sport"]
    assert found.right.all()
    alone = reads.classify([Article("Title 2", TEXTS["business"])])[0]
    chances = {score.code: score.p for score in alone.scores}
    assert found.probabilities[1].tolist() == pytest.approx([chances[c] for c in found.codes])
    assert found.dates == ["2024-05-06"] * 4
    assert feature_kinds(made.id) == ["text"]
    features = load_features(made.id, "text")
    assert features is not None
    assert features.shape == (4, 4)
    assert np.isfinite(features).all()
    assert store.evaluations.list() == [made]


def test_sections_that_the_model_does_not_know_are_left_out_and_counted(
    store: Store, reads: Reads
) -> None:
    add(store, ["sport", "cooking", "cooking"])
    made = evaluate(store, reads, Material("news"))
    assert (made.articles, made.left_out) == (1, {"cooking": 2})


def test_a_section_that_is_matched_counts_as_the_models_own(store: Store, reads: Reads) -> None:
    add(store, ["sport", "Fussball"])
    made = evaluate(store, reads, Material("news", matches={"Fussball": "sport"}))
    assert (made.articles, made.left_out) == (2, {})
    assert store.evaluations.list()[0].material.matches == {"Fussball": "sport"}


def test_without_a_common_section_both_sides_are_named(store: Store, reads: Reads) -> None:
    add(store, ["cooking", "gardens"])
    with pytest.raises(StoreError) as caught:
        evaluate(store, reads, Material("news"))
    assert caught.value.problem.kind == "no_common_section"
    for code in ("business", "health", "sport", "cooking", "gardens"):
        assert code in caught.value.problem.message
    assert store.evaluations.list() == []


def test_where_only_another_part_has_a_common_section_nothing_is_made(
    store: Store, reads: Reads
) -> None:
    added = store.datasets.begin(
        "news", "News", "file", "news.csv", (Section("sport"), Section("cooking")), SplitPlan()
    )
    parts: list[tuple[str, Split]] = [("sport", "train"), ("cooking", "test")]
    store.datasets.add_rows(
        added,
        [
            LabelledArticle(i, "Title", TEXTS[code], code, group=i, split=part)
            for i, (code, part) in enumerate(parts, start=1)
        ],
    )
    store.datasets.finish(added, "mark", "")
    with pytest.raises(StoreError, match="the articles have cooking"):
        evaluate(store, reads, Material("news"))
    assert store.evaluations.list() == []
    assert evaluate(store, reads, Material("news", "all")).articles == 1


@pytest.mark.parametrize("material", [Material("news"), Material(), Material("unknown")])
def test_where_there_is_nothing_to_read_it_is_said(
    store: Store, reads: Reads, material: Material
) -> None:
    add(store, ["sport"], split="train")
    with pytest.raises(StoreError) as caught:
        evaluate(store, reads, material)
    assert caught.value.problem.kind == (
        "no_dataset" if material.dataset == "unknown" else "no_articles"
    )


def test_the_desks_decisions_are_evaluated_as_they_stand(store: Store, reads: Reads) -> None:
    ids = store.articles.add([Article(f"Title {i}", TEXTS["sport"], "wire.txt") for i in range(3)])
    store.decisions.record(ids[0], "sport", "Ana")
    store.decisions.record(ids[1], "business", "Ana")
    store.decisions.record(ids[2], "sport", "Ana")
    store.decisions.record(ids[2], None, "Ana")
    found = load(evaluate(store, reads, Material()).id)
    assert found.keys.tolist() == ids[:2]
    assert found.right.tolist() == [True, False]
    assert found.sources == ["wire.txt", "wire.txt"]


@pytest.mark.parametrize("how", ["cancelled", "failed", "removed"])
def test_what_does_not_come_to_its_end_leaves_nothing_behind(
    store: Store, reads: Reads, how: str
) -> None:
    add(store, ["sport", "business"])
    begun: list[int] = []

    def check() -> None:
        if how == "cancelled":
            raise Cancelled
        if how == "failed":
            raise NewsdeskError("odd", "Something odd.", "Try again.")
        store.evaluations.remove(begun[0])

    with pytest.raises((Cancelled, NewsdeskError)):
        evaluate(store, reads, Material("news"), check=check, begun=begun.append)
    states = [(each.state, each.problem.kind if each.problem else "") for each in
              store.evaluations.list()]  # fmt: skip
    assert states == {
        "cancelled": [("cancelled", "")], "failed": [("failed", "odd")], "removed": [],
    }[how]  # fmt: skip
    assert not any((paths.home() / "evaluations").glob("*"))


def test_an_evaluation_of_a_dead_process_is_interrupted(store: Store) -> None:
    from newsdesk.core.processes import ProcessId

    dead = store.evaluations.begin("m", "", Material("news"), "", (), ProcessId(1 << 22, "gone"))
    assert store.evaluations.reap() == [dead]
    assert store.evaluations.reap() == []
    found = store.evaluations.get(dead)
    assert found is not None
    assert found.state == "interrupted"


@pytest.mark.parametrize(
    "damage",
    [
        lambda folder: (folder / "keys.npy").unlink(),
        lambda folder: (folder / "articles.msgpack").write_bytes(b"\x00"),
        lambda folder: np.save(folder / "truth.npy", np.zeros(1, dtype=np.int64)),
    ],
)
def test_a_damaged_evaluation_is_told(
    store: Store, reads: Reads, damage: Callable[[Path], object]
) -> None:
    add(store, ["sport", "business"])
    made = evaluate(store, reads, Material("news"))
    damage(paths.evaluation(made.id))
    with pytest.raises(StoreError) as caught:
        load(made.id)
    assert caught.value.problem.kind == "lost_evaluation"


@pytest.mark.parametrize(
    ("matches", "said"),
    [
        ({"cooking": "helth"}, "tiny has no section helth: there are business, health, sport"),
        ({"coking": "health"}, "These articles have no section coking: there are cooking, sport"),
    ],
)
def test_a_mistyped_match_is_refused_and_not_counted_as_left_out(
    store: Store, reads: Reads, matches: dict[str, str], said: str
) -> None:
    add(store, ["sport", "cooking"])
    with pytest.raises(StoreError, match=said):
        evaluate(store, reads, Material("news", matches=matches))
    assert store.evaluations.list() == []


def test_a_model_whose_answers_are_no_numbers_leaves_nothing_behind(
    store: Store, home: Path
) -> None:
    make_model(home / "models", "odd")
    broken = home / "models" / "odd" / "model.onnx"
    manifest = read_manifest(broken.parent)
    onnx = pytest.importorskip("onnx")
    graph = onnx.load(broken)
    for weights in graph.graph.initializer:
        if weights.name == "embeddings":
            values = onnx.numpy_helper.to_array(weights).copy()
            values[WORDS.index("goal")] = np.nan
            weights.CopyFrom(onnx.numpy_helper.from_array(values, "embeddings"))
    onnx.save(graph, broken)
    write_manifest(manifest, broken.parent)
    add(store, ["business", "sport"])
    with pytest.raises(NewsdeskError) as caught:
        evaluate(store, load_model("odd"), Material("news"))
    assert caught.value.problem.kind == "not_finite"
    [left] = store.evaluations.list()
    assert (left.state, left.problem) == ("failed", caught.value.problem)
    assert not any((paths.home() / "evaluations").glob("*"))
