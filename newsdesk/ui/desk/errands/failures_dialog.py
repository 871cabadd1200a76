"""What could not be read, by cause: looked through, tried again, saved, removed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from newsdesk.services.failures import Failures
from newsdesk.store.records import FailedFile
from newsdesk.ui.desk.errands.failures_model import FILE, FailuresModel
from newsdesk.ui.widgets.labels import label

OPENED = 3
"""Up to so many causes are shown with their files."""
NAME_WIDTH = 250
NOTHING = "Everything could be read."
LISTS = ("Text (*.txt)", "CSV (*.csv)")


class FailuresDialog(QDialog):
    """Stays beside the window while files are mended; the list follows."""

    def __init__(self, failures: Failures, folder: str, parent: QWidget | None = None) -> None:
        """folder: where a list is saved, unless the person goes elsewhere."""
        super().__init__(parent)
        self.setWindowTitle("What could not be read")
        self.setProperty("role", "form")
        self.resize(860, 560)
        self._failures = failures
        self._folder = folder
        self._files: list[FailedFile] | None = None
        self.model = FailuresModel()
        self.heading = label("", "heading", wrap=True)
        self.said = label("", "soft", wrap=True)
        self.detail = label("", "", wrap=True)
        self.detail.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.search = QLineEdit()
        self.search.setPlaceholderText("Filter by file, folder or cause")
        self.search.setAccessibleName("Filter what could not be read")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.tree = self._make_tree()
        self.again = _button("Try again", self._try_again)
        self.again.setProperty("role", "primary")
        self.remove = _button("Remove from the inbox", self._remove)
        self.open_folder = _button("Open the folder", self._open_folder)
        self.save = _button("Save list…", self.ask_where)
        self.close_button = _button("Close", self.reject)
        self._build()
        failures.found.connect(self._show)
        failures.said.connect(self.said.setText)
        failures.look()
        self._check()

    @property
    def chosen(self) -> list[FailedFile]:
        """What is selected; all that is listed where nothing is."""
        picked = self.tree.selectionModel().selectedIndexes()
        rows = [index for index in picked if not index.column()]
        return self.model.files_at(rows) if rows else self.model.shown

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.tree.hasFocus():
            self._remove()
        else:
            super().keyPressEvent(event)

    def ask_where(self) -> None:
        """Choose where the list is saved."""
        dialog = QFileDialog(self, "Save the list", self._folder)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(list(LISTS))
        dialog.setDefaultSuffix("txt")
        dialog.filterSelected.connect(lambda one: dialog.setDefaultSuffix(_ending(one)))
        dialog.selectFile("not read.txt")
        dialog.fileSelected.connect(lambda file: self._failures.save(self.chosen, Path(file)))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _show(self, files: list[FailedFile]) -> None:
        if files == self._files:
            return
        rows = range(self.model.rowCount())
        opened = {self._heading_at(row) for row in rows if self._is_open(row)}
        first, self._files = self._files is None, files
        self.model.show_files(files)
        self._span_causes()
        for row in range(self.model.rowCount()):
            known = self._heading_at(row) in opened
            self.tree.setExpanded(self.model.index(row, 0), known or (first and row < OPENED))
        self.heading.setText(_how_many(len(files)))
        self._check()

    def _filter(self, text: str) -> None:
        self.model.filter(text)
        self._span_causes()
        for row in range(self.model.rowCount()):
            self.tree.setExpanded(self.model.index(row, 0), bool(text.strip()) or row < OPENED)
        nothing = self._files and not self.model.rowCount()
        self.said.setText(f"None of them fits “{text.strip()}”." if nothing else "")
        self._check()

    def _try_again(self) -> None:
        files = self.chosen
        self._failures.try_again(files)
        self.said.setText(f"{len(files):,} are read again; what fails once more stays here.")

    def _remove(self) -> None:
        files = self.chosen
        if files and self._failures.remove(files):
            self.said.setText(f"{len(files):,} removed. Undo brings them back.")

    def _open_folder(self) -> None:
        if files := self.chosen:
            folder = Path(files[0].source).parent
            if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
                self.said.setText(f"The folder {folder} could not be opened.")

    def _check(self) -> None:
        some = bool(self.model.rowCount())
        selected = self.tree.selectionModel().hasSelection()
        for button in (self.again, self.remove, self.save):
            button.setEnabled(some)
        self.open_folder.setEnabled(some and selected)
        current = self.tree.currentIndex().data(FILE) if selected else None
        self.detail.setText(
            f"{current.source}\n{current.problem}" if isinstance(current, FailedFile) else ""
        )
        number = len(self.chosen) if some else 0
        self.again.setText(f"Try {number:,} again" if selected else "Try all again")
        self.remove.setText(f"Remove {number:,}" if selected else "Remove all")

    def _span_causes(self) -> None:
        """A cause has the whole line, so that no column cuts its words."""
        for row in range(self.model.rowCount()):
            self.tree.setFirstColumnSpanned(row, QModelIndex(), True)

    def _heading_at(self, row: int) -> str:
        return str(self.model.index(row, 0).data()).rpartition(" · ")[0]

    def _is_open(self, row: int) -> bool:
        return self.tree.isExpanded(self.model.index(row, 0))

    def _make_tree(self) -> QTreeView:
        tree = QTreeView()
        tree.setAccessibleName("What could not be read")
        tree.setModel(self.model)
        tree.setUniformRowHeights(True)  # else Qt measures all ten thousand
        tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        tree.setAllColumnsShowFocus(True)
        tree.setTextElideMode(Qt.TextElideMode.ElideRight)
        tree.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        tree.header().setStretchLastSection(True)
        tree.setColumnWidth(0, NAME_WIDTH)
        tree.selectionModel().selectionChanged.connect(lambda *_: self._check())
        return tree

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        for button in (self.again, self.remove, self.open_folder):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.save)
        row.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(12)
        column.addWidget(self.heading)
        column.addWidget(self.search)
        column.addWidget(self.tree, 1)
        column.addWidget(self.detail)
        column.addWidget(self.said)
        column.addLayout(row)


def _how_many(count: int) -> str:
    if count == 1:
        return "1 file or row could not be read"
    return f"{count:,} files or rows could not be read" if count else NOTHING


def _button(text: str, do: Callable[[], object]) -> QPushButton:
    button = QPushButton(text)
    button.setAutoDefault(False)
    button.clicked.connect(lambda: do())
    return button


def _ending(chosen: str) -> str:
    return "csv" if "csv" in chosen else "txt"
