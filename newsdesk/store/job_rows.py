"""Jobs between rows of the database and the records that leave the store."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, RowMapping, select

from newsdesk.core.errors import Problem, StoreError
from newsdesk.core.job import Job, JobResult, Progress
from newsdesk.core.processes import ProcessId
from newsdesk.store.schema import job_dependencies, jobs


def as_json(value: object) -> str:
    """A record as the text of a column."""
    return msgspec.json.encode(value).decode()


def job_of(row: RowMapping, after: Iterable[int]) -> Job:
    """The record of one row."""
    return Job(
        id=row["id"],
        name=row["name"],
        recipe=row["recipe"],
        spec=row["spec"],
        state=row["state"],
        dataset=row["dataset"],
        fingerprint=row["fingerprint"],
        device=row["device"],
        after=tuple(sorted(after)),
        night=row["night"],
        attempt=row["attempt"],
        progress=msgspec.json.decode(row["progress"], type=Progress),
        beats=row["beats"],
        created=row["created"],
        started=row["started"],
        ended=row["ended"],
        heartbeat=row["heartbeat"],
        supervisor=process_in(row, "supervisor"),
        trainer=process_in(row, "trainer"),
        wish=row["wish"],
        wish_at=row["wish_at"],
        problem=msgspec.json.decode(row["problem"], type=Problem) if row["problem"] else None,
        result=msgspec.json.decode(row["result"], type=JobResult) if row["result"] else None,
    )


def process_in(row: RowMapping, part: str) -> ProcessId | None:
    """The supervisor or the trainer that a row names."""
    pid = row[f"{part}_pid"]
    return None if pid is None else ProcessId(pid, row[f"{part}_birth"])


def process_values(part: str, process: ProcessId | None) -> dict[str, Any]:
    """The columns that name the supervisor or the trainer."""
    return {
        f"{part}_pid": process.pid if process else None,
        f"{part}_birth": process.birth if process else None,
    }


def jobs_in(connection: Connection, *where: Any) -> list[Job]:
    """The jobs that fit, newest first."""
    rows = connection.execute(select(jobs).where(*where).order_by(jobs.c.id.desc())).mappings()
    found = list(rows)
    after: dict[int, list[int]] = {row["id"]: [] for row in found}
    d = job_dependencies.c
    for job_id, after_id in connection.execute(
        select(d.job_id, d.after_id).where(d.job_id.in_(select(jobs.c.id).where(*where)))
    ):
        after[job_id].append(after_id)
    return [job_of(row, after[row["id"]]) for row in found]


def job_in(connection: Connection, job_id: int) -> Job:
    """One job; StoreError `no_job` where there is none."""
    found = jobs_in(connection, jobs.c.id == job_id)
    if not found:
        raise StoreError(
            "no_job",
            f"There is no job {job_id}.",
            "It may have been removed; `newsdesk jobs list` shows the others.",
        )
    return found[0]
