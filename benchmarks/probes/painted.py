"""Tells when something new can be seen in some widgets."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget


class Painted(QObject):
    """Notes the first moment at which `shows` was true while the widgets were painted.

    moment: seconds of the clock that all processes share; None until then.
    """

    def __init__(
        self, widgets: Iterable[QWidget], shows: Callable[[], bool], parent: QObject
    ) -> None:
        super().__init__(parent)
        self.moment: float | None = None
        self._shows = shows
        self._widgets = list(widgets)
        for widget in self._widgets:
            widget.installEventFilter(self)

    def seen(self) -> bool:
        """Whether it was there."""
        return self.moment is not None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if event.type() == QEvent.Type.Paint and self.moment is None and self._shows():
            for widget in self._widgets:
                widget.removeEventFilter(self)
            # The rest of the window is painted in the same go; this message comes after it.
            urgent = Qt.EventPriority.HighEventPriority.value
            QCoreApplication.postEvent(self, QEvent(QEvent.Type.User), urgent)
        return False

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.User and self.moment is None:
            self.moment = time.monotonic()
            return True
        return super().event(event)
