"""Who decides at this desk: the name that stands in the ledger."""

from __future__ import annotations

import getpass

from PySide6.QtCore import QObject, Signal

from newsdesk.services.settings import Settings

KEY = "editor/name"
LONGEST = 80


class Editor(QObject):
    """The editor's name: the login, until the person gives another. changed: it is another now."""

    changed = Signal(str)

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings

    @property
    def name(self) -> str:
        return self._settings.text(KEY) or login()

    def rename(self, name: str) -> None:
        """Sign with this name from now on; a blank one is the login again."""
        tidy = " ".join(name.split())[:LONGEST]
        self._settings.set_text(KEY, "" if tidy == login() else tidy)
        self._settings.save()
        self.changed.emit(self.name)


def login() -> str:
    """The name by which the system knows the person."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "editor"
