"""Undo and redo on the desk: say what was taken back, and open its article again."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from newsdesk.core.errors import NewsdeskError
from newsdesk.services.decisions import DecisionConflict, Decisions
from newsdesk.services.undo import UndoStack
from newsdesk.store.records import Decision
from newsdesk.ui.desk.sections.conflicts import Conflicts

_NEVER_AGAIN = ("no_article", "no_decision", "failed_article", "changed_since")
"""What an article is refused for however often the step is tried."""


class Steps(QObject):
    """said: what was done again, or why nothing was; and whether that can be undone.

    undone: what was undone, and can be done again. wanted: the article of a step.
    """

    said = Signal(str, bool)
    undone = Signal(str)
    wanted = Signal(int)

    def __init__(
        self, stack: UndoStack, decisions: Decisions, conflicts: Conflicts, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._stack = stack
        self._decisions = decisions
        self._conflicts = conflicts

    def undo(self) -> None:
        """Take the last step back."""
        self._step(redo=False)

    def redo(self) -> None:
        """Do the last undone step again."""
        self._step(redo=True)

    def _step(self, redo: bool) -> None:
        try:
            step = self._stack.redo() if redo else self._stack.undo()
        except DecisionConflict as conflict:
            self._ask(conflict.decision, redo)
            return
        except NewsdeskError as error:
            if error.problem.kind in _NEVER_AGAIN:
                self._stack.let_go(redo)
            self.said.emit(str(error), False)
            return
        if step is None:
            self.said.emit(f"There is nothing to {'redo' if redo else 'undo'}.", False)
            return
        if redo:
            self.said.emit(step.text, True)
        else:
            self.undone.emit(f"Undone: {step.text}")
        if step.article is not None:
            self.wanted.emit(step.article)

    def _ask(self, line: Decision, redo: bool) -> None:
        self.wanted.emit(line.article_id)

        def again() -> None:
            self._decisions.know([line])
            self._step(redo)

        def leave() -> None:
            self._stack.let_go(redo)
            self.wanted.emit(line.article_id)

        does = "Do it again" if redo else "Undo"
        self._conflicts.ask(line, does, again, leave, after="your decision")
