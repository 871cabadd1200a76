"""How quickly something learns: articles a second between its first step and its last."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class Pace:
    """Counts steps. The first only starts the clock: what went before it was no step.

    losses: one a step.
    """

    clock: Callable[[], float] = time.perf_counter
    losses: tuple[float, ...] = ()
    articles: int = 0
    steps: int = 0
    _first: float | None = field(default=None)
    _last: float = 0.0

    def step(self, articles: int) -> None:
        """A step is over that learned from so many articles."""
        self._last = self.clock()
        if self._first is None:
            self._first = self._last
            return
        self.articles += articles
        self.steps += 1

    def ended(self, losses: Sequence[float]) -> Pace:
        """This pace, with its losses."""
        self.losses = tuple(losses)
        return self

    @property
    def seconds(self) -> float:
        """From the end of the first step to the end of the last."""
        return self._last - self._first if self._first is not None else 0.0

    @property
    def rate(self) -> float:
        """Articles a second; 0 where there was no second step."""
        return self.articles / self.seconds if self.seconds > 0 else 0.0

    @property
    def final_loss(self) -> float:
        """Mean over the last quarter of the steps: single batches differ too much."""
        last = self.losses[-max(1, len(self.losses) // 4) :]
        return sum(last) / len(last)
