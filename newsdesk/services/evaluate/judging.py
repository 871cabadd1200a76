"""What a person says of labels, written one after the other, each to be undone by itself."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from newsdesk.core.dataset import Dataset, LabelledArticle
from newsdesk.core.errors import NewsdeskError, Problem
from newsdesk.services.datasets import Datasets, section_name
from newsdesk.services.undo import Step, UndoStack


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was said of a label. section: the one it gets; None where it is kept."""

    dataset: Dataset
    row: LabelledArticle
    section: str | None


class Judging(QObject):
    """taken_back: an undo was about the row of this number.

    refused: a Problem; a label that was to be another one is not. failed: a Problem with an undo.
    """

    taken_back = Signal(int)
    refused = Signal(Problem)
    failed = Signal(Problem)

    def __init__(
        self,
        datasets: Datasets,
        undo_stack: UndoStack,
        put: Callable[[Verdict, bool], None],
        parent: QObject | None = None,
    ) -> None:
        """put: notes that a label is kept, or with False that it is not any more."""
        super().__init__(parent)
        self._datasets, self._undo, self._put = datasets, undo_stack, put
        self._waiting: deque[Verdict | None] = deque()
        """What was said and is not written yet, oldest first; None for an undo."""
        self._writing: Verdict | None = None
        self._done: list[tuple[int, str]] = []
        """Numbers of rows, and how the undo stack calls what was done to them."""
        self._undone: list[tuple[int, str]] = []
        undo_stack.changed.connect(self._follow_undo)
        datasets.labelled.connect(self._labelled)
        datasets.failed.connect(self._not_labelled)

    @property
    def busy(self) -> bool:
        """Whether anything is not written yet."""
        return bool(self._waiting) or self._writing is not None

    @property
    def undoable(self) -> bool:
        """Whether something was said that can be taken back."""
        return bool(self._done) or self.busy

    @property
    def has_undone(self) -> bool:
        """Whether something was taken back that can be done again."""
        return bool(self._undone)

    @property
    def promised(self) -> dict[int, str]:
        """Sections that were given and are not written yet, by the numbers of their rows."""
        verdicts = [each for each in (self._writing, *self._waiting) if each is not None]
        return {each.row.number: each.section for each in verdicts if each.section is not None}

    def begin(self) -> None:
        """Another data set is under review: what was said of the one before is not of it."""
        self._done.clear()
        self._undone.clear()

    def say(self, verdict: Verdict) -> None:
        """Write it, after what was said before."""
        self._waiting.append(verdict)
        self._go_on()

    def undo(self) -> None:
        """Take back what was done last, here or elsewhere."""
        self._waiting.append(None)
        self._go_on()

    def finish(self) -> None:
        """Write at once all that waits; nobody is there to undo it."""
        for verdict in self._waiting:
            if verdict is not None:
                self._write(verdict)
        self._waiting.clear()

    def _go_on(self) -> None:
        """Do the next thing that was said, once the one before it is written and can be undone."""
        while self._waiting and self._writing is None:
            verdict = self._waiting.popleft()
            if verdict is None:
                self._take_back()
            else:
                self._write(verdict)

    def _write(self, verdict: Verdict) -> None:
        if verdict.section is None:
            self._keep(verdict)
        else:
            self._writing = verdict
            self._datasets.change_label(verdict.dataset, verdict.row, verdict.section)

    def _keep(self, verdict: Verdict) -> None:
        dataset, row = verdict.dataset, verdict.row
        name = section_name(dataset, row.section)
        text = f"Row {row.number:,} of {dataset.name}: {name} is right"
        self._undo.do(
            Step(
                text,
                undo=lambda: self._put(verdict, False),
                redo=lambda: self._put(verdict, True),
            )
        )
        self._note_done(row.number, text)

    def _note_done(self, number: int, text: str) -> None:
        self._done.append((number, text))
        self._undone.clear()

    def _labelled(self, text: str) -> None:
        if self._writing is not None:
            self._note_done(self._writing.row.number, text)
            self._writing = None
            self._go_on()

    def _not_labelled(self, problem: Problem) -> None:
        if self._writing is not None:
            self._writing = None
            self.refused.emit(problem)
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
