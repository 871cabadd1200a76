"""A table of figures with their intervals: one row chosen at a time, sorted by its headings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyledItemDelegate, QTableView

from newsdesk.core.manifest import Metric
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.picking import PICKS

Index = QModelIndex | QPersistentModelIndex
ROW = 30


class Column(Protocol):
    """width: in pixels, 0 for what is left."""

    @property
    def title(self) -> str: ...
    @property
    def width(self) -> int: ...
    @property
    def tip(self) -> str: ...


class FigureModel(QAbstractTableModel):
    """Knows its columns; those below know its rows."""

    def __init__(self, columns: Sequence[Column], numbers_from: int) -> None:
        """numbers_from: the first column whose text stands at the right."""
        super().__init__()
        self.columns, self._numbers_from = columns, numbers_from

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.columns[section].title
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.columns[section].tip or None
        return self.side(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def side(self, column: int) -> Qt.AlignmentFlag:
        """Where the text of a column stands."""
        numbers = column >= self._numbers_from
        side = Qt.AlignmentFlag.AlignRight if numbers else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter


class FigureTable(QTableView):
    """The first column takes the room that the others leave."""

    def __init__(self, model: FigureModel, delegate: QStyledItemDelegate, name: str) -> None:
        """name: for the screen reader."""
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
        for place, column in enumerate(model.columns):
            if column.width:
                self.setColumnWidth(place, column.width)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        theme().changed.connect(self.viewport().update)

    def take(self, index: QModelIndex) -> None:
        """Enter or Space was pressed on a row."""
        raise NotImplementedError

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in PICKS and self.currentIndex().isValid():
            self.take(self.currentIndex())
        else:
            super().keyPressEvent(event)


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
