"""What can be done to several articles at once, shown while several are selected."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from newsdesk.core.section import Section
from newsdesk.ui.widgets.labels import label

MARGIN = 12


class SectionMenu(QMenu):
    """A key that is held since before it opened chooses nothing in it."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat() or event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            super().keyPressEvent(event)


class BulkBar(QWidget):
    """decided: for the section of this code. all_asked: select everything that is listed."""

    decided = Signal(str)
    remove_asked = Signal()
    again_asked = Signal()
    export_asked = Signal()
    all_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("bulkBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._count = label("", "strong")
        self.all_button = QPushButton()
        self.all_button.setProperty("role", "plain")
        self.all_button.clicked.connect(self.all_asked)
        self.menu = SectionMenu(self)
        self.decide_button = _button("Decide", "Decide for all that are selected")
        self.decide_button.setMenu(self.menu)
        self.remove_button = _button("Remove", "Remove all that are selected")
        self.remove_button.clicked.connect(self.remove_asked)
        self.again_button = _button("Classify again", "Classify all that are selected again")
        self.again_button.clicked.connect(self.again_asked)
        self.export_button = _button("Export…", "Export all that are selected")
        self.export_button.clicked.connect(self.export_asked)
        first = QHBoxLayout()
        first.setSpacing(2)
        first.addWidget(self._count)
        first.addWidget(self.all_button)
        first.addStretch(1)
        second = QHBoxLayout()
        second.setSpacing(5)
        for button in self.buttons:
            second.addWidget(button)
        second.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, 7, MARGIN, 9)
        column.setSpacing(5)
        column.addLayout(first)
        column.addLayout(second)
        self.hide()

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """What can be done, from left to right."""
        return self.decide_button, self.remove_button, self.again_button, self.export_button

    @property
    def text(self) -> str:
        """How many are selected, in words."""
        return self._count.text()

    def set_sections(self, sections: Sequence[Section]) -> None:
        """Offer these sections."""
        self.menu.clear()
        for number, section in enumerate(sections, start=1):
            name = section.name().replace("&", "&&")
            text = f"&{number}  {name}" if number < 10 else name
            action = self.menu.addAction(text)
            action.setData(section.code)
            action.triggered.connect(lambda _=False, code=section.code: self.decided.emit(code))
        self.decide_button.setEnabled(bool(sections))

    def offer_sections(self, section: str = "") -> None:
        """Open the menu of sections, with one of them marked."""
        self.menu.popup(self.decide_button.mapToGlobal(self.decide_button.rect().bottomLeft()))
        for action in self.menu.actions():
            if action.data() == section:
                self.menu.setActiveAction(action)

    def show_selected(self, selected: int, listed: int) -> None:
        """Show how many of how many are selected; with one or none it goes."""
        self.setVisible(selected > 1)
        if selected > 1:
            self._count.setText(f"{selected:,} selected")
            self.all_button.setText(f"Select all {listed:,}")
            self.all_button.setVisible(selected < listed)


def _button(text: str, name: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("role", "small")
    button.setAccessibleName(name)
    return button
