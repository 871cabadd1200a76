"""All probabilities of one answer as small bars, the likeliest first."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.chip import paint_bar, percent

LINE = 18
NAME, NUMBER = 132.0, 46.0
SHOWN = 8
"""Sections that are shown before the rest is summed up."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The probability of one section. sign: “true”, “predicted” or nothing."""

    code: str
    name: str
    p: float
    sign: str = ""


class OddsBars(QWidget):
    """A line a section: its name, a bar, the number, and whether it is the true one."""

    def __init__(self) -> None:
        super().__init__()
        self._odds: list[Odds] = []
        self._rest = (0, 0.0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    @property
    def text(self) -> str:
        """What the bars say."""
        return self.accessibleName()

    def show_odds(self, odds: list[Odds]) -> None:
        """Show the likeliest ones and those with a sign."""
        ranked = sorted(odds, key=lambda each: -each.p)
        shown = [each for at, each in enumerate(ranked) if at < SHOWN or each.sign]
        rest = [each.p for each in ranked if each not in shown]
        self._odds, self._rest = shown, (len(rest), sum(rest))
        told = [
            f"{each.name} {percent(each.p)}{f', {each.sign}' if each.sign else ''}"
            for each in ranked
        ]
        self.setAccessibleName("Probabilities: " + "; ".join(told))
        self.setToolTip("\n".join(told) if rest else "")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(300, LINE * (len(self._odds) + bool(self._rest[0])) + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = painter.font()
        font.setPixelSize(12)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        middle = Qt.AlignmentFlag.AlignVCenter
        sign = metrics.horizontalAdvance("true, predicted") + 10
        for at, each in enumerate(self._odds):
            top = at * LINE
            painter.setPen(theme().color("ink" if each.sign else "soft"))
            name = metrics.elidedText(each.name, Qt.TextElideMode.ElideRight, NAME - 8)
            painter.drawText(QRectF(0, top, NAME, LINE), middle, name)
            width = max(24.0, self.width() - NAME - NUMBER - sign)
            area = QRectF(NAME, top + LINE / 2 - 3, width, 6)
            paint_bar(painter, area, each.p, theme().section(each.code))
            number = QRectF(area.right(), top, NUMBER, LINE)
            painter.drawText(number, middle | Qt.AlignmentFlag.AlignRight, percent(each.p))
            painter.setPen(theme().color("soft"))
            painter.drawText(QRectF(number.right() + 10, top, sign, LINE), middle, each.sign)
        if self._rest[0]:
            left_out, p = self._rest
            top = len(self._odds) * LINE
            painter.setPen(theme().color("soft"))
            told = f"{left_out:,} more sections: {percent(p)} together"
            painter.drawText(QRectF(0, top, self.width(), LINE), middle, told)
