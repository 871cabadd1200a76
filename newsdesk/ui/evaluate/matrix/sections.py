"""The sections as a table: precision, recall and F1 with their intervals, and articles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from newsdesk.analysis.figures import SectionResult
from newsdesk.core.manifest import Metric
from newsdesk.ui.evaluate.figure_table import FigureModel, FigureTable, paint_interval
from newsdesk.ui.evaluate.words import points
from newsdesk.ui.theme import theme

_Index = QModelIndex | QPersistentModelIndex
_RESULT = Qt.ItemDataRole.UserRole
_METRIC = Qt.ItemDataRole.UserRole + 1
_CODE = Qt.ItemDataRole.UserRole + 2
_DOT = 9


@dataclass(frozen=True, slots=True)
class _Column:
    title: str
    width: int
    tip: str
    value: Callable[[SectionResult], float | Metric]


_COLUMNS = (
    _Column("Section", 0, "", lambda result: 0.0),
    _Column("Precision", 98, "Of what was put into the section, the part that belongs there",
            lambda result: result.precision),
    _Column("Recall", 98, "Of what belongs into the section, the part that was put there",
            lambda result: result.recall),
    _Column("F1", 98, "Harmonic mean of precision and recall", lambda result: result.f1),
    _Column("Articles", 78, "Articles that belong into the section",
            lambda result: float(result.support)),
    _Column("Put there", 88, "Articles that the model put into the section",
            lambda result: float(result.predicted)),
)  # fmt: skip


class SectionModel(FigureModel):
    """One row a section; sorted by any column."""

    def __init__(self) -> None:
        super().__init__(_COLUMNS, numbers_from=1)
        self._names: dict[str, str] = {}
        self.results: list[SectionResult] = []

    def show_results(self, results: list[SectionResult], names: dict[str, str]) -> None:
        """Show other figures. names: of the sections, by code."""
        self.beginResetModel()
        self.results, self._names = list(results), names
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.results)

    def name(self, result: SectionResult) -> str:
        """The name of a row's section."""
        return self._names.get(result.code, result.code)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        result, column = self.results[index.row()], _COLUMNS[index.column()]
        value = column.value(result)
        if role == _RESULT:
            return result
        if role == _METRIC:
            return value if isinstance(value, Metric) else None
        if role == _CODE:
            return result.code if index.column() == 0 else None
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column():
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.AccessibleTextRole,
            Qt.ItemDataRole.ToolTipRole,
        ):
            if index.column() == 0:
                return self.name(result)
            if not isinstance(value, Metric):
                return f"{value:,.0f}"
            told = points(value.value)
            spoken = f"{column.title} {told}, from {points(value.low)} to {points(value.high)}"
            return told if role == Qt.ItemDataRole.DisplayRole else spoken
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; sections of like value by name."""

        def weight(result: SectionResult) -> float:
            value = _COLUMNS[column].value(result)
            return value.value if isinstance(value, Metric) else value

        self.layoutAboutToBeChanged.emit()
        down = order == Qt.SortOrder.DescendingOrder
        self.results.sort(key=lambda result: self.name(result).casefold(), reverse=down)
        if column:
            self.results.sort(key=weight, reverse=down)
        self.layoutChanged.emit()


class SectionTable(FigureTable):
    """picked: the code of a section was clicked, or Enter or Space pressed on it."""

    picked = Signal(str)

    def __init__(self) -> None:
        self.sections = SectionModel()
        super().__init__(
            self.sections, _MetricDelegate(), "Precision, recall and F1 of each section"
        )
        self.clicked.connect(self.take)

    def show_results(self, results: list[SectionResult], names: dict[str, str]) -> None:
        """Show other figures, sorted as before."""
        self.sections.show_results(results, names)
        header = self.horizontalHeader()
        if header.sortIndicatorSection() >= 0:
            self.sections.sort(header.sortIndicatorSection(), header.sortIndicatorOrder())

    def take(self, index: QModelIndex) -> None:
        self.picked.emit(index.data(_RESULT).code)


class _MetricDelegate(QStyledItemDelegate):
    """A figure with its interval beside it; a section's name with its colour."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        metric, code = index.data(_METRIC), index.data(_CODE)
        super().paint(painter, option, index)
        if metric is None and code is None:
            return
        painter.save()
        area = QRectF(option.rect).adjusted(10, 0, -10, 0)
        if code is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().section(code))
            painter.drawEllipse(QRectF(area.left(), area.center().y() - _DOT / 2, _DOT, _DOT))
        else:
            paint_interval(painter, area, metric)
        painter.restore()

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        super().initStyleOption(option, index)
        if index.data(_METRIC) is not None:
            option.displayAlignment = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        if index.data(_CODE) is not None:
            option.text = f"     {option.text}"
