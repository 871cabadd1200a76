"""Pause, cancel, resume, retry and remove jobs. Every way ends in a change of the job's row."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from newsdesk.core import paths
from newsdesk.core.errors import Problem, StoreError, TrainingError
from newsdesk.core.job import ACTIVE, RESUMABLE, Job
from newsdesk.core.processes import is_alive
from newsdesk.core.recipes import parse_recipe
from newsdesk.jobs.retention import start_over
from newsdesk.jobs.start import Start, reap, start_supervisor

if TYPE_CHECKING:
    from newsdesk.store import Store


def pause(store: Store, job_id: int, start: Start = start_supervisor) -> Job:
    """Have a job stop at its next step, to go on later; one without a process stops at once."""
    reap(store)
    return _watched(store.jobs.ask(job_id, "pause"), start)


def cancel(store: Store, job_id: int, start: Start = start_supervisor) -> Job:
    """Have a job stop for good; one without a process stops at once."""
    reap(store)
    return _watched(store.jobs.ask(job_id, "cancel"), start)


def resume(
    store: Store, job_id: int, *, force: bool = False, start: Start = start_supervisor
) -> Job:
    """Put a job back into the queue; it goes on from its last checkpoint.

    force: also where it was interrupted as often as its specification allows. Without, it is then
    `failed`, and that is raised as a TrainingError `attempts`.
    """
    reap(store)
    job = _job(store, job_id)
    if job.state == "interrupted" and not force:
        _check_attempts(store, job)
    job = store.jobs.requeue(job_id)
    start(job_id)
    return job


def retry(store: Store, job_id: int, start: Start = start_supervisor) -> Job:
    """Begin a job anew, from the same articles; what it had reached is dropped."""
    reap(store)
    job = _job(store, job_id)
    if job.state not in ACTIVE and is_alive(job.trainer):
        raise StoreError(
            "wrong_state", f"The job {job.name} is still stopping.", "Try again in a moment."
        )
    if job.state in RESUMABLE:
        start_over(job)
        store.jobs.forget_told(job_id)
    job = store.jobs.requeue(job_id)
    start(job_id)
    return job


def remove(store: Store, job_id: int) -> None:
    """Forget a job and delete its folder; a model that it made stays."""
    reap(store)
    store.jobs.remove(job_id)
    shutil.rmtree(paths.job(job_id), ignore_errors=True)


def _job(store: Store, job_id: int) -> Job:
    job = store.jobs.get(job_id)
    if job is None:
        raise no_job(str(job_id))
    return job


def no_job(name: str) -> StoreError:
    """There is no such job."""
    return StoreError(
        "no_job", f"There is no job {name}.", "`newsdesk jobs list` shows those there are."
    )


def _watched(job: Job, start: Start) -> Job:
    """See that someone makes a job stop that was asked to."""
    if job.state in ACTIVE and not is_alive(job.supervisor):
        start(job.id)
    return job


def _check_attempts(store: Store, job: Job) -> None:
    most = parse_recipe(job.spec, job.name).schedule.attempts
    if job.attempt < most:
        return
    problem = Problem(
        "attempts",
        f"The job {job.name} was begun {job.attempt} times and interrupted each time; its "
        f"specification allows {most}.",
        "Look into its log for the cause, then retry it from the beginning or resume it with "
        "--force.",
    )
    store.jobs.end(job.id, "failed", problem)
    raise TrainingError(problem.kind, problem.message, problem.remedy)
