"""The right of the desk: a bar for every section, the decision, and what should be known."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.prediction import Prediction
from newsdesk.core.section import Section
from newsdesk.services.desk import OpenArticle
from newsdesk.ui.desk.sections.bars import SectionBars
from newsdesk.ui.desk.sections.conflict_card import ConflictCard
from newsdesk.ui.desk.sections.decision_card import DecisionCard
from newsdesk.ui.desk.sections.notice_cards import NoticeCards
from newsdesk.ui.desk.sections.type_ahead import TypeAhead
from newsdesk.ui.widgets.labels import ElidedLabel

WIDTH = 312
MARGIN = 16


class ReasonField(QLineEdit):
    """One line for a reason. given: Enter was pressed. left: Esc was."""

    given = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("reason")
        self.setAccessibleName("Reason for the decision")
        self.setAcceptDrops(False)  # a drop anywhere is an article
        self.setMaxLength(500)
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.given.emit(self.text().strip())
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class SectionPanel(QWidget):
    """decided, also_asked: the code of the section that was clicked.

    confirmed: the first section, or what was typed. second_chosen: the second one.
    encoding_asked: the encoding in which the article should be read instead of the guessed one.
    """

    decided = Signal(str)
    also_asked = Signal(str)
    confirmed = Signal()
    second_chosen = Signal()
    encoding_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sectionPanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(WIDTH)
        self._sections: Sequence[Section] = ()
        self._shown: OpenArticle | None = None
        self._live: Prediction | None = None
        self._decided = False
        self.first: str | None = None
        self.second: str | None = None
        self._caption = ElidedLabel()
        self._caption.setProperty("role", "caption")
        self.go_on = QCheckBox("Go on by itself")
        self.go_on.setProperty("role", "soft")
        self.bars = SectionBars()
        self.confirm = QPushButton("Confirm")
        self.runner_up = QPushButton("")
        self.reason = ReasonField()
        self.conflict = ConflictCard()
        self.decision = DecisionCard()
        self.notices = NoticeCards()
        self._cards = QVBoxLayout()
        self._build()
        self.bars.decided.connect(self.decided)
        self.bars.also_asked.connect(self.also_asked)
        self.confirm.clicked.connect(self.confirmed)
        self.runner_up.clicked.connect(self.second_chosen)
        self.notices.encoding_asked.connect(self.encoding_asked)
        self._say_caption("Section")

    @property
    def caption(self) -> str:
        """What stands above the bars."""
        return self._caption.text()

    def add_card(self, widget: QWidget) -> None:
        """Put a card below all others."""
        self._cards.addWidget(widget)

    def set_sections(self, sections: Sequence[Section]) -> None:
        """The sections of the model on the desk, each in its place."""
        self._sections = sections
        self._shown = None
        self.bars.set_sections(sections)

    def section_at(self, digit: int) -> str | None:
        """The section that a digit key stands for."""
        codes = self.bars.codes
        return codes[digit - 1] if 1 <= digit <= len(codes) else None

    def confirm_first(self) -> None:
        """Do as the button does that confirms."""
        self.confirm.click()

    def name_of(self, code: str) -> str:
        """A section's name; its code where the model on the desk does not have it."""
        return next((s.name() for s in self._sections if s.code == code), code)

    def show_article(self, opened: OpenArticle | None) -> None:
        """Show what the model says of an article, and what was decided."""
        if opened is not None and opened == self._shown:
            return
        if opened is None or self._shown is None or opened.article.id != self._shown.article.id:
            self._live = None
            self.leave_reason()
        self._shown = opened
        self._show()
        self.decision.show_article(opened, self.name_of)
        self.notices.show_article(opened)

    def show_live(self, answer: Prediction | None) -> None:
        """Show what the model says of the text as it is being typed; None: of the text kept."""
        if answer != self._live:
            self._live = answer
            self._show()

    def show_typed(self, typed: TypeAhead, best: str | None) -> None:
        """Show letters that were typed, and the sections that they could mean."""
        self.bars.show_typed(typed.matches(), best)
        if best is not None:
            _say(self.confirm, self.name_of(best), "⏎")
            self.confirm.setEnabled(True)
        else:
            self._show_confirm()
        text = typed.text + typed.composing
        if not text:
            self._say_caption("Section · as you type" if self._live else "Section")
        elif best is not None:
            self._say_caption(f"“{text}” → {self.name_of(best)}: Enter")
        elif typed.composing:
            self._say_caption(f"“{text}”")
        else:
            self._say_caption(f"No section: “{text}”")

    def typing_place(self) -> QRect:
        """Where typed letters are shown, in coordinates of the screen."""
        return QRect(self._caption.mapToGlobal(QPoint(0, 0)), self._caption.size())

    def show_reason(self, about: str, reason: str) -> None:
        """Show the line for a reason. about: what it is the reason for."""
        self.reason.setPlaceholderText(f"Why {about}?")
        self.reason.setText(reason)
        self.reason.show()

    def ask_reason(self, about: str, reason: str, begun: bool) -> None:
        """Show it, and let the person write. begun: they go on with what they wrote."""
        self.show_reason(about, reason)
        if not begun:
            self.reason.selectAll()
        self.reason.setFocus()

    def leave_reason(self) -> None:
        """Put the line for a reason away."""
        self.reason.clear()
        self.reason.hide()

    def _show(self) -> None:
        opened = self._shown
        readable = opened is not None and opened.article.problem is None
        kept = opened.prediction if opened and readable else None
        answer = self._live or kept
        self.bars.show_article(opened, answer)
        self._say_caption("Section · as you type" if self._live else "Section")
        self._show_buttons(answer if readable else None, opened)

    def _show_buttons(self, answer: Prediction | None, opened: OpenArticle | None) -> None:
        decision = opened.decision.to_section if opened and opened.decision else None
        usable = answer is not None and not answer.abstains
        likely = [score.code for score in answer.scores] if answer and usable else []
        order = ([decision] if decision else []) + [code for code in likely if code != decision]
        self.first, self.second = (*order[:2], None, None)[:2]
        self._decided = decision is not None
        self._show_confirm()
        self.runner_up.setVisible(self.second is not None)
        if self.second is not None:
            codes = self.bars.codes
            place = codes.index(self.second) + 1 if self.second in codes else 0
            _say(self.runner_up, self.name_of(self.second), str(place) if 0 < place < 10 else "")

    def _show_confirm(self) -> None:
        self.confirm.setEnabled(self.first is not None)
        if self.first is not None:
            _say(self.confirm, self.name_of(self.first), "✓" if self._decided else "⏎")
        else:
            self.confirm.setText("Confirm")
            self.confirm.setAccessibleName("Confirm")

    def _say_caption(self, text: str) -> None:
        if text != self._caption.text():
            self._caption.setText(text)

    def _build(self) -> None:
        self.confirm.setObjectName("confirm")
        self.confirm.setProperty("role", "primary")
        self.runner_up.setObjectName("runnerUp")
        for button in (self.confirm, self.runner_up):
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        head = QHBoxLayout()
        head.addWidget(self._caption, 1)
        head.addWidget(self.go_on)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(0, 6, 0, 6)
        buttons.setSpacing(8)
        buttons.addWidget(self.confirm, 1)
        buttons.addWidget(self.runner_up, 1)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(MARGIN, 14, MARGIN, MARGIN)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.bars)
        column.addWidget(self.reason)
        column.addLayout(buttons)
        for card in (self.conflict, self.decision, self.notices):
            column.addWidget(card)
        self._cards.setSpacing(8)
        column.addLayout(self._cards)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setObjectName("sectionScroll")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inner)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 0, 0, 0)
        layout.addWidget(scroll)


def _say(button: QPushButton, name: str, key: str) -> None:
    """A section's name on a button, cut where it is too long, and the key that does the same."""
    room = (WIDTH - 2 * MARGIN - 8) // 2 - 34
    shown = button.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, room)
    button.setText(f"{shown}  {key}".rstrip())
    button.setToolTip(f"Decide for {name}")
    button.setAccessibleName(f"Decide for {name}")
