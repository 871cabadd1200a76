"""Classify an archive: which files, with which model, under which name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.errors import DocumentError
from newsdesk.documents.columns import TablePreview
from newsdesk.services.models import ModelCard
from newsdesk.services.reader import Reader
from newsdesk.ui.dropped import take
from newsdesk.ui.widgets.choice import Choice
from newsdesk.ui.widgets.columns_form import ColumnsForm
from newsdesk.ui.widgets.labels import label

PARTS = (("title", "Title"), ("body", "Body"), ("cover", "Cover"), ("language", "Language"))
ABOUT = (
    "Everything in a folder or a table is read and classified in the background, and goes on "
    "when this window is closed. The articles come into the inbox as they are done."
)
WIDTH, HEIGHT_WITH_COLUMNS = 560, 500
NONE = "Choose a folder or a table, or drop it here."


class ArchiveDialog(QDialog):
    """Accepted with `paths`, `model`, `name` and `columns`. looked: the columns are shown."""

    looked = Signal()

    def __init__(
        self,
        models: Sequence[ModelCard],
        model: str,
        folder: str,
        paths: Sequence[Path] = (),
        parent: QWidget | None = None,
    ) -> None:
        """model: the one on the desk. folder: where the choosing begins."""
        super().__init__(parent)
        self.setWindowTitle("Classify an archive")
        self.setAcceptDrops(True)
        self.setProperty("role", "form")
        self.resize(WIDTH, 390)
        self._folder = folder
        self.paths: list[Path] = []
        self._reader = Reader(self)
        self.finished.connect(lambda _: self._reader.close())
        self._what = label(NONE, "", wrap=True)
        self._said = label("", "soft", wrap=True)
        self._reader.failed.connect(lambda problem: self._said.setText(str(problem)))
        self.folder_button = QPushButton("Folder…")
        self.folder_button.clicked.connect(self.choose_folder)
        self.files_button = QPushButton("Tables or files…")
        self.files_button.clicked.connect(self.choose_files)
        self.form = ColumnsForm(PARTS, across=2)
        self.form.changed.connect(self._check)
        self._columns = QWidget()
        self.model_choice = Choice("Model")
        for card in models:
            self.model_choice.addItem(card.shown, card.name)
        self.model_choice.setCurrentIndex(max(0, self.model_choice.findData(model)))
        self.name_line = QLineEdit()
        self.name_line.setAccessibleName("Name of the run")
        self.buttons = QDialogButtonBox()
        self.start = self.buttons.addButton("Start", QDialogButtonBox.ButtonRole.AcceptRole)
        self.start.setProperty("role", "primary")
        self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._build()
        self.show_paths(paths)

    @property
    def model(self) -> str:
        """The name of the model."""
        return str(self.model_choice.currentData() or "")

    @property
    def name(self) -> str:
        """What the run is called; empty for the name of what is read."""
        return self.name_line.text().strip()

    @property
    def columns(self) -> dict[str, str] | None:
        """The columns of the table; None where there is none, or several."""
        return None if self._columns.isHidden() else self.form.mapping()

    def choose_folder(self) -> None:
        """Choose one folder."""
        dialog = QFileDialog(self, "A folder to classify", self._folder)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        self._choose(dialog)

    def choose_files(self) -> None:
        """Choose tables or other files."""
        dialog = QFileDialog(self, "Tables or files to classify", self._folder)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        self._choose(dialog)

    def show_paths(self, paths: Sequence[Path]) -> None:
        """These are to be read."""
        self.paths = list(paths)
        self._columns.hide()
        self._said.setText("")
        self._what.setText(_told(self.paths))
        self.name_line.setPlaceholderText(self.paths[0].name if self.paths else "")
        if len(self.paths) == 1:
            path = self.paths[0]
            self._reader.ask("columns", lambda: _look(path), self._show_columns)
        self._check()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if take(event.mimeData()).files:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if files := take(event.mimeData()).files:
            event.acceptProposedAction()
            self.show_paths(files)

    def _choose(self, dialog: QFileDialog) -> None:
        dialog.filesSelected.connect(lambda names: self.show_paths([Path(n) for n in names]))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _show_columns(self, table: TablePreview | str | None) -> None:
        if isinstance(table, TablePreview):
            self.form.show_table(table)
            self._columns.show()
            self.resize(self.width(), max(self.height(), HEIGHT_WITH_COLUMNS))
        elif table is not None:
            self._said.setText(table)
        self._check()
        self.looked.emit()

    def _check(self) -> None:
        """There is something to read; a table needs a column of titles or texts."""
        named = self._columns.isHidden() or self.form.has("body") or self.form.has("title")
        self.start.setEnabled(bool(self.paths and self.model) and named)

    def _build(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.folder_button)
        buttons.addWidget(self.files_button)
        buttons.addStretch(1)
        columns = QVBoxLayout(self._columns)
        columns.setContentsMargins(0, 0, 0, 0)
        columns.setSpacing(8)
        columns.addWidget(label("Which column holds what?", "caption"))
        columns.addWidget(self.form)
        form = QFormLayout()
        form.setSpacing(10)
        form.addRow("Model", self.model_choice)
        form.addRow("Name", self.name_line)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(12)
        column.addWidget(label("Classify an archive", "heading"))
        column.addWidget(label(ABOUT, "soft", wrap=True))
        column.addWidget(self._what)
        column.addLayout(buttons)
        column.addWidget(self._columns)
        column.addWidget(self._said)
        column.addLayout(form)
        column.addStretch(1)
        column.addWidget(self.buttons)


def _told(paths: Sequence[Path]) -> str:
    if not paths:
        return NONE
    return str(paths[0]) if len(paths) == 1 else f"{paths[0]} and {len(paths) - 1:,} more"


def _look(path: Path) -> TablePreview | str | None:
    """A table's columns, a sentence why it cannot be read, or None where it is no table."""
    from newsdesk.documents.tables import is_table, preview

    if not is_table(path):
        return None
    try:
        return preview(path)
    except DocumentError as error:
        return str(error)
    except OSError as error:
        return f"{path.name} could not be read: {error.strerror}."
