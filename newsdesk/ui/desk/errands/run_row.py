"""One archive run in the list: what it is, how far, and what can be done about it."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from newsdesk.archive.words import done_of, progress_line, state_word
from newsdesk.core.archive_run import ArchiveRun
from newsdesk.ui.widgets.labels import ElidedLabel, label

INKS = {
    "running": "accent",
    "paused": "amber_ink",
    "interrupted": "amber_ink",
    "done": "green_ink",
    "failed": "red_ink",
}
RESUMABLE = ("paused", "interrupted", "failed")
DEEDS = (
    ("show", "Show in inbox"),
    ("pause", "Pause"),
    ("resume", "Resume"),
    ("cancel", "Cancel"),
    ("export", "Export…"),
    ("remove", "Remove"),
)


def deeds_of(run: ArchiveRun) -> set[str]:
    """What can be done about a run now."""
    some = {"show", "export"} if run.articles or run.failures else set()
    if run.state == "running":
        return some if run.wish else some | {"pause", "cancel"}
    if run.state in RESUMABLE:
        given_up = {"cancel"} if run.state != "failed" else set()
        return some | given_up | {"resume", "remove"}
    return some | {"remove"}


class RunRow(QFrame):
    """asked: what the person wants done about this run."""

    asked = Signal(str)

    def __init__(self, run: ArchiveRun, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._name = ElidedLabel()
        self._name.setProperty("role", "strong")
        self._state = label("", "jobState")
        self._about = ElidedLabel()
        self._about.setProperty("role", "soft")
        self._progress = label("", "")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._problem = label("", "soft", wrap=True)
        self.buttons: dict[str, QPushButton] = {}
        for code, text in DEEDS:
            button = QPushButton(text)
            button.setProperty("role", "plain")
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, code=code: self.asked.emit(code))
            self.buttons[code] = button
        self._build()
        self.show_run(run)

    def show_run(self, run: ArchiveRun) -> None:
        """Show how the run stands now."""
        self.setAccessibleName(f"{run.name}, {state_word(run)}, {progress_line(run)}")
        self._name.setText(run.name)
        self._state.setText(state_word(run))
        ink = INKS.get(run.state, "soft")
        if self._state.property("ink") != ink:
            self._state.setProperty("ink", ink)
            self._state.style().polish(self._state)
        begun = run.created.astimezone()
        more = f" and {len(run.paths) - 1:,} more" if len(run.paths) > 1 else ""
        self._about.setText(f"{run.model} · {_day(begun)} · {run.paths[0]}{more}")
        failed = f" · {run.failures:,} could not be read" if run.failures else ""
        self._progress.setText(f"{progress_line(run)}{failed}")
        self._problem.setText(str(run.problem) if run.problem else "")
        self._problem.setVisible(run.problem is not None)
        done, total = done_of(run)
        self._bar.setVisible(run.state == "running" or (run.state in RESUMABLE and total > 0))
        self._bar.setAccessibleName(f"{run.name}: {progress_line(run)}")
        self._bar.setRange(0, total)
        self._bar.setValue(done)
        possible = deeds_of(run)
        for code, button in self.buttons.items():
            button.setVisible(code in possible)
            button.setAccessibleName(f"{button.text()}: {run.name}")

    def _build(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self._name, 1)
        top.addWidget(self._state)
        deeds = QHBoxLayout()
        deeds.setSpacing(6)
        deeds.setContentsMargins(0, 0, 0, 0)
        for button in self.buttons.values():
            deeds.addWidget(button)
        deeds.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(13, 10, 13, 7)
        column.setSpacing(4)
        column.addLayout(top)
        column.addWidget(self._about)
        column.addWidget(self._progress)
        column.addWidget(self._bar)
        column.addWidget(self._problem)
        column.addLayout(deeds)


def _day(moment: datetime) -> str:
    return moment.strftime("%d %b, %H:%M").lstrip("0")
