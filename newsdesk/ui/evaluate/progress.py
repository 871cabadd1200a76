"""An evaluation that is being made: how far it is, and Cancel."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from newsdesk.ui.widgets.labels import label


class EvaluatingRow(QWidget):
    """Hidden while nothing is made. cancelled: the person wants it no more."""

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._text = label("", "soft")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(160)
        self.cancel = QPushButton("Cancel")
        self.cancel.clicked.connect(self.cancelled)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 16, 6)
        row.setSpacing(10)
        row.addWidget(self._text)
        row.addWidget(self._bar)
        row.addWidget(self.cancel)
        row.addStretch(1)
        self.hide()

    @property
    def text(self) -> str:
        """What is told."""
        return self._text.text()

    def begin(self, model: str) -> None:
        """A model begins to read; how much, is not known yet."""
        self._model = model
        self._tell("", 0, 0)

    def show_progress(self, done: int, total: int) -> None:
        """So much is done; a total of 0 ends it."""
        if total:
            self._tell(f": {done:,} of {total:,} articles", done, total)
        else:
            self.hide()

    def _tell(self, how_far: str, done: int, total: int) -> None:
        self._text.setText(f"{self._model} is reading{how_far}")
        self._bar.setAccessibleName(self._text.text())
        self._bar.setRange(0, total)
        self._bar.setValue(done)
        self.show()
