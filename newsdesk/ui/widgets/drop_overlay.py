"""Shown over the whole window while something is dragged over it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from newsdesk.ui.theme import theme


class DropOverlay(QWidget):
    """Says what letting go would do."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._text = ""
        self.hide()

    def cover(self, text: str) -> None:
        """Show the overlay over all of the parent."""
        self._text = text
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = theme().color("ground")
        veil.setAlphaF(0.97)
        painter.fillRect(self.rect(), veil)
        frame = QRectF(self.rect()).adjusted(18, 18, -18, -18)
        painter.setPen(QPen(theme().color("accent"), 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(frame, 12, 12)
        side = 48
        center = frame.center()
        icon = theme().icon("drop", "accent")
        icon.paint(painter, round(center.x() - side / 2), round(center.y() - 60), side, side)
        font = painter.font()
        font.setPixelSize(19)
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(theme().color("ink"))
        line = QRectF(frame.left(), center.y(), frame.width(), 40)
        painter.drawText(line, Qt.AlignmentFlag.AlignCenter, self._text)
