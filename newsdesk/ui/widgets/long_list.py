"""A long list: rows of one height, so that 200,000 cost no more than ten.

Qt's own list lays out every row whenever one comes or goes; here a row's place follows from
its number.
"""

from __future__ import annotations

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

Index = QModelIndex | QPersistentModelIndex
Action = QAbstractItemView.CursorAction
Hint = QAbstractItemView.ScrollHint


class LongList(QAbstractItemView):
    """remove_asked: Delete was pressed over the selection. scrolled: other rows are in view."""

    remove_asked = Signal()
    scrolled = Signal()

    def __init__(self, row_height: int, name: str, parent: QWidget | None = None) -> None:
        """row_height: pixels. name: for the screen reader."""
        super().__init__(parent)
        self._height = row_height
        self.next_row = 0
        """Where Down leads to while no row is the current one."""
        self.setObjectName("longList")
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.verticalScrollBar().valueChanged.connect(lambda _: self.scrolled.emit())

    @property
    def top(self) -> tuple[int, int]:
        """The first row in view, and how many of its pixels are out of sight above."""
        return divmod(self.verticalOffset(), self._height)

    def show_top(self, row: int, above: int) -> None:
        """Scroll to where `top` was."""
        self.verticalScrollBar().setValue(row * self._height + above)

    @property
    def seen(self) -> range:
        """The rows in view, those that are seen in part as well."""
        first = self.verticalOffset() // self._height
        last = (self.verticalOffset() + self.viewport().height() - 1) // self._height
        return range(first, min(last + 1, self._rows()))

    def select_places(self, stretches: list[tuple[int, int]]) -> None:
        """Select exactly the rows of these stretches (first, last)."""
        selection = QItemSelection()
        model = self.model()
        for first, last in stretches:
            selection.select(model.index(first, 0), model.index(last, 0))
        mode = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().select(selection, mode)

    def selected_places(self) -> list[tuple[int, int]]:
        """The selected rows in order, as stretches (first, last)."""
        selection = self.selectionModel().selection()
        return sorted((part.top(), part.bottom()) for part in _parts(selection))

    def selected_count(self) -> int:
        """How many rows are selected."""
        return sum(last - first + 1 for first, last in self.selected_places())

    def fit(self) -> None:
        """The number of rows or the room for them is another one now."""
        bar, room = self.verticalScrollBar(), self.viewport().height()
        bar.setRange(0, max(0, self._rows() * self._height - room))
        bar.setPageStep(room)
        bar.setSingleStep(self._height // 2)
        self.viewport().update()

    # What Qt asks of a view

    def horizontalOffset(self) -> int:
        return 0

    def verticalOffset(self) -> int:
        return self.verticalScrollBar().value()

    def isIndexHidden(self, index: Index) -> bool:
        return False

    def indexAt(self, point: QPoint) -> QModelIndex:
        row = (point.y() + self.verticalOffset()) // self._height
        return self.model().index(row, 0) if 0 <= row < self._rows() else QModelIndex()

    def visualRect(self, index: Index) -> QRect:
        if not index.isValid():
            return QRect()
        top = index.row() * self._height - self.verticalOffset()
        return QRect(0, top, self.viewport().width(), self._height)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        region = QRegion()
        for part in _parts(selection):
            area = self.visualRect(part.topLeft()).united(self.visualRect(part.bottomRight()))
            region += QRegion(area.intersected(self.viewport().rect()))
        return region

    def scrollTo(self, index: Index, hint: Hint = Hint.EnsureVisible) -> None:
        if not index.isValid():
            return
        bar, room = self.verticalScrollBar(), self.viewport().height()
        top = index.row() * self._height
        if hint == Hint.PositionAtTop or top < bar.value():
            bar.setValue(top)
        elif hint == Hint.PositionAtCenter:
            bar.setValue(top - (room - self._height) // 2)
        elif top + self._height > bar.value() + room:
            bar.setValue(top + self._height - room)

    def moveCursor(self, action: Action, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        page = max(1, self.viewport().height() // self._height - 1)
        steps = {
            Action.MoveDown: 1,
            Action.MoveNext: 1,
            Action.MoveUp: -1,
            Action.MovePrevious: -1,
            Action.MovePageDown: page,
            Action.MovePageUp: -page,
            Action.MoveHome: -self._rows(),
            Action.MoveEnd: self._rows(),
        }
        if not self._rows():
            return QModelIndex()
        here, step = self.currentIndex(), steps.get(action, 0)
        row = here.row() if here.isValid() else self.next_row - (1 if step > 0 else 0)
        row += step
        return self.model().index(min(max(row, 0), self._rows() - 1), 0)

    def setSelection(self, rect: QRect, flags: QItemSelectionModel.SelectionFlag) -> None:
        first, last = sorted((rect.top(), rect.bottom()))
        first = max(0, (first + self.verticalOffset()) // self._height)
        last = min(self._rows() - 1, (last + self.verticalOffset()) // self._height)
        selection = QItemSelection()
        if first <= last:
            selection.select(self.model().index(first, 0), self.model().index(last, 0))
        self.selectionModel().select(selection, flags)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        plain, model, delegate = option.state, self.model(), self.itemDelegate()
        under_mouse = self._under_mouse()
        for row in self.seen:
            index = model.index(row, 0)
            option.rect = self.visualRect(index)
            if not option.rect.intersects(event.rect()):
                continue
            option.state = plain & ~(
                QStyle.StateFlag.State_MouseOver
                | QStyle.StateFlag.State_Selected
                | QStyle.StateFlag.State_HasFocus
            )
            if self.selectionModel().isSelected(index):
                option.state |= QStyle.StateFlag.State_Selected
            if row == self.currentIndex().row() and self.hasFocus():
                option.state |= QStyle.StateFlag.State_HasFocus
            if row == under_mouse:
                option.state |= QStyle.StateFlag.State_MouseOver
            delegate.paint(painter, option, index)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        # Not as an item view does it: where no row is the current one it would open another.
        QAbstractScrollArea.focusInEvent(self, event)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.selectionModel().hasSelection():
            self.remove_asked.emit()
            return
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self.selectAll()
            return
        # Enter, digits and letters belong to whoever decides, not to the list's search by typing.
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter or (event.text() and event.text().isprintable()):
            event.ignore()
            return
        super().keyPressEvent(event)

    def _rows(self) -> int:
        model = self.model()
        return model.rowCount() if model is not None else 0

    def _under_mouse(self) -> int:
        viewport = self.viewport()
        if not viewport.underMouse():
            return -1
        return self.indexAt(viewport.mapFromGlobal(viewport.cursor().pos())).row()


def _parts(selection: QItemSelection) -> list[QItemSelectionRange]:
    return [selection.at(number) for number in range(selection.count())]
