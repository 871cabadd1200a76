"""How a process is made to stop: asked, then told, then ended with all that it has started."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from newsdesk.core.processes import ProcessId, is_alive


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds since the wish until a trainer is sent SIGTERM, and until its group is killed."""

    term: float = 10.0
    kill: float = 30.0


class Watched(Protocol):
    """A trainer's process, with those that it has started. group: their process group."""

    group: int

    def is_alive(self) -> bool:
        """Whether it still runs."""

    @property
    def code(self) -> int | None:
        """How it ended, as `subprocess` says it; None while it runs, or where nobody knows."""


class Child:
    """A trainer that this process has started."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.group = process.pid

    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    @property
    def code(self) -> int | None:
        """How it ended."""
        return self._process.returncode


class Orphan:
    """A trainer whose supervisor died; how it ends cannot be known."""

    code = None

    def __init__(self, process: ProcessId) -> None:
        self._process = process
        try:
            self.group = os.getpgid(process.pid)
        except ProcessLookupError:
            self.group = 0

    def is_alive(self) -> bool:
        """Whether it still runs."""
        return is_alive(self._process)


class Ladder:
    """The steps by which one trainer is stopped; told what was done on the way."""

    def __init__(
        self,
        trainer: Watched,
        patience: Patience,
        tell: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """tell: hears a sentence at every step. clock: seconds, never set back."""
        self._trainer = trainer
        self._patience = patience
        self._tell = tell
        self._clock = clock
        self._since: float | None = None
        self._next = 0

    @property
    def killed(self) -> bool:
        """Whether it came to SIGKILL."""
        return self._next > 1

    def climb(self, at_once: bool = False) -> None:
        """Go on with stopping, as far as it is time for. at_once: there is no time for asking."""
        if self._since is None:
            self._since = self._clock()
        waited = self._clock() - self._since
        if self._next == 0 and (at_once or waited >= self._patience.term):
            self._next = 1
            if not at_once:
                self._tell(f"It did not stop within {waited:.0f} s and is told to end.")
            self._send(signal.SIGTERM)
        elif self._next == 1 and waited >= self._patience.kill:
            self._next = 2
            self._tell(f"It did not end within {waited:.0f} s and is killed.")
            self._send(signal.SIGKILL)

    def clear(self) -> None:
        """End whatever the trainer has left behind; it is gone itself."""
        self._send(signal.SIGKILL)

    def _send(self, number: signal.Signals) -> None:
        # Group 0 would be this process's own.
        if self._trainer.group not in (0, os.getpgrp()):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._trainer.group, number)
