"""Binds the actions of the whole window to their keys, and opens the sheet that shows them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeyEvent

from newsdesk.ui.desk.acts import desk_acts, told_by
from newsdesk.ui.desk.sections.letters import DeskLetters
from newsdesk.ui.keys import Hints, Keyboard, Keymap

if TYPE_CHECKING:
    from newsdesk.ui.keys.sheet import KeySheet
    from newsdesk.ui.main_window import MainWindow


PLACES = ("desk", "datasets", "models", "evaluate", "training", "settings")


class Shortcuts(QObject):
    """The keys of one window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.keymap = Keymap(window.session.settings, self)
        self.acts: dict[str, Callable[[], object]] = {**desk_acts(window.desk), **self._acts()}
        letters = DeskLetters(window.desk.deciding, window.desk.sections)
        self.keyboard = Keyboard(window, self.keymap, self.acts, letters, self._desk_is_shown)
        self.sheet: KeySheet | None = None
        self._tell()
        window.desk.toolbar.help_asked.connect(self.show_sheet)

    def press(self, event: QKeyEvent) -> bool:
        """Take a key that no control wanted; whether it did something."""
        return self.keyboard.press(event)

    def show_sheet(self) -> None:
        """Show all actions with their keys."""
        from newsdesk.ui.keys.sheet import KeySheet

        self.sheet = KeySheet(
            self.keymap, self._window.session.editor, self._window.desk.sections.go_on, self._window
        )
        self.sheet.chosen.connect(self.do)
        self.sheet.open()

    def do(self, action_id: str) -> None:
        """Do what an action does, as by its key."""
        self.acts[action_id]()

    def _desk_is_shown(self) -> bool:
        return self._window.places.currentWidget() is self._window.desk

    def _acts(self) -> dict[str, Callable[[], object]]:
        window = self._window
        return {
            **{f"go.{place}": partial(window.show_place, place) for place in PLACES},
            "articles.open": window.open_dialog,
            "articles.paste": window.paste,
            "articles.samples": window.read_samples,
            "help.keys": self.show_sheet,
            "window.quit": window.close,
        }

    def _tell(self) -> None:
        hints = Hints(self.keymap, self)
        for action_id, control in told_by(self._window.desk).items():
            hints.tell(control, action_id)
        for place in PLACES:
            hints.tell(self._window.rail.button(place), f"go.{place}")
