"""The row above the matrix: which numbers, and in which order the sections stand."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from newsdesk.analysis.matrix import Order
from newsdesk.services.evaluate.matrix import Show, ShownMatrix
from newsdesk.ui.widgets.choice import Choice

_SHOWS: tuple[tuple[Show, str, str], ...] = (
    ("counts", "Counts", "How many articles"),
    ("row", "By row", "Percent of the articles of the true section"),
    ("column", "By column", "Percent of the articles that were put into the section"),
    ("all", "Of all", "Percent of all articles"),
    ("difference", "Difference", "What got better and what worse, held against the other model"),
    ("sections", "Sections", "Precision, recall and F1 of each section as a table"),
)
_NO_OTHER = "Choose above what this evaluation is held against."
_ORDERS: tuple[tuple[Order, str], ...] = (
    ("sections", "Model’s order"),
    ("size", "Largest first"),
    ("similar", "Similar together"),
)


class MatrixControls(QWidget):
    """Shows the state of the matrix, and changes it."""

    def __init__(self, matrix: ShownMatrix) -> None:
        super().__init__()
        self._matrix = matrix
        self._group = QButtonGroup(self)
        self.buttons: dict[Show, QPushButton] = {}
        self.order = Choice("Order of the sections")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(3)
        for show, text, tip in _SHOWS:
            row.addWidget(self._button(show, text, tip))
        row.addStretch(1)
        for order, text in _ORDERS:
            self.order.addItem(text, order)
        self.order.activated.connect(lambda: matrix.sort(cast(Order, self.order.currentData())))
        row.addWidget(self.order)

    def show_state(self) -> None:
        """Show how the matrix is shown now."""
        shown = self._matrix.show
        possible = bool(self._matrix.against)
        difference = self.buttons["difference"]
        difference.setEnabled(possible)
        difference.setToolTip(_SHOWS[4][2] if possible else _NO_OTHER)
        self.buttons["counts" if shown == "difference" and not possible else shown].setChecked(True)
        self.order.setCurrentIndex(self.order.findData(self._matrix.order))
        self.order.setEnabled(shown != "sections")

    def _button(self, show: Show, text: str, tip: str) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("role", "filter")
        button.setCheckable(True)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setToolTip(tip)
        button.clicked.connect(lambda: self._matrix.show_as(show))
        self._group.addButton(button)
        self.buttons[show] = button
        return button
