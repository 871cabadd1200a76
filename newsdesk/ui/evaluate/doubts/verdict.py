"""One answer to a label in doubt: its key, the section, how likely it is, and what it does."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy

from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.chip import CHIP_HEIGHT, paint_bar, paint_chip, percent
from newsdesk.ui.widgets.painted_text import paint_text

HEIGHT = 32
_KEY, _CHIP, _BAR, _PERCENT = 18, 136, 110, 52


class VerdictButton(QPushButton):
    """Painted as a line of the review; pressed as any button."""

    def __init__(self, key: str, verb: str) -> None:
        """key: that stands for it. verb: what it does, as “Take this section”."""
        super().__init__()
        self._key, self._verb = key, verb
        self._name = self._code = ""
        self._likely: float | None = None
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme().changed.connect(self.update)

    @property
    def code(self) -> str:
        """The section that it stands for."""
        return self._code

    def show_section(self, name: str, code: str, likely: float | None) -> None:
        """Stand for a section. likely: its probability, None where it is not known."""
        self._name, self._code, self._likely = name, code, likely
        sure = f", {percent(likely)}" if likely is not None else ""
        self.setAccessibleName(f"{self._verb}: {name}{sure}")
        self.setToolTip(f"{name}{sure}: {self._verb.lower()} ({self._key})")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(420, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tokens, on = theme(), self.isEnabled()
        painter.setPen(QPen(tokens.color("accent" if self.hasFocus() else "hairline"), 1))
        painter.setBrush(tokens.color("hover" if on and self.underMouse() else "panel"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        key = QRectF(9, (HEIGHT - _KEY) / 2, _KEY, _KEY)
        painter.setPen(QPen(tokens.color("hairline"), 1))
        painter.setBrush(tokens.color("field"))
        painter.drawRoundedRect(key, 4, 4)
        painter.setPen(tokens.color("soft"))
        painter.drawText(key, Qt.AlignmentFlag.AlignCenter, self._key)
        if not on:
            painter.setOpacity(0.5)
        left = key.right() + 10
        paint_chip(
            painter, QPointF(left, (HEIGHT - CHIP_HEIGHT) / 2), self._name, self._code, _CHIP
        )
        left += _CHIP + 10
        self._paint_likely(painter, left)
        left += _BAR + 8 + _PERCENT
        room = QRectF(left, 0, self.width() - left - 12, HEIGHT)
        painter.setPen(tokens.color("ink"))
        paint_text(painter, room, self._verb, Qt.AlignmentFlag.AlignRight)

    def _paint_likely(self, painter: QPainter, left: float) -> None:
        if self._likely is None:
            return
        bar = QRectF(left, HEIGHT / 2 - 3, _BAR, 6)
        paint_bar(painter, bar, self._likely, theme().section(self._code))
        painter.setPen(theme().color("ink"))
        place = QRectF(bar.right() + 8, 0, _PERCENT, HEIGHT)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, percent(self._likely))
