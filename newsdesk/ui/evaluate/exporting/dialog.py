"""The export of an evaluation: what of it, and into which folder."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.errors import NewsdeskError, Problem
from newsdesk.services.evaluate import Evaluate
from newsdesk.services.reader import Reader
from newsdesk.ui.evaluate.chart import Chart
from newsdesk.ui.evaluate.exporting.content import sides_of
from newsdesk.ui.evaluate.exporting.writing import KINDS, Export, Kind
from newsdesk.ui.widgets.ask import Question, ask
from newsdesk.ui.widgets.labels import label

WIDTH = 480
_NAMES: dict[Kind, str] = {
    "html": "Report for the browser (HTML)",
    "pdf": "Report for paper (PDF)",
    "svg": "All charts as SVG",
    "png": "All charts as PNG",
    "data": "The data: figures, matrix, answers and charts (CSV, JSON)",
}
_FOLDER, _KINDS = "evaluate/export/folder", "evaluate/export/kinds"
_CANCELLED = "cancelled"


class Exporting(QObject):
    """Writes an export on a thread of its own.

    moved: steps done and in all. done: number of files. failed: a Problem; cancelled.
    """

    moved = Signal(int, int)
    done = Signal(int)
    failed = Signal(Problem)
    cancelled = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._reader = Reader(self)
        self._reader.failed.connect(self._fail)
        self._stop = threading.Event()

    @property
    def busy(self) -> bool:
        """Whether files are being written."""
        return self._reader.busy

    def start(self, export: Export) -> None:
        """Write; one of the signals follows."""
        self._stop.clear()

        def check() -> None:
            if self._stop.is_set():
                raise NewsdeskError(_CANCELLED, "The export was cancelled.")

        self._reader.ask("export", lambda: export.write(self.moved.emit, check), self.done.emit)

    def cancel(self) -> None:
        """Stop before the next file; nothing is left."""
        self._stop.set()

    def close(self) -> None:
        """Cancel, and wait for the file that is being written."""
        self.cancel()
        self._reader.close()

    def _fail(self, problem: Problem) -> None:
        if problem.kind == _CANCELLED:
            self.cancelled.emit()
        else:
            self.failed.emit(problem)


class ExportDialog(QDialog):
    """Asks what is wanted, writes it, says what was done. points: the scatterplots as shown.

    say: takes a line for the foot of the window, and whether it can be undone.
    """

    def __init__(
        self,
        evaluate: Evaluate,
        say: Callable[[str, bool], object],
        parent: QWidget,
        points: Sequence[Chart] = (),
    ) -> None:
        super().__init__(parent)
        self._say, self._settings = say, evaluate.session.settings
        self._sides = sides_of(evaluate.opened, evaluate.curves.learning, points)
        self.exporting = Exporting(self)
        self.question: Question | None = None
        self.kinds = {kind: QCheckBox(_NAMES[kind]) for kind in KINDS}
        self.folder = QLineEdit(self._settings.text(_FOLDER) or str(Path.home()))
        self.choose = QPushButton("Choose…")
        self.where = label("", "soft", wrap=True)
        self.trouble = label("", "error", wrap=True)
        self.bar = QProgressBar()
        buttons = QDialogButtonBox()
        self.start = buttons.addButton("Export", QDialogButtonBox.ButtonRole.AcceptRole)
        self.cancel = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._build(buttons)
        self._connect(buttons)
        self._show_state()

    @property
    def chosen(self) -> list[Kind]:
        """What is wanted."""
        return [kind for kind, box in self.kinds.items() if box.isChecked()]

    def export(self) -> Export | None:
        """What would be written; None while no evaluation is open."""
        if self._sides is None:
            return None
        return Export(self._sides, Path(self.folder.text()).expanduser(), self.chosen)

    def accept(self) -> None:
        """Begin to write; where something is there already, ask."""
        export = self.export()
        if export is None or self.exporting.busy or not self.chosen:
            return
        if export.replaces:
            self.question = ask(
                self,
                f"Replace what is in {export.folder.name}?",
                "There are files in it already; those of the same names are written anew.",
                "Replace",
                lambda: self._begin(export),
            )
        else:
            self._begin(export)

    def reject(self) -> None:
        """Cancel what is being written, else close."""
        if self.exporting.busy:
            self.exporting.cancel()
        else:
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.exporting.close()
        super().closeEvent(event)

    def done(self, result: int) -> None:
        self.exporting.close()
        super().done(result)

    def _begin(self, export: Export) -> None:
        self._settings.set_text(_FOLDER, self.folder.text())
        self._settings.set_text(_KINDS, " ".join(self.chosen))
        self.trouble.hide()
        self._export = export
        self.exporting.start(export)
        self._show_state()

    def _finish(self, files: int) -> None:
        told = "1 file was" if files == 1 else f"{files:,} files were"
        self._say(f"{told} written into {self._export.folder}", False)
        super().accept()

    def _fail(self, problem: Problem) -> None:
        self.trouble.setText(str(problem))
        self.trouble.show()
        self._show_state()

    def _move(self, done: int, total: int) -> None:
        self.bar.setRange(0, total)
        self.bar.setValue(done)

    def _choose(self) -> None:
        dialog = QFileDialog(self, "The folder for the export", self.folder.text())
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.folder.setText)
        dialog.open()

    def _show_state(self) -> None:
        busy, export = self.exporting.busy, self.export()
        for widget in (*self.kinds.values(), self.folder, self.choose):
            widget.setEnabled(not busy)
        self.start.setEnabled(not busy and bool(self.chosen) and export is not None)
        self.bar.setVisible(busy)
        if not busy:
            self.bar.setRange(0, 0)
        self.where.setText(f"In it a folder is made: {export.folder.name}" if export else "")

    def _connect(self, buttons: QDialogButtonBox) -> None:
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.choose.clicked.connect(self._choose)
        self.folder.textChanged.connect(self._show_state)
        for box in self.kinds.values():
            box.toggled.connect(self._show_state)
        self.exporting.moved.connect(self._move)
        self.exporting.done.connect(self._finish)
        self.exporting.failed.connect(self._fail)
        self.exporting.cancelled.connect(self._show_state)

    def _build(self, buttons: QDialogButtonBox) -> None:
        self.setWindowTitle("Export the evaluation")
        self.setProperty("role", "form")
        self.setFixedWidth(WIDTH)
        wanted = self._settings.text(_KINDS).split() or ["html", "pdf"]
        for kind, box in self.kinds.items():
            box.setChecked(kind in wanted)
        self.start.setProperty("role", "primary")
        self.start.setDefault(True)
        self.folder.setAccessibleName("The folder into which is exported")
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("Files written")
        self.trouble.hide()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.folder, 1)
        row.addWidget(self.choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(9)
        column.addWidget(label("Export the evaluation", "heading"))
        for box in self.kinds.values():
            column.addWidget(box)
        column.addSpacing(6)
        column.addWidget(label("Into the folder", "caption"))
        column.addLayout(row)
        column.addWidget(self.where)
        column.addWidget(self.trouble)
        column.addWidget(self.bar)
        column.addSpacing(4)
        column.addWidget(buttons)
