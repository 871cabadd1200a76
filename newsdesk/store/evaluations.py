"""Evaluations: what they are of, how far they are, and what came of them."""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, RowMapping, delete, insert, select, update

from newsdesk.core.errors import Problem, StoreError
from newsdesk.core.evaluation import Evaluation, EvaluationState, Material
from newsdesk.core.manifest import Metric
from newsdesk.core.processes import ProcessId, is_alive
from newsdesk.core.section import Section
from newsdesk.store.article_rows import as_json
from newsdesk.store.connection import Database
from newsdesk.store.schema import evaluations, now

_e = evaluations.c


class EvaluationRepository:
    """The evaluations of one store. Every method is one transaction and may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(
        self,
        model: str,
        model_mark: str,
        material: Material,
        data_mark: str,
        sections: Sequence[Section],
        process: ProcessId,
    ) -> int:
        """Write down an evaluation that this process makes; returns its id."""
        values = {
            "model": model,
            "model_mark": model_mark,
            "dataset": material.dataset,
            "part": material.part,
            "since": material.since,
            "until": material.until,
            "matches": as_json(material.matches),
            "data_mark": data_mark,
            "sections": as_json(tuple(sections)),
            "state": "running",
            "done": 0,
            "total": 0,
            "articles": 0,
            "left_out": "{}",
            "created": now(),
            "pid": process.pid,
            "birth": process.birth,
        }
        with self._database.write() as connection:
            made = connection.scalar(insert(evaluations).returning(_e.id), values)
        assert made is not None
        return int(made)

    def tell(self, evaluation_id: int, done: int, total: int) -> bool:
        """Say how far it is; False where nobody wants it any more."""
        with self._database.write() as connection:
            return _set(connection, evaluation_id, done=done, total=total)

    def finish(
        self,
        evaluation_id: int,
        articles: int,
        left_out: Mapping[str, int],
        accuracy: Metric,
        macro_f1: Metric,
    ) -> bool:
        """It is done; False where nobody wants it any more."""
        with self._database.write() as connection:
            return _set(
                connection,
                evaluation_id,
                state="done",
                ended=now(),
                articles=articles,
                left_out=as_json(dict(left_out)),
                accuracy=as_json(accuracy),
                macro_f1=as_json(macro_f1),
            )

    def end(
        self, evaluation_id: int, state: EvaluationState, problem: Problem | None = None
    ) -> bool:
        """It came to nothing; False where it had ended before."""
        told = as_json(problem) if problem is not None else None
        with self._database.write() as connection:
            return _set(connection, evaluation_id, state=state, ended=now(), problem=told)

    def get(self, evaluation_id: int) -> Evaluation | None:
        """One evaluation; None where there is none."""
        with self._database.read() as connection:
            return next(iter(_found(connection, _e.id == evaluation_id)), None)

    def list(self) -> builtins.list[Evaluation]:
        """All evaluations, newest first."""
        with self._database.read() as connection:
            return _found(connection)

    def reap(self) -> builtins.list[int]:
        """Evaluations whose process is gone become interrupted; returns their ids."""
        dead = [
            each.id for each in self.list()
            if each.state == "running" and not is_alive(each.process)
        ]  # fmt: skip
        return [each for each in dead if self.end(each, "interrupted")]

    def go_on(self, evaluation_id: int, process: ProcessId) -> bool:
        """This process takes an interrupted evaluation up; False where that is not so any more."""
        values = {"state": "running", "ended": None, "pid": process.pid, "birth": process.birth}
        interrupted = (_e.id == evaluation_id, _e.state == "interrupted")
        with self._database.write() as connection:
            chosen = update(evaluations).where(*interrupted).values(**values)
            return bool(connection.execute(chosen).rowcount)

    def remove(self, evaluation_id: int) -> bool:
        """Forget an evaluation; its folder is the caller's. False where it had gone."""
        return self._remove(_e.id == evaluation_id)

    def remove_interrupted(self, evaluation_id: int) -> bool:
        """Forget an evaluation, but not one that a process has taken up meanwhile."""
        return self._remove(_e.id == evaluation_id, _e.state == "interrupted")

    def _remove(self, *where: Any) -> bool:
        with self._database.write() as connection:
            return bool(connection.execute(delete(evaluations).where(*where)).rowcount)


def no_evaluation(evaluation_id: int) -> StoreError:
    """There is no such evaluation."""
    return StoreError(
        "no_evaluation",
        f"There is no evaluation {evaluation_id}.",
        "It may have been removed; make it again.",
    )


def _set(connection: Connection, evaluation_id: int, **values: Any) -> bool:
    wanted = (_e.id == evaluation_id, _e.state == "running")
    return bool(connection.execute(update(evaluations).where(*wanted).values(**values)).rowcount)


def _found(connection: Connection, *where: Any) -> list[Evaluation]:
    chosen = select(evaluations).where(*where).order_by(_e.id.desc())
    return [_record(row) for row in connection.execute(chosen).mappings()]


def _record(row: RowMapping) -> Evaluation:
    values = dict(row)
    matches = msgspec.json.decode(values.pop("matches"), type=dict[str, str])
    names = ("dataset", "part", "since", "until")
    material = Material(matches=matches, **{name: values.pop(name) for name in names})
    pid, birth = values.pop("pid"), values.pop("birth")
    read = {
        name: None if values[name] is None else msgspec.json.decode(values.pop(name), type=kind)
        for name, kind in (
            ("sections", tuple[Section, ...]),
            ("left_out", dict[str, int]),
            ("accuracy", Metric),
            ("macro_f1", Metric),
            ("problem", Problem),
        )
    }
    return Evaluation(
        **{**values, **read},
        material=material,
        process=None if pid is None else ProcessId(pid, birth),
    )
