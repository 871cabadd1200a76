"""The training screen: the queue, the chosen job, and the ways to a new one."""

from __future__ import annotations

from pathlib import Path

import msgspec
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QPushButton,
    QSplitter,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.errors import NewsdeskError, Problem
from newsdesk.core.job import Job
from newsdesk.core.recipes import read_recipe
from newsdesk.services.job_choices import Recipe
from newsdesk.services.job_details import Details
from newsdesk.services.jobs import TrainingJobs
from newsdesk.services.training_extra import Installation, missing
from newsdesk.ui.training.extra_panel import ExtraPanel
from newsdesk.ui.training.job_view import JobView
from newsdesk.ui.training.new_job import NewJobDialog
from newsdesk.ui.training.pages import open_folder
from newsdesk.ui.training.queue import Queue
from newsdesk.ui.training.toolbar import TrainingToolbar
from newsdesk.ui.training.words import smaller_batch, spec_of
from newsdesk.ui.widgets.ask import Question, ask
from newsdesk.ui.widgets.empty_state import EmptyState

DEVICES_MS = 10_000
QUEUE_WIDTH = 366
WELCOME = (
    "Choose a data set and a base model, see what it will cost, and start: the job trains in the "
    "background, goes on when Newsdesk is closed, and ends as a model for the desk. Nothing "
    "leaves this machine."
)


