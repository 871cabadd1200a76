"""The steps of which changes of jobs are made, each within a transaction of its caller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from sqlalchemy import Connection, Table, bindparam, delete, insert, select, update

from newsdesk.core.errors import Problem, StoreError
from newsdesk.core.job import Job, JobResult, JobState, Trial
from newsdesk.core.processes import is_alive
from newsdesk.store.job_rows import as_json
from newsdesk.store.schema import job_events, job_metrics, job_trials, jobs, leases, now

Kind = Literal["info", "warning", "error"]


def set_values(connection: Connection, job_id: int, **values: Any) -> None:
    """Change columns of one job."""
    connection.execute(update(jobs).where(jobs.c.id == job_id).values(**values))


def end_job(
    connection: Connection,
    job: Job,
    state: JobState,
    problem: Problem | None,
    result: JobResult | None,
) -> None:
    """A job has ended; its leases go where no supervisor waits for the end of its process."""
    set_values(
        connection,
        job.id,
        state=state,
        ended=now(),
        wish="",
        wish_at=None,
        problem=as_json(problem) if problem else None,
        result=as_json(result) if result else None,
    )
    if not is_alive(job.supervisor):
        connection.execute(delete(leases).where(leases.c.job_id == job.id))
    message = f"{state.capitalize()}." + (f" {problem}" if problem else "")
    kinds: dict[JobState, Kind] = {"failed": "error", "interrupted": "warning"}
    add_event(connection, job.id, message, kinds.get(state, "info"))


def add_event(connection: Connection, job_id: int, message: str, kind: Kind = "info") -> None:
    """A line of the job's history."""
    values = {"job_id": job_id, "at": now(), "kind": kind, "message": message}
    connection.execute(insert(job_events), values)


def replace_rows(
    connection: Connection, table: Table, job_id: int, rows: list[dict[str, Any]]
) -> None:
    """Insert rows in place of those with the same key."""
    if not rows:
        return
    keys = [column for column in table.primary_key if column.name != "job_id"]
    newest = {tuple(row[key.name] for key in keys): row for row in rows}
    same = [key == bindparam(f"old_{key.name}") for key in keys]
    connection.execute(
        delete(table).where(table.c.job_id == job_id, *same),
        [{f"old_{key.name}": row[key.name] for key in keys} for row in newest.values()],
    )
    connection.execute(insert(table), [{"job_id": job_id, **row} for row in newest.values()])


def with_attempts(connection: Connection, job_id: int, trials: Sequence[Trial]) -> list[Trial]:
    """The trials with the attempts counted so far; a later one than told drops the points.

    A trainer that was stopped and goes on tells its trials from the first attempt on again.
    """
    t, m = job_trials.c, job_metrics.c
    rows = connection.execute(select(t.number, t.attempts).where(t.job_id == job_id))
    known = {row.number: row.attempts for row in rows}
    for trial in trials:
        if 1 <= known.get(trial.number, 0) < trial.attempts:
            mine = (m.job_id == job_id, m.trial == trial.number)
            connection.execute(delete(job_metrics).where(*mine))
    return [replace(t, attempts=max(t.attempts, known.get(t.number, 0))) for t in trials]


def wrong_state(job: Job, change: str) -> StoreError:
    """The job has moved on, and what was asked for makes no sense any more."""
    said = "already" if job.state == change else f"and cannot be {change}"
    remedy = "Look at its state again; it may have moved meanwhile."
    if job.state in ("pausing", "cancelling"):
        remedy = "Wait until it has stopped."
    elif job.state in ("running", "queued"):
        remedy = "Pause or cancel it first."
    elif job.state == "done":
        remedy = "Start a new job with its specification."
    elif job.state == change == "paused":
        remedy = "Resume it to let it go on."
    return StoreError("wrong_state", f"The job {job.name} is {job.state} {said}.", remedy)
