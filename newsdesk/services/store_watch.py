"""Tells the window when another process wrote to the store."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from newsdesk.store import Store

INTERVAL_MS = 250


class StoreWatch(QObject):
    """Polls `PRAGMA data_version` four times a second; reads nothing until it moved."""

    changed = Signal()

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._seen = store.data_version()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        self._timer.start(INTERVAL_MS)

    def look(self) -> None:
        """Look now, rather than at the next tick."""
        version = self._store.data_version()
        if version != self._seen:
            self._seen = version
            self.changed.emit()

    def close(self) -> None:
        """Stop looking."""
        self._timer.stop()
