"""The bar on top: which evaluation, held against which, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from newsdesk.core.evaluation import Evaluation
from newsdesk.ui.evaluate.words import articles, day, evaluation_name
from newsdesk.ui.widgets.choice import Choice
from newsdesk.ui.widgets.labels import label

_NONE = "no other"


class EvaluateBar(QWidget):
    """picked, against_picked: ids of evaluations, 0 for none.

    new_asked, remove_asked, export_asked, promote_asked: what the buttons are for.
    """

    picked = Signal(int)
    against_picked = Signal(int)
    new_asked = Signal()
    remove_asked = Signal()
    export_asked = Signal()
    promote_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("toolbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(52)
        self.choice = Choice("The evaluation that is shown")
        self.against = Choice("The evaluation that it is held against")
        self._against_label = label("against", "soft")
        self.new_button = QPushButton("New evaluation…")
        self.export_button = QPushButton("Export…")
        self.remove_button = QPushButton("Remove")
        self.promote_button = QPushButton("Promote…")
        self._build()
        self.choice.activated.connect(lambda: self.picked.emit(self.choice.currentData()))
        self.against.activated.connect(lambda: self.against_picked.emit(self.against.currentData()))
        self.new_button.clicked.connect(self.new_asked)
        self.remove_button.clicked.connect(self.remove_asked)
        self.export_button.clicked.connect(self.export_asked)
        self.promote_button.clicked.connect(self.promote_asked)

    def show_evaluations(self, evaluations: Sequence[Evaluation], current: int, other: int) -> None:
        """Offer those that are done. current, other: ids of the one shown and the one beside it."""
        self.choice.clear()
        self.against.clear()
        self.against.addItem(_NONE, 0)
        shown = next((each for each in evaluations if each.id == current), None)
        for each in evaluations:
            text = f"{evaluation_name(each)} · {articles(each.articles)}"
            self.choice.addItem(text, each.id)
            self.choice.setItemData(
                self.choice.count() - 1,
                f"{day(each.created)}, {each.created.astimezone():%H:%M}",
                Qt.ItemDataRole.ToolTipRole,
            )
            if shown is not None and each.id != current and _comparable(shown, each):
                self.against.addItem(text, each.id)
        self.choice.setCurrentIndex(max(0, self.choice.findData(current)))
        self.against.setCurrentIndex(max(0, self.against.findData(other)))
        some = bool(evaluations)
        for widget in (self.choice, self.against, self._against_label, self.export_button,
                       self.remove_button, self.promote_button):  # fmt: skip
            widget.setVisible(some)
        self.against.setEnabled(self.against.count() > 1)
        self.against.setToolTip(
            "" if self.against.count() > 1
            else "Evaluate another model on the same articles to hold the two against each other."
        )  # fmt: skip

    def _build(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 1)
        row.setSpacing(10)
        self.choice.setMinimumWidth(200)
        self.against.setMinimumWidth(110)
        for each, wide in ((self.choice, 340), (self.against, 260)):
            each.setMaximumWidth(wide)
            each.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToContentsOnFirstShow)
        self.promote_button.setProperty("role", "primary")
        row.addWidget(label("Evaluate", "heading"))
        for widget in (self.choice, self._against_label, self.against):
            row.addWidget(widget)
        row.addStretch(1)
        for button in (self.new_button, self.remove_button, self.export_button,
                       self.promote_button):  # fmt: skip
            row.addWidget(button)


def _comparable(one: Evaluation, other: Evaluation) -> bool:
    """Whether two are of the same articles, at least in part."""
    return one.material.dataset == other.material.dataset