class TrainingScreen(QWidget):
    """said: a line for the foot of the window. desk_asked: the name of a model to work with.

    datasets_asked: there is nothing to learn from yet.
    """

    said = Signal(str)
    desk_asked = Signal(str)
    datasets_asked = Signal()

    def __init__(self, jobs: TrainingJobs, installation: Installation | None = None) -> None:
        super().__init__()
        self._jobs = jobs
        self._installation = installation
        self.dialog: NewJobDialog | None = None
        self.question: Question | None = None
        self.extra: ExtraPanel | None = None
        self.toolbar = TrainingToolbar()
        self.queue = Queue()
        self.view = JobView(jobs)
        self._devices_again = QTimer(self)
        self._devices_again.setInterval(DEVICES_MS)
        self._devices_again.timeout.connect(jobs.look_for_devices)
        self._build()
        self._connect()
        self._check_extra()
        jobs.look_for_devices()
        jobs.refresh()
        self.refresh()

    def refresh(self) -> None:
        """Show the queue as it is now."""
        jobs = self._jobs.jobs
        self.queue.show_jobs(jobs)
        if jobs:
            self._stack.setCurrentWidget(self.splitter)
        else:
            self._stack.setCurrentWidget(self.extra or self.welcome)
        shown = self.queue.current
        if shown is not None:
            self.view.show_job(shown)

    def pick(self, job_id: int) -> None:
        """Show a job."""
        self.queue.pick(job_id)

    def train_on(self, dataset: str) -> None:
        """Begin a new job that learns from a data set."""
        self.new_job()
        if self.dialog is not None:
            self.dialog.use_dataset(dataset)

    def new_job(self, recipe: Recipe | None = None) -> None:
        """Open the dialog of a new job. recipe: what to begin with, where that is not asked."""
        if self.extra is not None:
            self._stack.setCurrentWidget(self.extra)
            return
        try:
            recipes = self._jobs.recipes()
            if recipe is not None:
                recipes.insert(0, recipe)
            self.dialog = NewJobDialog(self._jobs, recipes, 0, self)
        except NewsdeskError as error:
            self.said.emit(str(error))
            return
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.dialog.finished.connect(self._forget_dialog)
        self.dialog.open()

    def read_file(self, path: Path) -> None:
        """Begin a new job from a specification in a file."""
        try:
            spec = read_recipe(path)
        except NewsdeskError as error:
            self.said.emit(str(error))
        else:
            self.new_job(Recipe(path.name, spec))

    def act(self, job_id: int, act: str) -> None:
        """Do something with a job; what cannot be taken back is asked about first."""
        job = self._jobs.get(job_id)
        if job is None:
            return
        match act:
            case "pause" | "resume" | "retry":
                getattr(self._jobs, act)(job_id)
            case "stop":
                self._ask_to_stop(job)
            case "remove":
                text = "Its curves, log and checkpoints are deleted. A model that it made stays."
                self._ask(job, f"Remove the job {job.name}?", text, "Remove", self._jobs.remove)
            case "again":
                self._again(job)
            case "again_smaller":
                self._again_smaller(job)
            case "to_desk" if job.result is not None:
                self.desk_asked.emit(job.result.model)
            case "open_folder":
                open_folder(self._jobs.folder(job_id))
            case "show_log":
                self.pick(job_id)
                self.view.tabs.show_page("Log")

    def close_workers(self) -> None:
        """End what was started here before the window goes."""
        self._devices_again.stop()
        if self.extra is not None:
            self.extra.close_workers()
        if self.dialog is not None:
            self.dialog.reject()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._devices_again.start()
        (self.queue if self._jobs.jobs else self.toolbar.new_button).setFocus()
        self._look_into_current()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._devices_again.stop()
        self._jobs.look_into(None)  # nobody sees it move

    def _ask_to_stop(self, job: Job) -> None:
        if job.state in ("queued", "paused") and not job.progress.step:
            text = "It does not begin any more; Retry puts it back into the queue."
        elif job.state in ("queued", "paused"):
            text = "It does not go on any more. Its last checkpoint stays for seven days."
        else:
            text = "It ends at its next step. Its last checkpoint stays for seven days."
        self._ask(job, f"Stop the job {job.name}?", text, "Stop", self._jobs.cancel)

    def _ask(self, job: Job, question: str, text: str, verb: str, do: object) -> None:
        assert callable(do)
        self.question = ask(self, question, text, verb, lambda: do(job.id))

    def _again(self, job: Job) -> None:
        spec = spec_of(job.spec)
        if spec is None:
            self.said.emit(f"This version cannot read the specification of {job.name}.")
        else:
            self.new_job(Recipe(f"{job.name} again", spec))

    def _again_smaller(self, job: Job) -> None:
        spec = spec_of(job.spec)
        if spec is None:
            return
        tuning = msgspec.structs.replace(spec.tuning, micro_batch=smaller_batch(job))
        self._jobs.submit(msgspec.structs.replace(spec, tuning=tuning), self._tell)

    def _tell(self, answer: Job | Problem) -> None:
        if isinstance(answer, Problem):
            self.said.emit(str(answer))
        else:
            self.said.emit(f"{answer.name} is in the queue")

    def _ask_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, "Open a specification", str(Path.home()), "Specifications (*.toml)"
        )
        if name:
            self.read_file(Path(name))

    def _forget_dialog(self) -> None:
        self.dialog = None

    def _picked(self, job_id: int | None) -> None:
        job = self._jobs.get(job_id) if job_id is not None else None
        if job is not None:
            self.view.show_job(job)
        self._look_into_current()

    def _look_into_current(self) -> None:
        job = self.queue.current
        self._jobs.look_into(job.id if job is not None and self.isVisible() else None)

    def _show_details(self, details: Details) -> None:
        self.view.show_details(details)

    def _started(self, job: Job) -> None:
        self.refresh()
        self.pick(job.id)

    def _check_extra(self) -> None:
        problem = missing()
        if problem is not None:
            self.extra = ExtraPanel(problem, self._installation or Installation())
            self.extra.installed.connect(self._extra_installed)
            self._stack.addWidget(self.extra)

    def _extra_installed(self) -> None:
        self.said.emit("Training is installed.")
        if self.extra is not None:
            self.extra.deleteLater()
            self.extra = None
        self.refresh()

    def _connect(self) -> None:
        self.toolbar.new_asked.connect(self.new_job)
        self.toolbar.file_asked.connect(self._ask_file)
        self.queue.picked.connect(self._picked)
        self.queue.acted.connect(self.act)
        self.view.acted.connect(self.act)
        self.view.said.connect(self.said)
        self._jobs.changed.connect(self.refresh)
        self._jobs.details.connect(self._show_details)
        self._jobs.devices.connect(self.toolbar.show_devices)
        self._jobs.started.connect(self._started)

    def _build(self) -> None:
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.addWidget(self.queue)
        self.splitter.addWidget(self.view)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([QUEUE_WIDTH, 900])
        first = QPushButton("New job…")
        first.setProperty("role", "primary")
        first.clicked.connect(lambda: self.new_job())
        data = QPushButton("Data sets")
        data.clicked.connect(self.datasets_asked)
        self.welcome = EmptyState("training", "No training jobs yet", WELCOME, first, data)
        content = QWidget()
        self._stack = QStackedLayout(content)
        self._stack.addWidget(self.welcome)
        self._stack.addWidget(self.splitter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.toolbar)
        layout.addWidget(content, 1)
