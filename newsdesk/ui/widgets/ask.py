"""A question before something that cannot be taken back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from newsdesk.ui.widgets.labels import label

WIDTH = 440


class Question(QDialog):
    """A question with two answers; `yes` is the one that does it, Cancel the one at hand."""

    def __init__(self, question: str, explanation: str, verb: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Newsdesk")
        self.setFixedWidth(WIDTH)
        self._explanation = label(explanation, "", wrap=True)
        buttons = QDialogButtonBox()
        self.yes = buttons.addButton(verb, QDialogButtonBox.ButtonRole.AcceptRole)
        self.yes.setProperty("role", "primary")
        self.cancel = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(12)
        column.addWidget(label(question, "heading", wrap=True))
        column.addWidget(self._explanation)
        column.addSpacing(4)
        column.addWidget(buttons)
        self.cancel.setDefault(True)
        self.cancel.setFocus()

    @property
    def explanation(self) -> str:
        """What stands below the question."""
        return self._explanation.text()


def ask(
    parent: QWidget, question: str, explanation: str, verb: str, do: Callable[[], object]
) -> Question:
    """Ask without blocking; `do` where the person says yes. verb: what the button says."""
    box = Question(question, explanation, verb, parent)
    box.accepted.connect(lambda: do())
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
    return box
