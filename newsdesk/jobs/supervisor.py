"""The supervisor of one job: waits for its turn, starts the trainer, and says how that ended.

It outlives the window that started it, holds no training library, and never decides by the
clock on the wall whether something lives.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from newsdesk.core.errors import NewsdeskError, Problem, StoreError
from newsdesk.core.job import ACTIVE, Job
from newsdesk.core.processes import is_alive, process_of, this_process
from newsdesk.core.recipes import parse_recipe
from newsdesk.jobs import night
from newsdesk.jobs.devices import Device, list_devices
from newsdesk.jobs.ending import memory_kills, outcome
from newsdesk.jobs.ladder import Child, Ladder, Orphan, Patience, Watched
from newsdesk.jobs.retention import cut_log, disk_problem, log_of, tidy_job
from newsdesk.jobs.turns import lost_dependency, take_place, waits_for
from newsdesk.store import Store
from newsdesk.store.jobs import OPEN

PATIENCE = 60.0
"""Seconds that a write waits for another one: nobody sits in front of this."""
Command = Callable[[Job, Sequence[Device]], list[str]]


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds. poll: between two looks; look: at most between two full looks while nothing moves.

    settle: until jobs ahead in the queue must have a supervisor, too, to come first.
    silent: without a beat of the trainer until that is noted; stop: how it is made to end.
    """

    poll: float = 0.25
    look: float = 2.0
    settle: float = 5.0
    silent: float = 600.0
    stop: Patience = field(default_factory=Patience)


def trainer_command(job: Job, place: Sequence[Device]) -> list[str]:
    """How the trainer is started: by itself, or several of it by Accelerate's launcher."""
    processes = _processes(job)
    trainer = ["-m", "training", str(job.id)]
    if processes == 1:
        return [sys.executable, *trainer]
    return [
        *(sys.executable, "-m", "accelerate.commands.launch"),
        "--multi_gpu",  # its word for several processes, on the processor as well
        *("--num_machines", "1", "--num_processes", str(processes)),
        *("--mixed_precision", "no", "--dynamo_backend", "no"),
        *("--main_process_ip", "127.0.0.1", "--main_process_port", str(_free_port())),
        *trainer,
    ]


