"""Supervisors: started so that they outlive whoever starts them; lost jobs are found again."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from newsdesk.core import paths
from newsdesk.core.errors import Problem, TrainingError
from newsdesk.core.job import ACTIVE, Job
from newsdesk.core.processes import is_alive
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
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("ab") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "newsdesk", "worker", "train", str(job_id)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, "NEWSDESK_HOME": str(paths.home())},
                start_new_session=True,
            )
    except OSError as error:
        raise TrainingError(
            "no_start",
            f"The process for job {job_id} could not be started: {error.strerror or error}.",
            f"Mend that, then resume the job; its folder is {log.parent}.",
        ) from error
    # Nobody else would ever ask how it ended, and it would stay in the system's list.
    threading.Thread(target=process.wait, name=f"job {job_id}", daemon=True).start()


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
