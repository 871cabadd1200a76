"""How long the window's thread works at a time: from one turn of its event loop to the next."""

from __future__ import annotations

import time

from PySide6.QtCore import QAbstractEventDispatcher, QObject


class Turns(QObject):
    """Watches from its making on. Waiting does not count, only what ran on a processor."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._ran = time.thread_time()
        self._slowest = 0.0
        dispatcher = QAbstractEventDispatcher.instance()
        assert dispatcher is not None
        dispatcher.awake.connect(self._turn)

    def slowest(self) -> float:
        """Processor seconds of the slowest turn since this was last asked."""
        self._turn()
        slowest, self._slowest = self._slowest, 0.0
        return slowest

    def _turn(self) -> None:
        ran = time.thread_time()
        self._slowest = max(self._slowest, ran - self._ran)
        self._ran = ran
