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

from newsdesk.core.processes import ProcessId, is_alive, process_of


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds since the wish until a trainer is sent SIGTERM, and until its group is killed."""

    term: float = 10.0
    kill: float = 30.0


class Watched(Protocol):
    """A trainer's process, with those that it has started."""

    def is_alive(self) -> bool:
        """Whether it still runs."""

    @property
    def code(self) -> int | None:
        """How it ended, as `subprocess` says it; None while it runs, or where nobody knows."""

    def send(self, number: signal.Signals) -> None:
        """Send a signal to it and to all that it has started, as far as they still run."""


class Child:
    """A trainer that this process has started."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    @property
    def code(self) -> int | None:
        """How it ended."""
        return self._process.returncode

    def send(self, number: signal.Signals) -> None:
        """To its process group, which it leads."""
        _send_group(self._process.pid, number)


class Orphan:
    """A trainer whose supervisor died, or never was; how it ends cannot be known."""

    code = None

    def __init__(self, process: ProcessId) -> None:
        self._process = process
        self._group = _own_group(process.pid)

    def is_alive(self) -> bool:
        """Whether it still runs."""
        return is_alive(self._process)

    def send(self, number: signal.Signals) -> None:
        """To its process group; to it alone where others began that group."""
        if self._group:
            _send_group(self._group, number)
        elif self.is_alive():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(self._process.pid, number)


def _own_group(pid: int) -> int:
    """The process group of a trainer and what it has started; 0 where it may hold more than that.

    One that a person started by hand may be in the group of the script that started it. A
    supervisor that died led the session, which then has no leader any more.
    """
    try:
        group = os.getpgid(pid)
        led = process_of(os.getsid(pid)) is not None
    except ProcessLookupError:
        return 0
    return group if group == pid or not led else 0


def _send_group(group: int, number: signal.Signals) -> None:
    if group != os.getpgrp():
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, number)


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
            self._trainer.send(signal.SIGTERM)
        elif self._next == 1 and waited >= self._patience.kill:
            self._next = 2
            self._tell(f"It did not end within {waited:.0f} s and is killed.")
            self._trainer.send(signal.SIGKILL)

    def clear(self) -> None:
        """End whatever the trainer has left behind; it is gone itself."""
        self._trainer.send(signal.SIGKILL)
