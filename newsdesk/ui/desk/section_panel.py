"""The right of the desk: a bar for every section, the decision, and what should be known."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.errors import Notice
from newsdesk.core.prediction import SectionScore
from newsdesk.core.section import Section
from newsdesk.documents.encoding import ENCODINGS
from newsdesk.services.desk import OpenArticle
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.chip import paint_bar, percent
from newsdesk.ui.widgets.labels import card, label

WIDTH = 312
CLOSE = 0.15
"""Two sections whose probabilities differ by less are said to be close."""


class SectionBar(QAbstractButton):
    """One section: its digit, name, bar and probability. Clicking decides for it."""

    def __init__(self, section: Section, digit: int) -> None:
        super().__init__()
        self.section = section
        self._digit = digit
        self._p: float | None = None
        self._decided = False
        self.setText(section.name())
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(f"Decide for {section.name()}" + (f" ({digit})" if digit <= 9 else ""))

    def show_probability(self, p: float | None, decided: bool) -> None:
        """None where there is no answer yet."""
        self._p, self._decided = p, decided
        said = "no answer yet" if p is None else percent(p)
        self.setAccessibleName(f"{self.text()}, {said}{', decided' if decided else ''}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(WIDTH - 32, 27)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        if self.underMouse() or self.hasFocus() or self._decided:
            painter.setPen(theme().color("accent") if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("selected" if self._decided else "ground"))
            painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        self._paint_digit(painter, QRectF(5, area.center().y() - 7.5, 17, 15))
        painter.setPen(theme().color("ink"))
        font = painter.font()
        font.setPixelSize(13)
        font.setBold(self._decided)
        painter.setFont(font)
        middle = Qt.AlignmentFlag.AlignVCenter
        name = QRectF(29, 0, 100, area.height())
        shown = QFontMetrics(font).elidedText(self.text(), Qt.TextElideMode.ElideRight, 98)
        painter.drawText(name, middle | Qt.AlignmentFlag.AlignLeft, shown)
        bar = QRectF(133, area.center().y() - 3.5, area.width() - 133 - 57, 7)
        paint_bar(painter, bar, self._p or 0.0, theme().section(self.section.code))
        painter.setPen(theme().color("soft"))
        text = "" if self._p is None else percent(self._p)
        number = area.adjusted(0, 0, -5, 0)
        painter.drawText(number, middle | Qt.AlignmentFlag.AlignRight, text)

    def _paint_digit(self, painter: QPainter, area: QRectF) -> None:
        if self._digit > 9:
            return
        painter.save()
        painter.setPen(theme().color("hairline"))
        painter.setBrush(theme().color("panel"))
        painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        font = painter.font()
        font.setPixelSize(11)
        painter.setFont(font)
        painter.setPen(theme().color("soft"))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, str(self._digit))
        painter.restore()


class SectionPanel(QWidget):
    """decided: the code of the section that the editor chose.

    encoding_asked: the encoding in which the article should be read instead of the guessed one.
    """

    decided = Signal(str)
    encoding_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sectionPanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(WIDTH)
        self._bars: dict[str, SectionBar] = {}
        self._shown: OpenArticle | None = None
        self._first: str | None = None
        self._second: str | None = None
        self.confirm = QPushButton("Confirm")
        self.confirm.setObjectName("confirm")
        self.confirm.setProperty("role", "primary")
        self.confirm.clicked.connect(lambda: self._decide(self._first))
        self.runner_up = QPushButton("")
        self.runner_up.setObjectName("runnerUp")
        for button in (self.confirm, self.runner_up):
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.runner_up.clicked.connect(lambda: self._decide(self._second))
        self._bar_column = QVBoxLayout()
        self._bar_column.setSpacing(0)
        self._notices = QVBoxLayout()
        self._notices.setSpacing(10)
        self._build()

    def set_sections(self, sections: Sequence[Section]) -> None:
        """The sections of the model on the desk, each in its place."""
        _clear(self._bar_column)
        self._shown = None
        self._bars = {}
        for digit, section in enumerate(sections, start=1):
            bar = SectionBar(section, digit)
            bar.clicked.connect(lambda _=False, code=section.code: self._decide(code))
            self._bars[section.code] = bar
            self._bar_column.addWidget(bar)

    def section_at(self, digit: int) -> str | None:
        """The section that a digit key stands for."""
        codes = list(self._bars)
        return codes[digit - 1] if 1 <= digit <= len(codes) else None

    def confirm_first(self) -> None:
        """Decide for the standing decision's or the model's first section."""
        if self.confirm.isEnabled():
            self._decide(self._first)

    def show_article(self, opened: OpenArticle | None) -> None:
        """Show what the model says of an article, and what was decided."""
        if opened is not None and opened == self._shown:
            return
        self._shown = opened
        readable = opened is not None and opened.article.problem is None
        prediction = opened.prediction if opened and readable else None
        decision = opened.decision.to_section if opened and opened.decision else None
        scores = {score.code: score.p for score in prediction.scores} if prediction else {}
        for code, bar in self._bars.items():
            bar.show_probability(scores.get(code), decided=code == decision)
            bar.setEnabled(readable)
        self._show_buttons(prediction.scores if prediction else (), decision)
        self._show_notices(opened, decision)

    def _show_buttons(self, scores: tuple[SectionScore, ...], decision: str | None) -> None:
        names = {score.code: score.name for score in scores}
        order = sorted(names, key=lambda code: code != decision)
        self._first, self._second = (*order[:2], None, None)[:2]
        self.confirm.setEnabled(self._first is not None)
        self.runner_up.setVisible(self._second is not None)
        if self._first is None:
            self.confirm.setText("Confirm")
            return
        _say(self.confirm, names[self._first], "✓" if decision == self._first else "⏎")
        if self._second is not None:
            codes = list(self._bars)
            place = codes.index(self._second) + 1 if self._second in codes else 0
            _say(self.runner_up, names[self._second], str(place) if 0 < place < 10 else "")

    def _show_notices(self, opened: OpenArticle | None, decision: str | None) -> None:
        _clear(self._notices)
        if opened is None or opened.article.problem is not None:
            return
        prediction = opened.prediction
        found: list[Notice] = list(opened.article.notices)
        if prediction is not None:
            found = [*prediction.notices, *found]
            first, second = prediction.scores[0], prediction.scores[1]
            if first.p - second.p < CLOSE and decision is None:
                close = f"{first.name} and {second.name} are close. Have a look yourself."
                found.insert(0, Notice("close", close))
        for notice in found:
            shown = card("notice", notice.message)
            if notice.kind in ("encoding_guessed", "encoding_uncertain"):
                self._offer_encodings(shown)
            self._notices.addWidget(shown)
        if decision is not None and opened.decision is not None:
            when = opened.decision.at.astimezone().strftime("%H:%M")
            self._notices.addWidget(card("card", f"Decided by {opened.decision.who} at {when}."))

    def _offer_encodings(self, frame: QFrame) -> None:
        button = QPushButton("Read it as…")
        menu = QMenu(button)
        for code, name in {"utf-8": "UTF-8", **ENCODINGS}.items():
            action = menu.addAction(name)
            action.triggered.connect(lambda _=False, code=code: self.encoding_asked.emit(code))
        button.setMenu(menu)
        layout = frame.layout()
        assert layout is not None
        layout.addWidget(button)

    def _decide(self, code: str | None) -> None:
        if code is not None:
            self.decided.emit(code)

    def _build(self) -> None:
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        column.addWidget(label("Section", "caption"))
        column.addLayout(self._bar_column)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(0, 6, 0, 6)
        buttons.setSpacing(8)
        buttons.addWidget(self.confirm, 1)
        buttons.addWidget(self.runner_up, 1)
        column.addLayout(buttons)
        column.addLayout(self._notices)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setObjectName("sectionScroll")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inner)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 0, 0, 0)
        layout.addWidget(scroll)


def _say(button: QPushButton, name: str, key: str) -> None:
    """A section's name on a button, cut where it is too long, and the key that does the same."""
    room = (WIDTH - 32 - 8) // 2 - 34
    shown = button.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, room)
    button.setText(f"{shown}  {key}".rstrip())
    button.setToolTip(f"Decide for {name}")
    button.setAccessibleName(f"Decide for {name}")


def _clear(layout: QVBoxLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
