"""One piece of work that goes on: what it is, how far, Cancel."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from newsdesk.ui.widgets.labels import label


class Work(QWidget):
    """Hidden while there is none. cancelled: the person wants it no more."""

    cancelled = Signal()

    def __init__(self, bar: int = 120) -> None:
        """bar: how wide that of the progress is, in pixels."""
        super().__init__()
        self._text = label("", "soft")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(bar)
        self.cancel_button = QPushButton("Cancel")
        self.cancel_button.setProperty("role", "plain")
        self.cancel_button.clicked.connect(self.cancelled)
        row = self.row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 16, 0)
        row.setSpacing(10)
        for widget in (self._text, self._bar, self.cancel_button):
            row.addWidget(widget)
        self.hide()

    @property
    def text(self) -> str:
        """What is told."""
        return self._text.text()

    def show_progress(self, text: str, done: int, total: int) -> None:
        """Show how far the work is; a total of 0 is not known yet."""
        self._text.setText(text)
        self._bar.setAccessibleName(text)
        self.cancel_button.setAccessibleName(f"Cancel: {text}")
        self._bar.setRange(0, total)
        self._bar.setValue(done)
        self.show()

    def show_or_hide(self, text: str, done: int, total: int) -> None:
        """Show how far the work is; without a text there is none."""
        if text:
            self.show_progress(text, done, total)
        else:
            self.hide()
