"""Which column of a table is what, and the table's first rows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QGridLayout,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from newsdesk.documents.columns import TablePreview
from newsdesk.ui.widgets.choice import Choice

NONE = "(none)"


class ColumnsForm(QWidget):
    """One choice of a column for each part of an article. changed: another one was chosen."""

    changed = Signal()

    def __init__(
        self, parts: Sequence[tuple[str, str]], across: int = 1, parent: QWidget | None = None
    ) -> None:
        """parts: code and name of each part. across: how many of them stand in one row."""
        super().__init__(parent)
        self._choices: dict[str, QComboBox] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(8)
        grid.setHorizontalSpacing(10)
        for place, (part, name) in enumerate(parts):
            row, column = divmod(place, across)
            box = Choice(f"Column of the {name.lower()}")
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(7)
            box.currentIndexChanged.connect(self.changed)
            grid.addWidget(QLabel(name), row, 2 * column)
            grid.addWidget(box, row, 2 * column + 1)
            grid.setColumnStretch(2 * column + 1, 1)
            self._choices[part] = box

    def show_table(self, table: TablePreview) -> None:
        """Offer the columns of a table, with what was guessed chosen."""
        for part, box in self._choices.items():
            box.blockSignals(True)
            box.clear()
            box.addItem(NONE)
            box.addItems(table.columns)
            guessed = getattr(table.mapping, part, None)
            box.setCurrentIndex(table.columns.index(guessed) + 1 if guessed else 0)
            box.blockSignals(False)
        self.changed.emit()

    def choice(self, part: str) -> QComboBox:
        """The choice of the column for one part of an article."""
        return self._choices[part]

    def has(self, part: str) -> bool:
        """Whether a column is chosen for a part."""
        return self._choices[part].currentIndex() > 0

    def mapping(self) -> dict[str, str]:
        """The chosen columns by part; parts without one are left out."""
        return {part: box.currentText() for part, box in self._choices.items() if self.has(part)}


def rows_view(table: TablePreview | None = None) -> QTableWidget:
    """The first rows; a preview is small, so a plain table widget does."""
    view = QTableWidget()
    view.setAccessibleName("First rows of the table")
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setWordWrap(False)
    view.verticalHeader().hide()
    view.horizontalHeader().setDefaultSectionSize(180)
    view.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
    if table is not None:
        fill_rows(view, table)
    return view


def fill_rows(view: QTableWidget, table: TablePreview) -> None:
    """Show the first rows of a table in a view made by `rows_view`."""
    view.clear()
    view.setRowCount(len(table.rows))
    view.setColumnCount(len(table.columns))
    view.setHorizontalHeaderLabels(list(table.columns))
    for row, cells in enumerate(table.rows):
        for column, cell in enumerate(cells[: len(table.columns)]):
            view.setItem(row, column, QTableWidgetItem(cell[:200].replace("\n", " ")))
