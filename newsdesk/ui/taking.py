"""What was dropped or pasted goes its way: to be read, or onto the open article as its cover."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from newsdesk.services.intake import Intake
from newsdesk.services.reader import Reader
from newsdesk.ui.desk import DeskScreen
from newsdesk.ui.dropped import Dropped, as_png


class Taking(QObject):
    """said: why something cannot be used."""

    said = Signal(str)

    def __init__(self, intake: Intake, desk: DeskScreen, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._intake = intake
        self._desk = desk
        self._reader = Reader(self)
        self._reader.failed.connect(lambda problem: self.said.emit(str(problem)))

    def take(self, dropped: Dropped) -> None:
        """Read it, set it as cover, or say why not."""
        if isinstance(dropped.cover, QImage):
            self._packed(dropped.cover, self._desk.set_cover)
        elif isinstance(dropped.cover, Path) and self._desk.inbox.current is not None:
            self._desk.set_cover(dropped.cover)
        elif dropped.names:
            self._intake.read_paths(dropped.names)
        elif dropped.html and dropped.picture is not None:
            html = dropped.html
            self._packed(dropped.picture, lambda data: self._intake.read_html(html, data))
        elif dropped.html:
            self._intake.read_html(dropped.html)
        elif dropped.text:
            self._intake.read_text(dropped.text)
        else:
            self.said.emit(dropped.refusal)

    def close(self) -> None:
        """Let go of what is still being packed."""
        self._reader.close()

    def _packed(self, image: QImage, then: Callable[[bytes], object]) -> None:
        """A large picture takes a moment to be packed; the window does not wait for it."""
        self._reader.ask(object(), lambda: as_png(image), then)
