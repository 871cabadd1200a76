"""Qt's own words on buttons as this program writes its own: without an underlined letter."""

from __future__ import annotations

from PySide6.QtCore import QTranslator

_BUTTONS = ("QPlatformTheme", "QGnomeTheme")
"""Where Qt, and a desktop that it follows, keep them."""


class PlainWords(QTranslator):
    """Takes the mark of a letter out of Cancel, OK and the like, wherever Qt puts them."""

    def translate(
        self,
        context: str,
        sourceText: str,  # noqa: N803 - as Qt calls it
        disambiguation: str | None = None,
        n: int = -1,
    ) -> str | None:
        return sourceText.replace("&", "") if context in _BUTTONS else None
