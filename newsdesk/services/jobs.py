"""Training jobs as the window sees them: read on the side, started and stopped on the side."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QThreadPool, QTimer, Signal

from newsdesk.core import paths
from newsdesk.core.errors import NewsdeskError, Problem
from newsdesk.core.job import ACTIVE, Job, JobState
from newsdesk.core.recipes import FinetuneSpec
from newsdesk.services.job_choices import (
    DeviceState,
    JobChoices,
    Recipe,
    choices_of,
    recipes_after,
)
from newsdesk.services.job_details import Details, JobReading
from newsdesk.services.store_watch import StoreWatch
from newsdesk.store import Store

log = logging.getLogger(__name__)

TOLD: frozenset[JobState] = frozenset({"done", "failed", "interrupted"})
"""Ends that a person is told of; whoever cancels a job knows it already."""
LOG_TAIL = 64_000
WAKE_MS = 1500
PULSE_MS = 3000
"""Between two looks whether the processes of active jobs are still there."""


class TrainingJobs(QObject):
    """The queue, and one job that is looked into.

    changed: the list is another one. details: what the job looked into has newly told.
    ended: a job that was active, or queued, came to an end while the window was open.
    interrupted: jobs that were found dead when the window opened.
    said: something worth a line at the foot. started: a job that was just put into the queue.
    devices: what was found to train on.
    """

    changed = Signal()
    details = Signal(Details)
    ended = Signal(Job)
    interrupted = Signal(list)
    said = Signal(str)
    started = Signal(Job)
    devices = Signal(list)
    _answered = Signal(object, object)

    def __init__(self, store: Store, watch: StoreWatch, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._jobs: list[Job] = []
        self._states: dict[int, JobState] | None = None
        self._seen: JobReading | None = None
        self._devices: list[DeviceState] = []
        self._looking = self._look_again = self._waking = self._closed = False
        # One thread: what is asked first is done first.
        self._side = QThreadPool(self)
        self._side.setMaxThreadCount(1)
        self._answered.connect(self._take_answer)
        self._pulse = QTimer(self)
        self._pulse.setInterval(PULSE_MS)
        self._pulse.timeout.connect(self._feel_pulse)
        watch.changed.connect(self.refresh)

    # What there is

    @property
    def jobs(self) -> list[Job]:
        """Active jobs first, then the queue in its order, then the others, newest first."""
        return self._jobs

    def get(self, job_id: int) -> Job | None:
        """A job of the list."""
        return next((job for job in self._jobs if job.id == job_id), None)

    def name_of(self, job_id: int) -> str:
        """The name of a job, also of one that was removed."""
        job = self.get(job_id)
        return job.name if job else f"job {job_id}"

    def refresh(self) -> None:
        """Read the list again, and what the job looked into tells."""
        if self._closed:
            return
        try:
            jobs = self._store.jobs.list()
        except NewsdeskError as error:
            log.info("the queue could not be read: %s", error)
            return
        jobs = sorted(jobs, key=_place)
        if jobs != self._jobs:
            self._jobs = jobs
            self._tell_ends()
            self.changed.emit()
        self._look()

    def look_into(self, job_id: int | None) -> None:
        """Read one job in full, now and whenever it moves; None for no job."""
        job = self.get(job_id) if job_id is not None else None
        self._seen = JobReading(job.id, job.attempt) if job else None
        self._look()

    def read_log(self, job_id: int) -> str:
        """The end of a job's log; empty while there is none."""
        try:
            with self.log_path(job_id).open("rb") as file:
                size = file.seek(0, 2)
                file.seek(max(0, size - LOG_TAIL))
                tail = file.read(LOG_TAIL)
        except OSError:
            return ""
        text = tail.decode("utf-8", errors="replace")
        return text if size <= LOG_TAIL else text.partition("\n")[2]

    def log_path(self, job_id: int) -> Path:
        """Where a job's log lies."""
        return paths.job(job_id) / "log.txt"

    def folder(self, job_id: int) -> Path:
        """Where everything of a job lies, but the model that it made."""
        return paths.job(job_id)

    def model_path(self, model: str) -> Path:
        """The folder of a model that a job made."""
        return paths.installed_models() / model

    def read_card(self, model: str) -> str:
        """What a model that a job made says of itself, Markdown; empty where it has gone."""
        try:
            return (self.model_path(model) / "README.md").read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return ""

    def choices(self) -> JobChoices:
        """What a new job can be made of now. StoreError where the store cannot be read."""
        waiting = [job.name for job in self._jobs if job.state in (*ACTIVE, "queued", "paused")]
        return choices_of(self._store, self._devices, waiting)

    def recipes(self) -> list[Recipe]:
        """What to begin with: as the last time, what ships, or nothing but defaults."""
        return recipes_after(self._jobs)

    # What can be done

    def start(self) -> None:
        """See to the queue as it was left, once the window had time to show itself."""
        self.refresh()
        QTimer.singleShot(WAKE_MS, self, self._wake)
        self._pulse.start()

    def submit(
        self, spec: FinetuneSpec, then: Callable[[Job | Problem], object], memory: int = 0
    ) -> None:
        """Put a job into the queue; `then` gets it, or the reason why not.

        memory: bytes that its plan measured on a card; 0 where nobody measured.
        """

        def work() -> Job:
            from newsdesk.jobs.submit import submit

            return submit(self._store, spec, memory=memory)

        def tell(answer: Job | Problem) -> None:
            self.refresh()
            if isinstance(answer, Job):
                self.started.emit(answer)
            then(answer)

        self._aside(work, tell)

    def pause(self, job_id: int) -> None:
        """Have a job stop at its next step, to go on later."""
        self._act("pause", job_id)

    def cancel(self, job_id: int) -> None:
        """Have a job stop for good."""
        self._act("cancel", job_id)

    def resume(self, job_id: int) -> None:
        """Let a job go on from its last checkpoint."""
        self._act("resume", job_id)

    def retry(self, job_id: int) -> None:
        """Begin a job anew."""
        self._act("retry", job_id)

    def remove(self, job_id: int) -> None:
        """Forget a job and delete its folder; a model that it made stays."""
        self._act("remove", job_id)

    def look_for_devices(self) -> None:
        """Find out what there is to train on; `devices` brings it."""

        def work() -> list[DeviceState]:
            from newsdesk.jobs.devices import list_devices

            return [
                DeviceState(each.code, each.name, each.memory, max(0, each.memory - each.free))
                for each in list_devices()
            ]

        self._aside(work, self._show_devices)

    def close(self) -> None:
        """Wait for what is under way; jobs go on without the window."""
        self._closed = True
        self._pulse.stop()
        self._side.clear()
        self._side.waitForDone()

    # Within

    def _show_devices(self, found: object) -> None:
        if isinstance(found, list):
            self._devices = found
            self.devices.emit(found)

    def _act(self, name: str, job_id: int) -> None:
        def work() -> None:
            from newsdesk.jobs import stopping

            getattr(stopping, name)(self._store, job_id)

        def tell(answer: object) -> None:
            if isinstance(answer, Problem):
                self.said.emit(str(answer))
            self.refresh()

        self._aside(work, tell)

    def _wake(self) -> None:
        """Dead jobs become interrupted, queued ones go on."""

        def work() -> list[Job]:
            from newsdesk.jobs.start import wake

            return wake(self._store)

        def tell(dead: object) -> None:
            self.refresh()
            self._waking = False
            if isinstance(dead, Problem):
                self.said.emit(str(dead))
            elif isinstance(dead, list):
                found = {job.id for job in dead}
                if told := [job for job in self._jobs if job.id in found]:
                    self.interrupted.emit(told)

        if self._jobs and not self._closed:
            self._waking = True  # what is found dead is told in one sentence
            self._aside(work, tell)

    def _feel_pulse(self) -> None:
        """Jobs whose processes were all killed tell nobody; the change of their row does."""

        def work() -> None:
            from newsdesk.jobs.start import reap

            reap(self._store)

        if any(job.state in ACTIVE for job in self._jobs):
            self._aside(work, lambda _: None)

    def _look(self) -> None:
        seen = self._seen
        job = self.get(seen.job_id) if seen else None
        if seen is None or job is None or self._closed:
            return
        if self._looking:
            self._look_again = True
            return
        if job.attempt < seen.attempt:  # it begins again from nothing
            seen = self._seen = JobReading(job.id, job.attempt)
        seen.attempt = job.attempt
        self._looking = True
        self._aside(lambda: seen.go_on(self._store, job), lambda found: self._show(seen, found))

    def _show(self, seen: JobReading, found: object) -> None:
        self._looking = False
        if isinstance(found, Details) and seen is self._seen:
            self.details.emit(found)
        if self._look_again or seen is not self._seen:
            self._look_again = False
            self._look()

    def _tell_ends(self) -> None:
        before, self._states = self._states, {job.id: job.state for job in self._jobs}
        for job in self._jobs if before is not None else ():
            was = before.get(job.id, job.state) if before else job.state
            found_dead = self._waking and job.state == "interrupted"
            if job.state != was and job.state in TOLD and not found_dead:
                self.ended.emit(job)

    def _take_answer(self, then: Callable[[object], object], answer: object) -> None:
        then(answer)

    def _aside(self, work: Callable[[], object], then: Callable[..., object]) -> None:
        """Do something on the side, then something with its answer, or its problem, here."""
        if self._closed:
            return

        def do() -> None:
            try:
                answer = work()
            except NewsdeskError as error:
                answer = error.problem
            except Exception:
                log.exception("a request about a job failed")
                answer = Problem(
                    "internal",
                    "Something went wrong within Newsdesk.",
                    f"The log in {paths.logs()} says what.",
                )
            if not self._closed:
                self._answered.emit(then, answer)

        self._side.start(do)


def _place(job: Job) -> tuple[int, float]:
    """Where a job stands in the list."""
    if job.state in ACTIVE:
        return 0, job.id
    if job.state == "queued":
        return 1, job.id
    moment = job.ended or job.heartbeat or job.created
    return 2, -moment.timestamp()
