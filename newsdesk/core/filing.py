"""Filing: from which confidence on a model may put articles into a section by itself."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

FEWEST = 20
"""Articles of a section, and above its threshold: fewer tell nothing about the mistakes."""
FINE_FROM = 0.95
"""Thresholds are hundredths; from here on thousandths, where a good model's answers crowd."""
_Z = 1.959964
"""Of the normal distribution, for 95 %."""

Answer = tuple[str, float, bool]
"""The section that a model named, its confidence from 0 to 1, and whether it was right."""


class FilingPoint(msgspec.Struct, frozen=True):
    """At one threshold: how many articles reach it, and how many of those are put there wrongly."""

    threshold: float
    filed: int
    wrong: int


class FilingCurve(msgspec.Struct, frozen=True):
    """What one section's threshold costs, counted on articles that the model did not learn from.

    section: its code. articles: those that the model put into the section, whatever its confidence.
    points: by rising threshold; between two of them nothing changes.
    """

    section: str
    articles: int
    points: tuple[FilingPoint, ...]

    @property
    def tells(self) -> bool:
        """Whether there are articles enough to choose a threshold by."""
        return self.articles >= FEWEST


@dataclass(frozen=True, slots=True)
class FilingCost:
    """Of `articles`, `filed` are filed by themselves, and `wrong` of those wrongly."""

    articles: int
    filed: int
    wrong: int

    @property
    def coverage(self) -> float:
        """Part that is filed by itself, 0 to 1."""
        return self.filed / self.articles if self.articles else 0.0

    @property
    def error(self) -> float:
        """Part of the filed ones that is filed wrongly, 0 to 1."""
        return self.wrong / self.filed if self.filed else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """In which the part filed wrongly lies with 95 % confidence."""
        return wilson(self.wrong, self.filed)


def filing_curves(answers: Iterable[Answer], sections: Sequence[str]) -> tuple[FilingCurve, ...]:
    """One curve a section, in the order of their codes given; other sections are left out."""
    by_section: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for section, confidence, right in answers:
        by_section[section].append((confidence, right))
    return tuple(_curve(section, by_section[section]) for section in sections)


def cost_at(curve: FilingCurve, threshold: float | None) -> FilingCost:
    """What a threshold costs in one section; None files nothing."""
    if threshold is not None:
        for point in curve.points:
            if point.threshold >= threshold - 1e-9:
                return FilingCost(curve.articles, point.filed, point.wrong)
    return FilingCost(curve.articles, 0, 0)


def cost_of(curves: Iterable[FilingCurve], thresholds: dict[str, float]) -> FilingCost:
    """What thresholds by section cost in all of them together."""
    costs = [cost_at(curve, thresholds.get(curve.section)) for curve in curves]
    return FilingCost(
        sum(cost.articles for cost in costs),
        sum(cost.filed for cost in costs),
        sum(cost.wrong for cost in costs),
    )


def best_threshold(curve: FilingCurve, most_wrong: float) -> float | None:
    """The lowest threshold with at most that part of the filed ones wrong, 0 to 1.

    None where there is none, or where it would be chosen by fewer than 20 articles.
    """
    if not curve.tells:
        return None
    for point in curve.points:
        if point.filed >= FEWEST and point.wrong <= most_wrong * point.filed + 1e-9:
            return point.threshold
    return None


def best_thresholds(curves: Iterable[FilingCurve], most_wrong: float) -> dict[str, float]:
    """`best_threshold` of every section that has one, by its code."""
    found = {curve.section: best_threshold(curve, most_wrong) for curve in curves}
    return {section: value for section, value in found.items() if value is not None}


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """The 95 % score interval of a share (Wilson 1927); everything where nothing was tried."""
    if tries == 0:
        return 0.0, 1.0
    share, square = hits / tries, _Z * _Z
    middle = share + square / (2 * tries)
    half = _Z * math.sqrt(share * (1 - share) / tries + square / (4 * tries * tries))
    whole = 1 + square / tries
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def as_threshold(confidence: float) -> float:
    """The highest threshold that a confidence reaches."""
    steps = 1000 if confidence >= FINE_FROM else 100
    # What stands for 0.29 may lie a hair below it.
    return math.floor(min(max(confidence, 0.0), 1.0) * steps + 1e-9) / steps


def _curve(section: str, answers: Sequence[tuple[float, bool]]) -> FilingCurve:
    at: dict[float, list[bool]] = defaultdict(list)
    for confidence, right in answers:
        at[as_threshold(confidence)].append(right)
    points, filed, wrong = [], 0, 0
    for threshold in sorted(at, reverse=True):
        filed += len(at[threshold])
        wrong += at[threshold].count(False)
        points.append(FilingPoint(threshold, filed, wrong))
    return FilingCurve(section, len(answers), tuple(reversed(points)))
