"""Archive runs put to work, so that they outlive whoever starts them; dead ones are found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from newsdesk.archive.files import folder
from newsdesk.core.archive_run import ArchiveRun, RunState
from newsdesk.core.errors import NewsdeskError, Problem, StoreError
from newsdesk.core.processes import is_alive
from newsdesk.core.worker_process import start_worker
from newsdesk.engine.installed import find
from newsdesk.store import Store

Start = Callable[[int], None]
GOING: tuple[RunState, ...] = ("running",)
UNBORN = timedelta(seconds=60)
"""How long a new run may be without a process."""


def start_process(run_id: int) -> None:
    """Start the process that works on a run, in a session of its own.

    Harmless where one is there already. Raises NewsdeskError where it cannot be started.
    """
    log = folder(run_id) / "log.txt"
    try:
        start_worker(["archive", str(run_id)], log)
    except OSError as error:
        raise NewsdeskError(
            "no_start",
            f"The process for the archive run could not be started: {error.strerror or error}.",
            f"Mend that, then resume the run; its folder is {log.parent}.",
        ) from error


def submit(
    store: Store,
    given: Sequence[Path],
    model: str,
    name: str = "",
    columns: Mapping[str, str] | None = None,
    start: Start = start_process,
) -> ArchiveRun:
    """Begin a run over files and folders; returns it.

    name: as lists show it; empty for the name of what is read. columns: a table's mapping by part.
    Raises ModelError where there is no such model, NewsdeskError (`not_found` where a path is
    not there, `no_start`), StoreError.
    """
    places = [path.expanduser().absolute() for path in given]
    for path in places:
        if not path.exists():
            raise NewsdeskError("not_found", f"{path} is not there.", "Check its name.")
    known = find(model).name
    run_id = store.runs.submit(
        name.strip() or _name_of(places), known, [str(path) for path in places], columns
    )
    try:
        start(run_id)
    except NewsdeskError as error:
        store.runs.end(run_id, "failed", error.problem)
        raise
    return found(store, run_id)


def found(store: Store, run_id: int) -> ArchiveRun:
    """One run; StoreError `no_run` where there is none."""
    run = store.runs.get(run_id)
    if run is None:
        raise StoreError(
            "no_run",
            f"There is no archive run {run_id}.",
            "`newsdesk archive list` shows those there are.",
        )
    return run


def reap(store: Store) -> list[ArchiveRun]:
    """Runs that should go on and have no process any more become interrupted; returns them."""
    dead = []
    for run in store.runs.list(GOING):
        unborn = run.process is None and datetime.now(UTC) - run.created < UNBORN
        if unborn or is_alive(run.process):
            continue
        if store.runs.end(run.id, "interrupted", interrupted(run)):
            dead.append(run)
    return [found(store, run.id) for run in dead]


def interrupted(run: ArchiveRun) -> Problem:
    """What a person is told of a run whose process is gone."""
    return Problem(
        "interrupted",
        f"The archive run {run.name} was interrupted after {run.articles:,} articles; the machine "
        "or its process was stopped.",
        "Resume goes on where it stopped; nothing is read twice.",
    )


def _name_of(places: Sequence[Path]) -> str:
    first = places[0].name or str(places[0])
    more = len(places) - 1
    return f"{first} and {more:,} more" if more else first
