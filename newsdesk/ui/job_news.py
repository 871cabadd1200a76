"""Tells the person how jobs ended: at the foot of the window, on the rail, on the desktop."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, QProcess
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from newsdesk.core import paths
from newsdesk.core.job import Job, JobState
from newsdesk.services.jobs import TrainingJobs
from newsdesk.ui.widgets.rail import Rail
from newsdesk.ui.widgets.status_strip import Action, StatusStrip

WORDS: dict[JobState, str] = {
    "done": "is done",
    "failed": "failed",
    "interrupted": "was interrupted",
}
SECONDS = 10


class JobNews(QObject):
    """Listens to the jobs and speaks; `show_job` opens the screen at a job."""

    def __init__(
        self,
        jobs: TrainingJobs,
        strip: StatusStrip,
        rail: Rail,
        show_job: Callable[[int], None],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._jobs, self._strip, self._rail = jobs, strip, rail
        self._show_job, self._window = show_job, window
        self._tray: QSystemTrayIcon | None = None
        jobs.ended.connect(self._tell)
        jobs.interrupted.connect(self._tell_interrupted)

    def _tell(self, job: Job) -> None:
        text = _sentence(job)
        self._strip.say(text, Action("Show", lambda: self._show_job(job.id)))
        self._rail.set_badge("training", True)
        if not self._window.isActiveWindow():
            self._on_the_desktop(text)

    def _tell_interrupted(self, jobs: list[Job]) -> None:
        self._rail.set_badge("training", True)
        if len(jobs) == 1:
            job = jobs[0]
            self._strip.say(
                str(job.problem) if job.problem else f"{job.name} was interrupted.",
                Action("Resume", lambda: self._resume(jobs)),
                Action("Show", lambda: self._show_job(job.id)),
            )
        else:
            names = ", ".join(job.name for job in jobs)
            self._strip.say(
                f"{len(jobs)} jobs were interrupted: {names}",
                Action("Resume all", lambda: self._resume(jobs)),
                Action("Show", lambda: self._show_job(jobs[0].id)),
            )

    def _resume(self, jobs: list[Job]) -> None:
        for job in jobs:
            self._jobs.resume(job.id)
        self._strip.say("They go on." if len(jobs) > 1 else f"{jobs[0].name} goes on.")

    def _on_the_desktop(self, text: str) -> None:
        """Where the desktop shows messages; nothing where it does not."""
        program = shutil.which("notify-send") if sys.platform == "linux" else None
        if program:
            icon = str(paths.resources() / "icons" / "newsdesk.svg")
            words = ["--app-name=Newsdesk", f"--icon={icon}", "Newsdesk", text]
            QProcess.startDetached(program, words)
        elif QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages():
            if self._tray is None:
                self._tray = QSystemTrayIcon(_icon(), self)
                self._tray.messageClicked.connect(self._window.activateWindow)
            self._tray.show()
            self._tray.showMessage("Newsdesk", text, _icon(), SECONDS * 1000)


def _icon() -> QIcon:
    return QApplication.windowIcon()


def _sentence(job: Job) -> str:
    text = f"{job.name} {WORDS[job.state]}"
    if job.state == "done" and job.result is not None and job.result.macro_f1 is not None:
        return f"{text}: macro-F1 {100 * job.result.macro_f1.value:.1f}"
    if job.state == "failed" and job.problem is not None:
        return f"{text}: {job.problem.message}"
    return text
