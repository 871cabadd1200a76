"""One job in full: what it is, how far it is, what went wrong, what came out."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.errors import Problem
from newsdesk.core.job import ACTIVE, Job, Trial
from newsdesk.services.job_details import Details
from newsdesk.services.jobs import TrainingJobs
from newsdesk.ui.training.acts import Act, act_name, acts_of, way_out
from newsdesk.ui.training.curves import Curves
from newsdesk.ui.training.pages import EventsPage, LogPage, ResultPage, SpecificationPage
from newsdesk.ui.training.summary import came_out, so_far
from newsdesk.ui.training.trials import Trials
from newsdesk.ui.training.words import STATES, TOKENS, subtitle
from newsdesk.ui.widgets.labels import ElidedLabel, label
from newsdesk.ui.widgets.tabs import Tabs

MOST_BUTTONS = 3
TITLE = 120
"""A long name is cut, but never to less."""


class JobView(QWidget):
    """acted: the job's id and what to do with it. said: a line for the foot of the window."""

    acted = Signal(int, str)
    said = Signal(str)

    def __init__(self, jobs: TrainingJobs) -> None:
        super().__init__()
        self._jobs = jobs
        self._job: Job | None = None
        self._trials: tuple[Trial, ...] = ()
        self._chosen: int | None = None
        self._offered: tuple[int, tuple[Act, ...]] | None = None
        self.title = ElidedLabel()
        self.title.setProperty("role", "title")
        self.state = label("", "jobState")
        self.subtitle = ElidedLabel()
        self.subtitle.setProperty("role", "large")
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(10)
        self.trouble = Trouble()
        self.trouble.acted.connect(self._act)
        self.curves = Curves()
        self.so_far = SummaryCard("So far")
        self.came_out = SummaryCard("What will come out")
        self.trials = Trials()
        self.trials.picked.connect(self.show_trial)
        self.events = EventsPage()
        self.log = LogPage(jobs)
        self.specification = SpecificationPage()
        self.specification.said.connect(self.said)
        self.result = ResultPage(jobs)
        self.tabs = Tabs()
        for name, page in (
            ("Events", self.events),
            ("Log", self.log),
            ("Specification", self.specification),
            ("Result", self.result),
        ):
            self.tabs.add(name, page)
        self._build()

    def show_job(self, job: Job) -> None:
        """Show a job's row; what it told comes with `show_details`."""
        if self._job is None or job.id != self._job.id:
            self._trials, self._chosen = (), None
            self.curves.take({}, True, ())
            self.curves.setVisible(job.state in ACTIVE)
            self.trials.hide()
            self.events.show_events(())
        self._job = job
        self.title.setText(job.name)
        self.title.setMinimumWidth(min(TITLE, self.title.sizeHint().width()))
        self.state.setText(STATES[job.state])
        if self.state.property("ink") != (ink := TOKENS.get(job.state, "soft")):
            self.state.setProperty("ink", ink)
            self.state.style().unpolish(self.state)
            self.state.style().polish(self.state)
        self.subtitle.setText(subtitle(job))
        self._offer(job)
        self.trouble.show_job(job)
        self.log.show_job(job)
        self.specification.show_job(job)
        self.result.show_job(job)
        self._summarise()

    def show_details(self, details: Details) -> None:
        """Show what the job newly told."""
        if self._job is None or details.job.id != self._job.id:
            return
        self._trials = details.trials
        job_moves = self._job.state in ACTIVE
        self.curves.take(details.points, details.fresh, details.anew)
        self.curves.setVisible(job_moves or self.curves.series.filled)
        self.events.show_events(details.events)
        several = len(details.trials) > 1
        self.trials.setVisible(several)
        self._draw_trial()
        self._summarise()

    def show_trial(self, number: int) -> None:
        """Draw the curves of one trial, and stay with it."""
        self._chosen = number
        self._draw_trial()

    def act_button(self, act: Act) -> QPushButton:
        """The button of something that can be done now."""
        found = self.findChild(QPushButton, f"act-{act}")
        assert isinstance(found, QPushButton)
        return found

    def _draw_trial(self) -> None:
        number = self._chosen or _shown_trial(self._trials)
        self.curves.show_trial(number)
        if len(self._trials) > 1:
            self.trials.show_trials(self._trials, number)

    def _summarise(self) -> None:
        job = self._job
        assert job is not None
        self.so_far.show_lines(
            "So far" if job.state != "done" else "How it went", so_far(job, self._trials)
        )
        title = "What came out" if job.state == "done" else "What will come out"
        self.came_out.show_lines(title, came_out(job, self._trials))

    def _offer(self, job: Job) -> None:
        """Buttons for what can be done; they stay while nothing changes, focus and all."""
        acts = acts_of(job)
        if self._offered == (job.id, acts):
            return
        self._offered = (job.id, acts)
        while (item := self.buttons.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.setObjectName("")
                old.hide()
                old.deleteLater()
        shown = acts if len(acts) <= MOST_BUTTONS else acts[: MOST_BUTTONS - 1]
        for act in shown:
            button = QPushButton(act_name(act, job))
            button.setObjectName(f"act-{act}")
            if act in ("to_desk", "again_smaller"):
                button.setProperty("role", "primary")
            button.clicked.connect(partial(self._act, act))
            self.buttons.addWidget(button)
        if shown != acts:
            self.buttons.addWidget(self._more(job, acts[len(shown) :]))

    def _more(self, job: Job, acts: tuple[Act, ...]) -> QPushButton:
        """What has no room for a button of its own."""
        button = QPushButton("More ▾")
        menu = QMenu(button)
        for act in acts:
            action = menu.addAction(act_name(act, job))
            action.triggered.connect(partial(self._act, act))
        button.clicked.connect(lambda: menu.popup(button.mapToGlobal(button.rect().bottomLeft())))
        return button

    def _act(self, act: str, _checked: bool = False) -> None:
        if act == "show_log":
            self.tabs.show_page("Log")
            self.scrolled.ensureWidgetVisible(self.tabs)
        elif self._job is not None:
            self.acted.emit(self._job.id, act)

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(10)
        self.title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        head.addWidget(self.title)
        head.addWidget(self.state)
        head.addStretch(1)
        head.addLayout(self.buttons)
        cards = QHBoxLayout()
        cards.setSpacing(14)
        cards.addWidget(self.so_far, 1)
        cards.addWidget(self.came_out, 1)
        page = QWidget()
        page.setObjectName("page")
        column = QVBoxLayout(page)
        column.setContentsMargins(22, 18, 22, 20)
        column.setSpacing(14)
        column.addLayout(head)
        column.addWidget(self.subtitle)
        column.addWidget(self.trouble)
        column.addWidget(self.curves)
        column.addLayout(cards)
        column.addWidget(self.trials)
        column.addWidget(self.tabs, 1)
        self.scrolled = QScrollArea()
        self.scrolled.setAccessibleName("The chosen job")
        self.scrolled.setWidgetResizable(True)
        self.scrolled.setFrameShape(QFrame.Shape.NoFrame)
        self.scrolled.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scrolled.setWidget(page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.scrolled)


class SummaryCard(QFrame):
    """A few lines under a title."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._title = label(title, "strong")
        self._text = label("", "", wrap=True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column = QVBoxLayout(self)
        column.setContentsMargins(13, 11, 13, 11)
        column.setSpacing(5)
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addStretch(1)

    @property
    def text(self) -> str:
        """The lines."""
        return self._text.text()

    def show_lines(self, title: str, lines: list[str]) -> None:
        """Show these lines."""
        self._title.setText(title)
        self._text.setText("\n".join(lines))


class Trouble(QFrame):
    """Why a job stopped, and the way out of it. acted: what the person chose."""

    acted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._message = QLabel()
        self._remedy = QLabel()
        for line in (self._message, self._remedy):
            line.setTextFormat(Qt.TextFormat.PlainText)
            line.setWordWrap(True)
            line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._remedies = QHBoxLayout()
        self._shown: tuple[int, Problem | None] | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(13, 10, 13, 8)
        column.setSpacing(3)
        column.addWidget(self._message)
        column.addWidget(self._remedy)
        column.addLayout(self._remedies)
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return f"{self._message.text()} {self._remedy.text()}".strip()

    def show_job(self, job: Job) -> None:
        """Show what is wrong with a job; nothing where nothing is."""
        problem = job.problem if job.state not in ACTIVE else None
        self.setVisible(problem is not None)
        if problem is None or self._shown == (job.id, problem):
            return
        self._shown = (job.id, problem)
        self.setProperty("role", "notice" if job.state == "interrupted" else "trouble")
        for widget in (self, self._message, self._remedy):
            widget.style().unpolish(widget)
            widget.style().polish(widget)
        self._message.setText(problem.message)
        self._remedy.setText(problem.remedy)
        self._remedy.setVisible(bool(problem.remedy))
        while (item := self._remedies.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        for act in (*way_out(job), "show_log"):
            button = QPushButton(act_name(act, job))
            button.setProperty("role", "plain")
            button.clicked.connect(partial(self.acted.emit, act))
            self._remedies.addWidget(button)
        self._remedies.addStretch(1)


def _shown_trial(trials: tuple[Trial, ...]) -> int:
    """The trial whose curves are drawn until the person chooses one: the running, the best."""
    running = [trial.number for trial in trials if trial.state == "running"]
    if running:
        return running[-1]
    return max(trials, key=lambda trial: trial.dev_macro_f1 or 0.0).number if trials else 1
