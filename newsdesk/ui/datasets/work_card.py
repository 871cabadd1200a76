"""What the worker does with a data set, at the head of the list."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from newsdesk.services.dataset_work import DatasetWork
from newsdesk.ui.widgets.labels import ElidedLabel, label

VERBS = {
    "import": "importing",
    "decisions": "collecting decisions",
    "divide": "dividing",
    "export": "exporting",
    "pick": "collecting picked articles",
    "add": "adding articles",
}


class WorkCard(QWidget):
    """Hidden while nothing goes on. cancelled: the person wants it stopped."""

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("filters")  # a hairline below, as the desk has it
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._name = ElidedLabel()
        self._name.setProperty("role", "strong")
        self._state = label("", "state")
        self._state.setProperty("ink", "accent")
        self._phase = ElidedLabel()
        self._phase.setProperty("role", "soft")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self.cancel = QPushButton("Cancel")
        self.cancel.setProperty("role", "plain")
        self.cancel.clicked.connect(self.cancelled)
        top = QHBoxLayout()
        top.addWidget(self._name, 1)
        top.addWidget(self._state)
        middle = QHBoxLayout()
        middle.addWidget(self._phase, 1)
        middle.addWidget(self.cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 9, 12, 10)
        column.setSpacing(4)
        column.addLayout(top)
        column.addLayout(middle)
        column.addWidget(self._bar)
        self.hide()

    def show_work(self, work: DatasetWork | None) -> None:
        """Show how far it is; None where nothing goes on."""
        self.setVisible(work is not None)
        if work is None:
            return
        self._name.setText(work.name)
        self._state.setText(VERBS[work.operation])
        self._phase.setText(progress_text(work))
        self.cancel.setAccessibleName(f"Cancel: {work.name}")
        self._bar.setAccessibleName(f"{work.name}: {VERBS[work.operation]}")
        self._bar.setRange(0, work.total)
        self._bar.setValue(work.done)


def progress_text(work: DatasetWork) -> str:
    """The phase and how far it is."""
    phase = work.phase or "starting"
    if work.total:
        return f"{phase} {work.done:,} of {work.total:,}"
    return f"{phase} {work.done:,}" if work.done else phase
