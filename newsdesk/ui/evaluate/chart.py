"""Chart: a picture of figures that is painted on the screen, in files and in reports alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QSizeF
from PySide6.QtGui import QPainter

from newsdesk.ui.theme.palette import Tokens

Table = tuple[Sequence[str], Sequence[Sequence[object]]]
"""The header and the rows of a chart's data."""


class Chart(Protocol):
    """What the export and the report need of a chart. No widget is needed to paint one."""

    @property
    def title(self) -> str:
        """What it shows, for the heading and the file's name."""
        ...

    def size(self) -> QSizeF:
        """The size at which it is drawn well, in points of the screen."""
        ...

    def paint(self, painter: QPainter, size: QSizeF, tokens: Tokens) -> None:
        """Draw all of it into (0, 0, size), in these colours; nothing depends on a widget."""
        ...

    def table(self) -> Table:
        """Its data, every number in full."""
        ...
