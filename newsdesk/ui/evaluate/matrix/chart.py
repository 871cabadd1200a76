"""The matrix as a chart: the whole of it, for files and reports."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QApplication

from newsdesk.analysis.matrix import Matrix, Scale
from newsdesk.services.evaluate.matrix import Measure
from newsdesk.ui.evaluate.chart import Table
from newsdesk.ui.evaluate.matrix import words
from newsdesk.ui.evaluate.matrix.cells import CellPainter, difference_look_of, look_of
from newsdesk.ui.evaluate.matrix.headers import (
    GAP,
    longest,
    name_font,
    paint_column_name,
    paint_row_name,
)
from newsdesk.ui.theme.palette import Tokens

CELL, SMALL_CELL = QSizeF(46, 38), QSizeF(26, 22)
MANY = 20
"""Sections from which on cells are small."""
_LONGEST_NAME = 300.0
_MEASURE = 62.0
_FOOT = 26.0
_SCALES: dict[Scale, str] = {
    "counts": "articles",
    "row": "percent of the true section",
    "column": "percent of the predicted section",
    "all": "percent of all articles",
}


class MatrixChart:
    """A whole matrix with names, numbers and a measure of every section.

    against: the name of the other model, where the difference to it is to be drawn.
    """

    def __init__(
        self,
        matrix: Matrix,
        scale: Scale = "counts",
        measure: Measure = "f1",
        against: str = "",
    ) -> None:
        self._matrix, self._scale, self._measure, self._against = matrix, scale, measure, against
        self._look = difference_look_of(matrix) if against else look_of(matrix, scale)
        self._cell = CELL if len(matrix) < MANY else SMALL_CELL
        self._font = QFont(QApplication.font())

    @property
    def title(self) -> str:
        """What it shows."""
        if self._against:
            return f"Confusion matrix: difference to {self._against}"
        return f"Confusion matrix: {_SCALES[self._scale]}"

    def size(self) -> QSizeF:
        """As large as its names and cells ask for."""
        names, cells = self._names(), len(self._matrix)
        width = names + cells * self._cell.width() + _MEASURE
        return QSizeF(max(width, 360.0), names + cells * self._cell.height() + _FOOT)

    def paint(self, painter: QPainter, size: QSizeF, tokens: Tokens) -> None:
        """Draw all of it, made smaller where there is less room than it asks for."""
        own = self.size()
        part = min(size.width() / own.width(), size.height() / own.height(), 1.0)
        painter.save()
        painter.fillRect(QRectF(0, 0, size.width(), size.height()), QColor(tokens.ground))
        painter.scale(part, part)
        names, wide, high = self._names(), self._cell.width(), self._cell.height()
        places = range(len(self._matrix))
        rows = [(place, names + place * high) for place in places]
        columns = [(place, names + place * wide) for place in places]
        cells = CellPainter(self._look, tokens, wide, high, self._font)
        cells.paint(painter, rows, columns)
        self._paint_names(painter, rows, columns, tokens)
        self._paint_foot(painter, own, tokens)
        painter.restore()

    def table(self) -> Table:
        """Counts or shares by code, and the measures of each section."""
        matrix = self._matrix
        values = matrix.change if self._against else matrix.shares(self._scale)
        whole = bool(self._against) or self._scale == "counts"
        margins = matrix.margins
        header = [
            "true \\ predicted",
            "section name",
            *(section.code for section in matrix.sections),
        ]
        rows = [
            [
                section.code,
                section.name(),
                *(int(value) if whole else float(value) for value in values[place]),
                *(float(getattr(margins, name)[0, place]) for name in words.MEASURES),
                int(matrix.counts[place].sum()),
            ]
            for place, section in enumerate(matrix.sections)
        ]
        figures = [f"section {name}" for name in (*words.MEASURES, "articles")]
        return [*header, *figures], rows

    def _names(self) -> float:
        names = [section.name() for section in self._matrix.sections]
        return min(longest(names, name_font(self._font, self._cell.height())), _LONGEST_NAME) + (
            2 * GAP
        )

    def _paint_names(
        self,
        painter: QPainter,
        rows: list[tuple[int, float]],
        columns: list[tuple[int, float]],
        tokens: Tokens,
    ) -> None:
        names, wide, high = self._names(), self._cell.width(), self._cell.height()
        painter.setFont(name_font(self._font, high))
        painter.setPen(QColor(tokens.soft))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        left = names + len(columns) * wide
        for place, top in rows:
            name = self._matrix.sections[place].name()
            paint_row_name(painter, QRectF(0, top, names, high), name)
            figure = words.measure_text(self._matrix, self._measure, place)
            painter.drawText(QRectF(left, top, _MEASURE - 2, high), right, figure)
        for place, begin in columns:
            name = self._matrix.sections[place].name()
            paint_column_name(painter, QRectF(begin, 0, wide, names), name)

    def _paint_foot(self, painter: QPainter, own: QSizeF, tokens: Tokens) -> None:
        measure = words.MEASURES[self._measure]
        told = f"true section ↓   predicted →   right: {measure} of the section"
        painter.setFont(name_font(self._font, 18))
        painter.setPen(QColor(tokens.soft))
        area = QRectF(0, own.height() - _FOOT, own.width(), _FOOT)
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, told)
