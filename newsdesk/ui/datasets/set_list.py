"""The data sets on the left, one row each."""

from __future__ import annotations

from typing import Any

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
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from newsdesk.core.dataset import Dataset
from newsdesk.ui.datasets import words
from newsdesk.ui.theme import theme

HEIGHT = 76
MARGIN = 12
SET = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex


class SetModel(QAbstractListModel):
    """The data sets, by name."""

    def __init__(self) -> None:
        super().__init__()
        self.sets: list[Dataset] = []

    def show_sets(self, sets: list[Dataset]) -> None:
        """Show these sets; rows of the same sets keep their place."""
        if [one.id for one in sets] == [one.id for one in self.sets]:
            self.sets = sets
            if sets:
                self.dataChanged.emit(self.index(0), self.index(len(sets) - 1))
            return
        self.beginResetModel()
        self.sets = sets
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.sets)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not 0 <= index.row() < len(self.sets):
            return None
        dataset = self.sets[index.row()]
        if role == SET:
            return dataset
        if role == Qt.ItemDataRole.DisplayRole:
            return dataset.name
        if role == Qt.ItemDataRole.ToolTipRole:
            return words.source(dataset)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            rows, facts = words.number(dataset.rows, "row"), _facts(dataset)
            return f"{dataset.name}, {rows}, {facts}, from {words.origin(dataset)}"
        return None


class SetList(QListView):
    """picked: the Dataset that is chosen now, or None. remove_asked: Delete was pressed."""

    picked = Signal(object)
    remove_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("setList")
        self.setAccessibleName("Data sets")
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self._sets = SetModel()
        self.setModel(self._sets)
        self.setItemDelegate(_Row(self))
        self._name = ""
        self.selectionModel().currentChanged.connect(lambda *_: self._take())
        theme().changed.connect(self.viewport().update)

    @property
    def sets(self) -> list[Dataset]:
        """The sets that are listed."""
        return self._sets.sets

    @property
    def current(self) -> Dataset | None:
        """The set that is chosen."""
        found = self.currentIndex().data(SET)
        return found if isinstance(found, Dataset) else None

    def show_sets(self, sets: list[Dataset]) -> None:
        """Show these sets; the chosen one stays so, else the next one is."""
        chosen, place = self.current, self.currentIndex().row()
        self._sets.show_sets(sets)
        ids = [one.id for one in sets]
        names = [one.name for one in sets]
        if self._name in names:
            place = names.index(self._name)
            self._name = ""
        elif chosen is not None and chosen.id in ids:
            place = ids.index(chosen.id)
        place = min(max(place, 0), len(sets) - 1)
        if self.currentIndex().row() != place:
            self.setCurrentIndex(self._sets.index(place))
        else:
            self._take()

    def choose(self, name: str) -> None:
        """Choose a set by name, now or as soon as it is listed."""
        self._name = name
        self.show_sets(self.sets)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.current is not None:
            self.remove_asked.emit()
        else:
            super().keyPressEvent(event)

    def _take(self) -> None:
        self.picked.emit(self.current)


class _Row(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        dataset = index.data(SET)
        if not isinstance(dataset, Dataset):
            return
        area = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _ground(painter, area, option.state)
        inner = area.adjusted(MARGIN, 10, -MARGIN, 0)
        inner.setHeight(18)
        rows = words.number(dataset.rows, "row")
        _line(painter, inner, dataset.name, rows, 13, QFont.Weight.DemiBold, "ink")
        inner.translate(0, 19)
        _line(painter, inner, _facts(dataset), "", 12, QFont.Weight.Normal, "soft")
        inner.translate(0, 19)
        origin = words.origin(dataset)
        _line(painter, inner, origin, words.when(dataset.changed), 12, QFont.Weight.Normal, "ink")
        painter.restore()


def _facts(dataset: Dataset) -> str:
    parts = [words.number(len(dataset.sections), "section"), words.languages(dataset.languages)]
    unlabelled = dataset.rows - dataset.labelled
    if unlabelled:
        parts.append(f"{unlabelled:,} unlabelled")
    if dataset.problems:
        parts.append(words.number(dataset.problems, "problem"))
    return " · ".join(part for part in parts if part)


def _ground(painter: QPainter, area: QRectF, state: QStyle.StateFlag) -> None:
    if state & QStyle.StateFlag.State_Selected:
        painter.fillRect(area, theme().color("selected"))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(area, theme().color("hover"))
    painter.setPen(theme().color("hairline"))
    painter.drawLine(QPointF(area.left(), area.bottom()), area.bottomRight())
    if state & QStyle.StateFlag.State_Selected and state & QStyle.StateFlag.State_HasFocus:
        bar = QRectF(area.left(), area.top(), 3, area.height() - 1)
        painter.fillRect(bar, theme().color("accent"))


def _line(
    painter: QPainter,
    area: QRectF,
    left: str,
    right: str,
    pixels: int,
    weight: QFont.Weight,
    token: str,
) -> None:
    """One line: the right end always whole, the left cut where it does not fit."""
    font = QFont(painter.font())
    font.setPixelSize(12)
    font.setWeight(QFont.Weight.Normal)
    painter.setFont(font)
    painter.setPen(theme().color("soft"))
    middle = Qt.AlignmentFlag.AlignVCenter
    painter.drawText(area, middle | Qt.AlignmentFlag.AlignRight, right)
    used = QFontMetrics(font).horizontalAdvance(right) + 12 if right else 0
    font.setPixelSize(pixels)
    font.setWeight(weight)
    painter.setFont(font)
    painter.setPen(theme().color(token))
    width = int(area.width()) - used
    shown = QFontMetrics(font).elidedText(left, Qt.TextElideMode.ElideRight, width)
    painter.drawText(area, middle | Qt.AlignmentFlag.AlignLeft, shown)
