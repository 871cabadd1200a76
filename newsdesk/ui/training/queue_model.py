"""The jobs as Qt's model: few, so they are all held."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from newsdesk.core.job import Job
from newsdesk.ui.training.words import STATES, line_of, recipe_line

JOB = Qt.ItemDataRole.UserRole
LINE = Qt.ItemDataRole.UserRole + 1

Index = QModelIndex | QPersistentModelIndex


class QueueModel(QAbstractListModel):
    """Rows in the order of the service; rows that stay keep their selection."""

    def __init__(self) -> None:
        super().__init__()
        self._jobs: list[Job] = []
        self._names: dict[int, str] = {}

    def show_jobs(self, jobs: list[Job]) -> None:
        """Show these jobs."""
        self._names = {job.id: job.name for job in jobs}
        if [job.id for job in jobs] == [job.id for job in self._jobs]:
            self._jobs = jobs
            if jobs:
                self.dataChanged.emit(self.index(0), self.index(len(jobs) - 1))
            return
        self.layoutAboutToBeChanged.emit()
        places = {job.id: place for place, job in enumerate(jobs)}
        old = self.persistentIndexList()
        moved = [places.get(self._jobs[index.row()].id) for index in old]
        self._jobs = jobs
        new = [self.index(place) if place is not None else QModelIndex() for place in moved]
        self.changePersistentIndexList(old, new)
        self.layoutChanged.emit()

    def job_at(self, position: int) -> Job | None:
        """The job of a row."""
        return self._jobs[position] if 0 <= position < len(self._jobs) else None

    def position(self, job_id: int) -> int | None:
        """The row of a job."""
        return next((i for i, job in enumerate(self._jobs) if job.id == job_id), None)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._jobs)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        job = self.job_at(index.row())
        if job is None:
            return None
        if role == JOB:
            return job
        if role == LINE:
            return line_of(job, self._names)
        if role == Qt.ItemDataRole.DisplayRole:
            return job.name
        if role == Qt.ItemDataRole.ToolTipRole:
            return str(job.problem) if job.problem else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            line = line_of(job, self._names)
            parts = (job.name, STATES[job.state], recipe_line(job), line.left, line.right)
            return ", ".join(part for part in parts if part)
        return None
