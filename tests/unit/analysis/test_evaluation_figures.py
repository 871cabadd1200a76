"""Figures of evaluations agree with scikit-learn, and their intervals with what they say."""

from __future__ import annotations

import numpy as np
import pytest
from evaluated_made import made

from newsdesk.analysis.figures import counts_of, figures_of
from newsdesk.analysis.reliability import reliability


@pytest.mark.parametrize(("articles", "sections"), [(10, 2), (400, 8), (3000, 60), (7, 6)])
def test_every_figure_agrees_with_scikit_learn(articles: int, sections: int) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    evaluated = made(articles, sections, right=0.6)
    figures = figures_of(evaluated.codes, evaluated.truth, evaluated.probabilities)
    truth, predicted = evaluated.truth, evaluated.predicted
    assert figures.accuracy.value == pytest.approx(
        metrics.accuracy_score(truth, predicted), abs=1e-9
    )
    there = np.unique(truth)
    scored = metrics.f1_score(truth, predicted, labels=there, average="macro", zero_division=0)
    assert figures.macro_f1.value == pytest.approx(scored, abs=1e-9)
    every = metrics.precision_recall_fscore_support(
        truth, predicted, labels=range(sections), zero_division=0
    )
    for place, result in enumerate(figures.sections):
        found = (result.precision.value, result.recall.value, result.f1.value, result.support)
        assert found == pytest.approx(tuple(column[place] for column in every), abs=1e-9)
    matrix = metrics.confusion_matrix(truth, predicted, labels=range(sections))
    assert np.array_equal(counts_of(truth, predicted, sections), matrix)
    assert figures.brier == pytest.approx(
        float(((evaluated.probabilities - np.eye(sections)[truth]) ** 2).sum(axis=1).mean()),
        abs=1e-6,
    )


def test_intervals_hold_the_figure_and_narrow_with_more_articles() -> None:
    widths = []
    for articles in (100, 2000):
        evaluated = made(articles, 6)
        figures = figures_of(evaluated.codes, evaluated.truth, evaluated.probabilities)
        metrics = [figures.accuracy, figures.macro_f1]
        metrics += [each for result in figures.sections for each in (result.f1, result.recall)]
        assert all(metric.low <= metric.value <= metric.high for metric in metrics)
        widths.append(figures.accuracy.high - figures.accuracy.low)
    assert widths[1] < widths[0] / 3


def test_the_interval_is_that_of_drawing_the_articles_again() -> None:
    evaluated = made(300, 5, right=0.7)
    figures = figures_of(evaluated.codes, evaluated.truth, evaluated.probabilities)
    chance = np.random.default_rng(5)
    drawn = chance.integers(0, len(evaluated), (2000, len(evaluated)))
    right = evaluated.right[drawn].mean(axis=1)
    low, high = np.quantile(right, [0.025, 0.975])
    assert figures.accuracy.low == pytest.approx(low, abs=0.012)
    assert figures.accuracy.high == pytest.approx(high, abs=0.012)


def test_sections_without_articles_are_counted_but_not_in_the_mean() -> None:
    evaluated = made(50, 8).chosen([i for i, t in enumerate(made(50, 8).truth) if t < 3])
    figures = figures_of(evaluated.codes, evaluated.truth, evaluated.probabilities)
    used = [result.f1.value for result in figures.sections if result.support]
    assert len(used) == 3
    assert figures.macro_f1.value == pytest.approx(sum(used) / 3)


def test_no_articles_and_one_section_give_figures_and_no_warning() -> None:
    for evaluated in (made(10, 4).chosen([]), made(10, 1)):
        figures = figures_of(evaluated.codes, evaluated.truth, evaluated.probabilities)
        assert figures.articles == len(evaluated)
        assert figures.accuracy.value == (1.0 if len(evaluated) else 0.0)


def test_bins_of_reliability_hold_every_article_once_by_rising_confidence() -> None:
    evaluated = made(203, 6)
    bins = reliability(evaluated.confidence, evaluated.right)
    assert sum(each.articles for each in bins) == 203
    assert [each.confidence for each in bins] == sorted(each.confidence for each in bins)
    right = sum(each.right * each.articles for each in bins)
    assert right == pytest.approx(evaluated.right.sum())
    assert reliability(evaluated.confidence[:0], evaluated.right[:0]) == ()
