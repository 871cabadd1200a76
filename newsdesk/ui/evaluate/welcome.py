"""What the Evaluate screen says before there is an evaluation, and while the first is made."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from newsdesk.ui.widgets.empty_state import EmptyState

_TEXT = (
    "Have a model read articles whose sections are known, and see where it is wrong: which "
    "sections it confuses, the articles behind every number, and labels that are probably wrong "
    "themselves. Nothing leaves this machine."
)


class Welcome(QWidget):
    """new_asked: the person wants the first evaluation."""

    new_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.button = QPushButton("New evaluation…")
        self.button.setProperty("role", "primary")
        self.button.clicked.connect(self.new_asked)
        column = QVBoxLayout(self)
        column.addWidget(EmptyState("evaluate", "Where is a model wrong?", _TEXT, self.button))
