"""All archive runs, and what can be done about each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.archive_run import ArchiveRun
from newsdesk.services.archive import Archive
from newsdesk.ui.desk.errands.run_row import RunRow
from newsdesk.ui.widgets.ask import ask
from newsdesk.ui.widgets.labels import label

NOTHING = (
    "There is no archive run yet. One reads and classifies a whole folder or table in the "
    "background, also while this window is closed."
)
MOST_SHOWN = 200


class ArchiveRuns(QDialog):
    """begin_asked: a new run. show_asked, export_asked: the articles of a run."""

    begin_asked = Signal()
    show_asked = Signal(ArchiveRun)
    export_asked = Signal(ArchiveRun)

    def __init__(self, archive: Archive, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Archive runs")
        self.resize(640, 520)
        self._archive = archive
        self.rows: dict[int, RunRow] = {}
        self.begin = QPushButton("Classify an archive…")
        self.begin.setProperty("role", "primary")
        self.begin.setAutoDefault(False)
        self.begin.clicked.connect(self.begin_asked)
        close = QPushButton("Close")
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        self._nothing = label(NOTHING, "soft", wrap=True)
        self._list = QWidget()
        self._list.setObjectName("page")
        self._column = QVBoxLayout(self._list)
        self._column.setContentsMargins(0, 0, 6, 0)
        self._column.setSpacing(8)
        self._column.addWidget(self._nothing)
        self._column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(self._list)
        foot = QHBoxLayout()
        foot.addWidget(self.begin)
        foot.addStretch(1)
        foot.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(12)
        column.addWidget(label("Archive runs", "heading"))
        column.addWidget(scroll, 1)
        column.addLayout(foot)
        archive.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        runs = self._archive.runs[:MOST_SHOWN]
        known = {run.id for run in runs}
        for run_id in [each for each in self.rows if each not in known]:
            self.rows.pop(run_id).deleteLater()
        for place, run in enumerate(runs):
            row = self.rows.get(run.id)
            if row is None:
                row = self.rows[run.id] = RunRow(run)
                row.asked.connect(lambda deed, run_id=run.id: self._do(deed, run_id))
                self._column.insertWidget(place, row)
            else:
                row.show_run(run)
        self._nothing.setVisible(not runs)

    def _do(self, deed: str, run_id: int) -> None:
        run = self._archive.get(run_id)
        if run is None:
            return
        if deed == "pause":
            self._archive.pause(run_id)
        elif deed == "resume":
            self._archive.resume(run_id)
        elif deed == "cancel":
            ask_cancel(self, self._archive, [run])
        elif deed == "remove":
            self._archive.remove(run_id)
        elif deed == "show":
            self.show_asked.emit(run)
            self.accept()
        elif deed == "export":
            self.export_asked.emit(run)


def ask_cancel(parent: QWidget, archive: Archive, runs: Sequence[ArchiveRun]) -> None:
    """Cancel these runs where the person means it."""

    def cancel() -> None:
        for run in runs:
            archive.cancel(run.id)

    what = runs[0].name if len(runs) == 1 else f"all {len(runs)} archive runs"
    articles = sum(run.articles for run in runs)
    ask(
        parent,
        f"Stop {what} for good?",
        f"The {articles:,} articles that came in so far stay in the inbox. What is paused can be "
        "resumed; what is cancelled cannot.",
        "Stop for good",
        cancel,
    )
