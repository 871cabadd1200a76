"""What stands for the open article, who decided it and why, and how it came to that."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from newsdesk.services.desk import OpenArticle
from newsdesk.store.records import Decision
from newsdesk.ui.desk.sections.decision_words import NameOf, ledger_line, standing
from newsdesk.ui.widgets.chip import percent
from newsdesk.ui.widgets.labels import label


class DecisionCard(QFrame):
    """Hidden while nothing was ever decided. history_asked: show all lines, or hide them."""

    take_back_asked = Signal()
    reason_asked = Signal()
    history_asked = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._article: int | None = None
        self._taken_back: set[int] = set()
        """Lines of the ledger by which the person took a decision back, by that button or key."""
        self._said = label("", "", wrap=True)
        self._reason = label("", "soft", wrap=True)
        self.take_back = _plain("Take back")
        self.take_back.clicked.connect(self.take_back_asked)
        self.give_reason = _plain("Reason…")
        self.give_reason.setAccessibleName("Give a reason for the decision")
        self.give_reason.clicked.connect(self.reason_asked)
        self.history = _plain("History")
        self.history.setCheckable(True)
        self.history.setAccessibleName("History of the decisions")
        self.history.clicked.connect(self.history_asked)
        self._lines = label("", "soft", wrap=True)
        for text in (self._said, self._reason, self._lines):
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._build()
        self.hide()

    @property
    def text(self) -> str:
        """What the card says."""
        shown = [part for part in (self._said, self._reason, self._lines) if not part.isHidden()]
        return "\n".join(part.text() for part in shown)

    def note_taken_back(self, line: int) -> None:
        """The person took a decision back. An undo is none: of that the history tells."""
        self._taken_back.add(line)

    def show_article(self, opened: OpenArticle | None, name_of: NameOf) -> None:
        """Show what stands for an article."""
        decision = opened.decision if opened else None
        if opened is None or opened.article.id != self._article:
            self.show_history([], name_of)
        self._article = opened.article.id if opened else None
        if opened is None or not (opened.filed or opened.seen):
            self.hide()
            return
        if decision is not None:
            self._said.setText(standing(decision, name_of))
        elif opened.filed:
            self._said.setText(filed_words(opened))
        else:
            self._said.setText("The decision was taken back.")
        told = decision is not None or opened.filed or opened.seen in self._taken_back
        self._said.setVisible(told)
        reason = decision.reason if decision else ""
        self._reason.setText(f"“{reason}”")
        self._reason.setVisible(bool(reason))
        self.take_back.setVisible(decision is not None)
        self.give_reason.setVisible(decision is not None)
        self.history.setVisible(opened.seen > 0)
        self.show()

    def show_history(self, lines: Sequence[Decision], name_of: NameOf) -> None:
        """Show all lines, the newest first; none hides them."""
        self.history.setChecked(bool(lines))
        self._lines.setText("\n\n".join(ledger_line(line, name_of) for line in reversed(lines)))
        self._lines.setVisible(bool(lines))

    def _build(self) -> None:
        buttons = QHBoxLayout()
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.setSpacing(2)
        for button in (self.take_back, self.give_reason, self.history):
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(13, 10, 8, 8)
        column.setSpacing(5)
        column.addWidget(self._said)
        column.addWidget(self._reason)
        column.addLayout(buttons)
        column.addWidget(self._lines)


def filed_words(opened: OpenArticle) -> str:
    """How an article was filed without a person."""
    answer = opened.prediction
    assert answer is not None
    assert opened.files_from is not None
    sure, limit = percent(answer.confidence), percent(opened.files_from)
    return f"Filed by {answer.model} by itself ({sure}, from {limit})."


def _plain(text: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("role", "plain")
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button
