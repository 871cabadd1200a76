"""A section's name on its colour, as a widget."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.chip import CHIP_HEIGHT, chip_font, paint_chip


class SectionChip(QWidget):
    """The chip of one section; a name that is too long is cut and whole in the tooltip."""

    def __init__(self, name: str, code: str, widest: int, parent: QWidget | None = None) -> None:
        """widest: pixels."""
        super().__init__(parent)
        self._name, self._code, self._widest = name, code, widest
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        width = QFontMetricsF(chip_font(self.font())).horizontalAdvance(self._name) + 17
        return QSize(round(min(width, self._widest)), round(CHIP_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_chip(painter, QPointF(0, 0), self._name, self._code, self.width())
