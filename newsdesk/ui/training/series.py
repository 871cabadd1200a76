"""The numbers behind the curves: taken as they come, thinned and smoothed for the eye."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from newsdesk.services.job_details import Packed

MOST_POINTS = 2000
SMOOTHEST = 25
"""A smoothed curve forgets over this part of its points."""

Values = NDArray[np.float64]
NOTHING = (np.empty(0), np.empty(0))


class Series:
    """The points of one job by name and trial, in the order of their steps."""

    def __init__(self) -> None:
        self._values: dict[tuple[str, int], tuple[Values, Values]] = {}

    def take(self, points: Packed) -> None:
        """Add points that come after those that are there."""
        for key, (steps, heights) in points.items():
            known_steps, known_heights = self._values.get(key, NOTHING)
            self._values[key] = (
                np.concatenate([known_steps, steps]),
                np.concatenate([known_heights, heights]),
            )

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
        return max((int(steps[-1]) for steps, _ in self._values.values() if len(steps)), default=0)

    def trials(self, name: str) -> list[int]:
        """The trials that have this value."""
        return sorted(trial for known, trial in self._values if known == name)

    def curve(self, name: str, trial: int) -> tuple[Values, Values]:
        """Steps and values, at most about `MOST_POINTS`."""
        return thinned(*self._values.get((name, trial), NOTHING))

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
            return NOTHING
        return np.concatenate(steps), np.concatenate(heights)


def thinned(steps: Values, heights: Values) -> tuple[Values, Values]:
    """Points at even distances, and always the last."""
    stride = -(-len(steps) // MOST_POINTS)
    if stride <= 1:
        return steps, heights
    kept = np.arange(len(steps) - 1, -1, -stride)[::-1]
    return steps[kept], heights[kept]


def smoothed(heights: Values) -> Values:
    """Exponential moving average, without a pull towards nought at the start."""
    keep = 1 - 2 / (max(5, len(heights) / SMOOTHEST) + 1)
    out = []
    total = weight = 0.0
    for value in heights.tolist():
        if value - value == 0:  # neither infinite nor no number
            total = keep * total + (1 - keep) * value
            weight = keep * weight + (1 - keep)
        out.append(total / weight if weight else float("nan"))
    return np.array(out)
