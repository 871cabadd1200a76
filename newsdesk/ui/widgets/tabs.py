"""Pages behind a row of names; only one of them is seen."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)


class TabButton(QPushButton):
    """The name of one page; the arrow keys go to its neighbours."""

    stepped = Signal(int)

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setProperty("role", "tab")
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() in steps:
            self.stepped.emit(steps[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)


class Tabs(QWidget):
    """shown: the name by which the page that is seen now was added."""

    shown = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons: dict[str, TabButton] = {}
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._pages = QStackedWidget()
        self.row = QHBoxLayout()
        self.row.setSpacing(4)
        self.row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(self.row)
        column.addWidget(self._pages, 1)

    @property
    def current(self) -> str:
        """The name of the page that is seen."""
        return next((name for name, button in self._buttons.items() if button.isChecked()), "")

    def add(self, name: str, page: QWidget) -> QPushButton:
        """Add a page; the first one is seen. The button may be given another text later."""
        button = TabButton(name)
        button.clicked.connect(lambda: self.show_page(name))
        button.stepped.connect(lambda by: self._step(name, by))
        self._group.addButton(button)
        self.row.insertWidget(len(self._buttons), button)
        self._buttons[name] = button
        self._pages.addWidget(page)
        if len(self._buttons) == 1:
            button.setChecked(True)
        return button

    def button(self, name: str) -> QPushButton:
        """The button of a page."""
        return self._buttons[name]

    def show_page(self, name: str) -> None:
        """Go to a page."""
        self._buttons[name].setChecked(True)
        self._pages.setCurrentIndex(list(self._buttons).index(name))
        self.shown.emit(name)

    def _step(self, name: str, by: int) -> None:
        names = list(self._buttons)
        other = names[(names.index(name) + by) % len(names)]
        self.show_page(other)
        self._buttons[other].setFocus()
