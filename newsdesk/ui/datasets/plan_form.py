"""How a data set is to be divided."""

from __future__ import annotations

from typing import Literal, cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from newsdesk.core.dataset import SplitPlan
from newsdesk.ui.widgets.choice import Choice
from newsdesk.ui.widgets.labels import label

Way = Literal["shares", "folds", "date", "given"]
WAYS: tuple[tuple[Way, str, str], ...] = (
    (
        "shares",
        "By shares",
        "Every section on every side, in proportion; near-duplicates always on the same one.",
    ),
    (
        "folds",
        "In folds",
        "Each part is tested on once, by a model that learned from the others.",
    ),
    ("date", "By date", "The newest articles are tested on, as on the desk: it reads tomorrow’s."),
    ("given", "As the source says", "A column of the source names train, dev or test."),
)


class PlanForm(QWidget):
    """The way, and what belongs to it. changed: something else was chosen."""

    changed = Signal()

    def __init__(self, given: bool = True, parent: QWidget | None = None) -> None:
        """given: a source that may say it itself is at hand."""
        super().__init__(parent)
        self.way = Choice("Way of dividing")
        for code, name, _ in WAYS:
            if given or code != "given":
                self.way.addItem(name, code)
        self.dev = _percent("Share to choose by", 5)
        self.test = _percent("Share to test on", 5)
        self.folds = _whole("Number of folds", 3, 10, 5)
        self.seed = _whole("Seed", 0, 999_999, 13)
        self.seed.setToolTip("The same rows and seed are always divided in the same way")
        self._hint = label("", "soft", wrap=True)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.way)
        self._fields: list[tuple[QWidget, tuple[Way, ...]]] = []
        for name, box, ways in (
            ("Dev", self.dev, ("shares", "date")),
            ("Test", self.test, ("shares", "date")),
            ("Folds", self.folds, ("folds",)),
            ("Seed", self.seed, ("shares", "folds")),
        ):
            pair = _beside(name, box)
            self._fields.append((pair, cast("tuple[Way, ...]", ways)))
            row.addWidget(pair)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self._hint)
        self.way.currentIndexChanged.connect(self._show_fields)
        for box in (self.dev, self.test, self.folds, self.seed):
            box.valueChanged.connect(self.changed)
        self._show_fields()

    def plan(self) -> SplitPlan:
        """What is chosen."""
        return SplitPlan(
            way=self.way.currentData(),
            dev=self.dev.value() / 100,
            test=self.test.value() / 100,
            folds=self.folds.value(),
            seed=self.seed.value(),
        )

    def show_plan(self, plan: SplitPlan) -> None:
        """Show a plan."""
        self.choose(plan.way)
        self.dev.setValue(round(plan.dev * 100))
        self.test.setValue(round(plan.test * 100))
        self.folds.setValue(plan.folds)
        self.seed.setValue(plan.seed)

    def choose(self, way: Way) -> None:
        """Choose a way, where it is offered."""
        place = self.way.findData(way)
        if place >= 0:
            self.way.setCurrentIndex(place)

    def _show_fields(self) -> None:
        way = self.way.currentData()
        for pair, ways in self._fields:
            pair.setVisible(way in ways)
        self._hint.setText(next(hint for code, _, hint in WAYS if code == way))
        self.changed.emit()


def _beside(name: str, box: QWidget) -> QWidget:
    pair = QWidget()
    row = QHBoxLayout(pair)
    row.setContentsMargins(6, 0, 0, 0)
    row.setSpacing(6)
    row.addWidget(QLabel(name))
    row.addWidget(box)
    return pair


def _percent(name: str, value: int) -> QSpinBox:
    box = _whole(name, 1, 45, value)
    box.setSuffix(" %")
    return box


def _whole(name: str, least: int, most: int, value: int) -> QSpinBox:
    box = QSpinBox()
    box.setAccessibleName(name)
    box.setRange(least, most)
    box.setValue(value)
    box.lineEdit().setTextMargins(7, 0, 0, 0)
    box.lineEdit().setAcceptDrops(False)
    box.setFixedWidth(64)
    return box
