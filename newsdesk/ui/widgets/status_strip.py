"""The strip at the foot of the window: work in progress with Cancel, and what was done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from newsdesk.ui.widgets.labels import ElidedLabel, label
from newsdesk.ui.widgets.work import Work

HEIGHT = 30


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be done about what was said."""

    text: str
    do: Callable[[], object]


class StatusStrip(QWidget):
    """What goes on on the left, how things stand on the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusStrip")
        self.setFixedHeight(HEIGHT)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.reading = Work()
        self.classifying = Work()
        self.preparing = Work()
        self.bulk = Work()
        self._said = ElidedLabel()
        self._said.setProperty("role", "soft")
        self._actions = QHBoxLayout()
        self._actions.setSpacing(2)
        self._right: QLabel = label("", "soft")
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(8)
        for widget in (self.reading, self.classifying, self.preparing, self.bulk, self._said):
            row.addWidget(widget)
        row.addLayout(self._actions)
        row.addStretch(1)
        row.addWidget(self._right)

    def add_work(self, work: QWidget) -> None:
        """Give another kind of work its place, left of what was said last."""
        self._row.insertWidget(self._row.indexOf(self._said), work)

    @property
    def text(self) -> str:
        """What was said last."""
        return self._said.text()

    def say(self, text: str, *actions: Action) -> None:
        """Say what was done last, and what can be done about it."""
        self._said.setText(text)
        while (item := self._actions.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        for action in actions:
            button = QPushButton(action.text)
            button.setProperty("role", "plain")
            button.setAccessibleName(f"{action.text}: {text}")
            button.clicked.connect(lambda _=False, do=action.do: do())
            self._actions.addWidget(button)

    def action(self, text: str) -> QPushButton:
        """The button of an action that is offered now."""
        items = (self._actions.itemAt(index) for index in range(self._actions.count()))
        widgets = (item.widget() for item in items if item is not None)
        return next(w for w in widgets if isinstance(w, QPushButton) and w.text() == text)

    def show_right(self, text: str) -> None:
        """Show how things stand."""
        self._right.setText(text)
