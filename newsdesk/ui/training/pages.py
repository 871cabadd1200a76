"""The pages below the curves: events, log, specification, result."""

from __future__ import annotations

from html import escape
from pathlib import Path

from PySide6.QtCore import QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.job import Job, JobEvent
from newsdesk.services.jobs import TrainingJobs
from newsdesk.ui.theme import theme

LOG_MS = 1000
HEIGHT = 250


def plain_button(text: str) -> QPushButton:
    """A button that looks like a link."""
    button = QPushButton(text)
    button.setProperty("role", "plain")
    return button


class _Page(QWidget):
    """A text with buttons below."""

    def __init__(self, text: QPlainTextEdit | QTextBrowser, *buttons: QPushButton) -> None:
        super().__init__()
        text.setReadOnly(True)
        text.setMinimumHeight(HEIGHT)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(text, 1)
        if buttons:
            row = QHBoxLayout()
            for button in buttons:
                row.addWidget(button)
            row.addStretch(1)
            column.addLayout(row)


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


class EventsPage(_Page):
    """What happened, newest first."""

    def __init__(self) -> None:
        self.text = QTextBrowser()
        self.text.setObjectName("lines")
        self.text.setAccessibleName("Events")
        super().__init__(self.text)
        self._events: tuple[JobEvent, ...] = ()
        theme().changed.connect(self._draw)

    def show_events(self, events: tuple[JobEvent, ...]) -> None:
        """Show these events; nothing is drawn again where they are the same."""
        if events != self._events:
            self._events = events
            self._draw()

    def _draw(self) -> None:
        colours = theme().tokens
        inks = {"info": colours.soft, "warning": colours.amber_ink, "error": colours.red_ink}
        lines = [
            f'<div style="color:{inks[event.kind]}; margin-bottom:4px">'
            f"{event.at.astimezone():%d %b %H:%M:%S}&nbsp;&nbsp;{escape(event.message)}</div>"
            for event in reversed(self._events)
        ]
        self.text.setHtml("".join(lines))


class LogPage(_Page):
    """The end of the trainer's log; it follows while its end is in sight. Read only when seen."""

    def __init__(self, jobs: TrainingJobs) -> None:
        self.text = QPlainTextEdit()
        self.text.setObjectName("lines")
        self.text.setAccessibleName("Log")
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        copy, folder = plain_button("Copy"), plain_button("Open folder")
        copy.clicked.connect(lambda: _copy(self.text.toPlainText()))
        folder.clicked.connect(self._open_folder)
        super().__init__(self.text, copy, folder)
        self._jobs = jobs
        self._job_id = 0
        self._mark: tuple[int, float, int] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(LOG_MS)
        self._timer.timeout.connect(self.read)

    def show_job(self, job: Job | None) -> None:
        """Show the log of a job."""
        job_id = job.id if job else 0
        if job_id != self._job_id:
            self._job_id = job_id
            self._mark = None
            self.text.clear()
            if self.isVisible():
                self.read()

    def read(self) -> None:
        """Read the log if it grew."""
        try:
            facts = self._jobs.log_path(self._job_id).stat()
            mark = (self._job_id, facts.st_mtime, facts.st_size)
        except OSError:
            mark = (self._job_id, 0.0, 0)
        if mark == self._mark:
            return
        self._mark = mark
        bar = self.text.verticalScrollBar()
        follows = bar.value() >= bar.maximum() - 4
        self.text.setPlainText(self._jobs.read_log(self._job_id) or "There is no log yet.")
        if follows:
            bar.setValue(bar.maximum())

    def showEvent(self, event: object) -> None:
        self.read()
        self._timer.start()

    def hideEvent(self, event: object) -> None:
        self._timer.stop()

    def _open_folder(self) -> None:
        open_folder(self._jobs.log_path(self._job_id).parent)


def open_folder(folder: Path) -> None:
    """Show a folder in the file manager."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


class SpecificationPage(_Page):
    """What the job was asked to do, as a file for `newsdesk train`. said: a line at the foot."""

    said = Signal(str)

    def __init__(self) -> None:
        self.text = QPlainTextEdit()
        self.text.setObjectName("lines")
        self.text.setAccessibleName("Specification")
        copy, save = plain_button("Copy"), plain_button("Save as…")
        copy.clicked.connect(lambda: _copy(self.text.toPlainText()))
        save.clicked.connect(self._ask_where)
        super().__init__(self.text, copy, save)
        self._name = ""

    def show_job(self, job: Job | None) -> None:
        """Show the specification of a job."""
        self._name = job.name if job else ""
        text = job.spec if job else ""
        if text != self.text.toPlainText():
            self.text.setPlainText(text)

    def save(self, path: Path) -> None:
        """Write the specification to a file."""
        try:
            path.write_text(self.text.toPlainText(), encoding="utf-8")
        except OSError as error:
            self.said.emit(f"{path} cannot be written: {error.strerror}. Choose another place.")
        else:
            self.said.emit(f"Saved as {path}")

    def _ask_where(self) -> None:
        start = str(Path.home() / f"{self._name}.toml")
        name, _ = QFileDialog.getSaveFileName(
            self, "Save the specification", start, "Specifications (*.toml)"
        )
        if name:
            self.save(Path(name))


class ResultPage(_Page):
    """The card of the model that came out."""

    def __init__(self, jobs: TrainingJobs) -> None:
        self.text = QTextBrowser()
        self.text.setObjectName("card")
        self.text.setAccessibleName("Result")
        self.text.setOpenExternalLinks(True)
        self._folder = plain_button("Open the model's folder")
        self._folder.clicked.connect(self._open_folder)
        super().__init__(self.text, self._folder)
        self._jobs = jobs
        self._model = ""
        self._shown: tuple[int, str] | None = None

    def show_job(self, job: Job | None) -> None:
        """Show the result of a job."""
        self._model = job.result.model if job and job.result else ""
        mark = (job.id if job else 0, self._model)
        if mark == self._shown:
            return
        self._shown = mark
        self._folder.setVisible(bool(self._model))
        card = self._jobs.read_card(self._model) if self._model else ""
        missing = f"The model {self._model} is not in its folder any more."
        self.text.setMarkdown(card or (missing if self._model else "There is no result yet."))

    def _open_folder(self) -> None:
        open_folder(self._jobs.model_path(self._model))
