"""Labels in doubt as the window sees them: looked for, gone through, changed or kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from PySide6.QtCore import QObject, Signal

from newsdesk.analysis.doubts.kept import kept_report
from newsdesk.analysis.doubts.review import Review, review_of
from newsdesk.analysis.doubts.verdicts import Verdicts, kept_of, remember, verdicts_of
from newsdesk.core.dataset import Dataset, LabelledArticle
from newsdesk.core.errors import NewsdeskError, Problem
from newsdesk.services.child import Child
from newsdesk.services.datasets import Datasets, section_name
from newsdesk.services.reader import Reader
from newsdesk.services.undo import Step, UndoStack
from newsdesk.store import Store


@dataclass(frozen=True, slots=True)
class _Act:
    """Something that a person said of a label. section: the one it gets; None where it is kept."""

    dataset: Dataset
    row: LabelledArticle
    section: str | None


class Doubts(QObject):
    """One data set's labels under review; nothing is ever changed by itself.

    sets_changed: other data sets may be there. opened: another review, or none, is shown.
    moved: done and total of the looking, 0 and 0 when it has ended. settled: the row of this
    number is settled now, or is not any more. taken_back: an undo was about the row of this number.
    failed: a Problem.
    """

    sets_changed = Signal()
    opened = Signal()
    moved = Signal(int, int)
    settled = Signal(int)
    taken_back = Signal(int)
    failed = Signal(Problem)

    def __init__(
        self, store: Store, datasets: Datasets, undo_stack: UndoStack, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._store, self._datasets, self._undo = store, datasets, undo_stack
        self.sets: list[Dataset] = []
        self.dataset: Dataset | None = None
        self.review: Review | None = None
        self._verdicts = Verdicts()
        self._child: Child | None = None
        self._request = 0
        self._acts: deque[_Act | None] = deque()
        """What was said and is not written yet, oldest first; None for an undo."""
        self._writing: _Act | None = None
        self._done: list[tuple[int, str]] = []
        """Numbers of rows, and how the undo stack calls what was done to them."""
        self._undone: list[tuple[int, str]] = []
        self._reader, self._quick = Reader(self), Reader(self)
        """The one that reads whole data sets, and the one that reads the row that is looked at."""
        for reader in (self._reader, self._quick):
            reader.failed.connect(self.failed)
        undo_stack.changed.connect(self._follow_undo)
        datasets.changed.connect(self.refresh)
        datasets.labelled.connect(self._labelled)
        datasets.failed.connect(self._not_labelled)

    @property
    def looking(self) -> bool:
        """Whether labels are being looked at."""
        return bool(self._request)

    @property
    def busy(self) -> bool:
        """Whether anything is still on its way."""
        reading = self._reader.busy or self._quick.busy
        return self.looking or reading or bool(self._acts) or self._writing is not None

    @property
    def stale(self) -> bool:
        """Whether the data set is another one than that in which the doubts were found."""
        review, dataset = self.review, self.dataset
        return bool(review and dataset and review.fingerprint != dataset.fingerprint)

    def refresh(self) -> None:
        """Read the data sets again, and the sections of the one under review."""
        self._reader.ask("sets", self._store.datasets.list, self._take_sets)

    def choose(self, name: str) -> None:
        """Look at another data set; what was found in its labels is shown where it is known."""
        self.cancel()
        self.dataset = next((each for each in self.sets if each.name == name), None)
        self.review = None
        self._verdicts = Verdicts()
        self._done.clear()
        self._undone.clear()
        self.opened.emit()
        if self.dataset is not None:
            self._read(self.dataset)
        else:
            self._reader.forget("review")

    def look(self) -> None:
        """Look for labels in doubt, in the background."""
        if self.dataset is None or self.looking:
            return
        if self._child is None:
            self._child = Child("doubts", self, tries=1)
            self._child.heard.connect(self._hear)
        self._request = self._child.ask("doubts", dataset=self.dataset.name)
        self.moved.emit(0, 1)

    def cancel(self) -> None:
        """Stop looking; nothing of it is kept."""
        if self._child is not None and self._request:
            self._child.cancel(self._request)

    def row(self, number: int, answer: Callable[[LabelledArticle | None], object]) -> None:
        """The article of a row; None where it is gone."""
        if self.dataset is not None:
            dataset_id, store = self.dataset.id, self._store.datasets
            self._quick.ask("row", lambda: store.row(dataset_id, number), answer)

    def change(self, row: LabelledArticle, section: str) -> None:
        """Give a row another section, into the ledger; it can be undone."""
        if section != row.section:
            self._say(row, section)

    def keep(self, row: LabelledArticle) -> None:
        """Leave a row's section as it is, and do not doubt it again; it can be undone."""
        self._say(row, None)

    def undo(self) -> None:
        """Take back what was done last, here or elsewhere."""
        self._acts.append(None)
        self._go_on()

    @property
    def undoable(self) -> bool:
        """Whether something was said here that can be taken back."""
        return bool(self._done or self._acts or self._writing)

    def end(self) -> None:
        """Ask the process to end; `close` then has less to wait for."""
        if self._child is not None:
            self._child.end()

    def close(self) -> None:
        """End the process; what was said is written first."""
        for act in self._acts:
            if act is not None:
                self._write(act)
        self._acts.clear()
        if self._child is not None:
            self._child.close()
        self._quick.close()
        self._reader.close(finish=True)

    # Looking

    def _hear(self, request: int, event: str, values: dict[str, object]) -> None:
        if request != self._request:
            return
        if event == "progress":
            self.moved.emit(int(str(values["done"])), int(str(values["total"])))
        elif event == "found":
            self._take_found(str(values["fingerprint"]))
        elif event == "failed":
            problem = values["problem"]
            assert isinstance(problem, Problem)
            self.failed.emit(problem)
        if event in ("done", "failed", "cancelled"):
            self._request = 0
            self.moved.emit(0, 0)

    def _take_found(self, fingerprint: str) -> None:
        if self.dataset is not None:
            self._read(self.dataset, fingerprint)

    def _read(self, dataset: Dataset, fingerprint: str = "") -> None:
        """Show the report of a data set as it is or was, if there is one."""
        store = self._store.datasets

        def work() -> tuple[Verdicts, Review | None]:
            verdicts = verdicts_of(dataset.name)
            last = verdicts.report if verdicts.dataset == dataset.id else ""
            for mark in (fingerprint, dataset.fingerprint, last):
                report = kept_report(mark) if mark else None
                if report is not None:
                    found = review_of(mark, report, store.rows(dataset.id), verdicts.kept)
                    return verdicts, found
            return verdicts, None

        def take(found: tuple[Verdicts, Review | None]) -> None:
            if self.dataset is not None and self.dataset.id == dataset.id:
                self._verdicts, self.review = found
                self._note_report(dataset)
                self.opened.emit()
                self.refresh()

        self._reader.ask("review", work, take)

    def _note_report(self, dataset: Dataset) -> None:
        """Find the report again after the labels that it is about have changed."""
        known = (self._verdicts.dataset, self._verdicts.report)
        if self.review is not None and known != (dataset.id, self.review.fingerprint):
            self._verdicts = msgspec.structs.replace(
                self._verdicts, dataset=dataset.id, report=self.review.fingerprint
            )
            self._remember(dataset.name, self._verdicts)

    def _take_sets(self, found: list[Dataset]) -> None:
        moved = found != self.sets
        self.sets = found
        if self.dataset is not None:
            now = next((each for each in found if each.id == self.dataset.id), None)
            if now is None:
                self.choose("")
            elif now.fingerprint != self.dataset.fingerprint or self._undone:
                self.dataset = now
                self._read_sections(now)
            else:
                self.dataset = now
        if moved:
            self.sets_changed.emit()

    def _read_sections(self, dataset: Dataset) -> None:
        def take(sections: dict[int, str]) -> None:
            review = self.review
            if review is None or self.dataset is None or self.dataset.id != dataset.id:
                return
            before = [item.changed for item in review.items]
            review.take_sections(sections | self._promised())
            for item, was in zip(review.items, before, strict=True):
                if item.changed != was:
                    self.settled.emit(item.number)
            self.settled.emit(0)

        self._reader.ask("sections", lambda: self._store.datasets.sections(dataset.id), take)

    # Saying

    def _promised(self) -> dict[int, str]:
        """Sections that were given and are not written yet."""
        acts = [act for act in (self._writing, *self._acts) if act is not None]
        return {act.row.number: act.section for act in acts if act.section is not None}

    def _say(self, row: LabelledArticle, section: str | None) -> None:
        if self.dataset is not None:
            self._show(row.number, section)
            self._acts.append(_Act(self.dataset, row, section))
            self._go_on()

    def _show(self, number: int, section: str | None, kept: bool = True) -> None:
        """Show a verdict before it is written."""
        for item in self.review.of(number) if self.review is not None else ():
            if section is None:
                item.kept = kept
            else:
                item.now = section
        if self.review is not None:
            self.review.compare_groups()
        self.settled.emit(number)

    def _go_on(self) -> None:
        """Do the next thing that was said, once the one before it is written and can be undone."""
        while self._acts and self._writing is None:
            act = self._acts.popleft()
            if act is None:
                self._take_back()
            else:
                self._write(act)

    def _write(self, act: _Act) -> None:
        if act.section is None:
            self._keep(act.dataset, act.row)
        else:
            self._writing = act
            self._datasets.change_label(act.dataset, act.row, act.section)

    def _keep(self, dataset: Dataset, row: LabelledArticle) -> None:
        kept = kept_of(row, row.section)

        def put(there: bool) -> None:
            mine = self.dataset is not None and self.dataset.id == dataset.id
            verdicts = self._verdicts if mine else verdicts_of(dataset.name)
            change = verdicts.kept | {kept} if there else verdicts.kept - {kept}
            verdicts = msgspec.structs.replace(verdicts, kept=change)
            if mine:
                self._verdicts = verdicts
                self._show(row.number, None, there)
            self._remember(dataset.name, verdicts)

        name = section_name(dataset, row.section)
        text = f"Row {row.number:,} of {dataset.name}: {name} is right"
        self._undo.do(Step(text, undo=lambda: put(False), redo=lambda: put(True)))
        self._done.append((row.number, text))
        self._undone.clear()

    def _remember(self, name: str, verdicts: Verdicts) -> None:
        self._reader.ask(("verdicts", name), lambda: remember(name, verdicts), lambda _: None)

    def _labelled(self, text: str) -> None:
        if self._writing is not None:
            self._done.append((self._writing.row.number, text))
            self._undone.clear()
            self._writing = None
            self._go_on()

    def _not_labelled(self, problem: Problem) -> None:
        """What was shown is not so after all."""
        if self._writing is None:
            return
        self._writing = None
        self.failed.emit(problem)
        if self.dataset is not None:
            self._read_sections(self.dataset)
        self._go_on()

    def _take_back(self) -> None:
        try:
            self._undo.undo()
        except NewsdeskError as error:
            self.failed.emit(error.problem)

    def _follow_undo(self) -> None:
        """Something was taken back or done again, here or by the window's own keys."""
        if self._done and self._undo.redoable == self._done[-1][1]:
            self._undone.append(self._done.pop())
            self.taken_back.emit(self._undone[-1][0])
        elif self._undone and self._undo.undoable == self._undone[-1][1]:
            self._done.append(self._undone.pop())
