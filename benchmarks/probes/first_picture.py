"""Tells when a window can be seen for the first time."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget


class FirstPicture(QObject):
    """Calls `then` once, as soon as a window and all that lies in it is painted."""

    def __init__(self, window: QWidget, then: Callable[[], None]) -> None:
        super().__init__(window)
        self._then = then
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            # What lies in the window is painted in the same go; this message comes after it.
            urgent = Qt.EventPriority.HighEventPriority.value
            QCoreApplication.postEvent(self, QEvent(QEvent.Type.User), urgent)
        return False

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.User:
            self._then()
            return True
        return super().event(event)
