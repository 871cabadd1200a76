"""What else can be brought in and taken out: archive runs, exports, what could not be read."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from newsdesk.ui.theme import theme


class MoreButton(QPushButton):
    """A button with a menu. Each signal is one of its entries."""

    archive_asked = Signal()
    runs_asked = Signal()
    export_asked = Signal()
    failures_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("More", parent)
        self.setObjectName("more")
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow behind the word
        self.setAccessibleName("More: archive runs, export, what could not be read")
        self.setToolTip("Archive runs, export, what could not be read")
        menu = QMenu(self)
        menu.addAction("Classify an archive…", self.archive_asked.emit)
        menu.addAction("Archive runs", self.runs_asked.emit)
        menu.addSeparator()
        menu.addAction("Export…", self.export_asked.emit)
        menu.addAction("What could not be read", self.failures_asked.emit)
        self.setMenu(menu)
        theme().changed.connect(self._tint)
        self._tint()

    def _tint(self) -> None:
        self.setIcon(theme().icon("chevron-down", "soft"))
