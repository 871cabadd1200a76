"""The strip at the foot of the window: work in progress with Cancel, and what was done."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from newsdesk.ui.widgets.labels import label

HEIGHT = 30


class Work(QWidget):
    """One piece of work: what it is, how far, Cancel. Hidden while there is none."""

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._text = label("", "soft")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(120)
        self.cancel_button = QPushButton("Cancel")
        self.cancel_button.setProperty("role", "plain")
        self.cancel_button.clicked.connect(self.cancelled)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 16, 0)
        row.setSpacing(10)
        for widget in (self._text, self._bar, self.cancel_button):
            row.addWidget(widget)
        self.hide()

    def show_progress(self, text: str, done: int, total: int) -> None:
        """Show how far the work is; a total of 0 is not known yet."""
        self._text.setText(text)
        self._bar.setAccessibleName(text)
        self.cancel_button.setAccessibleName(f"Cancel: {text}")
        self._bar.setRange(0, total)
        self._bar.setValue(done)
        self.show()


class StatusStrip(QWidget):
    """undo_asked: the button beside what was done last."""

    undo_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusStrip")
        self.setFixedHeight(HEIGHT)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.reading = Work()
        self.classifying = Work()
        self._said = label("", "soft")
        self._undo = QPushButton("Undo")
        self._undo.setProperty("role", "plain")
        self._undo.clicked.connect(self.undo_asked)
        self._undo.hide()
        self._right: QLabel = label("", "soft")
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(8)
        for widget in (self.reading, self.classifying, self._said, self._undo):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self._right)

    @property
    def text(self) -> str:
        """What was said last."""
        return self._said.text()

    def say(self, text: str, undo: bool = False) -> None:
        """Say what was done last, with Undo beside it where it can be taken back."""
        self._said.setText(text)
        self._undo.setVisible(undo)
        self._undo.setAccessibleName(f"Undo: {text}")

    def show_right(self, text: str) -> None:
        """Show how things stand."""
        self._right.setText(text)
