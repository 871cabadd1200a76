"""Which column of a table is what: the guess, the first rows, and the person's word."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from newsdesk.documents.columns import TablePreview
from newsdesk.ui.widgets.columns_form import ColumnsForm, rows_view
from newsdesk.ui.widgets.labels import label

PARTS = (("title", "Title"), ("body", "Body"), ("cover", "Cover"), ("language", "Language"))


class ColumnsDialog(QDialog):
    """Accepted with a body chosen; `mapping` then gives part → column."""

    def __init__(self, table: TablePreview, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Columns of {table.name}")
        self.resize(760, 520)
        self._form = ColumnsForm(PARTS)
        self._form.show_table(table)
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
        layout.addWidget(self._form)
        layout.addWidget(rows_view(table), 1)
        layout.addWidget(self._buttons)
        self._form.changed.connect(self._check)
        self._check()

    def choice(self, part: str) -> QComboBox:
        """The choice of the column for one part of an article."""
        return self._form.choice(part)

    def mapping(self) -> dict[str, str]:
        """The chosen columns by part; parts without one are left out."""
        return self._form.mapping()

    def _check(self) -> None:
        """An article needs a text: without one there is nothing to read."""
        ok = self._buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setEnabled(self._form.has("body"))
