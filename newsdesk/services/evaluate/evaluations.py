"""The evaluations that are kept, and those that are being made."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QObject, Signal

from newsdesk.core.errors import Problem
from newsdesk.core.evaluation import Evaluation, Material
from newsdesk.services.child import Child
from newsdesk.services.reader import Reader
from newsdesk.store import Store


class Evaluations(QObject):
    """All evaluations, newest first.

    changed: the list is another one. moved: id, done and total of the one that is being made.
    finished: one is done. failed: a Problem; said: worth a line at the foot.
    """

    changed = Signal()
    moved = Signal(int, int, int)
    finished = Signal(Evaluation)
    failed = Signal(Problem)
    said = Signal(str)

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.all: list[Evaluation] = []
        self._child: Child | None = None
        self._asked: dict[int, int] = {}
        """Evaluations by the request that makes them; 0 until they have begun."""
        self._going_on: dict[int, int] = {}
        """Interrupted evaluations by the request that is to go on with them."""
        self._reader = Reader(self)
        self._reader.failed.connect(self.failed)
        self._closed = False

    @property
    def busy(self) -> bool:
        """Whether one is being made here."""
        return bool(self._asked)

    @property
    def interrupted(self) -> Evaluation | None:
        """The newest of those that can go on where they were; none while one is being made."""
        found = (each for each in self.all if each.state == "interrupted")
        return None if self.busy else next(found, None)

    def get(self, evaluation_id: int) -> Evaluation | None:
        """One of the list."""
        return next((each for each in self.all if each.id == evaluation_id), None)

    def start(self) -> None:
        """Read the list; what a dead process left is interrupted."""
        self._reader.ask("reap", self._store.evaluations.reap, lambda _: self.refresh())

    def refresh(self) -> None:
        """Read the list again."""
        if not self._closed:
            self._reader.ask("list", self._store.evaluations.list, self._show)

    def go_on(self, evaluation: Evaluation) -> None:
        """Go on with one that was interrupted; from its beginning where it cannot be otherwise."""
        request = self.make(evaluation.model, evaluation.material)
        self._going_on[request] = evaluation.id

    def make(self, model: str, material: Material) -> int:
        """Have a model read labelled articles, in the background; the id of the request."""
        if self._child is None:
            self._child = Child("evaluate", self, tries=1)
            self._child.heard.connect(self._hear)
        request = self._child.ask(
            "evaluate",
            model=model,
            dataset=material.dataset,
            part=material.part,
            since=_iso(material.since),
            until=_iso(material.until),
            matches=material.matches,
        )
        self._asked[request] = 0
        return request

    def cancel(self) -> None:
        """Stop what is being made here; it leaves nothing behind."""
        for request in list(self._asked):
            assert self._child is not None
            self._child.cancel(request)

    def remove(self, evaluation: Evaluation) -> None:
        """Forget an evaluation and what it found."""

        def work() -> None:
            from newsdesk.analysis.evaluated import forget

            self._store.evaluations.remove(evaluation.id)
            forget(evaluation.id)

        self._reader.ask(("remove", evaluation.id), work, lambda _: self.refresh())

    def close(self) -> None:
        """End the process; what it was making is interrupted and can go on another time."""
        self._closed = True
        if self._child is not None:
            self._child.close()
        self._reader.close(finish=True)

    def _show(self, found: list[Evaluation]) -> None:
        if found != self.all and not self._closed:
            self.all = found
            self.changed.emit()

    def _hear(self, request: int, event: str, values: dict[str, object]) -> None:
        if event == "begun":
            self._note_begun(request, int(str(values["evaluation"])))
        elif event == "progress":
            done, total = int(str(values["done"])), int(str(values["total"]))
            self.moved.emit(self._asked.get(request, 0), done, total)
        elif event == "evaluated":
            self._finish(int(str(values["evaluation"])))
        elif event == "failed":
            problem = values["problem"]
            assert isinstance(problem, Problem)
            self.failed.emit(problem)
        if event in ("done", "failed", "cancelled"):
            self._asked.pop(request, None)
            self._going_on.pop(request, None)
            self.moved.emit(0, 0, 0)
            if not self._closed:
                self.start()

    def _note_begun(self, request: int, evaluation_id: int) -> None:
        self._asked[request] = evaluation_id
        if self._going_on.get(request, evaluation_id) != evaluation_id:
            self.said.emit("The model or the articles have changed since: it begins anew.")
        self.refresh()

    def _finish(self, evaluation_id: int) -> None:
        def take(found: Evaluation | None) -> None:
            if found is not None:
                self.finished.emit(found)

        self._reader.ask("finished", lambda: self._store.evaluations.get(evaluation_id), take)


def _iso(moment: datetime | None) -> str:
    return moment.isoformat() if moment else ""
