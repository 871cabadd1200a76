"""How separate sections are: as scikit-learn has it, and as a sentence."""

from __future__ import annotations

import numpy as np
import pytest
from evaluated_made import features_made, made

from newsdesk.analysis.separation import separation


def test_the_silhouette_agrees_with_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    evaluated = made(300, 5)
    features = features_made(evaluated, width=6)
    found = separation(features, evaluated.truth)
    wanted = metrics.silhouette_score(features, evaluated.truth, metric="cosine")
    assert found.silhouette == pytest.approx(wanted, abs=1e-5)


def test_neighbours_agree_with_counting_them_one_by_one() -> None:
    evaluated = made(120, 3)
    features = features_made(evaluated, width=3)
    rows = features / np.linalg.norm(features, axis=1, keepdims=True)
    right = 0
    for place in range(len(rows)):
        alike = rows @ rows[place]
        alike[place] = -np.inf
        near = np.argsort(-alike)[:10]
        votes = np.zeros(3)
        for other in near:
            votes[evaluated.truth[other]] += 1 + 1e-3 * alike[other]
        right += votes.argmax() == evaluated.truth[place]
    assert separation(features, evaluated.truth).knn == pytest.approx(right / 120)


def test_features_that_carry_nothing_are_said_to_carry_nothing() -> None:
    evaluated = made(2000, 4)
    noise = np.random.default_rng(1).normal(size=(2000, 16)).astype(np.float32)
    found = separation(noise, evaluated.truth)
    assert abs(found.silhouette) < 0.05
    assert found.sentence("covers").endswith("the covers carry next to nothing.")
    told = separation(features_made(evaluated), evaluated.truth)
    assert told.knn > 0.95
    assert "nothing" not in told.sentence("texts")


@pytest.mark.parametrize("articles", [0, 1, 2, 30])
def test_one_section_or_hardly_any_article_gives_figures_and_no_warning(articles: int) -> None:
    features = np.random.default_rng(1).normal(size=(articles, 4)).astype(np.float32)
    found = separation(features, np.zeros(articles, dtype=np.int64))
    assert (found.silhouette, found.articles) == (0.0, articles)


def test_rows_without_features_are_left_out() -> None:
    evaluated = made(100, 3)
    features = features_made(evaluated)
    features[10:20] = np.nan
    assert separation(features, evaluated.truth).articles == 90


def test_of_many_articles_some_are_asked_and_the_figure_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evaluated = made(2000, 4)
    mixed = features_made(evaluated, width=3)
    whole = separation(mixed, evaluated.truth)
    monkeypatch.setattr("newsdesk.analysis.separation.MOST_ASKED", 1000)
    some = separation(mixed, evaluated.truth)
    assert some.articles == 2000
    assert some.silhouette == pytest.approx(whole.silhouette)
    assert some.knn == pytest.approx(whole.knn, abs=0.04)
    assert some == separation(mixed, evaluated.truth)


@pytest.mark.parametrize("scale", [1e-30, 1.0, 1e30])
def test_how_large_features_are_is_of_no_account(scale: float) -> None:
    evaluated = made(200, 4)
    features = features_made(evaluated)
    plain = separation(features, evaluated.truth)
    found = separation((features * scale).astype(np.float32), evaluated.truth)
    assert found.silhouette == pytest.approx(plain.silhouette, abs=1e-6)
    assert found.knn == plain.knn


def test_features_that_differ_hardly_have_a_silhouette_all_the_same() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    evaluated = made(200, 4)
    features = features_made(evaluated) + np.float32(1000)
    wanted = metrics.silhouette_score(features.astype(np.float64), evaluated.truth, metric="cosine")
    found = separation(features, evaluated.truth)
    assert found.silhouette == pytest.approx(wanted, abs=1e-4)


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_features_that_are_all_the_same_are_neither_near_nor_far(value: float) -> None:
    found = separation(np.full((90, 8), value, dtype=np.float32), np.arange(90) % 3)
    assert found.silhouette == pytest.approx(0.0, abs=1e-3)
    assert found.sentence("covers").endswith("the covers carry next to nothing.")
