"""Digits and letters that are typed outside of any field, as the keyboard hands them over."""

from __future__ import annotations

from PySide6.QtCore import QRect

from newsdesk.ui.desk.sections.deciding import Deciding
from newsdesk.ui.desk.sections.panel import SectionPanel


class DeskLetters:
    """A digit decides, with Alt it adds a second section; letters pick a section."""

    def __init__(self, deciding: Deciding, panel: SectionPanel) -> None:
        self._deciding = deciding
        self._panel = panel

    def press_digit(self, digit: int, also: bool) -> None:
        """Decide for the section with this number; also: as the second section."""
        section = self._panel.section_at(digit)
        if section is None:
            self._deciding.said.emit(f"There is no section with the number {digit}.", False)
        elif also:
            self._deciding.also(section)
        else:
            self._deciding.decide(section)

    def type_text(self, text: str) -> bool:
        """Take letters; whether they could mean a section."""
        return self._deciding.is_open and self._deciding.typed.add(text)

    def compose(self, text: str) -> None:
        """Show what an input method is still composing."""
        self._deciding.typed.compose(text)

    def rub_out(self) -> bool:
        """Take back a letter; whether there was one."""
        return self._deciding.typed.rub_out()

    def clear(self) -> bool:
        """Forget what was typed, or leave what is asked; whether there was anything."""
        return self._deciding.escape()

    def take_keyboard(self) -> None:
        """Have the keyboard in the list again."""
        self._deciding.released.emit()

    def refuse(self, button: str) -> None:
        """Say why nothing is decided while this button has the keyboard."""
        told = f"The keyboard is on “{button}”, which Enter presses. Esc goes back to the list."
        self._deciding.said.emit(told, False)

    def typing_place(self) -> QRect:
        """Where typed letters are shown, in coordinates of the screen."""
        return self._panel.typing_place()
