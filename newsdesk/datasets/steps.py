"""How long work on data sets says how far it is, and hears that it is not wanted any more."""

from __future__ import annotations

import time
from collections.abc import Callable

EVERY = 0.25
"""Seconds between two words of progress."""


class Steps:
    """Asked at every small step; tells a few times a second.

    tell: gets phase, done and total; total is 0 where it is unknown.
    check: raises where a person took the request back; what it raises passes.
    """

    def __init__(
        self,
        tell: Callable[[str, int, int], None] = lambda phase, done, total: None,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self._tell = tell
        self._check = check
        self._phase = ""
        self._due = 0.0

    def at(self, phase: str, done: int = 0, total: int = 0) -> None:
        """So far is the work."""
        self._check()
        moment = time.monotonic()
        if phase != self._phase or moment >= self._due:
            self._phase, self._due = phase, moment + EVERY
            self._tell(phase, done, total)
