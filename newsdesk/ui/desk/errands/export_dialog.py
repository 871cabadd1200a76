"""Which articles are exported, in which format, and where to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from newsdesk.store.records import InboxQuery
from newsdesk.ui.widgets.labels import label

FORMATS = {
    "csv": ("CSV", "For spreadsheets; what begins like a formula is marked."),
    "xlsx": ("Excel", "A workbook; it takes no text above 32,767 characters."),
    "jsonl": ("JSON lines", "For programs: one article a line, nothing is changed."),
    "tsv": ("Tab-separated", "As CSV, divided by tabs."),
}
COVERS = "Covers go into a folder beside the file. The file can be read back as the same articles."


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """A set of articles that may be exported. ids: None for all that the query lists."""

    text: str
    query: InboxQuery
    ids: Sequence[int] | None = None


class ExportDialog(QDialog):
    """chosen: an ExportChoice, the file and the format, once the person has named one."""

    chosen = Signal(object, Path, str)

    def __init__(
        self,
        choices: Sequence[ExportChoice],
        name: str,
        folder: str,
        format: str = "csv",
        parent: QWidget | None = None,
    ) -> None:
        """name: of the file, without its ending. folder, format: as the last time."""
        super().__init__(parent)
        self.setWindowTitle("Export articles")
        self.setFixedWidth(460)
        self._choices = choices
        self._name, self._folder = name, folder
        self.which = [QRadioButton(choice.text) for choice in choices]
        self.which[0].setChecked(True)
        self.formats = {kind: QRadioButton(title) for kind, (title, _) in FORMATS.items()}
        self.formats[format if format in FORMATS else "csv"].setChecked(True)
        self.buttons = QDialogButtonBox()
        self.go = self.buttons.addButton("Export…", QDialogButtonBox.ButtonRole.AcceptRole)
        self.go.setProperty("role", "primary")
        self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.ask_where)
        self.buttons.rejected.connect(self.reject)
        self._build()

    @property
    def choice(self) -> ExportChoice:
        """What is to be exported."""
        picked = (c for c, b in zip(self._choices, self.which, strict=True) if b.isChecked())
        return next(picked, self._choices[0])

    @property
    def format(self) -> str:
        """The format that is chosen."""
        return next(kind for kind, button in self.formats.items() if button.isChecked())

    def ask_where(self) -> None:
        """Choose the file."""
        kind = self.format
        dialog = QFileDialog(self, "Export to", self._folder)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(f"{FORMATS[kind][0]} (*.{kind})")
        dialog.setDefaultSuffix(kind)
        dialog.selectFile(f"{self._name}.{kind}")
        dialog.fileSelected.connect(lambda file: self.export_to(Path(file)))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def export_to(self, path: Path) -> None:
        """The file is chosen."""
        self.chosen.emit(self.choice, path, self.format)
        self.accept()

    def _build(self) -> None:
        which, formats = QButtonGroup(self), QButtonGroup(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(7)
        column.addWidget(label("Export articles", "heading"))
        column.addSpacing(4)
        column.addWidget(label("Which", "caption"))
        for button in self.which:
            which.addButton(button)
            column.addWidget(button)
        column.addSpacing(8)
        column.addWidget(label("Format", "caption"))
        for kind, button in self.formats.items():
            formats.addButton(button)
            button.setAccessibleName(f"{FORMATS[kind][0]}: {FORMATS[kind][1]}")
            column.addWidget(button)
            line = label(FORMATS[kind][1], "soft", wrap=True)
            line.setIndent(23)
            column.addWidget(line)
        column.addSpacing(8)
        column.addWidget(label(COVERS, "soft", wrap=True))
        column.addSpacing(8)
        column.addWidget(self.buttons)
