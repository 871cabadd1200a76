"""Labels in doubt as the window sees them: looked for, gone through, changed or kept."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from PySide6.QtCore import QObject, Signal

from newsdesk.analysis.doubts.kept import kept_report, note_reviewed, reviewed
from newsdesk.analysis.doubts.review import Review, review_of
from newsdesk.analysis.doubts.verdicts import kept_labels, kept_of, remember
from newsdesk.core.dataset import Dataset, LabelledArticle
from newsdesk.core.errors import Problem
from newsdesk.services.datasets import Datasets
from newsdesk.services.evaluate.judging import Judging, Verdict
from newsdesk.services.one_request import OneRequest
from newsdesk.services.reader import Reader
from newsdesk.services.undo import UndoStack
from newsdesk.store import Store


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
        self._store = store
        self.sets: list[Dataset] = []
        self.dataset: Dataset | None = None
        self.review: Review | None = None
        self._request = OneRequest("doubts", self)
        self._judging = Judging(datasets, undo_stack, self._put_kept, self)
        self._written = count(1)
        self._reader, self._quick = Reader(self), Reader(self)
        """The one that reads whole data sets, and the one that reads the row that is looked at."""
        for reader in (self._reader, self._quick):
            reader.failed.connect(self.failed)
        self._request.moved.connect(self.moved)
        self._request.heard.connect(self._hear)
        self._request.failed.connect(self.failed)
        self._request.ended.connect(lambda: self.moved.emit(0, 0))
        self._judging.taken_back.connect(self.taken_back)
        self._judging.refused.connect(self._refuse)
        self._judging.failed.connect(self.failed)
        datasets.changed.connect(self.refresh)

    @property
    def looking(self) -> bool:
        """Whether labels are being looked at."""
        return self._request.busy

    @property
    def busy(self) -> bool:
        """Whether anything is still on its way."""
        reading = self._reader.busy or self._quick.busy
        return self.looking or reading or self._judging.busy

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
        self._judging.begin()
        self.opened.emit()
        if self.dataset is not None:
            self._read(self.dataset)
        else:
            self._reader.forget("review")

    def look(self) -> None:
        """Look for labels in doubt, in the background."""
        if self.dataset is None or self.looking:
            return
        self._request.ask("doubts", dataset=self.dataset.name)
        self.moved.emit(0, 1)

    def cancel(self) -> None:
        """Stop looking; nothing of it is kept."""
        self._request.cancel()

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
        self._judging.undo()

    @property
    def undoable(self) -> bool:
        """Whether something was said here that can be taken back."""
        return self._judging.undoable

    def end(self) -> None:
        """Ask the process to end; `close` then has less to wait for."""
        self._request.end()

    def close(self) -> None:
        """End the process; what was said is written first."""
        self._judging.finish()
        self._request.close()
        self._quick.close()
        self._reader.close(finish=True)

    # Looking

    def _hear(self, event: str, values: dict[str, object]) -> None:
        if event == "found" and self.dataset is not None:
            self._read(self.dataset, str(values["fingerprint"]))

    def _read(self, dataset: Dataset, fingerprint: str = "") -> None:
        """Show the report of a data set as it is or was, if there is one."""
        store = self._store.datasets

        def work() -> Review | None:
            for mark in (fingerprint, dataset.fingerprint, reviewed(dataset.id)):
                report = kept_report(mark) if mark else None
                if report is not None:
                    note_reviewed(dataset.id, mark)
                    return review_of(mark, report, store.rows(dataset.id), kept_labels())
            return None

        def take(found: Review | None) -> None:
            if self.dataset is not None and self.dataset.id == dataset.id:
                self.review = found
                self.opened.emit()
                self.refresh()

        self._reader.ask("review", work, take)

    def _take_sets(self, found: list[Dataset]) -> None:
        moved = found != self.sets
        self.sets = found
        if self.dataset is not None:
            now = next((each for each in found if each.id == self.dataset.id), None)
            if now is None:
                self.choose("")
            elif now.fingerprint != self.dataset.fingerprint or self._judging.has_undone:
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
            review.take_sections(sections | self._judging.promised)
            for item, was in zip(review.items, before, strict=True):
                if item.changed != was:
                    self.settled.emit(item.number)
            self.settled.emit(0)

        self._reader.ask("sections", lambda: self._store.datasets.sections(dataset.id), take)

    # Saying

    def _say(self, row: LabelledArticle, section: str | None) -> None:
        if self.dataset is not None:
            self._show(row.number, section)
            self._judging.say(Verdict(self.dataset, row, section))

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

    def _put_kept(self, verdict: Verdict, there: bool) -> None:
        """Note that a label is kept, or is not any more."""
        dataset, row = verdict.dataset, verdict.row
        kept = kept_of(row, row.section)
        if self.dataset is not None and self.dataset.id == dataset.id:
            self._show(row.number, None, there)
        # Each is asked for under a key of its own, so that none takes the place of another.
        key = ("kept", next(self._written))
        self._reader.ask(key, lambda: remember(kept, there), lambda _: None)

    def _refuse(self, problem: Problem) -> None:
        """What was shown is not so after all."""
        self.failed.emit(problem)
        if self.dataset is not None:
            self._read_sections(self.dataset)
