"""An evaluation that was interrupted: go on with it, or forget it."""

from __future__ import annotations

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from newsdesk.core.evaluation import Evaluation
from newsdesk.ui.evaluate.words import material_name
from newsdesk.ui.widgets.labels import label


class InterruptedRow(QWidget):
    """Hidden while there is none. Both signals name the Evaluation that is offered."""

    go_on_asked = Signal(Evaluation)
    forget_asked = Signal(Evaluation)

    def __init__(self) -> None:
        super().__init__()
        self._offered: Evaluation | None = None
        self._text = label("", "soft")
        self.go_on = QPushButton("Go on")
        self.forget = QPushButton("Forget")
        self.forget.setProperty("role", "plain")
        self.go_on.clicked.connect(lambda: self._answer(self.go_on_asked))
        self.forget.clicked.connect(lambda: self._answer(self.forget_asked))
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 16, 6)
        row.setSpacing(10)
        for widget in (self._text, self.go_on, self.forget):
            row.addWidget(widget)
        row.addStretch(1)
        self.hide()

    @property
    def text(self) -> str:
        """What is told."""
        return self._text.text()

    def offer(self, evaluation: Evaluation | None) -> None:
        """Offer to go on with this one; None for none."""
        self._offered = evaluation
        if evaluation is not None:
            self._text.setText(_told(evaluation))
            for button in (self.go_on, self.forget):
                button.setAccessibleName(f"{button.text()}: {self.text}")
        self.setVisible(evaluation is not None)

    def _answer(self, asked: SignalInstance) -> None:
        evaluation = self._offered
        self.offer(None)  # one answer is enough
        if evaluation is not None:
            asked.emit(evaluation)


def _told(evaluation: Evaluation) -> str:
    what = f"The evaluation of {evaluation.model} on {material_name(evaluation.material)}"
    if not evaluation.done:
        return f"{what} was interrupted at its beginning."
    return f"{what} was interrupted at {100 * evaluation.done // evaluation.total} %."
