"""What was found wrong with rows of a data set."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from newsdesk.core.dataset import Dataset, DatasetProblem
from newsdesk.services.datasets import Datasets
from newsdesk.ui.datasets.paged_model import ROW, Column, PagedModel
from newsdesk.ui.datasets.row_table import RowTable
from newsdesk.ui.widgets.empty_state import EmptyState

KINDS = {
    "empty": "no text",
    "no_text": "no text",
    "blank": "no label",
    "blank_label": "no label",
    "unreadable": "unreadable",
    "cover": "cover",
    "contradiction": "contradiction",
    "short": "very short",
    "split": "split",
}


class ProblemsPage(QWidget):
    """row_asked: a row of the source that the person wants to see."""

    row_asked = Signal(int)

    def __init__(self, datasets: Datasets, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._datasets = datasets
        self._shown: tuple[int, int] | None = None
        self.model: PagedModel[DatasetProblem] = PagedModel(
            (
                Column("Row", 72, lambda one: f"{one.row:,}" if one.row else "", right=True),
                Column("What", 124, lambda one: KINDS.get(one.kind, one.kind.replace("_", " "))),
                Column("Why", 0, lambda one: one.message),
            )
        )
        self.table = RowTable(self.model, "Problems")
        self.table.opened.connect(self._open)
        self._none = EmptyState(
            "check", "No problems", "Every row has a text and a section, and none contradicts."
        )
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(self.table)
        self._stack.addWidget(self._none)

    def show_set(self, dataset: Dataset) -> None:
        """Show the problems of a set."""
        same = self._shown is not None and self._shown[0] == dataset.id
        if self._shown == (dataset.id, dataset.problems):
            return
        self._shown = (dataset.id, dataset.problems)
        self._stack.setCurrentWidget(self.table if dataset.problems else self._none)
        self.model.ask(
            lambda answer: answer(dataset.problems),
            lambda offset, limit, answer: self._datasets.problems(
                dataset.id, offset, limit, answer
            ),
            keep=same,
        )

    def _open(self, index: QModelIndex) -> None:
        problem = index.data(ROW)
        if isinstance(problem, DatasetProblem) and problem.row is not None:
            self.row_asked.emit(problem.row)
