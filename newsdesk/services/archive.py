"""Archive runs as the window sees them: read, started and stopped on the side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from newsdesk.core.archive_run import ArchiveRun, RunState
from newsdesk.core.errors import NewsdeskError, Problem
from newsdesk.services.reader import Reader
from newsdesk.services.store_watch import StoreWatch
from newsdesk.store import Store

TOLD: frozenset[RunState] = frozenset({"done", "failed"})
"""Ends that a person is told of; whoever cancels a run knows it already."""
WAKE_MS = 1500
PULSE_MS = 2000
"""Between two looks whether the processes of runs are still there, and heed what was asked."""


class Archive(QObject):
    """The runs, newest first. They go on without the window.

    changed: a run moved, came or went. ended: a run stopped by itself while the window was open,
    or is paused for want of room. interrupted: runs that were found dead, all at once.
    started: a run that was just begun. said: why something could not be done.
    """

    changed = Signal()
    ended = Signal(ArchiveRun)
    interrupted = Signal(list)
    started = Signal(ArchiveRun)
    said = Signal(str)

    def __init__(self, store: Store, watch: StoreWatch, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._runs: list[ArchiveRun] = []
        self._known: dict[int, RunState] | None = None
        self._side = Reader(self)
        self._side.failed.connect(lambda problem: self.said.emit(str(problem)))
        self._numbers = count()
        self._closed = False
        self._pulse = QTimer(self)
        self._pulse.setInterval(PULSE_MS)
        self._pulse.timeout.connect(self._feel_pulse)
        self._ladder: object | None = None
        watch.changed.connect(self.refresh)

    @property
    def runs(self) -> list[ArchiveRun]:
        """All runs, newest first."""
        return self._runs

    @property
    def going(self) -> list[ArchiveRun]:
        """Those that are under way."""
        return [run for run in self._runs if run.state == "running"]

    def get(self, run_id: int) -> ArchiveRun | None:
        """A run of the list."""
        return next((run for run in self._runs if run.id == run_id), None)

    def start(self) -> None:
        """See to the runs as they were left, once the window had time to show itself."""
        self.refresh()
        QTimer.singleShot(WAKE_MS, self, self._feel_pulse)

    def refresh(self) -> None:
        """Read the list again."""
        if not self._closed:
            self._side.ask("list", self._store.runs.list, self._show)

    def begin(
        self,
        paths: Sequence[Path],
        model: str,
        name: str = "",
        columns: Mapping[str, str] | None = None,
        then: Callable[[ArchiveRun | Problem], object] = lambda answer: None,
    ) -> None:
        """Begin a run; `then` gets it, or the reason why not."""

        def work() -> ArchiveRun | Problem:
            from newsdesk.archive.start import submit

            try:
                return submit(self._store, paths, model, name, columns)
            except NewsdeskError as error:
                return error.problem

        def tell(answer: ArchiveRun | Problem) -> None:
            if isinstance(answer, ArchiveRun):
                self.started.emit(answer)
            then(answer)
            self.refresh()

        self._aside(work, tell)

    def pause(self, run_id: int) -> None:
        """Have a run stop soon, to go on later."""
        self._act("pause", run_id)

    def cancel(self, run_id: int) -> None:
        """Have a run stop for good; what it brought in stays."""
        self._act("cancel", run_id)

    def resume(self, run_id: int) -> None:
        """Let a run go on from the place that it has reached."""
        self._act("resume", run_id)

    def remove(self, run_id: int) -> None:
        """Forget a run; the articles that it brought in stay."""
        self._act("remove", run_id)

    def close(self) -> None:
        """Wait for what is under way; runs go on without the window."""
        self._closed = True
        self._pulse.stop()
        self._side.close(finish=True)

    # Within

    def _act(self, name: str, run_id: int) -> None:
        def work() -> None:
            from newsdesk.archive import stopping

            getattr(stopping, name)(self._store, run_id)

        self._aside(work, lambda _: self.refresh())

    def _aside(self, work: Callable[[], object], then: Callable[..., object]) -> None:
        """On the thread of the side: each is done, one after another."""
        if not self._closed:
            self._side.ask(("act", next(self._numbers)), work, then)

    def _show(self, runs: list[ArchiveRun]) -> None:
        if self._closed:
            return
        moved, self._runs = runs != self._runs, runs
        self._tell_ends()
        if self.going and not self._pulse.isActive():
            self._pulse.start()
        elif not self.going:
            self._pulse.stop()
        if moved:
            self.changed.emit()

    def _tell_ends(self) -> None:
        before, self._known = self._known, {run.id: run.state for run in self._runs}
        if before is None:
            return
        went = [
            run
            for run in self._runs
            if run.state != "running" and before.get(run.id) in ("running", None)
        ]
        if dead := [run for run in went if run.state == "interrupted"]:
            self.interrupted.emit(dead)
        for run in went:
            if run.state in TOLD or (run.problem is not None and run not in dead):
                self.ended.emit(run)

    def _feel_pulse(self) -> None:
        """A killed process tells nobody, and one that does not listen is made to stop.

        Where the store is busy at this look, the next one finds the same.
        """

        def work() -> None:
            from newsdesk.archive.stopping import Ladder

            if not isinstance(self._ladder, Ladder):
                self._ladder = Ladder()
            self._ladder.climb(self._store)

        if self.going and not self._closed:
            self._side.ask("pulse", work, lambda _: self.refresh())
