"""The table over a paged model, and the choice of a section within it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from newsdesk.core.dataset import LabelledArticle
from newsdesk.ui.datasets.paged_model import ROW, PagedModel
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.chip import CHIP_HEIGHT, paint_chip
from newsdesk.ui.widgets.choice import Choice

ROW_HEIGHT = 30
ROOM = 240
"""Pixels that the text of a row should have."""
Index = QModelIndex | QPersistentModelIndex


class RowTable(QTableView):
    """opened: by double click or Enter. moved: the row that is current now."""

    opened = Signal(QModelIndex)
    moved = Signal(QModelIndex)

    def __init__(self, model: PagedModel[Any], name: str) -> None:
        super().__init__()
        self.setModel(model)
        self._columns = model.columns
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.SelectedClicked
        )
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(40)
        for place, column in enumerate(model.columns):
            if column.width:
                self.setColumnWidth(place, column.width)
            else:
                header.setSectionResizeMode(place, QHeaderView.ResizeMode.Stretch)
        self.doubleClicked.connect(self.opened)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._drop_spare(event.size().width())

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.moved.emit(current)

    def _drop_spare(self, width: int) -> None:
        """Hide columns that can be spared until the text has room."""
        columns = list(enumerate(self._columns))
        taken = sum(column.width for _, column in columns)
        for place, column in sorted(columns, key=lambda pair: -pair[1].spare):
            if column.spare:
                short = width - taken < ROOM
                self.setColumnHidden(place, short)
                taken -= column.width if short else 0

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)


class SectionDelegate(QStyledItemDelegate):
    """Paints a section as a chip; F2 or a click on the chosen row's chip offers the others.

    It serves the whole table: Qt does not take leave of the delegate of one column in a reset.
    """

    def __init__(self, column: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._column = column

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if index.column() != self._column:
            super().paint(painter, option, index)
            return
        row = index.data(ROW)
        area = QRectF(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, theme().color("selected"))
        if not isinstance(row, LabelledArticle):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.section:
            corner = QPointF(area.left() + 6, area.center().y() - CHIP_HEIGHT / 2)
            paint_chip(painter, corner, str(index.data()), row.section, area.width() - 12)
        else:
            painter.setPen(theme().color("soft"))
            place = area.adjusted(8, 0, 0, 0)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, "none")
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        model, row = index.model(), index.data(ROW)
        dataset = getattr(model, "dataset", None)
        if dataset is None or not isinstance(row, LabelledArticle):
            return super().createEditor(parent, option, index)
        box = Choice("Section", parent)
        box.addItem("(no section)", "")
        for section in dataset.sections:
            box.addItem(section.name(), section.code)
        box.activated.connect(lambda _: self._settle(box))
        QTimer.singleShot(0, box, box.showPopup)
        return box

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        row = index.data(ROW)
        if isinstance(editor, QComboBox) and isinstance(row, LabelledArticle):
            editor.setCurrentIndex(max(editor.findData(row.section), 0))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentData())

    def _settle(self, box: QComboBox) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box)
