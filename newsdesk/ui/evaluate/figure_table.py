"""A table of figures with their intervals: one row chosen at a time, sorted by its headings."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyledItemDelegate, QTableView

from newsdesk.core.manifest import Metric
from newsdesk.ui.theme import theme

ROW = 30


class FigureTable(QTableView):
    """The first column takes the room that the others leave."""

    def __init__(
        self,
        model: QAbstractTableModel,
        delegate: QStyledItemDelegate,
        widths: Sequence[int],
        name: str,
    ) -> None:
        """widths: of the columns, 0 for what is left. name: for the screen reader."""
        super().__init__()
        delegate.setParent(self)
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setHighlightSections(False)
        for place, width in enumerate(widths):
            if width:
                self.setColumnWidth(place, width)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        theme().changed.connect(self.viewport().update)


def paint_interval(painter: QPainter, area: QRectF, metric: Metric) -> None:
    """Write a figure's interval, in hundredths, at the right of an area."""
    font = painter.font()
    font.setPixelSize(11)
    painter.setFont(font)
    painter.setPen(theme().color("soft"))
    text = f"{100 * metric.low:.0f}–{100 * metric.high:.0f}"
    width = QFontMetricsF(font).horizontalAdvance(text)
    place = QRectF(area.right() - width, area.top(), width + 1, area.height())
    painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, text)
