"""The names of the sections beside and above the cells; both stay in sight while one scrolls."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QMouseEvent, QPainter
from PySide6.QtWidgets import QHeaderView

from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.painted_text import paint_text

GAP = 9
_LARGEST = 13


def name_font(base: QFont, cell: float) -> QFont:
    """The font of names along cells of such a size."""
    font = QFont(base)
    font.setPixelSize(int(min(_LARGEST, max(10, cell - 6))))
    return font


def paint_row_name(painter: QPainter, area: QRectF, name: str) -> None:
    """A name that ends at the right of its area."""
    inside = area.adjusted(2, 0, -GAP, 0)
    paint_text(painter, inside, name, Qt.AlignmentFlag.AlignRight)


def paint_column_name(painter: QPainter, area: QRectF, name: str) -> None:
    """A name that is read upwards and begins at the foot of its area."""
    painter.save()
    painter.translate(area.left(), area.bottom() - 5)
    painter.rotate(-90)
    inside = QRectF(0, 0, area.height() - 7, area.width())
    paint_text(painter, inside, name, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
    painter.restore()


class SectionHeader(QHeaderView):
    """released: a click on names, or a drag over them, is over."""

    released = Signal(Qt.KeyboardModifier)

    def __init__(self, orientation: Qt.Orientation) -> None:
        super().__init__(orientation)
        self.setMinimumSectionSize(8)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSectionsClickable(True)
        self.setHighlightSections(True)
        upright = orientation == Qt.Orientation.Vertical
        self.setAccessibleName("True sections" if upright else "Predicted sections")
        theme().changed.connect(self.viewport().update)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        model, across = self.model(), self.orientation() == Qt.Orientation.Horizontal
        if model is None:
            return
        picked = self._is_picked(section)
        font = name_font(self.font(), self.sectionSize(section))
        font.setBold(picked)
        painter.setFont(font)
        painter.setPen(theme().color("ink" if picked else "soft"))
        name = str(model.headerData(section, self.orientation()))
        (paint_column_name if across else paint_row_name)(painter, QRectF(rect), name)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self.released.emit(event.modifiers())

    def _is_picked(self, place: int) -> bool:
        chosen, root = self.selectionModel(), self.rootIndex()
        if chosen is None:
            return False
        if self.orientation() == Qt.Orientation.Horizontal:
            return chosen.columnIntersectsSelection(place, root)
        return chosen.rowIntersectsSelection(place, root)


def longest(names: list[str], font: QFont) -> float:
    """Width of the longest name where it is picked, in points."""
    bold = QFont(font)
    bold.setBold(True)
    metrics = QFontMetricsF(bold)
    return max((metrics.horizontalAdvance(name) for name in names), default=0.0)
