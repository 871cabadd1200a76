"""The card of the learning curve: made when it is asked for, with progress and Cancel."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton

from newsdesk.services.evaluate.curves import ShownCurves
from newsdesk.ui.evaluate.curves.card import PlotCard
from newsdesk.ui.evaluate.curves.learning import LEARNING_TITLE, LEARNING_TOLD, LearningChart
from newsdesk.ui.evaluate.exporting.menu import Say

_HOW = "It learns from growing parts of the articles, which takes a minute or so."


class LearningCard(PlotCard):
    """Shows the curve that was made before, or offers to make it."""

    def __init__(self, curves: ShownCurves, say: Say, name: Callable[[], str]) -> None:
        self.make = QPushButton("Make it")
        self.bar = QProgressBar()
        super().__init__(LEARNING_TITLE, say, name)
        self._curves = curves
        self.make.setProperty("role", "small")
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("The learning curve being made")
        row = QHBoxLayout()
        row.addWidget(self.make)
        row.addWidget(self.bar, 1)
        row.addStretch(1)
        column = self.layout()
        assert column is not None
        column.insertLayout(2, row)  # type: ignore[attr-defined]
        self.make.clicked.connect(self._press)
        curves.learning_changed.connect(self.show_state)
        curves.learning_moved.connect(self._move)
        self.show_state()

    def show_state(self) -> None:
        """Show the curve, the progress, or what can be done."""
        busy, curve, problem = (
            self._curves.is_learning, self._curves.learning, self._curves.learning_problem
        )  # fmt: skip
        missing = f"{LEARNING_TOLD} {_HOW}" if problem is None else str(problem)
        self.show_plot(LearningChart(curve) if curve is not None else None, missing)
        self.make.setVisible(curve is None)
        self.make.setText("Cancel" if busy else "Make it")
        self.make.setAccessibleName(
            "Cancel the learning curve" if busy else "Make the learning curve"
        )
        self.bar.setVisible(busy)
        if not busy:
            self.bar.setRange(0, 0)

    def _press(self) -> None:
        if self._curves.is_learning:
            self._curves.stop_learning()
        else:
            self._curves.learn()

    def _move(self, done: int, total: int) -> None:
        self.bar.setRange(0, max(total, 1))
        self.bar.setValue(done)
