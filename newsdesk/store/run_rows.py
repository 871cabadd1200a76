"""Archive runs between rows of the database and the records that leave the store."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, RowMapping, select, update

from newsdesk.core.archive_run import ArchiveRun
from newsdesk.core.errors import Problem, StoreError
from newsdesk.core.processes import ProcessId
from newsdesk.store.schema import archive_runs


def runs_in(connection: Connection, *where: Any) -> list[ArchiveRun]:
    """The runs that fit, newest first."""
    chosen = select(archive_runs).where(*where).order_by(archive_runs.c.id.desc())
    return [_run_of(row) for row in connection.execute(chosen).mappings()]


def run_in(connection: Connection, run_id: int) -> ArchiveRun:
    """One run; StoreError `no_run` where there is none."""
    found = runs_in(connection, archive_runs.c.id == run_id)
    if not found:
        raise StoreError(
            "no_run",
            f"There is no archive run {run_id}.",
            "It may have been removed; `newsdesk archive list` shows the others.",
        )
    return found[0]


def set_values(connection: Connection, run_id: int, **values: Any) -> None:
    """Change columns of one run."""
    connection.execute(update(archive_runs).where(archive_runs.c.id == run_id).values(**values))


def wrong_state(run: ArchiveRun, change: str) -> StoreError:
    """The run has moved on, and what was asked for makes no sense any more."""
    said = "already" if run.state == change else f"and cannot be {change}"
    return StoreError(
        "wrong_state",
        f"The archive run {run.name} is {run.state} {said}.",
        "Look at its state again; it may have moved meanwhile.",
    )


def _run_of(row: RowMapping) -> ArchiveRun:
    values = dict(row)
    pid, birth = values.pop("pid"), values.pop("birth")
    columns, problem = values.pop("columns"), values.pop("problem")
    return ArchiveRun(
        paths=msgspec.json.decode(values.pop("paths"), type=tuple[str, ...]),
        columns=msgspec.json.decode(columns, type=dict[str, str]) if columns else None,
        process=None if pid is None else ProcessId(pid, birth),
        problem=msgspec.json.decode(problem, type=Problem) if problem else None,
        **values,
    )
