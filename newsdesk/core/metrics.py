"""Figures of merit: how often a model is right, in which sections, and how sure it may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from newsdesk.core.manifest import Metric

_Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SectionFigures:
    """How one section did: shares from 0 to 1; support is its number of articles."""

    code: str
    precision: float
    recall: float
    f1: float
    support: int


def confusion_counts(truth: Sequence[str], found: Sequence[str], codes: Sequence[str]) -> _Numbers:
    """How many articles of each section (row) were put in each section (column).

    Shape (len(codes), len(codes)). Raises ValueError where the lengths differ and KeyError
    where a section is not among the codes.
    """
    if len(truth) != len(found):
        raise ValueError("truth and found differ in length")
    place = {code: index for index, code in enumerate(codes)}
    pairs = [place[a] * len(codes) + place[b] for a, b in zip(truth, found, strict=True)]
    flat = np.bincount(np.array(pairs, dtype=np.int64), minlength=len(codes) ** 2)
    return flat.astype(np.int64).reshape(len(codes), len(codes))


def accuracy(counts: _Numbers) -> float:
    """Part of the articles that were put where they belong."""
    total = int(counts.sum())
    return float(np.trace(counts) / total) if total else 0.0


def macro_f1(counts: _Numbers) -> float:
    """Mean F1 over the sections that the articles belong to.

    A section that a set does not have counts only through the articles wrongly put there.
    """
    return float(_macro_f1(counts[None], counts.sum(axis=1) > 0)[0])


def section_figures(counts: _Numbers, codes: Sequence[str]) -> list[SectionFigures]:
    """Precision, recall, F1 and support of every section."""
    rows, columns = counts.sum(axis=1), counts.sum(axis=0)
    figures = []
    for index, code in enumerate(codes):
        hits, support, given = int(counts[index, index]), int(rows[index]), int(columns[index])
        figures.append(
            SectionFigures(
                code=code,
                precision=hits / given if given else 0.0,
                recall=hits / support if support else 0.0,
                f1=2 * hits / (given + support) if given + support else 0.0,
                support=support,
            )
        )
    return figures


def bootstrap(
    truth: Sequence[str],
    found: Sequence[str],
    codes: Sequence[str],
    *,
    resamples: int = 2000,
    level: float = 0.95,
    seed: int = 13,
) -> tuple[Metric, Metric]:
    """Accuracy and macro-F1, each with its percentile bootstrap interval (Efron 1979).

    Articles are drawn with replacement. Macro-F1 is the mean over the sections of the whole
    set in every resample, also where a resample misses one.
    """
    counts = confusion_counts(truth, found, codes)
    if not truth:
        nothing = Metric(value=0.0, low=0.0, high=0.0)
        return nothing, nothing
    used = counts.sum(axis=1) > 0
    # Drawing articles with replacement is drawing the cells of the confusion matrix.
    flat = counts.reshape(-1) / counts.sum()
    drawn = np.random.default_rng(seed).multinomial(int(counts.sum()), flat, size=resamples)
    samples = drawn.reshape(resamples, *counts.shape)
    right = np.trace(samples, axis1=1, axis2=2) / counts.sum()
    edges = [(1 - level) / 2, (1 + level) / 2]
    low, high = np.quantile(right, edges)
    f1_low, f1_high = np.quantile(_macro_f1(samples, used), edges)
    return (
        Metric(value=accuracy(counts), low=float(low), high=float(high)),
        Metric(value=macro_f1(counts), low=float(f1_low), high=float(f1_high)),
    )


def expected_calibration_error(probabilities: ArrayLike, truth: ArrayLike, bins: int = 15) -> float:
    """Mean gap between confidence and accuracy over bins of equal mass (Nguyen & O'Connor 2015).

    probabilities: shape (articles, sections); truth: positions of the right sections.
    """
    scores, right = np.asarray(probabilities, dtype=np.float64), np.asarray(truth)
    if not len(right):
        return 0.0
    confidence = scores.max(axis=1)
    hits = scores.argmax(axis=1) == right
    order = np.argsort(confidence, kind="stable")
    gaps = [
        abs(float(confidence[part].mean() - hits[part].mean())) * len(part)
        for part in np.array_split(order, bins)
        if len(part)
    ]
    return sum(gaps) / len(right)


def brier_score(probabilities: ArrayLike, truth: ArrayLike) -> float:
    """Mean squared distance of the probabilities from the truth, 0 to 2 (Brier 1950)."""
    scores, right = np.asarray(probabilities, dtype=np.float64), np.asarray(truth)
    if not len(right):
        return 0.0
    wanted = np.eye(scores.shape[1])[right]
    return float(((scores - wanted) ** 2).sum(axis=1).mean())


def _macro_f1(samples: _Numbers, used: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Macro-F1 over the used sections of matrices, shape (samples, sections, sections)."""
    hits = np.diagonal(samples, axis1=1, axis2=2)
    both = samples.sum(axis=1) + samples.sum(axis=2)
    f1 = 2 * hits / np.maximum(both, 1)
    shares: NDArray[np.float64] = f1[:, used].sum(axis=1) / max(int(used.sum()), 1)
    return shares