def _processes(job: Job) -> int:
    return parse_recipe(job.spec, job.name).schedule.devices


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Supervisor:
    """Sees to one job until it has ended or nothing of it runs any more."""

    def __init__(
        self,
        store: Store,
        job_id: int,
        command: Command = trainer_command,
        times: Times | None = None,
        moment: Callable[[], datetime] = datetime.now,
    ) -> None:
        """command: makes the trainer's command line. moment: the local time, for the night."""
        self._store = store
        self._id = job_id
        self._me = this_process()
        self._command = command
        self._times = times or Times()
        self._moment = moment
        self._version = -1
        self._looked = 0.0
        self._ending = False
        self._night_is_over = False

    def end(self) -> None:
        """The machine is being shut down, or someone ends this process: stop at once."""
        self._ending = True

    def run(self) -> None:
        """See to the job. May raise StoreError where the database cannot be used any more."""
        if not self._store.jobs.claim(self._id, self._me):
            return
        while True:
            job = self._job()
            if job is None:
                return
            if job.state in OPEN and job.trainer is not None and is_alive(job.trainer):
                self._watch(Orphan(job.trainer))
                self._mend(None)
            elif job.state in ACTIVE:
                self._mend(None)
            elif job.state == "queued":
                self._begin()
            if self._store.jobs.leave(self._id, self._me) or self._ending:
                return

    def _job(self) -> Job | None:
        return self._store.jobs.get(self._id)

    def _moved(self) -> bool:
        """Whether it is time to look at the store: it moved, or a while has passed."""
        version = self._store.data_version()
        due = time.monotonic() - self._looked >= self._times.look
        if version == self._version and not due:
            return False
        self._version, self._looked = version, time.monotonic()
        return True

    # Before it runs

    def _begin(self) -> None:
        """Wait for the job's turn and train it; whatever prevents that becomes its end."""
        try:
            waited = self._wait_for_turn()
            if waited is not None:
                self._train(*waited)
        except StoreError:
            raise
        except NewsdeskError as error:
            self._store.jobs.end(self._id, "failed", error.problem)
        except OSError as error:
            problem = Problem(
                "no_start",
                f"The trainer could not be started: {error.strerror or error}.",
                f"The job's log is {log_of(self._id)}.",
            )
            self._store.jobs.end(self._id, "failed", problem)

    def _wait_for_turn(self) -> tuple[Job, tuple[Device, ...]] | None:
        """The job and its devices once they are leased; None where it left the queue."""
        devices, began = list_devices(), time.monotonic()
        self._store.leases.release(self._id)  # of an earlier attempt, or of the night before
        self._version = -1
        while not self._ending:
            if self._moved():
                job = self._job()
                if job is None or job.state != "queued":
                    return None
                problem = lost_dependency(self._store, job)
                if problem is not None:
                    self._store.jobs.end(self._id, "failed", problem)
                    return None
                reason = waits_for(self._store, job, self._moment())
                if not reason:
                    settled = time.monotonic() - began >= self._times.settle
                    place = take_place(self._store, job, devices, self._moment(), settled)
                    if place:
                        return job, place
                self._store.jobs.wait(self._id, reason or "waiting for the device")
            time.sleep(self._times.poll)
        return None

    # While it runs

    def _train(self, job: Job, place: tuple[Device, ...]) -> None:
        spec = parse_recipe(job.spec, job.name)
        problem = disk_problem(spec)
        if problem is not None:
            self._store.jobs.end(self._id, "failed", problem)
            return
        log = log_of(self._id)
        log.parent.mkdir(parents=True, exist_ok=True)
        cut_log(log)
        kills = memory_kills()
        with log.open("ab") as output:
            process = subprocess.Popen(
                self._command(job, place),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=_environment(place, _processes(job)),
                process_group=0,
            )
        born = process_of(process.pid)
        if born is not None:
            # Of several cards, those that the launcher hands out are counted anew.
            device = place[0].code if len(place) == 1 else "cuda"
            self._store.jobs.starting(self._id, born, device)
        child = Child(process)
        killed = self._watch(child, job.beats)
        self._mend(child.code, memory_kills() > kills and not killed, beats=job.beats)

    def _watch(self, trainer: Watched, beats: int = -1) -> bool:
        """Stay until the trainer is gone; returns whether it had to be killed.

        beats: as they were before it; while they are so, it has nothing to save and ends at once.
        """
        ladder = Ladder(trainer, self._times.stop, self._warn)
        silence = _Silence(self._times.silent)
        self._night_is_over = False
        self._version = -1
        stop = at_once = False
        while trainer.is_alive():
            if self._moved():
                job = self._job()
                over = job is None or job.state not in OPEN
                stop = over or (job is not None and bool(job.wish))
                at_once = over and (job is None or job.beats == beats)
                if job is not None:
                    self._look_at(job, silence)
            if stop or self._ending:
                ladder.climb(at_once or self._ending)
            time.sleep(self._times.poll)
        ladder.clear()
        return ladder.killed

    def _look_at(self, job: Job, silence: _Silence) -> None:
        if job.state == "running" and not night.is_open(job.night, self._moment()):
            self._end_the_night(job)
        if silence.begins(job.beats):
            minutes = self._times.silent / 60
            self._warn(f"Nothing was heard of the trainer for {minutes:.0f} minutes; it may hang.")

    def _end_the_night(self, job: Job) -> None:
        try:
            self._store.jobs.ask(job.id, "pause")
        except StoreError as error:
            if error.problem.kind != "wrong_state":
                raise
            return  # it has just ended by itself
        self._night_is_over = True
        again = night.opening(job.night)
        self._store.jobs.note(job.id, f"The night window is over; it goes on at {again}.")

    def _warn(self, message: str) -> None:
        with contextlib.suppress(StoreError):  # stopping goes on without a word
            self._store.jobs.note(self._id, message, "warning")

    # When it has ended

    def _mend(self, code: int | None, out_of_memory: bool = False, beats: int = -1) -> None:
        """See to it that the row says how the job ended.

        beats: as they were before; a trainer that never moved them never began.
        """
        job = self._job()
        if job is None:
            return
        never_began = job.state == "queued" and job.beats == beats
        if job.state in ACTIVE or (never_began and not self._ending):
            state, problem = outcome(job, code, out_of_memory)
            self._store.jobs.end(self._id, state, problem)
            job = self._job() or job
        if self._night_is_over and job.state == "paused":
            self._store.jobs.requeue(self._id)
            return
        tidy_job(job)


class _Silence:
    """Whether a trainer is still heard of, by a clock that nobody sets."""

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._beats = -1
        self._since = time.monotonic()

    def begins(self, beats: int) -> bool:
        """Whether it has just become too long; once for each silence."""
        if beats != self._beats:
            self._beats, self._since = beats, time.monotonic()
        elif time.monotonic() - self._since >= self._limit:
            self._since = float("inf")
            return True
        return False


def _environment(place: Sequence[Device], processes: int) -> dict[str, str]:
    # Cards are counted as nvidia-smi counts them; several go to the launcher as a list.
    values = {"PYTHONUNBUFFERED": "1", "CUDA_DEVICE_ORDER": "PCI_BUS_ID"}
    if len(place) > 1:
        values["CUDA_VISIBLE_DEVICES"] = ",".join(d.code.removeprefix("cuda:") for d in place)
    if processes > 1 and not place[0].is_card:
        # The processes share the cores; the launcher would leave each with one.
        values["OMP_NUM_THREADS"] = str(max(1, (os.cpu_count() or 1) // processes))
    return {**os.environ, **values}


def serve(arguments: Sequence[str]) -> int:
    """`newsdesk worker train JOB_ID`."""
    if len(arguments) != 1 or not arguments[0].isdigit():
        sys.stderr.write("newsdesk worker train: give the number of a job\n")
        return 2
    try:
        with Store.open(patience=PATIENCE) as store:
            supervisor = Supervisor(store, int(arguments[0]))
            signal.signal(signal.SIGTERM, lambda *_: supervisor.end())
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
            supervisor.run()
    except NewsdeskError as error:
        sys.stderr.write(f"newsdesk: {error}\n")
        return 1
    return 0
