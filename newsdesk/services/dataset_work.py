"""The worker for data sets as the window sees it: previews, imports, exports, divisions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import QObject, Signal

from newsdesk.core.dataset import SplitPlan
from newsdesk.core.errors import Problem
from newsdesk.documents.columns import TablePreview
from newsdesk.services.child import Child


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What is known of a file or folder before it is imported.

    table: None where it is a folder. labels: rows by label, of the first 2,000.
    merges: a label, and those that would go well into it.
    """

    path: Path
    folder: bool
    table: TablePreview | None
    labels: dict[str, int]
    merges: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class DatasetWork:
    """How far a piece of work is. operation: import, decisions, divide, export, pick or add.

    name: of the data set. phase: what is being done, for people.
    total: 0 while it is not known. problem: why it failed, once it has. notice: what is worth
    knowing about the result.
    """

    operation: str
    name: str
    phase: str = ""
    done: int = 0
    total: int = 0
    ended: bool = False
    cancelled: bool = False
    problem: Problem | None = None
    path: str = ""
    notice: str = ""


class DatasetWorker(QObject):
    """Asks the worker, and tells how far it is; nothing here waits.

    moved: a DatasetWork came further; its last one has `ended`.
    previewed, preview_failed: request, and an ImportPreview or a Problem.
    failed: a Problem of a question that has no other answer.
    """

    moved = Signal(DatasetWork)
    previewed = Signal(int, ImportPreview)
    preview_failed = Signal(int, Problem)
    failed = Signal(Problem)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._child = Child("datasets", self, tries=1)
        self._child.heard.connect(self._hear)
        self._works: dict[int, DatasetWork] = {}
        self._previews: dict[int, Path] = {}
        self._counts: dict[int, Callable[[int], object]] = {}

    @property
    def works(self) -> list[DatasetWork]:
        """What is going on."""
        return list(self._works.values())

    @property
    def busy(self) -> bool:
        """Whether any answer is still to come."""
        return bool(self._works or self._previews or self._counts)

    def decided(self, which: str, model: str, answer: Callable[[int], object]) -> None:
        """How many articles a data set from decisions would have."""
        self._counts = {self._child.ask("count", which=which, model=model): answer}

    def forget_decided(self) -> None:
        """Nobody waits for the number of decisions any more."""
        self._counts = {}

    def preview(
        self, path: Path, encoding: str | None = None, mapping: Mapping[str, str] | None = None
    ) -> int:
        """Look into a file or folder; the request that `previewed` will name.

        mapping: the columns whose labels are counted; None for those that are guessed.
        """
        columns = dict(mapping) if mapping else None
        request = self._child.ask("preview", path=str(path), encoding=encoding, mapping=columns)
        self._previews[request] = path
        return request

    def forget_preview(self, request: int) -> None:
        """Nobody waits for a preview any more."""
        if self._previews.pop(request, None) is not None:
            self._child.cancel(request)

    def import_path(
        self,
        path: Path,
        name: str,
        mapping: Mapping[str, str] | None,
        encoding: str | None,
        plan: SplitPlan,
        merges: Mapping[str, str],
    ) -> None:
        """Make a file or folder a data set. merges: a label → the one that it goes into."""
        values = {
            "path": str(path),
            "title": path.stem if path.is_file() else path.name,
            "mapping": dict(mapping) if mapping else None,
            "encoding": encoding,
            "plan": plan,
            "merges": dict(merges),
        }
        self._ask("import", name, **values)

    def from_decisions(self, name: str, which: str, model: str, plan: SplitPlan) -> None:
        """Make a data set of what was decided on the desk. which: all or since."""
        self._ask("decisions", name, which=which, model=model, plan=plan)

    def divide(self, name: str, plan: SplitPlan) -> None:
        """Divide a data set anew."""
        self._ask("divide", name, plan=plan)

    def export(self, name: str, path: Path, format: str) -> None:
        """Write a data set to a file."""
        self._ask("export", name, path=str(path), format=format)

    def pick(self, name: str, dataset: str, keys: Sequence[int], plan: SplitPlan) -> None:
        """Make picked articles a set of their own. dataset: whose rows; empty for the desk's."""
        self._ask("pick", name, dataset=dataset, keys=list(keys), plan=plan)

    def add(self, name: str, dataset: str, keys: Sequence[int]) -> None:
        """Add picked articles to a data set. dataset: whose rows they are; empty for the desk's."""
        self._ask("add", name, dataset=dataset, keys=list(keys))

    def cancel(self) -> None:
        """Stop what the worker does; nothing half-made stays."""
        for request_id in self._works:
            self._child.cancel(request_id)

    def end(self) -> None:
        """Ask the worker to end; `close` then has less to wait for."""
        self._child.end()

    def close(self) -> None:
        """End the worker."""
        self._child.close()

    def _ask(self, operation: str, name: str, **values: Any) -> None:
        request_id = self._child.ask(operation, name=name, **values)
        state = DatasetWork(operation, name, path=str(values.get("path", "")))
        self._works[request_id] = state
        self.moved.emit(state)

    def _hear(self, request_id: int, event: str, values: dict[str, Any]) -> None:
        if request_id in self._previews:
            self._hear_preview(request_id, event, values)
        elif request_id in self._counts:
            self._hear_count(request_id, event, values)
        elif request_id in self._works:
            self._hear_work(request_id, event, values)

    def _hear_preview(self, request_id: int, event: str, values: dict[str, Any]) -> None:
        if event == "preview":
            self.previewed.emit(request_id, _preview(self._previews[request_id], values))
        elif event in {"done", "failed", "cancelled"}:
            del self._previews[request_id]
            if event == "failed":
                self.preview_failed.emit(request_id, values["problem"])

    def _hear_count(self, request_id: int, event: str, values: dict[str, Any]) -> None:
        if event == "counted":
            self._counts[request_id](int(values["rows"]))
        elif event in {"done", "failed", "cancelled"}:
            del self._counts[request_id]
            if event == "failed":
                self.failed.emit(values["problem"])

    def _hear_work(self, request_id: int, event: str, values: dict[str, Any]) -> None:
        work = self._works[request_id]
        if event == "progress":
            work = self._works[request_id] = replace(
                work,
                phase=str(values["phase"]),
                done=int(values["done"]),
                total=int(values["total"]),
            )
            self.moved.emit(work)
        elif event in ("exported", "added"):
            self._works[request_id] = replace(work, notice=str(values["notice"]))
        elif event in {"done", "failed", "cancelled"}:
            del self._works[request_id]
            state = replace(
                work,
                ended=True,
                cancelled=event == "cancelled",
                problem=values.get("problem"),
            )
            self.moved.emit(state)


def _preview(path: Path, values: dict[str, Any]) -> ImportPreview:
    folder = bool(values["folder"])
    return ImportPreview(
        path=path,
        folder=folder,
        table=None if folder else msgspec.convert(values, TablePreview),
        labels=values["labels"],
        merges=msgspec.convert(values["merges"], tuple[tuple[str, tuple[str, ...]], ...]),
    )
