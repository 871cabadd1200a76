"""Covers beside the text: seen, absent, or masked."""

from __future__ import annotations

import shutil
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, UnidentifiedImageError

from newsdesk.core.article import Article, Cover
from newsdesk.core.errors import DocumentError
from newsdesk.core.prediction import Prediction
from newsdesk.engine.classifier import Classifier

TEXT = Article("", "the team and the bank met in the town hall")


def cover(colour: str) -> Cover:
    target = BytesIO()
    Image.new("RGB", (40, 30), colour).save(target, "PNG")
    return Cover(target.getvalue(), f"{colour}.png", "image/png", 40, 30)


BROKEN = Cover(b"not a picture", "broken.png", "image/png", 40, 30)


@pytest.fixture(autouse=True)
def _pictures_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """How a picture opens is another's work; here it opens or does not."""

    def open_picture(data: bytes, name: str = "") -> Image.Image:
        try:
            return Image.open(BytesIO(data)).convert("RGB")
        except UnidentifiedImageError as error:
            raise DocumentError("broken_picture", f"{name} is damaged.") from error

    monkeypatch.setattr("newsdesk.engine.picture_branch.open_picture", open_picture)


@pytest.fixture
def looking(pictured: Path) -> Classifier:
    return Classifier.from_folder(pictured)


def numbers(prediction: Prediction) -> dict[str, float]:
    return {score.code: score.p for score in prediction.scores}


def test_a_cover_is_used_and_changes_the_answer(looking: Classifier) -> None:
    without, red, blue = looking.classify(
        [TEXT, replace(TEXT, cover=cover("red")), replace(TEXT, cover=cover("blue"))]
    )
    assert [p.cover for p in (without, red, blue)] == ["none", "used", "used"]
    assert numbers(red)["business"] > numbers(without)["business"] + 0.05
    assert numbers(blue)["sport"] > numbers(red)["sport"] + 0.05


def test_a_broken_cover_is_masked_and_the_text_decides(looking: Classifier) -> None:
    articles = [replace(TEXT, cover=cover("red")) for _ in range(20)]
    articles[7] = replace(TEXT, cover=BROKEN)
    answers = looking.classify([*articles, TEXT])
    assert [p.cover for p in answers[:20]] == ["used"] * 7 + ["masked"] + ["used"] * 12
    assert numbers(answers[7]) == numbers(answers[20])


def test_no_cover_costs_no_picture_time(
    looking: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        pytest.fail("a picture graph ran without a cover")

    branch = looking._pictures
    assert branch is not None
    silent = replace(
        branch, cover=replace(branch.cover, session=None), fusion=replace(branch.fusion)
    )
    monkeypatch.setattr(looking, "_pictures", silent)
    monkeypatch.setattr("newsdesk.engine.picture_branch.to_pixels", never)
    assert [p.cover for p in looking.classify([TEXT] * 3)] == ["none"] * 3


def test_an_article_without_cover_has_exactly_the_answer_of_the_text(
    looking: Classifier, classifier: Classifier
) -> None:
    (text_only,) = classifier.classify([TEXT])
    alone, beside_covers = (
        looking.classify([TEXT])[0],
        looking.classify([TEXT, replace(TEXT, cover=cover("red"))])[0],
    )
    assert numbers(alone) == numbers(beside_covers) == numbers(text_only)


def test_a_cover_answers_in_a_batch_as_alone(looking: Classifier) -> None:
    colours = ["red", "green", "blue", "white", "black"]
    articles = [replace(TEXT, cover=cover(colour)) for colour in colours]
    for together, article in zip(looking.classify(articles), articles, strict=True):
        assert numbers(together) == pytest.approx(numbers(looking.classify([article])[0]), abs=1e-4)


def test_a_model_that_reads_text_only_masks_the_cover(classifier: Classifier) -> None:
    with_cover, without = classifier.classify([replace(TEXT, cover=cover("red")), TEXT])
    assert (with_cover.cover, without.cover) == ("masked", "none")
    assert numbers(with_cover) == numbers(without)


@pytest.mark.parametrize("missing", ["cover.onnx", "fusion.onnx"])
def test_a_model_that_lacks_a_graph_of_its_pictures_is_refused(
    pictured: Path, tmp_path: Path, missing: str
) -> None:
    from newsdesk.core.errors import ModelError

    folder = Path(shutil.copytree(pictured, tmp_path / "copy"))
    (folder / missing).unlink()
    with pytest.raises(ModelError, match=f"no {missing}"):
        Classifier.from_folder(folder)
