"""The matrix with what stands to its right, in the room that there is."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from newsdesk.analysis.matrix import Matrix
from newsdesk.services.evaluate.matrix import Measure
from newsdesk.ui.evaluate.matrix import words
from newsdesk.ui.evaluate.matrix.headers import GAP, longest, name_font
from newsdesk.ui.evaluate.matrix.view import MatrixView
from newsdesk.ui.theme import theme

SMALLEST = QSize(22, 16)
LARGEST = QSize(46, 38)
LONGEST_ROW, LONGEST_COLUMN = 170, 120
MEASURES = 62


class MatrixGrid(QWidget):
    """Cells shrink until they can shrink no more; then the matrix scrolls under its names."""

    def __init__(self) -> None:
        super().__init__()
        self.view = MatrixView()
        self.view.setParent(self)
        self.measures = MeasureColumn(self.view, self)
        self.setFocusProxy(self.view)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._names = QSize(0, 0)

    @property
    def wanted(self) -> int:
        """The height at which all of it is seen at its largest."""
        return self._names.height() + self.view.cells.rowCount() * LARGEST.height() + 2

    def fit(self) -> None:
        """Lay it out anew, after another matrix is shown."""
        matrix = self.view.cells.matrix
        names = [section.name() for section in matrix.sections] if matrix is not None else []
        widest = longest(names, name_font(self.view.font(), LARGEST.height())) + 2 * GAP
        self._names = QSize(
            round(min(widest, LONGEST_ROW, max(60, self.width() * 0.32))),
            round(min(widest, LONGEST_COLUMN)),
        )
        self.setMaximumHeight(max(self.wanted, 120))
        self._lay_out(len(names))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.fit()

    def sizeHint(self) -> QSize:
        return QSize(500, self.wanted)

    def minimumSizeHint(self) -> QSize:
        return QSize(260, 200)

    def _lay_out(self, size: int) -> None:
        room = QSize(self.width() - MEASURES, self.height())
        cells = room - self._names
        bar = self.view.horizontalScrollBar().sizeHint().height()
        high = _length(cells.height(), size, SMALLEST.height(), LARGEST.height())
        scrolls = high * size > cells.height()
        wide = _length(cells.width() - bar * scrolls, size, SMALLEST.width(), LARGEST.width())
        width, height = self._names.width() + wide * size, self._names.height() + high * size
        across, down = width > room.width(), height > room.height()
        width, height = width + bar * down, height + bar * across
        self.view.rows.setFixedWidth(self._names.width())
        self.view.columns.setFixedHeight(self._names.height())
        self.view.setGeometry(0, 0, min(width, room.width()), min(height, room.height()))
        self.view.resize_cells(wide, high)
        self.measures.setGeometry(self.view.width(), 0, MEASURES, self.height())


def _length(room: int, number: int, smallest: int, largest: int) -> int:
    """Of one cell, where so many stand side by side."""
    return min(largest, max(smallest, room // max(1, number)))


class MeasureColumn(QWidget):
    """F1, precision or recall of each row that is seen. The names of the rows say them too."""

    def __init__(self, view: MatrixView, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = view
        self._matrix: Matrix | None = None
        self._measure: Measure = "f1"
        view.verticalScrollBar().valueChanged.connect(self.update)
        theme().changed.connect(self.update)

    @property
    def texts(self) -> list[str]:
        """What stands beside each row."""
        if self._matrix is None:
            return []
        return [
            words.measure_text(self._matrix, self._measure, row) for row in range(len(self._matrix))
        ]

    def show_measure(self, matrix: Matrix | None, measure: Measure) -> None:
        """Show another measure."""
        self._matrix, self._measure = matrix, measure
        self.setAccessibleName(f"{words.MEASURES[measure]} of the sections")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        high, top = self._view.rows.defaultSectionSize(), self._view.columns.height()
        painter.setFont(name_font(self.font(), high))
        painter.setPen(theme().color("soft"))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        head = QRectF(0, 0, self.width() - 2, top - 5)
        foot = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
        painter.drawText(head, foot, words.MEASURES[self._measure])
        painter.setClipRect(QRect(0, top, self.width(), self._view.viewport().height()))
        offset = self._view.rows.offset()
        for row, text in enumerate(self.texts):
            area = QRectF(0, top + row * high - offset, self.width() - 2, high)
            if area.bottom() > top and area.top() < self.height():
                painter.drawText(area, right, text)
