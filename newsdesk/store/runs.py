"""Archive runs: their states, how far they are, and what they brought in.

A run is moved by several processes: the window, the command line and the one that works on it.
Each change is one transaction that looks at the state first.
"""

from __future__ import annotations

import builtins
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from sqlalchemy import Connection, delete, insert, select

from newsdesk.core.archive_run import ArchiveRun, RunState, RunWish
from newsdesk.core.article import Article
from newsdesk.core.errors import Problem, StoreError
from newsdesk.core.prediction import Prediction
from newsdesk.core.processes import ProcessId, is_alive
from newsdesk.store.article_rows import (
    Failure,
    add_articles,
    add_failures,
    as_json,
    keep_pictures,
)
from newsdesk.store.connection import Database
from newsdesk.store.cover_files import CoverFiles
from newsdesk.store.predictions import add_predictions
from newsdesk.store.run_rows import run_in, runs_in, set_values, wrong_state
from newsdesk.store.schema import archive_articles, archive_runs, now

_RESUMABLE: frozenset[RunState] = frozenset({"running", "paused", "interrupted", "failed"})
_HAD: dict[RunWish, RunState] = {"pause": "paused", "cancel": "cancelled"}


class RunRepository:
    """The archive runs of one store. Every method is one transaction and may raise StoreError.

    Those that change a run raise `no_run` where it is gone, and `wrong_state` where it is in a
    state that has no such change.
    """

    def __init__(self, database: Database, cover_files: CoverFiles) -> None:
        self._database = database
        self._covers = cover_files

    def submit(
        self,
        name: str,
        model: str,
        paths: Sequence[str],
        columns: Mapping[str, str] | None = None,
    ) -> int:
        """Write down a new run; returns its id. It is `running`, and waits for its process."""
        zero = dict.fromkeys(("files", "files_total", "rows", "articles", "failures", "beats"), 0)
        values = {
            **zero,
            "name": name,
            "model": model,
            "paths": as_json(tuple(paths)),
            "columns": as_json(dict(columns)) if columns is not None else None,
            "state": "running",
            "seconds": 0.0,
            "rate": 0.0,
            "created": now(),
            "wish": "",
        }
        with self._database.write() as connection:
            run_id = connection.scalar(insert(archive_runs).returning(archive_runs.c.id), values)
        assert run_id is not None
        return int(run_id)

    def get(self, run_id: int) -> ArchiveRun | None:
        """One run; None where there is none."""
        with self._database.read() as connection:
            found = runs_in(connection, archive_runs.c.id == run_id)
        return found[0] if found else None

    def list(self, states: Collection[RunState] | None = None) -> builtins.list[ArchiveRun]:
        """All runs, or those in these states, newest first."""
        where = () if states is None else (archive_runs.c.state.in_(tuple(states)),)
        with self._database.read() as connection:
            return runs_in(connection, *where)

    def claim(self, run_id: int, process: ProcessId) -> bool:
        """Become the process that works on a run, from the place that it has reached.

        False where it is done or cancelled, or where another process lives that works on it.
        """
        with self._database.write() as connection:
            run = run_in(connection, run_id)
            if run.state not in _RESUMABLE or is_alive(run.process):
                return False
            # What was asked of a run that has not begun yet still holds.
            wish = run.wish if run.state == "running" and run.process is None else ""
            set_values(
                connection,
                run_id,
                state="running",
                pid=process.pid,
                birth=process.birth,
                beats=run.beats + 1,
                ended=None,
                problem=None,
                wish=wish,
            )
        return True

    def tell(
        self,
        run_id: int,
        *,
        seconds: float,
        rate: float,
        seconds_left: float | None,
        files_total: int | None = None,
    ) -> RunWish:
        """Say how fast a run is, and hear what a person wants of it.

        seconds: worked so far. files_total: None leaves it as it is. Returns `cancel` where the
        run does not go on any more, whoever ended it.
        """
        values: dict[str, object] = {"seconds": seconds, "rate": rate, "seconds_left": seconds_left}
        if files_total is not None:
            values["files_total"] = files_total
        with self._database.write() as connection:
            found = runs_in(connection, archive_runs.c.id == run_id)
            if not found or found[0].state != "running":
                return "cancel"
            set_values(connection, run_id, beats=archive_runs.c.beats + 1, **values)
            return found[0].wish

    def wish(self, run_id: int) -> RunWish:
        """What a person wants of a run; `cancel` where it does not go on any more."""
        chosen = select(archive_runs.c.state, archive_runs.c.wish)
        with self._database.read() as connection:
            row = connection.execute(chosen.where(archive_runs.c.id == run_id)).first()
        if row is None or row.state != "running":
            return "cancel"
        wish: RunWish = row.wish
        return wish

    def keep(
        self,
        run_id: int,
        answered: Sequence[tuple[Article, Prediction]],
        failures: Sequence[Failure],
        files: int,
        rows: int,
        files_total: int,
    ) -> builtins.list[int]:
        """Keep what a run has read and classified, and the place it has reached, at once.

        A kill loses all of it or nothing, and the run goes on from the place that is kept, so
        that no article is lost or comes twice. Returns the ids of the articles, then of the
        failures. Raises StoreError `wrong_place` where the place is not further than the one
        that is kept, and then keeps nothing.
        """
        articles = [article for article, _ in answered]
        pictures = keep_pictures(self._covers, articles)
        with self._database.write() as connection:
            run = run_in(connection, run_id)
            if run.state != "running":
                raise wrong_state(run, "continued")
            if (files, rows) <= (run.files, run.rows) and (answered or failures):
                raise _wrong_place(run)
            ids = add_articles(connection, self._covers, articles, pictures)
            said = [(i, prediction) for i, (_, prediction) in zip(ids, answered, strict=True)]
            add_predictions(connection, said)
            ids += add_failures(connection, failures)
            if ids:
                members = [{"run_id": run_id, "article_id": article_id} for article_id in ids]
                connection.execute(insert(archive_articles), members)
            set_values(
                connection,
                run_id,
                files=files,
                rows=rows,
                files_total=files_total,
                articles=run.articles + len(answered),
                failures=run.failures + len(failures),
                beats=run.beats + 1,
            )
        return ids

    def ask(self, run_id: int, wish: Literal["pause", "cancel"]) -> ArchiveRun:
        """Ask a run to stop. One on which no process works any more stops at once."""
        with self._database.write() as connection:
            run = run_in(connection, run_id)
            waits = run.state == "running" and (run.process is None or is_alive(run.process))
            if waits:
                if run.wish != "cancel":
                    set_values(connection, run_id, wish=wish)
            elif run.state == "running" or (wish == "cancel" and run.state in _RESUMABLE):
                _end(connection, run_id, _HAD[wish], None)
            else:
                raise wrong_state(run, _HAD[wish])
            return run_in(connection, run_id)

    def end(self, run_id: int, state: RunState, problem: Problem | None = None) -> bool:
        """Write down how a run stopped. False where it had stopped, or was removed, before.

        One that was asked to stop and then died has stopped as asked.
        """
        with self._database.write() as connection:
            found = runs_in(connection, archive_runs.c.id == run_id)
            if not found or found[0].state != "running":
                return False
            if state == "interrupted" and found[0].wish:
                state, problem = _HAD[found[0].wish], None
            _end(connection, run_id, state, problem)
        return True

    def remove(self, run_id: int) -> None:
        """Drop a run on which no process works; the articles that it brought in stay."""
        with self._database.write() as connection:
            run = run_in(connection, run_id)
            if run.state == "running" and is_alive(run.process):
                raise wrong_state(run, "removed")
            connection.execute(delete(archive_runs).where(archive_runs.c.id == run_id))


def _end(connection: Connection, run_id: int, state: RunState, problem: Problem | None) -> None:
    values: dict[str, object] = {
        "state": state,
        "ended": now(),
        "pid": None,
        "birth": None,
        "wish": "",
        "problem": as_json(problem) if problem else None,
    }
    if state not in _RESUMABLE:  # else what was left is left still
        values["seconds_left"] = None
    set_values(connection, run_id, **values)


def _wrong_place(run: ArchiveRun) -> StoreError:
    return StoreError(
        "wrong_place",
        f"The archive run {run.name} has already come further than this.",
        "Let only one process work on it.",
    )
