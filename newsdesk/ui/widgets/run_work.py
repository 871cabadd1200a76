"""An archive run in the strip at the foot: how far it is, Pause, Cancel, the way to all runs."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget


class RunWork(QWidget):
    """Hidden while no run goes on. shown: the person wants to see all runs."""

    shown = Signal()
    paused = Signal()
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.text_button = QPushButton()
        self.text_button.setToolTip("Show the archive runs")
        self.text_button.clicked.connect(self.shown)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(110)
        self.pause_button = QPushButton("Pause")
        self.pause_button.clicked.connect(self.paused)
        self.cancel_button = QPushButton("Cancel")
        self.cancel_button.clicked.connect(self.cancelled)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 12, 0)
        row.setSpacing(6)
        for button in (self.text_button, self.pause_button, self.cancel_button):
            button.setProperty("role", "plain")
        for widget in (self.text_button, self._bar, self.pause_button, self.cancel_button):
            row.addWidget(widget)
        self.hide()

    @property
    def text(self) -> str:
        """What is told of the run."""
        return self.text_button.text()

    def show_run(self, text: str, done: int, total: int, stopping: bool) -> None:
        """Tell how far it is; a total of 0 is not known yet. stopping: it was asked to stop."""
        self.text_button.setText(text)
        self._bar.setAccessibleName(text)
        self._bar.setRange(0, total)
        self._bar.setValue(done)
        self.pause_button.setEnabled(not stopping)
        self.cancel_button.setEnabled(not stopping)
        self.pause_button.setAccessibleName(f"Pause: {text}")
        self.cancel_button.setAccessibleName(f"Cancel: {text}")
        self.show()
