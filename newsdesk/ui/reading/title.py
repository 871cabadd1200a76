"""The title's text: it wraps, can be selected, and carries marks as the body does."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QWidget

from newsdesk.ui.reading.browser import ReadingBrowser
from newsdesk.ui.reading.marks import Mark, paint_marks
from newsdesk.ui.reading.slices import units

LINE_HEIGHT = 108


class TitleText(ReadingBrowser):
    """Grows with its text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("titleText", "Title", parent)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._text = ""
        self._marks: list[Mark] = []

    def text(self) -> str:
        """What is shown."""
        return self._text

    def setText(self, text: str) -> None:
        """Show a text in one paragraph."""
        self._text = text
        self.setPlainText(text.replace("\n", " "))
        shape = QTextBlockFormat()
        shape.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(shape)
        self.fit()

    def show_marks(self, marks: Sequence[Mark]) -> None:
        """Mark words; they are painted under the letters."""
        if list(marks) != self._marks:
            self._marks = list(marks)
            self.viewport().update()

    def span(self, start: int, end: int) -> list[QTextCursor]:
        """A selection of characters [start, end), as far as they are shown."""
        end = min(end, len(self._text))
        if start >= end:
            return []
        cursor = QTextCursor(self.document())
        last = self.document().characterCount() - 1
        cursor.setPosition(min(units(self._text[:start]), last))
        keep = QTextCursor.MoveMode.KeepAnchor
        cursor.setPosition(min(units(self._text[:end]), last), keep)
        return [cursor]

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._marks:
            painter = QPainter(self.viewport())
            paint_marks(painter, self, self._marks, QRectF(event.rect()))
            painter.end()
        super().paintEvent(event)

    def fit(self) -> None:
        self.document().setTextWidth(self.viewport().width())
        self.setFixedHeight(max(20, int(self.document().size().height()) + 3))
