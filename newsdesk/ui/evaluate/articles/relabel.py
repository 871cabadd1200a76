"""The sections that an article can be given, as a menu and by digits."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

from newsdesk.core.section import Section

LAST_DIGIT = 9


def digit_of(event: QKeyEvent) -> int:
    """The digit from 1 on that a key without modifiers types; 0 for none."""
    text = event.text()
    return int(text) if len(text) == 1 and text in "123456789" else 0


class RelabelMenu(QMenu):
    """Sections with the digits that stand for them; their first letters pick them as well."""

    def __init__(
        self,
        sections: Sequence[Section],
        now: str,
        take: Callable[[str], object],
        parent: QWidget,
    ) -> None:
        """now: code of the section that the article has; take: is given the code chosen."""
        super().__init__(parent)
        self.setAccessibleName("Give it another section")
        for place, section in enumerate(sections, start=1):
            action = self.addAction(section.name().replace("&", "&&"))
            if place <= LAST_DIGIT:
                action.setText(f"{action.text()}\t{place}")
            action.setCheckable(True)
            action.setChecked(section.code == now)
            action.triggered.connect(lambda _=False, code=section.code: take(code))
        self._codes = [section.code for section in sections]
        self._take = take
        self.aboutToHide.connect(self.deleteLater)

    def show_at(self, place: QPoint) -> None:
        """Show the menu with its first entry chosen, so that the keys can go on."""
        self.popup(place)
        if self.actions():
            self.setActiveAction(self.actions()[0])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        digit = digit_of(event)
        if digit and digit <= len(self._codes):
            self.close()
            self._take(self._codes[digit - 1])
        else:
            super().keyPressEvent(event)
