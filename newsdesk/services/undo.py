"""Undo and redo without limit in the session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from newsdesk.core.errors import NewsdeskError


@dataclass(frozen=True, slots=True)
class Step:
    """Something that was done, and how to take it back or do it again.

    text: what was done, as a button says it ("Removed 3 articles").
    article: id of the one article that it was about; it is opened again with the step.
    """

    text: str
    undo: Callable[[], None]
    redo: Callable[[], None]
    article: int | None = None


class UndoStack(QObject):
    """Steps behind and ahead of the present moment."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._behind: list[Step] = []
        self._ahead: list[Step] = []
        self._under_way = ""

    def wait_for(self, work: str) -> None:
        """Something goes on that becomes a step when it is done; empty: no more.

        Until then nothing is taken back: it would be the step before.
        """
        self._under_way = work

    @property
    def undoable(self) -> str | None:
        """What `undo` would take back."""
        return self._behind[-1].text if self._behind else None

    @property
    def redoable(self) -> str | None:
        """What `redo` would do again."""
        return self._ahead[-1].text if self._ahead else None

    def do(self, step: Step) -> None:
        """Do something now; it can be taken back from here on."""
        step.redo()
        self.note(step)

    def note(self, step: Step) -> None:
        """Remember something that is already done."""
        self._behind.append(step)
        self._ahead.clear()
        self.changed.emit()

    def undo(self) -> Step | None:
        """Take the last step back; the step, or None where there is none.

        What the step raises is let through, and the step can then be taken back later.
        Raises NewsdeskError `bulk_busy` while something goes on that becomes a step.
        """
        self._check()
        if not self._behind:
            return None
        step = self._behind[-1]
        step.undo()
        self._ahead.append(self._behind.pop())
        self.changed.emit()
        return step

    def redo(self) -> Step | None:
        """Do the last undone step again; the step, or None where there is none.

        Raises as `undo`.
        """
        self._check()
        if not self._ahead:
            return None
        step = self._ahead[-1]
        step.redo()
        self._behind.append(self._ahead.pop())
        self.changed.emit()
        return step

    def let_go(self, redo: bool = False) -> None:
        """Leave the step as it is that `undo` (or `redo`) would take next, and forget it."""
        steps = self._ahead if redo else self._behind
        if steps:
            steps.pop()
            self.changed.emit()

    def put_back(self, step: Step, redo: bool = False) -> None:
        """The undo (or redo) of a step failed after it had begun: it can be tried again."""
        self.forget(step)
        (self._ahead if redo else self._behind).append(step)
        self.changed.emit()

    def forget(self, step: Step) -> None:
        """Neither take a step back any more nor do it again."""
        for steps in (self._behind, self._ahead):
            if step in steps:
                steps.remove(step)
        self.changed.emit()

    def _check(self) -> None:
        if self._under_way:
            raise NewsdeskError(
                "bulk_busy",
                f"{self._under_way} many articles goes on still.",
                "Wait until it is done, or cancel it at the foot of the window; then take it back.",
            )
