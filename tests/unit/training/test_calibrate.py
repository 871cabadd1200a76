import numpy as np
import pytest
from torch.nn import functional

from training.calibrate import Calibration, calibrate, cross_fitted_offsets, fit_temperature
from training.recipes.finetune import dev_loss


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
