from itertools import pairwise

import numpy as np
import pytest
from torch.nn import functional

from training.recipes.finetune import dev_loss
from training.results.calibrate import (
    Calibration,
    calibrate,
    coverage_curve,
    cross_fitted_offsets,
    filing_thresholds,
    fit_temperature,
)


def _logits(articles, sharpness, seed=0):
    """Logits whose softmax at a temperature of `sharpness` is the truth."""
    chance = np.random.default_rng(seed)
    honest = chance.normal(size=(articles, 3)) * 1.5
    shares = np.exp(honest) / np.exp(honest).sum(axis=1, keepdims=True)
    labels = np.array([chance.choice(3, p=share) for share in shares])
    return honest * sharpness, labels


@pytest.mark.parametrize("sharpness", [0.5, 3.0])
def test_the_temperature_undoes_too_much_and_too_little_confidence(sharpness):
    logits, labels = _logits(4000, sharpness)
    temperature = fit_temperature(logits, labels)
    assert temperature == pytest.approx(sharpness, rel=0.1)
    assert dev_loss(logits / temperature, labels) < dev_loss(logits, labels)


def test_dev_without_a_mistake_does_not_ask_for_a_temperature_of_nothing():
    logits = np.eye(3)[[0, 1, 2] * 10] * 8.0
    assert fit_temperature(logits, np.array([0, 1, 2] * 10)) > 0


def test_probabilities_are_those_that_the_manifest_promises():
    calibration = Calibration(2.0, (0.5, 0.0, -0.5))
    logits = np.array([[1.0, 2.0, 3.0]])
    expected = np.exp([0.75, 1.0, 1.25])
    np.testing.assert_allclose(
        calibration.probabilities(logits)[0], expected / expected.sum(), rtol=1e-12
    )


def test_a_section_that_is_never_named_gets_an_offset():
    logits, labels = _logits(900, 1.0)
    shy = logits - np.array([0.0, 0.0, 1.2])
    offsets = cross_fitted_offsets(shy, labels, seed=13)
    assert offsets[2] - offsets[:2].mean() == pytest.approx(1.2, abs=0.5)


def test_offsets_that_do_not_help_articles_left_out_are_dropped():
    chance = np.random.default_rng(1)
    labels = chance.integers(0, 3, 60)
    sure = np.eye(3)[labels] * 6.0
    assert calibrate(sure, labels, seed=13).offsets == (0.0, 0.0, 0.0)


def test_the_loss_is_the_mean_cross_entropy():
    import torch

    logits, labels = _logits(50, 1.0)
    expected = functional.cross_entropy(torch.from_numpy(logits), torch.from_numpy(labels))
    assert dev_loss(logits, labels) == pytest.approx(float(expected))


def _sure(confidences, right):
    """Probabilities of two sections: all articles are put in the first; truth by position."""
    probabilities = np.array([[value, 1 - value] for value in confidences])
    return probabilities, np.where(right, 0, 1)


def test_a_threshold_is_the_lowest_confidence_with_few_enough_mistakes():
    confidences = np.linspace(0.99, 0.6, 60)
    probabilities, labels = _sure(confidences, np.arange(60) < 40)
    thresholds = filing_thresholds(probabilities, labels, ["a", "b"])
    chosen = confidences >= thresholds["a"]
    # 40 right ones and two wrong ones are 4.8 % wrong; one more would be too many.
    assert chosen.sum() == 42
    assert thresholds["b"] == thresholds["a"]  # too few were put there to tell


def test_a_section_that_is_mostly_wrong_is_never_filed_by_itself():
    confidences = np.linspace(0.99, 0.6, 60)
    probabilities, labels = _sure(confidences, np.arange(60) % 2 == 0)
    assert filing_thresholds(probabilities, labels, ["a", "b"]) == {}


def test_a_few_lucky_articles_make_no_threshold():
    probabilities, labels = _sure([0.9] * 10, np.ones(10, dtype=bool))
    assert filing_thresholds(probabilities, labels, ["a", "b"]) == {}


def test_equal_confidences_are_filed_together_or_not_at_all():
    probabilities, labels = _sure([0.9] * 30 + [0.8] * 10, np.arange(40) < 33)
    threshold = filing_thresholds(probabilities, labels, ["a", "b"])["a"]
    assert 0.8 < threshold <= 0.9


def test_the_curve_gives_up_articles_for_fewer_mistakes():
    probabilities, labels = _sure(np.linspace(0.95, 0.55, 41), np.arange(41) < 30)
    curve = coverage_curve(probabilities, labels)
    assert curve[0].coverage == 1.0
    assert curve[0].error == pytest.approx(11 / 41)
    assert curve[-1].error == 0.0
    assert all(a.coverage >= b.coverage for a, b in pairwise(curve))
