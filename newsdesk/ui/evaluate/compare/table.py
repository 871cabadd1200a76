"""The evaluations as a table: who takes part, and how each did on the common articles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from newsdesk.core.evaluation import Evaluation
from newsdesk.core.manifest import Metric
from newsdesk.services.evaluate.comparison import Row
from newsdesk.ui.evaluate.compare.words import megabytes, pace
from newsdesk.ui.evaluate.figure_table import ROW, FigureModel, FigureTable, paint_interval
from newsdesk.ui.evaluate.words import articles, day, evaluation_name, points
from newsdesk.ui.theme import theme

_Index = QModelIndex | QPersistentModelIndex
_METRIC = Qt.ItemDataRole.UserRole
_MOST = 7
"""Rows that are seen at a time."""
_NONE = "–"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table. bytes: of the model, 0 where it is gone. row: where it takes part.

    is_open: whether it is the evaluation that all others are held against.
    """

    evaluation: Evaluation
    name: str
    bytes: int
    takes_part: bool
    is_open: bool
    row: Row | None


@dataclass(frozen=True, slots=True)
class _Column:
    title: str
    width: int
    text: Callable[[Line], str]
    value: Callable[[Line], float]
    metric: Callable[[Row], Metric] | None = None
    tip: str = ""


def _metric_column(name: str, metric: Callable[[Row], Metric]) -> _Column:
    return _Column(
        name,
        108,
        lambda line: points(metric(line.row).value) if line.row else _NONE,
        lambda line: metric(line.row).value if line.row else -1.0,
        metric,
        "On the common articles, with the interval in which it lies with 95 % confidence",
    )


_COLUMNS = (
    _Column("Model", 0, lambda line: line.name, lambda line: 0.0),
    _metric_column("macro-F1", lambda row: row.standing.macro_f1),
    _metric_column("accuracy", lambda row: row.standing.accuracy),
    _Column(
        "ECE", 66,
        lambda line: f"{line.row.standing.ece:.3f}" if line.row else _NONE,
        lambda line: line.row.standing.ece if line.row else 2.0,
        tip="Expected calibration error: how far confidence is from being right",
    ),
    _Column(
        "size", 70,
        lambda line: megabytes(line.bytes) if line.bytes else "gone",
        lambda line: float(line.bytes),
        tip="Of the model on the disk",
    ),
    _Column(
        "speed", 74,
        lambda line: f"{pace(line.evaluation):,.0f} /s" if pace(line.evaluation) >= 1 else _NONE,
        lambda line: pace(line.evaluation),
        tip="Articles read a second when the evaluation was made, loading of the model counted",
    ),
)  # fmt: skip


class CompareModel(FigureModel):
    """toggled: id of an evaluation, and whether it is to take part."""

    toggled = Signal(int, bool)

    def __init__(self) -> None:
        super().__init__(_COLUMNS, numbers_from=3)
        self.lines: list[Line] = []
        self._sorted: tuple[int, Qt.SortOrder] = (-1, Qt.SortOrder.AscendingOrder)

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Show others; where they are the same evaluations, the cursor stays."""
        self.layoutAboutToBeChanged.emit()
        same = {each.evaluation.id for each in lines} == {each.evaluation.id for each in self.lines}
        if same:
            self.lines = list(lines)
            self._arrange()
            self.layoutChanged.emit()
            return
        self.layoutChanged.emit()
        self.beginResetModel()
        self.lines = list(lines)
        self._arrange()
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.lines)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        line = self.lines[index.row()]
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if index.column() == 0 and not line.is_open:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        line, column = self.lines[index.row()], _COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(line)
        if role == Qt.ItemDataRole.CheckStateRole and not index.column():
            return Qt.CheckState.Checked if line.takes_part else Qt.CheckState.Unchecked
        if role == _METRIC and column.metric is not None and line.row is not None:
            return column.metric(line.row)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.side(index.column())
        if role == Qt.ItemDataRole.FontRole and line.is_open and not index.column():
            font = QFont()
            font.setWeight(QFont.Weight.DemiBold)
            return font
        if role == Qt.ItemDataRole.ForegroundRole and not line.takes_part:
            return theme().color("soft")
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.tip if index.column() else _tip(line)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return _spoken(line, column)
        return None

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        checked = Qt.CheckState(value) == Qt.CheckState.Checked
        self.toggled.emit(self.lines[index.row()].evaluation.id, checked)
        return True

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; those that take part stand first."""
        self._sorted = (column, order)
        self.layoutAboutToBeChanged.emit()
        self._arrange()
        self.layoutChanged.emit()

    def _arrange(self) -> None:
        column, order = self._sorted
        if column < 0:
            return
        down = order == Qt.SortOrder.DescendingOrder
        self.lines.sort(key=lambda line: line.name.casefold(), reverse=down)
        if column:
            self.lines.sort(key=_COLUMNS[column].value, reverse=down)
        self.lines.sort(key=lambda line: not line.takes_part)


class CompareTable(FigureTable):
    """Space, Enter or a click on the box lets an evaluation take part, or no more."""

    def __init__(self) -> None:
        self.lines = CompareModel()
        super().__init__(self.lines, _FigureDelegate(), "The evaluations that are compared")
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Show other lines, in the order chosen, as high as they need."""
        self.lines.show_lines(lines)
        rows = min(max(len(lines), 1), _MOST)
        self.setFixedHeight(self.horizontalHeader().sizeHint().height() + rows * ROW + 3)

    def take(self, index: QModelIndex) -> None:
        box = self.lines.index(index.row(), 0)
        if self.lines.flags(box) & Qt.ItemFlag.ItemIsUserCheckable:
            line = self.lines.lines[index.row()]
            self.lines.toggled.emit(line.evaluation.id, not line.takes_part)


class _FigureDelegate(QStyledItemDelegate):
    """A figure with its interval beside it."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        super().paint(painter, option, index)
        metric = index.data(_METRIC)
        if metric is None:
            return
        painter.save()
        paint_interval(painter, QRectF(option.rect).adjusted(10, 0, -10, 0), metric)
        painter.restore()


def _tip(line: Line) -> str:
    told = f"{evaluation_name(line.evaluation)}, {articles(line.evaluation.articles)}, made on "
    told += day(line.evaluation.created)
    return f"{told}. All others are held against it." if line.is_open else told


def _spoken(line: Line, column: _Column) -> str:
    if column.title == "Model":
        taking = "takes part" if line.takes_part else "does not take part"
        return f"{line.name}, {'the open one' if line.is_open else taking}"
    metric = column.metric(line.row) if column.metric is not None and line.row else None
    if metric is None:
        return f"{column.title}: {column.text(line)}"
    told = f"{points(metric.value)}, from {points(metric.low)} to {points(metric.high)}"
    return f"{column.title}: {told}"
