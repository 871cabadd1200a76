"""Data sets as the window sees them: lists and pages, imports and exports, labels and undo."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from newsdesk.core.dataset import (
    Dataset,
    DatasetProblem,
    LabelChange,
    LabelledArticle,
    SectionCount,
)
from newsdesk.core.errors import Problem
from newsdesk.datasets.sections import merge_offers
from newsdesk.services.dataset_work import DatasetWork, DatasetWorker
from newsdesk.services.reader import Reader
from newsdesk.services.undo import Step, UndoStack
from newsdesk.store import Store

SETTLE_MS = 300
"""Changes of the store within this time are read together."""


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


class Datasets(QObject):
    """The data sets of the store; nothing here waits, neither for SQL nor for the worker.

    changed: sets or rows may be other ones now.
    failed: a Problem met on the way to the store.
    labelled: a row has another section, in words; that can be undone.
    """

    changed = Signal()
    failed = Signal(Problem)
    labelled = Signal(str)

    def __init__(self, store: Store, undo_stack: UndoStack, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._undo = undo_stack
        self._editor = _editor()
        self.worker = DatasetWorker(self)
        self.worker.failed.connect(self.failed)
        self.worker.moved.connect(self._take_end)
        self._writes = count(1)
        self._reader, self._writer = Reader(self), Reader(self)
        self._reader.failed.connect(self.failed)
        self._writer.failed.connect(self.failed)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self.changed)

    @property
    def busy(self) -> bool:
        """Whether anything is still on its way, reading included."""
        return self.worker.busy or self._reader.busy or self._writer.busy

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

    def change_labels(self, dataset: Dataset, numbers: Sequence[int], section: str) -> None:
        """Give many rows another section in one step that can be undone.

        Rows that are gone or have it already stay as they are; `labelled` tells how many changed.
        """
        store, who = self._store.datasets, self._editor
        name = section_name(dataset, section) or "no section"

        def relabel(wanted: dict[int, str]) -> None:
            self._write(lambda: store.change_labels(dataset.id, wanted, who))

        def then(lines: list[LabelChange]) -> None:
            if lines:
                before = {line.number: line.from_section for line in lines}
                after = {line.number: line.to_section for line in lines}
                rows = f"{len(lines):,} row{'' if len(lines) == 1 else 's'}"
                text = f"{rows} of {dataset.name}: {name}"
                step = Step(text, undo=lambda: relabel(before), redo=lambda: relabel(after))
                self._undo.note(step)
                self.labelled.emit(text)
            self.changed.emit()

        wanted = dict.fromkeys(numbers, section)
        self._writer.ask(
            next(self._writes), lambda: store.change_labels(dataset.id, wanted, who), then
        )

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

    def end(self) -> None:
        """Ask the worker to end; `close` then has less to wait for."""
        self._settle.stop()
        self.worker.end()

    def close(self) -> None:
        """End the worker and the threads; labels that were changed are written first."""
        self.worker.close()
        self._reader.close()
        self._writer.close(finish=True)

    # Within

    def _take_end(self, work: DatasetWork) -> None:
        if work.ended:
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


def _editor() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "editor"
