import numpy as np
import pytest

from newsdesk.core.metrics import (
    accuracy,
    bootstrap,
    brier_score,
    confusion_counts,
    expected_calibration_error,
    macro_f1,
    section_figures,
)

CODES = ["a", "b", "c"]
TRUTH = ["a", "a", "a", "b", "b", "c"]
FOUND = ["a", "a", "b", "b", "b", "a"]


def test_rows_are_truth_and_columns_are_answers():
    counts = confusion_counts(TRUTH, FOUND, CODES)
    assert counts.tolist() == [[2, 1, 0], [0, 2, 0], [1, 0, 0]]


def test_figures_are_those_worked_out_by_hand():
    counts = confusion_counts(TRUTH, FOUND, CODES)
    a, b, c = section_figures(counts, CODES)
    assert accuracy(counts) == pytest.approx(4 / 6)
    assert (a.precision, a.recall, a.support) == (pytest.approx(2 / 3), pytest.approx(2 / 3), 3)
    assert b.f1 == pytest.approx(0.8)
    assert (c.precision, c.recall, c.f1) == (0, 0, 0)
    assert macro_f1(counts) == pytest.approx((2 / 3 + 0.8 + 0) / 3)


def test_a_section_that_the_set_lacks_is_no_zero_in_the_mean():
    counts = confusion_counts(["a", "a", "b"], ["a", "c", "b"], CODES)
    assert macro_f1(counts) == pytest.approx((2 / 3 + 1) / 2)


def test_the_interval_holds_the_figure_and_narrows_with_more_articles():
    few, few_f1 = bootstrap(TRUTH * 5, FOUND * 5, CODES)
    many, _ = bootstrap(TRUTH * 500, FOUND * 500, CODES)
    assert few.low < few.value < few.high
    assert few_f1.low < few_f1.value < few_f1.high
    assert many.high - many.low < (few.high - few.low) / 5
    # A share p of n articles has a standard error of sqrt(p (1 - p) / n).
    assert few.high - few.low == pytest.approx(2 * 1.96 * (2 / 9 / 30) ** 0.5, abs=0.05)


def test_the_interval_is_the_same_every_time():
    assert bootstrap(TRUTH, FOUND, CODES) == bootstrap(TRUTH, FOUND, CODES)


def test_an_answer_outside_the_sections_is_an_error():
    with pytest.raises(KeyError):
        confusion_counts(["a"], ["z"], CODES)


def test_calibration_error_is_the_gap_between_confidence_and_accuracy():
    sure = np.tile([0.9, 0.1], (100, 1))
    right = np.array([0] * 60 + [1] * 40)
    assert expected_calibration_error(sure, right, bins=1) == pytest.approx(0.3)
    assert expected_calibration_error(
        np.tile([0.6, 0.4], (100, 1)), right, bins=1
    ) == pytest.approx(0.0)


def test_brier_score_runs_from_certain_and_right_to_certain_and_wrong():
    assert brier_score([[1.0, 0.0]], [0]) == 0
    assert brier_score([[1.0, 0.0]], [1]) == 2
