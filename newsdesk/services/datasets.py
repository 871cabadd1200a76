"""Data sets as the window sees them: lists and pages, imports and exports, labels and undo."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from newsdesk.core.dataset import (
    Dataset,
    DatasetProblem,
    LabelChange,
    LabelledArticle,
    SectionCount,
    SplitPlan,
)
from newsdesk.core.errors import Problem
from newsdesk.datasets.sections import merge_offers
from newsdesk.documents.columns import TablePreview
from newsdesk.services.child import Child
from newsdesk.services.reader import Reader
from newsdesk.services.undo import Step, UndoStack
from newsdesk.store import Store

SETTLE_MS = 300
"""Changes of the store within this time are read together."""


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
    """How far a piece of work is. operation: import, decisions, divide or export.

    name: of the data set. phase: what is being done, for people.
    total: 0 while it is not known. problem: why it failed, once it has.
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


@dataclass(frozen=True, slots=True)
class Overview:
    """What the charts of one data set show, and who learned from it.

    lengths: lower edge in characters, and rows. jobs: names of jobs that used the set.
    """

    dataset: Dataset
    counts: list[SectionCount]
    lengths: list[tuple[int, int]]
    languages: dict[str, int]
    merges: list[tuple[str, tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class RowQuery:
    """Which rows of a data set are asked for; an empty filter lets all through."""

    dataset_id: int
    section: str = ""
    split: str = ""
    search: str = ""
    only_duplicates: bool = False
    unlabelled: bool = False

    @property
    def filters(self) -> dict[str, Any]:
        """The filters as the store takes them."""
        return {
            "section": self.section,
            "split": self.split,
            "search": self.search,
            "only_duplicates": self.only_duplicates,
            "unlabelled": self.unlabelled,
        }


@dataclass(slots=True)
class _Request:
    state: DatasetWork
    values: dict[str, Any] = field(default_factory=dict)


class Datasets(QObject):
    """The data sets of the store; nothing here waits, neither for SQL nor for the worker.

    changed: sets or rows may be other ones now.
    moved: a DatasetWork came further; its last one has `ended`.
    previewed, preview_failed: request, and an ImportPreview or a Problem.
    failed: a Problem met on the way to the store.
    """

    changed = Signal()
    moved = Signal(DatasetWork)
    previewed = Signal(int, ImportPreview)
    preview_failed = Signal(int, Problem)
    failed = Signal(Problem)
    labelled = Signal(str)

    def __init__(self, store: Store, undo_stack: UndoStack, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._undo = undo_stack
        self._editor = _editor()
        self._child = Child("datasets", self, tries=1)
        self._child.heard.connect(self._hear)
        self._requests: dict[int, _Request] = {}
        self._previews: dict[int, Path] = {}
        self._counts: dict[int, Callable[[int], object]] = {}
        self._writes = count(1)
        self._reader, self._writer = Reader(self), Reader(self)
        self._reader.failed.connect(self.failed)
        self._writer.failed.connect(self.failed)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self.changed)

    @property
    def works(self) -> list[DatasetWork]:
        """What is going on."""
        return [request.state for request in self._requests.values()]

    @property
    def busy(self) -> bool:
        """Whether anything is still on its way, reading included."""
        waits = self._requests or self._previews or self._counts
        return bool(waits or self._reader.busy or self._writer.busy)

    def note_change(self) -> None:
        """The store moved; tell `changed` once things have settled."""
        if not self._settle.isActive():
            self._settle.start()

    # Reading; each answer is given to a function, on the window's thread

    def sets(self, answer: Callable[[list[Dataset]], object]) -> None:
        """All data sets."""
        self._reader.ask("sets", self._store.datasets.list, answer)

    def overview(self, dataset: Dataset, answer: Callable[[Overview], object]) -> None:
        """What the charts of a data set show."""
        self._reader.ask("overview", lambda: self._overview(dataset), answer)

    def count(self, query: RowQuery, answer: Callable[[int], object]) -> None:
        """How many rows a query has."""
        self._reader.ask("count", lambda: self._count(query), answer)

    def page(
        self,
        query: RowQuery,
        offset: int,
        limit: int,
        answer: Callable[[list[LabelledArticle]], object],
    ) -> None:
        """Some rows of a query."""
        self._reader.ask(("page", offset), lambda: self._page(query, offset, limit), answer)

    def row(
        self,
        dataset_id: int,
        number: int,
        answer: Callable[[tuple[LabelledArticle | None, list[LabelChange]]], object],
    ) -> None:
        """One row, with what was done to its section."""
        store = self._store.datasets
        self._reader.ask(
            "row",
            lambda: (store.row(dataset_id, number), store.label_history(dataset_id, number)),
            answer,
        )

    def problems(
        self,
        dataset_id: int,
        offset: int,
        limit: int,
        answer: Callable[[list[DatasetProblem]], object],
    ) -> None:
        """Some problems of a data set."""
        self._reader.ask(
            ("problems", offset),
            lambda: self._store.datasets.problems(dataset_id, offset, limit),
            answer,
        )

    def find(
        self, dataset: Dataset, source_row: int, answer: Callable[[int | None], object]
    ) -> None:
        """The number of the row that a row of the source has become."""
        self._reader.ask("find", lambda: self._find(dataset, source_row), answer)

    def used_by(self, name: str, answer: Callable[[list[str]], object]) -> None:
        """The names of jobs that learned from a data set."""
        self._reader.ask("used by", lambda: self._used_by(name), answer)

    def decided(self, which: str, model: str, answer: Callable[[int], object]) -> None:
        """How many articles a data set from decisions would have."""
        self._counts = {self._child.ask("count", which=which, model=model): answer}

    # Changing

    def change_label(self, dataset: Dataset, row: LabelledArticle, section: str) -> None:
        """Give a row another section; it can be undone."""
        if section == row.section:
            return
        name = section_name(dataset, section) or "no section"
        step = Step(
            f"Row {row.number:,} of {dataset.name}: {name}",
            undo=lambda: self._label(dataset.id, row.number, row.section, None),
            redo=lambda: self._label(dataset.id, row.number, section, None),
        )
        self._label(dataset.id, row.number, section, step)

    def merge(self, dataset: Dataset, sections: Sequence[str], into: str) -> None:
        """Make several sections of a data set one."""
        store, who = self._store.datasets, self._editor
        self._write(lambda: store.merge_sections(dataset.id, tuple(sections), into, who))

    def rename(self, dataset: Dataset, name: str) -> None:
        """Give a data set another name."""
        self._write(lambda: self._store.datasets.rename(dataset.id, name))

    def remove(self, dataset: Dataset) -> None:
        """Remove a data set for good."""
        self._write(lambda: self._store.datasets.remove(dataset.id))

    # What the worker does

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

    def cancel(self) -> None:
        """Stop what the worker does; nothing half-made stays."""
        for request_id in self._requests:
            self._child.cancel(request_id)

    def end(self) -> None:
        """Ask the worker to end; `close` then has less to wait for."""
        self._settle.stop()
        self._child.end()

    def close(self) -> None:
        """End the worker and the threads; labels that were changed are written first."""
        self._child.close()
        self._reader.close()
        self._writer.close(finish=True)

    # Within

    def _ask(self, operation: str, name: str, **values: Any) -> None:
        request_id = self._child.ask(operation, name=name, **values)
        state = DatasetWork(operation, name, path=str(values.get("path", "")))
        self._requests[request_id] = _Request(state)
        self.moved.emit(state)

    def _hear(self, request_id: int, event: str, values: dict[str, Any]) -> None:
        if request_id in self._previews:
            self._hear_preview(request_id, event, values)
        elif request_id in self._counts:
            self._hear_count(request_id, event, values)
        elif request_id in self._requests:
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
        request = self._requests[request_id]
        if event == "progress":
            request.state = replace(
                request.state,
                phase=str(values["phase"]),
                done=int(values["done"]),
                total=int(values["total"]),
            )
            self.moved.emit(request.state)
        elif event in {"done", "failed", "cancelled"}:
            del self._requests[request_id]
            state = replace(
                request.state,
                ended=True,
                cancelled=event == "cancelled",
                problem=values.get("problem"),
            )
            self.moved.emit(state)
            self.changed.emit()

    def _label(self, dataset_id: int, number: int, section: str, step: Step | None) -> None:
        def then(_: object) -> None:
            if step is not None:
                self._undo.note(step)
                self.labelled.emit(step.text)
            self.changed.emit()

        store, who = self._store.datasets, self._editor
        self._writer.ask(
            next(self._writes), lambda: store.change_label(dataset_id, number, section, who), then
        )

    def _write(self, action: Callable[[], object]) -> None:
        self._writer.ask(next(self._writes), action, lambda _: self.changed.emit())

    def _overview(self, dataset: Dataset) -> Overview:
        store = self._store.datasets
        counts = store.counts(dataset.id)
        return Overview(
            dataset=dataset,
            counts=counts,
            lengths=store.lengths(dataset.id),
            languages=store.languages(dataset.id),
            merges=merge_offers({count.section: count.total for count in counts}),
        )

    def _count(self, query: RowQuery) -> int:
        return self._store.datasets.count_rows(query.dataset_id, **query.filters)

    def _page(self, query: RowQuery, offset: int, limit: int) -> list[LabelledArticle]:
        return self._store.datasets.page(
            query.dataset_id, **query.filters, offset=offset, limit=limit
        )

    def _find(self, dataset: Dataset, source_row: int) -> int | None:
        # Rows keep the order of their source, so a few looks are enough.
        low, high = 0, dataset.rows
        while low < high:
            middle = (low + high) // 2
            found = self._page(RowQuery(dataset.id), middle, 1)
            if not found or found[0].source_row is None:
                return None
            if found[0].source_row == source_row:
                return found[0].number
            if found[0].source_row < source_row:
                low = middle + 1
            else:
                high = middle
        return None

    def _used_by(self, name: str) -> list[str]:
        return [job.name for job in self._store.jobs.list() if job.dataset == name]


def section_name(dataset: Dataset, code: str) -> str:
    """The name of a section of a set, or its code where the set does not have it."""
    return next((s.name() for s in dataset.sections if s.code == code), code)


def _preview(path: Path, values: dict[str, Any]) -> ImportPreview:
    folder = bool(values["folder"])
    return ImportPreview(
        path=path,
        folder=folder,
        table=None if folder else msgspec.convert(values, TablePreview),
        labels=values["labels"],
        merges=msgspec.convert(values["merges"], tuple[tuple[str, tuple[str, ...]], ...]),
    )


def _editor() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "editor"
