"""Drives a queue with jobs of a fake trainer; supervisors run here or in threads."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from newsdesk.core.job import Job, JobState
from newsdesk.core.processes import is_alive
from newsdesk.core.recipes import FinetuneSpec, ScheduleSpec, write_recipe
from newsdesk.jobs.devices import Device
from newsdesk.jobs.ladder import Patience
from newsdesk.jobs.supervisor import Command, Supervisor, Times
from newsdesk.store import Store

TRAINER = Path(__file__).with_name("fake_trainer.py")
QUICK = Times(poll=0.02, look=0.1, silent=0.3, stop=Patience(term=0.3, kill=0.6))


def trainer(way: str, steps: int = 5) -> Command:
    """The command of a fake trainer."""

    def command(job: Job, place: Sequence[Device]) -> list[str]:
        return [sys.executable, str(TRAINER), str(job.id), way, str(steps)]

    return command


class Jobs:
    """Jobs of one test, whose processes all end with it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._threads: list[threading.Thread] = []
        self._supervisors: list[Supervisor] = []
        self._processes: list[subprocess.Popen[bytes]] = []

    def add(self, name: str = "job", after: Sequence[int] = (), **schedule: object) -> int:
        """A job in the queue."""
        where = ScheduleSpec(**schedule)  # type: ignore[arg-type]
        text = self.spec(name, **schedule)
        return self.store.jobs.add(name, "finetune", text, "news", where.device, after, where.night)

    def spec(self, name: str = "job", **schedule: object) -> str:
        """The specification of such a job."""
        where = ScheduleSpec(**schedule)  # type: ignore[arg-type]
        return write_recipe(FinetuneSpec(name=name, encoder="tiny", schedule=where))

    def supervise(self, job_id: int, way: str = "good", steps: int = 5, **options: object) -> None:
        """Supervise a job here, until it has ended."""
        self._supervisor(job_id, way, steps, **options).run()

    def start(
        self, job_id: int, way: str = "good", steps: int = 5, **options: object
    ) -> Supervisor:
        """Supervise a job beside this."""
        supervisor = self._supervisor(job_id, way, steps, **options)
        self._threads.append(threading.Thread(target=supervisor.run))
        self._threads[-1].start()
        return supervisor

    def detach(self, job_id: int, way: str = "good", steps: int = 5) -> None:
        """Supervise a job in a process of its own, as the window has it done."""
        script = Path(__file__).with_name("supervise.py")
        command = [sys.executable, str(script), str(job_id), way, str(steps)]
        process = subprocess.Popen(command, start_new_session=True, stdin=subprocess.DEVNULL)
        thread = threading.Thread(target=process.wait)
        thread.start()
        self._threads.append(thread)
        self._processes.append(process)

    def get(self, job_id: int) -> Job:
        """The job as it is now."""
        job = self.store.jobs.get(job_id)
        assert job is not None
        return job

    def wait(self, job_id: int, *states: JobState) -> Job:
        """The job once it is in one of these states."""
        return self.wait_until(job_id, lambda job: job.state in states)

    def wait_until(self, job_id: int, fits: Callable[[Job], bool], seconds: float = 20) -> Job:
        """The job once it fits."""
        end = time.monotonic() + seconds
        while not fits(job := self.get(job_id)):
            assert time.monotonic() < end, f"{job.state}, {job.progress}, {job.problem}"
            time.sleep(0.02)
        return job

    def events(self, job_id: int) -> str:
        """All that happened, as one text."""
        return "\n".join(event.message for event in self.store.jobs.events(job_id))

    def close(self) -> None:
        """End all that still runs."""
        for supervisor in self._supervisors:
            supervisor.end()
        for process in self._processes:
            process.kill()
        for job in self.store.jobs.list():
            if job.trainer is not None and is_alive(job.trainer):
                _kill(job.trainer.pid)
        for thread in self._threads:
            thread.join(10)
            assert not thread.is_alive()

    def _supervisor(self, job_id: int, way: str, steps: int, **options: object) -> Supervisor:
        options.setdefault("times", QUICK)
        command = trainer(way, steps)
        supervisor = Supervisor(self.store, job_id, command, **options)  # type: ignore[arg-type]
        self._supervisors.append(supervisor)
        return supervisor


def living_in(group: int) -> list[int]:
    """Processes of a group that still run; the dead may wait for someone to ask about them."""
    import psutil

    found = []
    for process in psutil.process_iter(["status"]):
        try:
            if os.getpgid(process.pid) == group and process.info["status"] != "zombie":
                found.append(process.pid)
        except ProcessLookupError:
            continue
    return found


def _kill(pid: int) -> None:
    """End a trainer with its group, unless it lives in the group of the tests."""
    try:
        group = os.getpgid(pid)
        if group != os.getpgid(0):
            os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass
