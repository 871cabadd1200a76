"""The numbers behind the curves: taken as they come, thinned and smoothed for the eye."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from newsdesk.core.job import MetricPoint

MOST_POINTS = 2000
SMOOTHEST = 25
"""A smoothed curve forgets over this part of its points."""

Values = NDArray[np.float64]


class Series:
    """The points of one job by name and trial; a step told again takes the earlier one's place."""

    def __init__(self) -> None:
        self._values: dict[tuple[str, int], dict[int, float]] = {}

    def take(self, points: Iterable[MetricPoint]) -> None:
        """Add points."""
        for point in points:
            self._values.setdefault((point.name, point.trial), {})[point.step] = point.value

    def forget(self, trials: Iterable[int] | None = None) -> None:
        """Forget some trials, or everything."""
        gone = None if trials is None else set(trials)
        self._values = {
            key: values
            for key, values in self._values.items()
            if gone is not None and key[1] not in gone
        }

    @property
    def filled(self) -> bool:
        """Whether there is any point."""
        return bool(self._values)

    def last_step(self) -> int:
        """The highest step of any trial."""
        return max((max(values) for values in self._values.values() if values), default=0)

    def trials(self, name: str) -> list[int]:
        """The trials that have this value."""
        return sorted(trial for known, trial in self._values if known == name)

    def curve(self, name: str, trial: int) -> tuple[Values, Values]:
        """Steps and values in order, at most about `MOST_POINTS`."""
        values = self._values.get((name, trial), {})
        steps = np.fromiter(values.keys(), np.float64, len(values))
        heights = np.fromiter(values.values(), np.float64, len(values))
        order = np.argsort(steps, kind="stable")
        return thinned(steps[order], heights[order])

    def others(self, name: str, trial: int) -> tuple[Values, Values]:
        """All other trials in one line, with a gap between them."""
        steps: list[Values] = []
        heights: list[Values] = []
        for other in self.trials(name):
            if other != trial:
                x, y = self.curve(name, other)
                steps += [x, np.array([np.nan])]
                heights += [y, np.array([np.nan])]
        if not steps:
            return np.empty(0), np.empty(0)
        return np.concatenate(steps), np.concatenate(heights)


def thinned(steps: Values, heights: Values) -> tuple[Values, Values]:
    """Every so-and-so-manieth point, and always the last."""
    stride = -(-len(steps) // MOST_POINTS)
    if stride <= 1:
        return steps, heights
    kept = np.arange(len(steps) - 1, -1, -stride)[::-1]
    return steps[kept], heights[kept]


def smoothed(heights: Values) -> Values:
    """Exponential moving average, without a pull towards nought at the start."""
    keep = 1 - 2 / (max(5, len(heights) / SMOOTHEST) + 1)
    out = np.empty_like(heights)
    total = weight = 0.0
    for place, value in enumerate(heights):
        if np.isfinite(value):
            total = keep * total + (1 - keep) * value
            weight = keep * weight + (1 - keep)
        out[place] = total / weight if weight else np.nan
    return out
