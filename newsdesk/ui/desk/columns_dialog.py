"""Which column of a table is what: the guess, the first rows, and the person's word."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from newsdesk.documents.columns import TablePreview
from newsdesk.ui.widgets.labels import label

PARTS = (("title", "Title"), ("body", "Body"), ("cover", "Cover"), ("language", "Language"))
NONE = "(none)"


class ColumnsDialog(QDialog):
    """Accepted with a body chosen; `mapping` then gives part → column."""

    def __init__(self, table: TablePreview, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Columns of {table.name}")
        self.resize(760, 520)
        self._choices = {part: self._choice(table, part, name) for part, name in PARTS}
        form = QFormLayout()
        form.setSpacing(8)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignVCenter)
        for part, name in PARTS:
            form.addRow(name, self._choices[part])
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        read = self._buttons.button(QDialogButtonBox.StandardButton.Ok)
        read.setText("Read the table")
        read.setProperty("role", "primary")
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(14)
        layout.addWidget(label("Which column holds what?", "heading"))
        layout.addLayout(form)
        layout.addWidget(_rows(table), 1)
        layout.addWidget(self._buttons)
        self._choices["body"].currentIndexChanged.connect(self._check)
        self._check()

    def choice(self, part: str) -> QComboBox:
        """The choice of the column for one part of an article."""
        return self._choices[part]

    def mapping(self) -> dict[str, str]:
        """The chosen columns by part; parts without one are left out."""
        return {
            part: box.currentText() for part, box in self._choices.items() if box.currentIndex() > 0
        }

    def _check(self) -> None:
        """An article needs a text: without one there is nothing to read."""
        ok = self._buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setEnabled(self._choices["body"].currentIndex() > 0)

    def _choice(self, table: TablePreview, part: str, name: str) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(f"Column of the {name.lower()}")
        box.addItem(NONE)
        box.addItems(table.columns)
        guessed = getattr(table.mapping, part)
        if guessed is not None:
            box.setCurrentIndex(table.columns.index(guessed) + 1)
        return box


def _rows(table: TablePreview) -> QTableWidget:
    """The first rows; a preview is small, so a plain table widget does."""
    view = QTableWidget(len(table.rows), len(table.columns))
    view.setAccessibleName("First rows of the table")
    view.setHorizontalHeaderLabels(list(table.columns))
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setWordWrap(False)
    for row, cells in enumerate(table.rows):
        for column, cell in enumerate(cells[: len(table.columns)]):
            view.setItem(row, column, QTableWidgetItem(cell[:200].replace("\n", " ")))
    view.horizontalHeader().setDefaultSectionSize(180)
    view.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
    return view
