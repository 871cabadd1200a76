"""The labels in doubt as a list: title, the section that it has, the one that it should have."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from newsdesk.analysis.doubts.review import Item
from newsdesk.core.dataset import Dataset
from newsdesk.services.datasets import section_name
from newsdesk.ui.evaluate.doubts import words
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.chip import CHIP_HEIGHT, paint_chip, percent

_Index = QModelIndex | QPersistentModelIndex
ITEM = Qt.ItemDataRole.UserRole
ROW = 28
_CHIP, _ARROW, _STATE = 118, 18, 60
_PAD = 8


class DoubtModel(QAbstractListModel):
    """Items of a review, in the order given; one and the same object a row."""

    def __init__(self) -> None:
        super().__init__()
        self.dataset: Dataset | None = None
        self.items: Sequence[Item] = ()

    def show_items(self, dataset: Dataset | None, items: Sequence[Item]) -> None:
        """Show others."""
        self.beginResetModel()
        self.dataset, self.items = dataset, items
        self.endResetModel()

    def note_change(self, number: int) -> None:
        """A row's state is another one; 0: any."""
        places = [i for i, item in enumerate(self.items) if number in (0, item.number)]
        if places:
            self.dataChanged.emit(self.index(places[0]), self.index(places[-1]))

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.items)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if self.dataset is None or not index.isValid():
            return None
        item = self.items[index.row()]
        if role == ITEM:
            return item
        if role == Qt.ItemDataRole.DisplayRole:
            return item.title or f"Row {item.number:,}"
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return words.spoken(item, self.dataset)
        return None


class KeyList(QListView):
    """A list whose keys are first offered to somebody else. moved: another row is the current."""

    moved = Signal()

    def __init__(self, name: str, press: Callable[[QKeyEvent], bool]) -> None:
        super().__init__()
        self._press = press
        self.setUniformItemSizes(True)
        self.setProperty("role", "list")
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._press(event):
            super().keyPressEvent(event)

    def currentChanged(self, current: _Index, previous: _Index) -> None:
        super().currentChanged(current, previous)
        self.moved.emit()


class RowDelegate(QStyledItemDelegate):
    """Paints a row's ground; those below know what stands on it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        theme().changed.connect(parent.update)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(200, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area, state = QRectF(option.rect), option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, theme().color("selected"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, theme().color("hover"))
        self.paint_row(painter, area.adjusted(_PAD, 0, -_PAD, 0), index)
        painter.restore()

    def paint_row(self, painter: QPainter, area: QRectF, index: _Index) -> None:
        """Paint what the row says."""
        raise NotImplementedError


class DoubtDelegate(RowDelegate):
    """Title, chip of the section, arrow, chip of the other one, probability or state."""

    def paint_row(self, painter: QPainter, area: QRectF, index: _Index) -> None:
        model, item = index.model(), index.data(ITEM)
        assert isinstance(model, DoubtModel)
        if model.dataset is None:
            return
        if _first_of_its_kind(model.items, index.row()):
            painter.setPen(theme().color("hairline"))
            painter.drawLine(area.topLeft(), area.topRight())
        middle, state = Qt.AlignmentFlag.AlignVCenter, words.state(item)
        clear = item.found or bool(item.group)
        left = area.right() - _STATE - 2 * _CHIP - _ARROW
        title = QRectF(area.left(), area.top(), left - area.left() - 10, area.height())
        painter.setPen(theme().color("ink" if clear and not state else "soft"))
        shown = QFontMetricsF(painter.font()).elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, title.width()
        )
        painter.drawText(title, middle, shown)
        top = area.center().y() - CHIP_HEIGHT / 2
        target = item.now if item.changed and item.now else item.suggested
        name = section_name(model.dataset, item.section) or "none"
        paint_chip(painter, QPointF(left, top), name, item.section, _CHIP - 4, outlined=True)
        if state not in ("kept", "agrees"):
            painter.setPen(theme().color("soft"))
            arrow = QRectF(left + _CHIP, area.top(), _ARROW, area.height())
            painter.drawText(arrow, middle, "→")
            chip = QPointF(left + _CHIP + _ARROW, top)
            paint_chip(painter, chip, section_name(model.dataset, target), target, _CHIP - 4)
        sure = percent(item.p_suggested) if item.p_suggested is not None else ""
        painter.setPen(theme().color("green_ink" if state else "ink" if clear else "soft"))
        painter.drawText(area, middle | Qt.AlignmentFlag.AlignRight, state or sure)


def _first_of_its_kind(items: Sequence[Item], row: int) -> bool:
    """Whether a line divides this row from the one above: another group, or no longer found."""
    if not row:
        return False
    one, above = items[row], items[row - 1]
    return one.group != above.group or (not one.group and one.found != above.found)
