"""Letters that are typed outside of any field, and the sections that they could mean."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from newsdesk.core.section import Section

PAUSE_MS = 3000
"""After so long without a letter, what was typed is forgotten."""


def folded(text: str) -> str:
    """Text as it is compared: no case, no accents, no difference of width."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in apart if not unicodedata.combining(c))
    return " ".join(unicodedata.normalize("NFC", bare).split())


def fits(typed: str, section: Section) -> bool:
    """Whether a section's code, or one of its names in any language, begins with what was typed.

    A word within a name may begin with it as well: "sci" finds "Health and science".
    """
    wanted = folded(typed)
    if not wanted:
        return False
    for name in (section.code, *section.names.values()):
        plain = folded(name)
        starts = [plain, *(plain[i + 1 :] for i, c in enumerate(plain) if c in " -/&")]
        if any(start.startswith(wanted) for start in starts):
            return True
    return False


class TypeAhead(QObject):
    """What was typed so far. changed: it is something else now."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.text = ""
        self.composing = ""
        self._sections: Sequence[Section] = ()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self.clear)

    def set_sections(self, sections: Sequence[Section]) -> None:
        """The sections that can be meant."""
        self._sections = sections
        self.clear()

    def matches(self) -> list[str]:
        """Codes of the sections that fit, in the order of the bars."""
        return [section.code for section in self._sections if fits(self.text, section)]

    def add(self, text: str) -> bool:
        """Add letters; whether a section fits them."""
        if text == " " and not self._continues(text):
            return False
        self.text += text
        self._pause.start()
        self.changed.emit()
        return bool(self.matches())

    def compose(self, text: str) -> None:
        """Show what an input method is still composing; it means nothing yet."""
        if text == self.composing:
            return
        self.composing = text
        if text:
            self._pause.stop()
        elif self.text:
            self._pause.start()
        self.changed.emit()

    def rub_out(self) -> bool:
        """Take the last letter back; whether there was one."""
        if not self.text:
            return False
        self.text = self.text[:-1]
        self._pause.start()
        self.changed.emit()
        return True

    def clear(self) -> bool:
        """Forget what was typed; whether there was anything."""
        self._pause.stop()
        had = bool(self.text or self.composing)
        self.text = self.composing = ""
        if had:
            self.changed.emit()
        return had

    def _continues(self, text: str) -> bool:
        """Whether a name goes on with this after what was typed, as "world news" after "world"."""
        wanted = folded(self.text) + text
        names = [n for s in self._sections for n in (s.code, *s.names.values())]
        return bool(self.text) and any(folded(name).startswith(wanted) for name in names)
