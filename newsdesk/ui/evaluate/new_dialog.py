"""A new evaluation: which model, on which articles, and which sections count as which."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.dataset import Dataset
from newsdesk.core.evaluation import Material, Part
from newsdesk.services.models import ModelCard
from newsdesk.ui.evaluate.matching import Matching
from newsdesk.ui.evaluate.words import PARTS
from newsdesk.ui.widgets.choice import Choice
from newsdesk.ui.widgets.labels import label

_PERIODS = (("All of them", 0), ("Of the last 7 days", 7), ("Of the last 30 days", 30),
            ("Of the last 365 days", 365))  # fmt: skip


class NewEvaluationDialog(QDialog):
    """`model` and `material` say what was chosen once it is accepted."""

    def __init__(
        self,
        models: Sequence[ModelCard],
        datasets: Sequence[Dataset],
        model: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """model: the one that is offered first."""
        super().__init__(parent)
        self.setWindowTitle("New evaluation")
        self.resize(600, 420)
        self._models, self._datasets = models, datasets
        self.models = Choice("The model")
        for card in models:
            self.models.addItem(card.title, card.name)
        self.models.setCurrentIndex(max(0, self.models.findData(model)))
        self.of_set = QRadioButton("A data set")
        self.of_desk = QRadioButton("The desk’s decisions")
        self.datasets = Choice("The data set")
        for dataset in datasets:
            self.datasets.addItem(dataset.title or dataset.name, dataset.name)
        self.part = Choice("Part of the data set")
        for part, name in PARTS.items():
            self.part.addItem(name.capitalize(), part)
        self.period = Choice("Which decisions")
        for name, days in _PERIODS:
            self.period.addItem(name, days)
        self.matching = Matching()
        self._note = label("", "soft", wrap=True)
        self._buttons = QDialogButtonBox()
        self.start = self._buttons.addButton("Evaluate", QDialogButtonBox.ButtonRole.AcceptRole)
        self.start.setProperty("role", "primary")
        self._buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._build()
        (self.of_set if datasets else self.of_desk).setChecked(True)
        self.of_set.setEnabled(bool(datasets))
        self._connect()
        self._check()

    @property
    def model(self) -> str:
        """The name of the chosen model."""
        return str(self.models.currentData() or "")

    @property
    def material(self) -> Material:
        """The chosen articles."""
        if self.of_desk.isChecked():
            days = int(self.period.currentData())
            since = datetime.now(UTC) - timedelta(days=days) if days else None
            return Material(since=since)
        part: Part = self.part.currentData()
        return Material(self.datasets.currentData(), part, matches=self.matching.matches)

    @property
    def note(self) -> str:
        """What is said of the choice."""
        return self._note.text()

    def use_dataset(self, name: str) -> None:
        """Choose a data set."""
        self.of_set.setChecked(True)
        self.datasets.setCurrentIndex(max(0, self.datasets.findData(name)))

    def _check(self) -> None:
        of_set = self.of_set.isChecked()
        for widget in (self.datasets, self.part):
            widget.setEnabled(of_set)
        self.period.setEnabled(not of_set)
        card = next((each for each in self._models if each.name == self.model), None)
        name = self.datasets.currentData()
        dataset = next((each for each in self._datasets if each.name == name), None)
        ours = card.manifest.sections if card is not None else ()
        theirs = dataset.sections if of_set and dataset is not None else ()
        self.matching.show_sections(ours, theirs)
        self._note.setText(self._said(of_set, dataset))
        self.start.setEnabled(card is not None and (dataset is not None or not of_set))

    def _said(self, of_set: bool, dataset: Dataset | None) -> str:
        if not of_set:
            return (
                "The model is asked anew about every article that was decided on the desk, and its "
                "answers are held against the decisions."
            )
        if dataset is None:
            return "There is no data set yet: import one on the Data sets screen."
        if self.part.currentData() in ("train", "all") and not self._learned_elsewhere(dataset):
            return (
                "A model is always good on what it learned from: only the test part says how good "
                "it is on articles that it has not seen."
            )
        return ""

    def _learned_elsewhere(self, dataset: Dataset) -> bool:
        card = next((each for each in self._models if each.name == self.model), None)
        return card is not None and card.manifest.fingerprint != dataset.fingerprint

    def _connect(self) -> None:
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self.of_set.toggled.connect(self._check)
        for choice in (self.models, self.datasets, self.part):
            choice.currentIndexChanged.connect(self._check)

    def _build(self) -> None:
        form = QFormLayout()
        form.setSpacing(10)
        form.addRow("Model", self.models)
        chosen = QHBoxLayout()
        chosen.addWidget(self.datasets, 1)
        chosen.addWidget(self.part, 1)
        form.addRow("On", self.of_set)
        form.addRow("", chosen)
        form.addRow("", self.of_desk)
        form.addRow("", self.period)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(label("See where a model is wrong", "heading"))
        layout.addLayout(form)
        layout.addWidget(self.matching)
        layout.addWidget(self._note)
        layout.addStretch(1)
        layout.addWidget(self._buttons)
