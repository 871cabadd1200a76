"""Sections picked by their first letters, typed outside of any field."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from newsdesk.core.section import Section

PAUSE_MS = 3000
"""After so long without a letter, what was typed is forgotten."""


def begins(section: Section, typed: str) -> bool:
    """Whether a section's code or one of its names begins with what was typed, in any case."""
    wanted = _plain(typed)
    return any(_plain(name).startswith(wanted) for name in (section.code, *section.names.values()))


class Letters(QObject):
    """What was typed so far. changed: it is something else now."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.text = ""
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self.clear)

    def add(self, text: str, sections: Sequence[Section]) -> list[Section]:
        """Add letters; the sections that they could mean. Letters that fit none are dropped."""
        found = [section for section in sections if begins(section, self.text + text)]
        if found:
            self.text += text
            self._pause.start()
            self.changed.emit()
        return found

    def clear(self) -> bool:
        """Forget what was typed; whether there was anything."""
        self._pause.stop()
        had, self.text = bool(self.text), ""
        if had:
            self.changed.emit()
        return had


def _plain(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
