"""Calibration on dev: how sure the model may be, and which sections it is too shy to name.

probability = softmax((logits + offsets) / temperature), as `newsdesk.core.manifest` has it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional

from newsdesk.core.metrics import confusion_counts, macro_f1

FOLDS = 5
PASSES = 3
GRID = np.round(np.arange(-1.5, 1.55, 0.1), 1)


@dataclass(frozen=True, slots=True)
class Calibration:
    """temperature above 0; offsets, one a section, all 0 where they did not help."""

    temperature: float
    offsets: tuple[float, ...]

    def probabilities(self, logits: np.ndarray) -> np.ndarray:
        """Calibrated probabilities, shape (articles, sections)."""
        shifted = (logits.astype(np.float64) + np.array(self.offsets)) / self.temperature
        powers = np.exp(shifted - shifted.max(axis=1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def calibrate(logits: np.ndarray, labels: np.ndarray, seed: int) -> Calibration:
    """Offsets first, then the temperature of what they leave.

    logits: shape (articles, sections); labels: positions of the right sections.
    """
    offsets = cross_fitted_offsets(logits, labels, seed)
    return Calibration(fit_temperature(logits + offsets, labels), tuple(map(float, offsets)))


def fit_temperature(logits: np.ndarray, labels: np.ndarray) -> float:
    """The temperature of least negative log-likelihood, by LBFGS (Guo et al. 2017)."""
    scores = torch.from_numpy(np.asarray(logits, dtype=np.float64))
    right = torch.from_numpy(labels)
    logarithm = torch.zeros(1, dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.LBFGS([logarithm], max_iter=100, line_search_fn="strong_wolfe")

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        loss = functional.cross_entropy(scores / logarithm.exp(), right)
        torch.autograd.backward(loss)
        return loss

    optimiser.step(closure)  # type: ignore[no-untyped-call]
    # A dev part without an error would ask for a temperature of 0.
    return float(np.clip(logarithm.exp().item(), 0.05, 20.0))


def cross_fitted_offsets(logits: np.ndarray, labels: np.ndarray, seed: int) -> np.ndarray:
    """Offsets for macro-F1, found on the whole; all 0 where folds left out did not gain."""
    sections = logits.shape[1]
    fold = np.random.default_rng(seed).permutation(len(labels)) % FOLDS
    held_out = np.zeros(len(labels), dtype=np.int64)
    for number in range(FOLDS):
        left = fold == number
        offsets = _ascend(logits[~left], labels[~left])
        held_out[left] = (logits[left] + offsets).argmax(axis=1)
    plain = _macro_f1(logits.argmax(axis=1), labels, sections)
    if _macro_f1(held_out, labels, sections) <= plain:
        return np.zeros(sections)
    return _ascend(logits, labels)


def _ascend(logits: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Coordinate ascent on macro-F1: one section's offset at a time; the smallest of equals."""
    sections = logits.shape[1]
    offsets = np.zeros(sections)
    grid = GRID[np.argsort(np.abs(GRID), kind="stable")]
    for _ in range(PASSES):
        for section in range(sections):
            best, chosen = -1.0, offsets[section]
            for value in grid:
                offsets[section] = value
                f1 = _macro_f1((logits + offsets).argmax(axis=1), labels, sections)
                if f1 > best + 1e-12:
                    best, chosen = f1, value
            offsets[section] = chosen
    return np.asarray(offsets - offsets.mean())


def macro_f1_of(logits: np.ndarray, labels: np.ndarray) -> float:
    """Macro-F1 of the most probable sections; labels are positions."""
    return _macro_f1(logits.argmax(axis=1), labels, logits.shape[1])


def _macro_f1(found: np.ndarray, labels: np.ndarray, sections: int) -> float:
    codes = [str(index) for index in range(sections)]
    return macro_f1(confusion_counts([codes[i] for i in labels], [codes[i] for i in found], codes))
