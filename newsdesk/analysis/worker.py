"""The child process of evaluations: a model reads labelled articles aside from the window."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from newsdesk.analysis.evaluating import evaluate
from newsdesk.analysis.replaying import replay_for
from newsdesk.core.evaluation import Material
from newsdesk.core.worker import Call, Worker
from newsdesk.engine.loading import Shelf
from newsdesk.store import Store


class Evaluations:
    """Does what the window asks about evaluations."""

    def __init__(self) -> None:
        self._store = Store.open()
        self._shelf = Shelf()

    def evaluate(self, call: Call) -> None:
        """Make an evaluation.

        Wants model; takes dataset, part, since, until (ISO 8601) and matches. Tells `begun` with
        evaluation, `progress` with done and total, at last `evaluated` with evaluation.
        """
        asked = call.request
        reads = self._shelf.take(asked["model"])
        made = evaluate(
            self._store,
            reads,
            material_of(asked),
            call.tell_progress,
            call.check,
            lambda evaluation_id: call.tell("begun", evaluation=evaluation_id),
        )
        call.tell("evaluated", evaluation=made.id)

    def replay(self, call: Call) -> None:
        """Have a model read the last articles of the desk; see `replay_for`."""
        replay_for(self._store, self._shelf, call)


def material_of(values: dict[str, Any]) -> Material:
    """The material that a request names."""
    return Material(
        values.get("dataset") or "",
        values.get("part") or "test",
        _moment(values.get("since")),
        _moment(values.get("until")),
        values.get("matches") or {},
    )


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def serve() -> None:
    """Answer until the input ends."""
    evaluations = Evaluations()
    Worker({"evaluate": evaluations.evaluate, "replay": evaluations.replay}).serve()
