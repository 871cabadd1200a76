"""Pause, cancel, resume and remove archive runs. Every way ends in a change of the run's row."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable

from newsdesk.archive.files import forget_files
from newsdesk.archive.start import GOING, Start, found, reap, start_process
from newsdesk.core.archive_run import ArchiveRun
from newsdesk.core.errors import StoreError
from newsdesk.core.processes import ProcessId, is_alive
from newsdesk.store import Store

TERM, KILL = 10.0, 20.0
"""Seconds since the wish until the process is sent SIGTERM, and until it is killed."""


def pause(store: Store, run_id: int) -> ArchiveRun:
    """Have a run stop soon, to go on later; one without a process stops at once."""
    reap(store)
    return store.runs.ask(run_id, "pause")


def cancel(store: Store, run_id: int) -> ArchiveRun:
    """Have a run stop for good; what it brought in stays."""
    reap(store)
    run = store.runs.ask(run_id, "cancel")
    if run.state == "cancelled":
        forget_files(run_id)
    return run


def resume(store: Store, run_id: int, start: Start = start_process) -> ArchiveRun:
    """Let a run go on from the place that it has reached.

    Raises StoreError `wrong_state` where it is done, cancelled, or under way.
    """
    reap(store)
    run = found(store, run_id)
    if run.state not in ("paused", "interrupted", "failed"):
        raise StoreError(
            "wrong_state",
            f"The archive run {run.name} is {run.state} and cannot be resumed.",
            "Start a new one." if run.state != "running" else "Let it go on.",
        )
    start(run_id)
    return run


def remove(store: Store, run_id: int) -> None:
    """Forget a run; the articles that it brought in stay in the inbox."""
    reap(store)
    store.runs.remove(run_id)
    forget_files(run_id)


class Ladder:
    """Sees that runs stop that were asked to; to be called now and then while they have not.

    Killing loses no article: what is not kept yet is read again by whoever resumes.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: dict[ProcessId, float] = {}

    def climb(self, store: Store) -> list[ArchiveRun]:
        """Send signals where it is time for them; runs found dead get their state, and come back.

        Returns the runs that were found dead.
        """
        asked = [run for run in store.runs.list(GOING) if run.wish and run.process]
        for run in asked:
            assert run.process is not None
            since = self._since.setdefault(run.process, self._clock())
            waited = self._clock() - since
            if waited >= TERM and is_alive(run.process):
                _send(run.process, signal.SIGKILL if waited >= KILL else signal.SIGTERM)
        wanted = {run.process for run in asked}
        self._since = {each: at for each, at in self._since.items() if each in wanted}
        return reap(store)


def _send(process: ProcessId, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(process.pid, number)
