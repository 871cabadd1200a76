"""What the keys mean while labels are reviewed."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from newsdesk.core.section import Section
from newsdesk.ui.evaluate.doubts.letters import Letters

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_UNHEEDED = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier


class Reviews(Protocol):
    """Who does what the keys stand for."""

    def change(self, code: str) -> None:
        """Give the label under review another section; an empty code is none."""

    def suggested(self) -> str:
        """The section that is suggested."""

    def other(self, digit: int) -> str:
        """The section that a digit from 3 on stands for; empty for none."""

    def sections(self) -> tuple[Section, ...]:
        """All sections that can be meant by their first letters."""

    def keep(self) -> None:
        """Leave the label as it is."""

    def skip(self) -> None:
        """Go on."""

    def undo(self) -> None:
        """Take the last one back."""


class ReviewKeys:
    """Enter or 1 takes the suggestion, 2 keeps the label, S skips, Ctrl+Z takes back.

    Digits from 3 on and first letters are other sections.
    """

    def __init__(self, reviews: Reviews, parent: QObject) -> None:
        self._reviews = reviews
        self.letters = Letters(parent)

    def press(self, event: QKeyEvent) -> bool:
        """Take a key; whether it meant something here."""
        if event.matches(QKeySequence.StandardKey.Undo):
            self._reviews.undo()
            return True
        if event.modifiers() & ~_UNHEEDED or event.isAutoRepeat():
            return False
        if event.key() == Qt.Key.Key_Escape:
            return self.letters.clear()
        if event.key() in ENTER:
            self._reviews.change(self._reviews.suggested())
            return True
        return self._type(event.text())

    def _type(self, text: str) -> bool:
        if not text or not text.isprintable() or text.isspace():
            return False
        if text.isascii() and text.isdigit():
            self._press_digit(int(text))
        elif text.casefold() == "s" and not self.letters.text:
            self._reviews.skip()
        else:
            found = self.letters.add(text, self._reviews.sections())
            if len(found) == 1:
                self.letters.clear()
                self._reviews.change(found[0].code)
        return True

    def _press_digit(self, digit: int) -> None:
        if digit == 1:
            self._reviews.change(self._reviews.suggested())
        elif digit == 2:
            self._reviews.keep()
        else:
            self._reviews.change(self._reviews.other(digit))
