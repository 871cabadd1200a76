"""Curves of an evaluation: how far its confidence can be trusted, and where it is wrong."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from newsdesk.analysis.evaluated import Evaluated, Ints

Shares = NDArray[np.float64]
BINS = 15
"""As many as the expected calibration error is made of, so that the chart shows that figure."""
Z95 = 1.959963984540054
"""The normal distribution's quantile for an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Share:
    """A part of some articles, 0 to 1, with its Wilson interval at 95 %."""

    value: float
    low: float
    high: float
    articles: int


@dataclass(frozen=True, slots=True)
class ConfidenceBin:
    """Articles of like confidence. right: the part of them that is right.

    confidence: their mean; from_, to: the lowest and the highest. places: of the articles.
    """

    confidence: float
    from_: float
    to: float
    right: Share
    places: Ints


@dataclass(frozen=True, slots=True)
class Coverage:
    """What would be filed by itself at each threshold, from the highest to the lowest, (T,) each.

    covered: part of all articles. wrong: part of the covered ones that is wrong.
    """

    thresholds: Shares
    covered: Shares
    wrong: Shares


@dataclass(frozen=True, slots=True)
class PrecisionRecall:
    """Of one section, at each of T thresholds in rising order.

    precision, recall: shape (T + 1,); the last ones are 1 and 0, where nothing is put into it.
    average: average precision, the area below as a sum of steps.
    """

    thresholds: Shares
    precision: Shares
    recall: Shares
    average: float
    support: int


def wilson(hits: int, articles: int) -> Share:
    """The part `hits` of `articles`, with its interval (Wilson 1927); of none it is 0 to 1."""
    if not articles:
        return Share(0.0, 0.0, 1.0, 0)
    part, z = hits / articles, Z95
    centre = (part + z * z / (2 * articles)) / (1 + z * z / articles)
    half = z * np.sqrt(part * (1 - part) / articles + z * z / (4 * articles**2))
    half /= 1 + z * z / articles
    low, high = max(0.0, float(centre - half)), min(1.0, float(centre + half))
    return Share(part, min(low, part), max(high, part), articles)


def reliability_of(evaluated: Evaluated, bins: int = BINS) -> tuple[ConfidenceBin, ...]:
    """Bins of equal mass by rising confidence (Nguyen & O'Connor 2015)."""
    order = np.argsort(evaluated.confidence, kind="stable")
    made = []
    for part in np.array_split(order, bins):
        if len(part):
            confidence = evaluated.confidence[part].astype(np.float64)
            right = wilson(int(evaluated.right[part].sum()), len(part))
            made.append(
                ConfidenceBin(
                    float(confidence.mean()), float(confidence[0]), float(confidence[-1]), right,
                    part.astype(np.int64),
                )
            )  # fmt: skip
    return tuple(made)


def coverage_of(evaluated: Evaluated) -> Coverage:
    """What is filed by itself, and how much of it is wrong, at each confidence that occurs.

    An article that the model cannot read is never filed by itself, whatever its confidence.
    Selective classification: El-Yaniv & Wiener 2010.
    """
    read = np.flatnonzero(~evaluated.abstained)
    if not len(read):
        return Coverage(*(np.zeros(0) for _ in range(3)))
    confidence = evaluated.confidence[read].astype(np.float64)
    order = np.argsort(-confidence, kind="stable")
    confidence = confidence[order]
    wrong = np.cumsum(~evaluated.right[read][order])
    last = _last_of_each(confidence)
    filed = last + 1
    return Coverage(confidence[last], filed / len(evaluated), wrong[last] / filed)


def precision_recall_of(evaluated: Evaluated, section: int) -> PrecisionRecall:
    """Precision and recall of one section if every article from some probability on were put there.

    Values as scikit-learn's `precision_recall_curve` and `average_precision_score` have them.
    """
    scores = evaluated.probabilities[:, section].astype(np.float64)
    belongs = np.equal(evaluated.truth, section)
    support = int(belongs.sum())
    order = np.argsort(-scores, kind="stable")
    scores = scores[order]
    last = (
        np.flatnonzero(np.append(np.diff(scores) != 0, True)) if len(scores) else np.zeros(0, int)
    )
    hits = np.cumsum(belongs[order])[last].astype(np.float64)
    precision = hits / (last + 1)
    recall = hits / support if support else np.ones(len(last))
    steps = np.diff(recall, prepend=0.0)
    average = float((steps * precision).sum()) if support else 0.0
    return PrecisionRecall(
        scores[last][::-1],
        np.append(precision[::-1], 1.0),
        np.append(recall[::-1], 0.0),
        average,
        support,
    )


def _last_of_each(ordered: Shares) -> Ints:
    """The last place of each value in an ordered array."""
    if not len(ordered):
        return np.zeros(0, dtype=np.int64)
    return np.flatnonzero(np.append(np.diff(ordered) != 0, True))
