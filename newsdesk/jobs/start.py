"""Supervisors: started so that they outlive whoever starts them; lost jobs are found again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from newsdesk.core.errors import Problem, TrainingError
from newsdesk.core.job import ACTIVE, Job
from newsdesk.core.processes import is_alive
from newsdesk.core.worker_process import start_worker
from newsdesk.jobs.retention import log_of, tidy

if TYPE_CHECKING:
    from newsdesk.store import Store

Start = Callable[[int], None]


def start_supervisor(job_id: int) -> None:
    """Start the process that sees to a job, in a session of its own.

    Harmless where one is there already. Raises TrainingError where it cannot be started.
    """
    log = log_of(job_id)
    try:
        start_worker(["train", str(job_id)], log)
    except OSError as error:
        raise TrainingError(
            "no_start",
            f"The process for job {job_id} could not be started: {error.strerror or error}.",
            f"Mend that, then resume the job; its folder is {log.parent}.",
        ) from error


def wake(store: Store, start: Start = start_supervisor) -> list[Job]:
    """See to all jobs: dead ones become interrupted, others without supervisor get one.

    Returns those that were found dead. To be called when a window opens, or after a reboot.
    """
    dead = reap(store)
    for job in reversed(store.jobs.list((*ACTIVE, "queued"))):
        if not is_alive(job.supervisor):
            start(job.id)
    tidy(store)
    return dead


def reap(store: Store) -> list[Job]:
    """Jobs that should run and have no process any more become interrupted; returns them."""
    dead = []
    for job in store.jobs.list(ACTIVE):
        if is_alive(job.supervisor) or is_alive(job.trainer):
            continue
        if store.jobs.end(job.id, "interrupted", interrupted(job)):
            dead.append(job)
    return dead


def interrupted(job: Job, cause: str = "") -> Problem:
    """What a person is told of a job whose process is gone. cause: in a few words, if known."""
    at = f" at step {job.progress.step:,} of {job.progress.steps:,}" if job.progress.steps else ""
    why = f": {cause}" if cause else "; the machine or its process was stopped"
    return Problem(
        "interrupted",
        f"The job {job.name} was interrupted{at}{why}.",
        "Resume goes on from the last checkpoint.",
    )
