"""Calibration on dev: how sure the model may be, and which sections it is too shy to name.

probability = softmax((logits + offsets) / temperature), as `newsdesk.core.manifest` has it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
import torch
from torch.nn import functional

from newsdesk.core.metrics import confusion_counts, macro_f1

FOLDS = 5
PASSES = 3
MOST_WRONG = 0.05
"""Part of the articles filed by themselves that may be wrong."""
FEWEST = 20
"""Articles of dev that must reach a threshold: fewer tell nothing."""
GRID = np.round(np.arange(-1.5, 1.55, 0.1), 1)


class Coverage(msgspec.Struct, frozen=True):
    """At one threshold: the part of the articles that reach it, and of those the part wrong."""

    threshold: float
    coverage: float
    error: float


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


def filing_thresholds(
    probabilities: np.ndarray, labels: np.ndarray, codes: Sequence[str]
) -> dict[str, float]:
    """By section, the lowest confidence from which at most 5 % of what is put there is wrong.

    probabilities: calibrated, shape (articles, sections). A section in which fewer than 20 are put
    gets the threshold of all sections together; one that no threshold makes good enough gets none.
    """
    found, confidence = probabilities.argmax(axis=1), probabilities.max(axis=1)
    wrong = found != labels
    over_all = _threshold(confidence, wrong)
    chosen = {}
    for place, code in enumerate(codes):
        here = found == place
        enough = int(here.sum()) >= FEWEST
        value = _threshold(confidence[here], wrong[here]) if enough else over_all
        if value is not None:
            chosen[code] = value
    return chosen


def coverage_curve(probabilities: np.ndarray, labels: np.ndarray) -> tuple[Coverage, ...]:
    """Coverage and error at every hundredth of confidence from which something is left."""
    confidence = probabilities.max(axis=1)
    wrong = probabilities.argmax(axis=1) != labels
    curve = []
    for step in range(100):
        reached = confidence >= step / 100
        if reached.any():
            error = float(wrong[reached].mean())
            curve.append(Coverage(step / 100, float(reached.mean()), error))
    return tuple(curve)


def _threshold(confidence: np.ndarray, wrong: np.ndarray) -> float | None:
    order = np.argsort(-confidence, kind="stable")
    ranked = confidence[order]
    errors = np.cumsum(wrong[order]) / np.arange(1, len(order) + 1)
    # Articles of equal confidence are filed together or not at all.
    last_of_equals = np.append(ranked[1:] < ranked[:-1], True)[: len(ranked)]
    enough = np.arange(1, len(order) + 1) >= FEWEST
    good = np.flatnonzero((errors <= MOST_WRONG) & last_of_equals & enough)
    return math.floor(ranked[good[-1]] * 1e4) / 1e4 if len(good) else None


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
