"""What a job tells the store while it trains, and what it hears from there.

Steps are told at most once a second, and a busy store is tried again later: telling takes less
than a hundredth of a step and never ends a training.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from newsdesk.core.errors import StoreError
from newsdesk.core.job import MetricPoint, Progress, Trial, Wish
from newsdesk.core.processes import ProcessId
from newsdesk.store.store import Store
from training.progress import say
from training.watch import Kind, Watch

INTERVAL = 1.0
"""Seconds between two writes."""
DESK_SECONDS = 10.0
"""How long a desk whose beats stand still keeps its right of way."""
NAP = 0.05
LOOK = 0.02
"""Seconds between two looks at whether anything was written."""
PATIENCE = 0.25
"""Seconds that one write of the watch waits for another program's: steps matter more."""
WARN_AFTER = 60.0
SMOOTHING = 0.9


class StoreWatch(Watch):
    """The watch of a job in the store.

    store: opened with `PATIENCE`. device: cpu or cuda:0, on which the desk may have right of way.
    yields: whether the training waits for the desk. board: folder of TensorBoard files.
    """

    def __init__(
        self,
        store: Store,
        job_id: int,
        *,
        device: str = "cpu",
        yields: bool = False,
        board: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._job_id = job_id
        self._device = device
        self._yields = yields
        self._clock = clock
        self._board = _open_board(board) if board else None
        self._phase = "starting"
        self._pace = _Pace()
        self._curves = _Curves()
        self._peak = 0
        self._trials: dict[int, Trial] = {}
        self._attempts: dict[int, int] = {}
        self._notes: list[tuple[str, Kind]] = []
        self._version: int | None = None
        self._looked = -math.inf
        self._wish: Wish = ""
        self._desk: dict[ProcessId, tuple[int, float]] = {}
        self._written = clock() - INTERVAL
        self._failing: float | None = None
        self._warned = False
        self.shut_down = False
        """Set by a signal: the machine or the terminal asks the process to end."""

    def wish(self) -> Wish:
        """What a person wants; a shut-down is a pause."""
        self._look()
        if self.shut_down and self._wish != "cancel":
            return "pause"
        return self._wish

    @property
    def asked(self) -> Wish:
        """What a person asked for, whatever the machine did."""
        return self._wish

    def give_way(self) -> None:
        """Wait while the desk works on the device; a wish ends the waiting."""
        self._look()
        if not self._desk_works():
            return
        phase, began = self._phase, self._clock()
        self.phase("waiting for the desk")
        while self._desk_works() and not self.wish():
            time.sleep(NAP)
            self._write_if_due()
        self._pace.leave_out(self._clock() - began)
        self.phase(phase)

    def phase(self, text: str) -> None:
        """Tell a new phase at once."""
        if text != self._phase:
            say(text)
            self._phase = text
            self.write()

    def say(self, message: str, kind: Kind = "info") -> None:
        """A line for the log and for the job's history."""
        say(message)
        self._notes.append((message, kind))
        self._write_notes()

    def planned(self, steps: int, done: int = 0) -> None:
        """The steps of all trials, and of those that are over."""
        self._pace.planned(steps, done)

    def step(self, trial: int, step: int, articles: int, **metrics: float) -> None:
        """Count a step; its values join the curves with the next write."""
        self._pace.step(step, articles, self._clock())
        self._curves.add(trial, step, metrics)
        self._write_if_due()

    def point(self, trial: int, step: int, **metrics: float) -> None:
        """Values that are all kept."""
        self._curves.keep(trial, step, metrics)
        self._write_if_due()

    def trial(self, trial: Trial) -> None:
        """A line of the table of trials; with a new attempt the trial's curves begin anew."""
        if trial.attempts > max(1, self._attempts.get(trial.number, 0)):
            self._curves.forget(trial.number)
        self._attempts[trial.number] = trial.attempts
        self._trials[trial.number] = trial
        self._write_if_due()

    def memory(self, peak: int) -> None:
        """Peak bytes so far."""
        self._peak = max(self._peak, peak)

    def write(self) -> bool:
        """Tell everything now; False where the store was busy, and it is kept for later."""
        self._written = self._clock()
        self._curves.settle(self._pace.rate, self._peak)
        points, trials = list(self._curves.kept), list(self._trials.values())
        try:
            seen = self._version is not None and self._store.data_version() == self._version
            wish = self._store.jobs.tell(self._job_id, self._progress(), points, trials)
            # Our own write need not be looked at, where nobody else has written before it.
            if seen:
                self._version = self._store.data_version()
        except StoreError as error:
            self._failed(error)
            return False
        self._wish = wish
        self._failing, self._warned = None, False
        if self._board is not None:
            for point in points:
                tag = f"{point.name}/trial {point.trial}"
                self._board.add_scalar(tag, point.value, point.step)
        del self._curves.kept[: len(points)]
        self._trials.clear()
        self._write_notes()
        return True

    def close(self, patience: float = WARN_AFTER) -> None:
        """Tell what is left, waiting for a busy store; TensorBoard's file is closed."""
        until = self._clock() + patience
        while not (self.write() and not self._notes) and self._clock() < until:
            time.sleep(NAP)
        if self._board is not None:
            self._board.close()

    def _progress(self) -> Progress:
        pace = self._pace
        return Progress(
            phase=self._phase,
            step=pace.done,
            steps=pace.steps,
            seconds_left=pace.seconds_left(),
            rate=pace.rate,
            memory=self._peak,
        )

    def _write_if_due(self) -> None:
        if self._clock() - self._written >= INTERVAL:
            self.write()

    def _write_notes(self) -> None:
        try:
            while self._notes:
                self._store.jobs.note(self._job_id, *self._notes[0])
                del self._notes[0]
        except StoreError as error:
            self._failed(error)

    def _failed(self, error: StoreError) -> None:
        now = self._clock()
        self._failing = self._failing if self._failing is not None else now
        if now - self._failing >= WARN_AFTER and not self._warned:
            self._warned = True
            say(f"The store could not be told for a minute: {error} The training goes on.")

    def _look(self) -> None:
        """Read wish and desk again where anything was written since the last look."""
        now = self._clock()
        if now - self._looked < LOOK:
            return
        self._looked = now
        try:
            version = self._store.data_version()
            if version == self._version:
                return
            self._wish = self._store.jobs.wish(self._job_id)
            if self._yields:
                self._see_desk()
            self._version = version
        except StoreError as error:
            self._failed(error)

    def _see_desk(self) -> None:
        now, known = self._clock(), self._desk
        self._desk = {}
        for process, beats in self._store.leases.desk_beats(self._device):
            before = known.get(process)
            moved = before is None or before[0] != beats
            self._desk[process] = (beats, now) if moved or before is None else before

    def _desk_works(self) -> bool:
        now = self._clock()
        return any(now - moved < DESK_SECONDS for _, moved in self._desk.values())


class _Pace:
    """Steps and articles over time."""

    def __init__(self) -> None:
        self.steps = 0
        self.rate = 0.0
        self._before = 0
        self._step = 0
        self._last: float | None = None
        self._seconds = 0.0

    @property
    def done(self) -> int:
        return self._before + self._step

    def planned(self, steps: int, done: int) -> None:
        self.steps, self._before, self._step, self._last = steps, done, 0, None

    def step(self, step: int, articles: int, now: float) -> None:
        self._step = step
        if self._last is not None and now > self._last:
            seconds = now - self._last
            self._seconds = _smooth(self._seconds, seconds)
            self.rate = _smooth(self.rate, articles / seconds)
        self._last = now

    def leave_out(self, seconds: float) -> None:
        """Time that was no work."""
        if self._last is not None:
            self._last += seconds

    def seconds_left(self) -> float | None:
        if not self._seconds or not self.steps:
            return None
        return max(0, self.steps - self.done) * self._seconds


class _Curves:
    """Points to be told: of each step's values the mean since the last time, once a second."""

    def __init__(self) -> None:
        self.kept: list[MetricPoint] = []
        self._sums: dict[str, float] = {}
        self._counts: dict[str, int] = {}
        self._place = (0, 0)

    def add(self, trial: int, step: int, metrics: Mapping[str, float]) -> None:
        if trial != self._place[0]:
            self.settle(0.0, 0)
        self._place = (trial, step)
        for name, value in metrics.items():
            self._sums[name] = self._sums.get(name, 0.0) + value
            self._counts[name] = self._counts.get(name, 0) + 1

    def keep(self, trial: int, step: int, metrics: Mapping[str, float]) -> None:
        self.kept += [
            MetricPoint(trial, step, name, value)
            for name, value in metrics.items()
            if math.isfinite(value)  # no database takes what is no number, nor would a chart
        ]

    def forget(self, trial: int) -> None:
        """Drop what was gathered of a trial and is not told yet."""
        self.kept = [point for point in self.kept if point.trial != trial]
        if self._place[0] == trial:
            self._sums.clear()
            self._counts.clear()

    def settle(self, rate: float, memory: int) -> None:
        """Turn what was gathered into points."""
        if not self._sums:
            return
        means = {name: total / self._counts[name] for name, total in self._sums.items()}
        if rate:
            means["articles_a_second"] = rate
        if memory:
            means["memory"] = float(memory)
        self.keep(*self._place, means)
        self._sums.clear()
        self._counts.clear()


def _smooth(old: float, new: float) -> float:
    return SMOOTHING * old + (1 - SMOOTHING) * new if old else new


def _open_board(folder: Path) -> Any:
    # Imported only where somebody asked for it: it takes a second.
    from torch.utils.tensorboard import SummaryWriter

    return SummaryWriter(str(folder))
