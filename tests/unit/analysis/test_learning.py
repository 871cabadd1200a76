"""The learning curve: it rises where more articles help, and says where there are too few."""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np
import pytest

from newsdesk.analysis.learning import ORDERS, Texts, learning_curve, sizes_of
from newsdesk.core.errors import NewsdeskError

WORDS = {0: "goal match team coach", 1: "bank shares profit market", 2: "實施 政治 選舉 議會"}


def texts_made(number: int, seed: int) -> Texts:
    """Articles most of whose words say nothing."""
    chance = np.random.default_rng(seed)
    labels = np.arange(number) % 3
    texts = [
        " ".join([*chance.permutation(WORDS[label].split())[:1],
                  *(f"w{i}" for i in chance.integers(0, 300, 12))])
        for label in labels.tolist()
    ]  # fmt: skip
    return Texts(texts, labels.astype(np.int64))


def test_the_curve_rises_and_is_the_same_again() -> None:
    pytest.importorskip("sklearn")
    told: list[tuple[int, int]] = []
    learn, test = texts_made(400, 1), texts_made(120, 2)
    curve = learning_curve(learn, test, 3, lambda done, total: told.append((done, total)))
    assert [point.articles for point in curve.points] == [12, 25, 50, 100, 200, 400]
    assert curve.points[-1].mean > 0.9 > curve.points[0].mean
    assert all(point.low <= point.mean <= point.high for point in curve.points)
    assert (curve.learned, curve.tested) == (400, 120)
    models = 5 * ORDERS + 1
    assert told == [(i, models) for i in range(models + 1)]
    assert learning_curve(learn, test, 3) == curve


def test_cancelling_ends_it_between_two_models() -> None:
    pytest.importorskip("sklearn")
    calls = 0

    def check() -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        learning_curve(texts_made(200, 1), texts_made(30, 2), 3, check=check)
    assert calls == 3


@pytest.mark.parametrize(("learn", "test"), [(0, 10), (3, 10), (100, 0)])
def test_too_few_articles_are_said(learn: int, test: int) -> None:
    pytest.importorskip("sklearn")
    with pytest.raises(NewsdeskError) as caught:
        learning_curve(texts_made(learn, 1), texts_made(test, 2), 3)
    assert caught.value.problem.kind == "too_few_articles"


def test_texts_without_a_word_are_no_reason_to_fail() -> None:
    pytest.importorskip("sklearn")
    empty = Texts([""] * 40, (np.arange(40) % 2).astype(np.int64))
    curve = learning_curve(empty, empty, 2)
    assert curve.points[-1].mean == pytest.approx(1 / 3)


def test_a_missing_library_is_said_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec

    def find(name: str, *rest: Any) -> Any:
        return None if name == "sklearn" else real(name, *rest)

    monkeypatch.setattr(importlib.util, "find_spec", find)
    with pytest.raises(NewsdeskError) as caught:
        learning_curve(texts_made(50, 1), texts_made(10, 2), 3)
    assert caught.value.problem.kind == "missing_library"
    assert "newsdesk[analysis]" in caught.value.problem.remedy


def test_shares_double() -> None:
    assert sizes_of(1602) == [25, 50, 100, 200, 400, 801, 1602]
    assert sizes_of(12) == [12]
