"""Above the labels in doubt: which data set, the button that looks, how far it is, the finding."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from newsdesk.core.dataset import Dataset
from newsdesk.ui.evaluate.doubts import words
from newsdesk.ui.widgets.choice import Choice
from newsdesk.ui.widgets.labels import label


class DoubtsHead(QWidget):
    """picked: the name of a data set. look_asked, cancelled: the buttons."""

    picked = Signal(str)
    look_asked = Signal()
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.choice = Choice("Data set whose labels are looked at")
        self.choice.setMaximumWidth(280)
        self.look = QPushButton(words.LOOK)
        self.look.setProperty("role", "primary")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(110)
        self.cancel = QPushButton("Cancel")
        self.sentence = label("", "soft", wrap=True)
        row = QHBoxLayout()
        row.setSpacing(8)
        for widget in (self.choice, self.look, self.bar, self.cancel):
            row.addWidget(widget)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self.sentence)
        self.choice.activated.connect(lambda: self.picked.emit(self.choice.currentData()))
        self.look.clicked.connect(self.look_asked)
        self.cancel.clicked.connect(self.cancelled)
        self.show_progress(0, 0)

    def show_sets(self, sets: Sequence[Dataset], current: str) -> None:
        """Offer these data sets."""
        with QSignalBlocker(self.choice):
            self.choice.clear()
            for each in sets:
                labels = f"{each.labelled:,} label{'' if each.labelled == 1 else 's'}"
                self.choice.addItem(f"{each.name} · {labels}", each.name)
            self.choice.setCurrentIndex(self.choice.findData(current))

    def show_progress(self, done: int, total: int) -> None:
        """So many of the steps are done; a total of 0: nothing is looked at."""
        going = bool(total)
        self.look.setVisible(not going)
        self.bar.setVisible(going)
        self.cancel.setVisible(going)
        self.choice.setEnabled(not going)
        self.bar.setRange(0, total if done else 0)  # it moves while libraries are loaded
        self.bar.setValue(done)
        self.bar.setAccessibleName(f"Looking for labels in doubt: {done} of {total}")

    def show_sentence(self, text: str, trouble: bool = False) -> None:
        """Say what was found, or what went wrong."""
        self.sentence.setText(text)
        self.sentence.setVisible(bool(text))
        self.sentence.setProperty("role", "error" if trouble else "soft")
        self.sentence.style().unpolish(self.sentence)
        self.sentence.style().polish(self.sentence)
