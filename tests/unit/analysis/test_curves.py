"""Curves and slices: values against cases by hand and against scikit-learn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from evaluated_made import made
from numpy.testing import assert_allclose

from newsdesk.analysis.curves import (
    BINS,
    coverage_of,
    precision_recall_of,
    reliability_of,
    wilson,
)
from newsdesk.analysis.evaluated import Evaluated
from newsdesk.analysis.slices import OTHERS, UNKNOWN, by_date, by_length, by_source
from newsdesk.core.metrics import expected_calibration_error


def answers(confidence: list[float], right: list[bool]) -> Evaluated:
    """Articles of the first of two sections, each answered with that confidence."""
    p = np.array(confidence, dtype=np.float32)
    mine = np.where(right, p, 1 - p)
    evaluated = made(len(confidence), 2)
    probabilities = np.stack([mine, 1 - mine], axis=1).astype(np.float32)
    return replace(evaluated, truth=np.zeros(len(p), dtype=np.int64), probabilities=probabilities)


def nothing() -> Evaluated:
    return made(10, 3).chosen([])


@pytest.mark.parametrize(
    ("hits", "articles", "low", "high"),
    # By hand: 3 of 10 and 0 of 20 with z = 1.96 (Wilson 1927).
    [(3, 10, 0.10779, 0.60323), (0, 20, 0.0, 0.16113), (20, 20, 0.83887, 1.0)],
)
def test_intervals_are_wilsons(hits: int, articles: int, low: float, high: float) -> None:
    found = wilson(hits, articles)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)
    assert found.low <= found.value <= found.high


def test_an_interval_of_no_articles_says_nothing() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high, wilson(0, 0).articles) == (0.0, 1.0, 0)


def test_the_bins_of_reliability_come_to_the_calibration_error() -> None:
    evaluated = made(997, 6)
    bins = reliability_of(evaluated)
    assert len(bins) == BINS
    assert sorted(np.concatenate([each.places for each in bins]).tolist()) == list(range(997))
    error = sum(abs(b.confidence - b.right.value) * b.right.articles for b in bins) / 997
    wanted = expected_calibration_error(evaluated.probabilities, evaluated.truth)
    assert error == pytest.approx(wanted, abs=1e-9)


def test_few_articles_have_few_bins_and_none_have_none() -> None:
    assert len(reliability_of(made(10, 3))) == 10
    assert reliability_of(nothing()) == ()


def test_coverage_counts_what_is_filed_at_each_threshold() -> None:
    evaluated = answers([0.9, 0.8, 0.8, 0.7, 0.6], [True, True, False, True, False])
    found = coverage_of(evaluated)
    assert_allclose(found.thresholds, [0.9, 0.8, 0.7, 0.6], atol=1e-6)
    assert_allclose(found.covered, [0.2, 0.6, 0.8, 1.0])
    assert_allclose(found.wrong, [0.0, 1 / 3, 0.25, 0.4])


def test_what_the_model_cannot_read_is_never_filed_by_itself() -> None:
    evaluated = answers([0.9, 0.8, 0.7, 0.6], [False, True, True, True])
    evaluated = replace(evaluated, abstained=np.array([True, False, False, False]))
    found = coverage_of(evaluated)
    assert found.covered[-1] == pytest.approx(0.75)
    assert found.wrong[-1] == 0
    assert not len(coverage_of(nothing()).covered)


@pytest.mark.parametrize("seed", [1, 2])
def test_precision_and_recall_agree_with_scikit_learn(seed: int) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    evaluated = made(400, 5, seed=seed)
    # Equal probabilities must be one point.
    rounded = replace(evaluated, probabilities=evaluated.probabilities.round(2))
    for section in range(5):
        found = precision_recall_of(rounded, section)
        belongs, scores = rounded.truth == section, rounded.probabilities[:, section]
        precision, recall, thresholds = metrics.precision_recall_curve(belongs, scores)
        assert_allclose(found.precision, precision, atol=1e-9)
        assert_allclose(found.recall, recall, atol=1e-9)
        assert_allclose(found.thresholds, thresholds, atol=1e-7)
        average = metrics.average_precision_score(belongs, scores)
        assert found.average == pytest.approx(average, abs=1e-9)


def test_a_section_without_articles_has_no_average() -> None:
    evaluated = made(50, 4)
    evaluated = replace(evaluated, truth=np.zeros(50, dtype=np.int64))
    found = precision_recall_of(evaluated, 2)
    assert (found.average, found.support) == (0.0, 0)
    assert not len(precision_recall_of(nothing(), 0).thresholds)


def test_lengths_are_cut_into_bins_of_like_mass_and_unknown_ones_stand_apart() -> None:
    evaluated = made(200, 4)
    lengths = np.arange(200) + 1
    lengths[:8] = 0
    found = by_length(replace(evaluated, lengths=lengths.astype(np.int64)))
    assert found[-1].name == UNKNOWN
    assert found[-1].wrong.articles == 8
    assert [each.wrong.articles for each in found[:-1]] == [24] * 8
    assert found[0].name == "9 – 32"
    wrong = sum(round(each.wrong.value * each.wrong.articles) for each in found)
    assert wrong == (~evaluated.right).sum()


def test_articles_of_one_length_are_one_bin() -> None:
    evaluated = replace(made(100, 3), lengths=np.full(100, 512, dtype=np.int64))
    assert [each.name for each in by_length(evaluated)] == ["512"]


@pytest.mark.parametrize(
    ("dates", "names"),
    [
        (["2024-05-03", "2024-05-04", ""], ["2024-05-03", "2024-05-04", UNKNOWN]),
        ([f"2024-{m:02}-{d:02}T08:00:00+08:00" for m in (1, 2) for d in range(1, 20)],
         ["2024-01", "2024-02"]),
        ([f"{y}-{m:02}" for y in (2019, 2020, 2021) for m in range(1, 13)],
         [f"{y} Q{q}" for y in (2019, 2020, 2021) for q in (1, 2, 3, 4)]),
        (["2001", "2003-04-05"], ["2001", "2003"]),
        ([str(year) for year in range(1950, 2000)],
         [f"{year} – {year + 2}" for year in range(1950, 2000, 3)]),
        (["yesterday", ""], [UNKNOWN]),
    ],
)  # fmt: skip
def test_dates_are_grouped_by_the_finest_period_that_can_be_shown(
    dates: list[str], names: list[str]
) -> None:
    evaluated = replace(made(len(dates), 3), dates=dates)
    assert [each.name for each in by_date(evaluated)] == names


def test_the_smallest_sources_stand_together() -> None:
    names = [f"source {i}" for i in range(30) for _ in range(31 - i)] + [""] * 3
    found = by_source(replace(made(len(names), 3), sources=names))
    assert [each.name for each in found[:2]] == ["source 0", "source 1"]
    assert [each.name for each in found[-2:]] == [OTHERS, UNKNOWN]
    assert len(found) == 13
    assert sum(each.wrong.articles for each in found) == len(names)
