"""Somebody else decided about the open article meanwhile: keep theirs, or decide all the same."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from newsdesk.store.records import Decision
from newsdesk.ui.widgets.labels import label

ROOM = 220
"""Pixels that a button's text may take."""


class ConflictCard(QFrame):
    """kept: the other person's line stays. left: what was asked is asked no more."""

    kept = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "notice")
        self.line: Decision | None = None
        self._said = label("", "", wrap=True)
        self.keep = QPushButton()
        self.keep.clicked.connect(self._keep)
        self.overrule = QPushButton()
        self.overrule.clicked.connect(self._overrule)
        self._act: Callable[[], object] | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(13, 11, 13, 12)
        column.setSpacing(8)
        for widget in (self._said, self.keep, self.overrule):
            column.addWidget(widget)
        self.hide()

    @property
    def text(self) -> str:
        """What the card says; empty while it is hidden."""
        return "" if self.isHidden() else self._said.text()

    @property
    def pending(self) -> bool:
        """Whether something that was asked for waits for an answer."""
        return self._act is not None

    def tell(self, line: Decision, text: str, keep: str) -> None:
        """Say what somebody else did. keep: what the button says that leaves it so."""
        self.line = line
        self._act = None
        self._said.setText(text)
        _say(self.keep, keep)
        self.overrule.hide()
        self.show()

    def ask(
        self, line: Decision, text: str, keep: str, overrule: str, act: Callable[[], object]
    ) -> None:
        """Say so, and offer to do `act` all the same; the keyboard goes to the answers."""
        self.tell(line, text, keep)
        self._act = act
        _say(self.overrule, overrule)
        self.overrule.show()
        self.keep.setFocus()

    def leave(self) -> None:
        """Put the card away without an answer."""
        asked, self._act = self.pending, None
        self.line = None
        self.hide()
        if asked:
            self.left.emit()

    def _keep(self) -> None:
        self.kept.emit()

    def _overrule(self) -> None:
        if self._act is not None:
            self._act()


def _say(button: QPushButton, text: str) -> None:
    """What a button does, cut where it is too long."""
    button.setText(button.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, ROOM))
    button.setAccessibleName(text)
    button.setToolTip(text if button.text() != text else "")
