"""The queue: one row a job, by mouse and by keyboard."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu

from newsdesk.core.job import Job
from newsdesk.ui.theme import theme
from newsdesk.ui.training.acts import act_name, acts_of
from newsdesk.ui.training.queue_model import LINE, QueueModel
from newsdesk.ui.training.queue_row import QueueRowDelegate
from newsdesk.ui.training.words import Line


class Queue(QListView):
    """picked: the job that should be shown now, or None. acted: a job's id and what to do."""

    picked = Signal(object)
    acted = Signal(int, str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("jobList")
        self.setAccessibleName("Jobs")
        self.rows = QueueModel()
        self.setModel(self.rows)
        self.delegate = QueueRowDelegate(self)
        self.delegate.acted.connect(self.acted)
        self.setItemDelegate(self.delegate)
        self.setMouseTracking(True)
        self.setMinimumWidth(270)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().currentChanged.connect(self._take_current)
        self._told: int | None = None
        theme().changed.connect(self.viewport().update)

    @property
    def current(self) -> Job | None:
        """The job that is picked."""
        return self.rows.job_at(self.currentIndex().row())

    def show_jobs(self, jobs: list[Job]) -> None:
        """Show these jobs; the picked one stays picked, else the first is."""
        self.rows.show_jobs(jobs)
        if not self.currentIndex().isValid() and jobs:
            self.setCurrentIndex(self.rows.index(0))
        self._take_current(self.currentIndex())
        self.viewport().update()

    def pick(self, job_id: int) -> None:
        """Go to a job."""
        position = self.rows.position(job_id)
        if position is not None:
            index = self.rows.index(position)
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def menu_of(self, job: Job) -> QMenu:
        """What can be done with a job."""
        menu = QMenu(self)
        for act in (*acts_of(job), "show_log", "open_folder"):
            if act == "show_log":
                menu.addSeparator()
            action = QAction(act_name(act, job), menu)
            action.triggered.connect(partial(self.acted.emit, job.id, act))
            menu.addAction(action)
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        job = self.rows.job_at(index.row())
        if job is None:
            return
        place = event.pos() if by_mouse else self.visualRect(index).bottomLeft() + QPoint(12, -20)
        menu = self.menu_of(job)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.viewport().mapToGlobal(place))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        job = self.current
        line = self.currentIndex().data(LINE)
        if job is not None and event.key() == Qt.Key.Key_Delete and "remove" in acts_of(job):
            self.acted.emit(job.id, "remove")
        elif (
            job is not None
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and isinstance(line, Line)
            and line.deed
        ):
            self.acted.emit(job.id, line.deed)
        else:
            super().keyPressEvent(event)

    def _take_current(self, index: QModelIndex, _previous: QModelIndex | None = None) -> None:
        job = self.rows.job_at(index.row())
        told = job.id if job else None
        if told != self._told:
            self._told = told
            self.picked.emit(told)
