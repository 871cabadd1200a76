"""How fast a run is, and how long it will still take."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

WINDOW = 20.0
"""Seconds that the rate is taken over: steady, and still of late."""


class Pace:
    """Told of every portion; knows the rate. Pauses between two processes are left out."""

    def __init__(self, worked: float, clock: Callable[[], float] = time.monotonic) -> None:
        """worked: seconds that earlier processes worked on the run."""
        self._clock = clock
        self._worked = worked
        self._began = clock()
        self._marks: deque[tuple[float, int]] = deque([(self._began, 0)])

    @property
    def seconds(self) -> float:
        """Worked so far."""
        return self._worked + self._clock() - self._began

    @property
    def rate(self) -> float:
        """Readings a second of late; 0 before there were any."""
        (first, before), (last, after) = self._marks[0], self._marks[-1]
        return (after - before) / (last - first) if last > first else 0.0

    def add(self, readings: int) -> None:
        """So many more are done."""
        now = self._clock()
        self._marks.append((now, self._marks[-1][1] + readings))
        while len(self._marks) > 2 and now - self._marks[1][0] > WINDOW:
            self._marks.popleft()

    def restart(self) -> None:
        """Take the rate anew from here, as after the model was loaded."""
        self._marks = deque([(self._clock(), self._marks[-1][1])])

    def left(self, readings: int) -> float | None:
        """Seconds that so many readings will take; None where nobody knows yet."""
        return readings / self.rate if self.rate > 0 else None
