"""The cells: picked by click, drag and keys, outlined where they are picked."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QLineF,
    QModelIndex,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from newsdesk.analysis.evaluated import Ints
from newsdesk.analysis.matrix import Mask, Matrix
from newsdesk.services.evaluate.selection import How
from newsdesk.ui.evaluate.matrix.cells import CellLook, CellPainter
from newsdesk.ui.evaluate.matrix.headers import SectionHeader
from newsdesk.ui.evaluate.matrix.model import MatrixModel
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.picking import PICKS

_Flag = QItemSelectionModel.SelectionFlag
_Action = QAbstractItemView.CursorAction
_MOVES = {
    Qt.Key.Key_Left: _Action.MoveLeft,
    Qt.Key.Key_Right: _Action.MoveRight,
    Qt.Key.Key_Up: _Action.MoveUp,
    Qt.Key.Key_Down: _Action.MoveDown,
    Qt.Key.Key_Home: _Action.MoveHome,
    Qt.Key.Key_End: _Action.MoveEnd,
    Qt.Key.Key_PageUp: _Action.MovePageUp,
    Qt.Key.Key_PageDown: _Action.MovePageDown,
}


class MatrixView(QTableView):
    """picked: cells of shape (S, S), and how they join those picked before. cleared: by Escape."""

    picked = Signal(object, str)
    cleared = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.cells = MatrixModel()
        self.setModel(self.cells)
        self.rows = SectionHeader(Qt.Orientation.Vertical)
        self.columns = SectionHeader(Qt.Orientation.Horizontal)
        self._look: CellLook | None = None
        self._painter: CellPainter | None = None
        self._marks: Ints | None = None
        self._anchor = QModelIndex()
        self._told = self.chosen
        self._build()
        theme().changed.connect(self._repaint)

    @property
    def chosen(self) -> Mask:
        """Which cells are picked here, shape (S, S)."""
        size = self.cells.rowCount()
        cells = np.zeros((size, size), dtype=np.bool_)
        for block in self.selectionModel().selection().toList():
            cells[block.top() : block.bottom() + 1, block.left() : block.right() + 1] = True
        return cells

    @property
    def chosen_sections(self) -> list[int]:
        """The places of the sections whose whole row or column is picked."""
        cells = self.chosen
        return np.flatnonzero(cells.all(axis=0) | cells.all(axis=1)).tolist()

    def show_matrix(self, matrix: Matrix | None, look: CellLook | None, against: str) -> None:
        """Show another matrix; nothing of it is picked."""
        self._look, self._marks = look, None
        self.cells.show_matrix(matrix, look, against)
        self._told = self.chosen
        self._repaint()

    def show_marks(self, marks: Ints | None) -> None:
        """Mark cells that hold picked articles. marks: how many, shape (S, S)."""
        self._marks = marks
        self.viewport().update()

    def choose(self, cells: Mask) -> None:
        """Outline cells of shape (S, S) as picked; nobody is told."""
        chosen = QItemSelection()
        for row in np.flatnonzero(cells.any(axis=1)).tolist():
            for left, right in _runs(cells[row]):
                chosen.select(self.cells.index(row, left), self.cells.index(row, right))
        self.selectionModel().select(chosen, _Flag.ClearAndSelect)
        self._told = self.chosen

    def resize_cells(self, width: int, height: int) -> None:
        """Give every cell a size in pixels."""
        self.columns.setDefaultSectionSize(width)
        self.rows.setDefaultSectionSize(height)
        self._repaint()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._look is None or not self.cells.rowCount():
            return
        wide, high = self.columns.defaultSectionSize(), self.rows.defaultSectionSize()
        if self._painter is None:
            self._painter = CellPainter(self._look, theme().tokens, wide, high, self.font())
        size, area = self.cells.rowCount(), event.rect()
        dx, dy = self.columns.offset(), self.rows.offset()
        across = _seen(area.left() + dx, area.right() + dx, wide, size)
        down = _seen(area.top() + dy, area.bottom() + dy, high, size)
        painter = QPainter(self.viewport())
        self._painter.paint(
            painter,
            [(row, float(row * high - dy)) for row in down],
            [(column, float(column * wide - dx)) for column in across],
        )
        chosen = self.chosen
        painter.setPen(QPen(theme().color("ink"), 2))
        painter.drawLines(_outline(chosen, down, across, (wide, high), (dx, dy)))
        if self._marks is not None:
            for row, column in np.argwhere((self._marks > 0) & ~chosen).tolist():
                if row in down and column in across:
                    _mark(painter, QRectF(column * wide - dx, row * high - dy, wide - 1, high - 1))
        current = self.currentIndex()
        if self.hasFocus() and current.isValid():
            place = QRectF(current.column() * wide - dx, current.row() * high - dy, wide, high)
            painter.setPen(QPen(theme().color("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(place.adjusted(1, 1, -2, -2))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._tell(event.modifiers())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        current = self.currentIndex()
        if key in _MOVES:
            self._move(_MOVES[key], modifiers)
        elif key in PICKS and current.isValid():
            self._pick(current, modifiers)
        elif key == Qt.Key.Key_Escape and self.selectionModel().hasSelection():
            self.clearSelection()
            self._told = self.chosen
            self.cleared.emit()
        elif key == Qt.Key.Key_A and modifiers & Qt.KeyboardModifier.ControlModifier:
            self.selectAll()
            self._tell(Qt.KeyboardModifier.NoModifier)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)  # which finds a focus cell where there is none
        self.viewport().update()

    def _move(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> None:
        """Move the focus cell; with Shift, pick all between here and where the move began."""
        before = self.currentIndex()
        index = self.moveCursor(action, modifiers)
        if not index.isValid():
            return
        if not modifiers & Qt.KeyboardModifier.ShiftModifier:
            self._anchor = QModelIndex()
            self.selectionModel().setCurrentIndex(index, _Flag.NoUpdate)
        else:
            if not self._anchor.isValid():
                self._anchor = before
            top, bottom = sorted((self._anchor.row(), index.row()))
            left, right = sorted((self._anchor.column(), index.column()))
            block = QItemSelection(self.cells.index(top, left), self.cells.index(bottom, right))
            self.selectionModel().setCurrentIndex(index, _Flag.NoUpdate)
            self.selectionModel().select(block, _Flag.ClearAndSelect)
            self._tell(Qt.KeyboardModifier.NoModifier)
        self.scrollTo(index)
        self.viewport().update()

    def _pick(self, index: QModelIndex, modifiers: Qt.KeyboardModifier) -> None:
        """Pick the focus cell; with Shift its whole row; Ctrl adds it, or takes it out."""
        flags = _Flag.ClearAndSelect
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            flags = _Flag.Toggle
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            flags |= _Flag.Rows
        self.selectionModel().select(index, flags)
        self._anchor = index
        self._tell(modifiers)

    def _tell(self, modifiers: Qt.KeyboardModifier) -> None:
        """Say what is picked now; with Ctrl, what came to it or went from it."""
        before, now = self._told, self.chosen
        self._told = now
        changes: list[tuple[Mask, How]] = [(now, "replace")]
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            changes = [(before & ~now, "remove"), (now & ~before, "add")]
        for cells, how in changes:
            if cells.any() or (how == "replace" and before.any()):
                self.picked.emit(cells, how)

    def _repaint(self) -> None:
        self._painter = None
        self.viewport().update()

    def _build(self) -> None:
        self.setVerticalHeader(self.rows)
        self.setHorizontalHeader(self.columns)
        self.setProperty("role", "bare")
        self.setAccessibleName("Confusion matrix: true sections down, predicted sections across")
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setCornerWidget(QWidget())
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.selectionModel().selectionChanged.connect(lambda *_: self.viewport().update())
        for header in (self.rows, self.columns):
            header.released.connect(self._tell)


def _seen(first: int, last: int, size: int, number: int) -> range:
    """The places between two points."""
    return range(max(0, first // size), min(number, last // size + 1))


def _runs(chosen: Mask) -> list[tuple[int, int]]:
    """First and last place of each unbroken run of a mask of shape (S,)."""
    edges = np.flatnonzero(np.diff(chosen.astype(np.int8), prepend=0, append=0)).tolist()
    return [(start, end - 1) for start, end in zip(edges[::2], edges[1::2], strict=True)]


def _outline(
    chosen: Mask, down: range, across: range, cell: tuple[int, int], offset: tuple[int, int]
) -> list[QLineF]:
    """Lines around all that is picked, not around every cell of it.

    down, across: the cells in sight. cell: their size. offset: of the first one, in pixels.
    """
    framed = np.pad(chosen, 1)
    (wide, high), (dx, dy) = cell, offset
    lines = []
    for i, j in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        beside = framed[1 + i : framed.shape[0] - 1 + i, 1 + j : framed.shape[1] - 1 + j]
        for row, column in np.argwhere(chosen & ~beside).tolist():
            if row not in down or column not in across:
                continue
            left, top = column * wide - dx + 0.5, row * high - dy + 0.5
            right, foot = left + wide - 2, top + high - 2
            x1, x2 = (right, right) if j > 0 else (left, left if j else right)
            y1, y2 = (foot, foot) if i > 0 else (top, top if i else foot)
            lines.append(QLineF(x1, y1, x2, y2))
    return lines


def _mark(painter: QPainter, place: QRectF) -> None:
    """A dot in the corner: articles of this cell are picked elsewhere."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme().tokens.panel), 1))
    painter.setBrush(theme().color("ink"))
    side = min(6.0, place.height() / 2.5)
    painter.drawEllipse(QRectF(place.right() - side - 2, place.top() + 2, side, side))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
