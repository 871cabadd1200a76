"""A data set from what was decided on the desk."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.errors import Problem
from newsdesk.services.datasets import Datasets
from newsdesk.ui.datasets import words
from newsdesk.ui.datasets.name_field import NameField, free_name
from newsdesk.ui.datasets.plan_form import PlanForm
from newsdesk.ui.widgets.choice import Choice
from newsdesk.ui.widgets.labels import label

SINCE = (
    "What was tested on in an earlier set from decisions is tested on in this one as well, so "
    "that no model ever learns from it."
)


class DecisionsDialog(QDialog):
    """Starts the making of the set where it is accepted."""

    def __init__(
        self,
        datasets: Datasets,
        models: Sequence[str],
        taken: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._datasets = datasets
        self._articles: int | None = None
        self.setWindowTitle("A data set from decisions")
        self.resize(640, 380)
        self.name = NameField(taken, free_name("decisions", taken))
        self.all = QRadioButton("All decisions")
        self.all.setChecked(True)
        self.since = QRadioButton("Those since this model")
        self.since.setToolTip("What was decided after the model was made, or against its answer")
        self.since.setEnabled(bool(models))
        self.model = Choice("The model whose later decisions are taken")
        self.model.addItems(list(models))
        self.model.setEnabled(False)
        self.plan = PlanForm(given=False)
        self._count = label("", "soft", wrap=True)
        self._buttons = QDialogButtonBox()
        self.start = self._buttons.addButton("Make it", QDialogButtonBox.ButtonRole.AcceptRole)
        self.start.setProperty("role", "primary")
        self._buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._build()
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self.name.changed.connect(self._check)
        self.since.toggled.connect(self._ask)
        self.model.currentIndexChanged.connect(self._ask)
        datasets.worker.failed.connect(self._show_problem)
        self._ask()

    @property
    def said(self) -> str:
        """How many articles it would have, in words."""
        return self._count.text()

    @property
    def which(self) -> tuple[str, str]:
        """all or since, and the model."""
        return ("since", self.model.currentText()) if self.since.isChecked() else ("all", "")

    def accept(self) -> None:
        """Make the set."""
        self._datasets.worker.from_decisions(self.name.name, *self.which, self.plan.plan())
        super().accept()

    def done(self, result: int) -> None:
        """Close; an answer that is still to come finds nobody."""
        self._datasets.worker.forget_decided()
        super().done(result)

    def _show_problem(self, problem: Problem) -> None:
        self._count.setText(str(problem))

    def _ask(self) -> None:
        self.model.setEnabled(self.since.isChecked())
        self._articles = None
        self._count.setText("Counting…")
        self._check()
        self._datasets.worker.decided(*self.which, self._show_count)

    def _show_count(self, articles: int) -> None:
        self._articles = articles
        if articles:
            text = f"The set will have {words.number(articles, 'article')}. {SINCE}"
        else:
            text = "There is no such decision yet: decide on articles at the desk first."
        self._count.setText(text)
        self._check()

    def _check(self) -> None:
        self.start.setEnabled(bool(self.name.name and self._articles))

    def _build(self) -> None:
        form = QFormLayout()
        form.setSpacing(10)
        form.addRow("Name", self.name)
        form.addRow("Which", self.all)
        row = QHBoxLayout()
        row.addWidget(self.since)
        row.addWidget(self.model, 1)
        form.addRow("", row)
        form.addRow("Division", self.plan)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(label("Learn from what the desk decided", "heading"))
        layout.addLayout(form)
        layout.addWidget(self._count)
        layout.addStretch(1)
        layout.addWidget(self._buttons)
