"""A list of painted rows, one of them the current: its things, its keys, its ground."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem

from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.picking import PICKS
from newsdesk.ui.widgets.row_ground import paint_state

Index = QModelIndex | QPersistentModelIndex
ITEM = Qt.ItemDataRole.UserRole
"""The role of the thing that a row stands for."""
_MARGIN = 8


class RowModel(QAbstractListModel):
    """Things, a row each, in the order given; those below know what is said of one."""

    def __init__(self) -> None:
        super().__init__()
        self.items: Sequence[Any] = ()

    def show_items(self, items: Sequence[Any]) -> None:
        """Show others."""
        self.beginResetModel()
        self.items = items
        self.endResetModel()

    def name(self, item: Any) -> str:
        """What the row is called."""
        return self.spoken(item)

    def spoken(self, item: Any) -> str:
        """What a screen reader and the tooltip say of it."""
        raise NotImplementedError

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        item = self.items[index.row()]
        if role == ITEM:
            return item
        if role == Qt.ItemDataRole.DisplayRole:
            return self.name(item)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return self.spoken(item)
        return None


class RowDelegate(QStyledItemDelegate):
    """Paints a row's ground; those below know what stands on it."""

    def __init__(self, height: int, left: int = _MARGIN, right: int = _MARGIN) -> None:
        """height of a row, and what is left free at its sides, in pixels."""
        super().__init__()
        self._height, self._left, self._right = height, left, right

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, self._height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(option.font)
        area = QRectF(option.rect)
        paint_state(painter, area, option.state)
        self.paint_row(painter, area.adjusted(self._left, 0, -self._right, 0), index)
        painter.restore()

    def paint_row(self, painter: QPainter, area: QRectF, index: Index) -> None:
        """Paint what the row says."""
        raise NotImplementedError


class RowList(QListView):
    """moved: another row is the current one.

    picked: the thing of a row that was clicked, or on which Enter or Space was pressed.
    """

    moved = Signal()
    picked = Signal(object)

    def __init__(self, name: str, model: RowModel, delegate: RowDelegate) -> None:
        """name: for the screen reader."""
        super().__init__()
        delegate.setParent(self)
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setUniformItemSizes(True)
        self.setProperty("role", "list")
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._pick)
        theme().changed.connect(self.viewport().update)

    @property
    def item(self) -> Any:
        """The thing of the current row; None where no row is."""
        return self.currentIndex().data(ITEM)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in PICKS and self.currentIndex().isValid():
            self._pick(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.moved.emit()

    def _pick(self, index: QModelIndex) -> None:
        self.picked.emit(index.data(ITEM))
