"""Axes, and where values lie between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log, log10

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QApplication

from newsdesk.ui.theme.palette import Tokens

TEXT = 11
"""Height of a chart's text in points of the screen."""
GAP = 6.0
_LINE = 17.0


@dataclass(frozen=True, slots=True)
class Axis:
    """From low to high. ticks: values with their texts. log: whether equal factors are equal steps.

    For a logarithmic axis low must be above 0.
    """

    title: str
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    log: bool = False

    def share(self, value: float) -> float:
        """Where a value lies between low (0) and high (1); not bounded.

        low may be the larger one where the axis is not logarithmic.
        """
        if self.log:
            return (log(value) - log(self.low)) / max(log(self.high) - log(self.low), 1e-9)
        return (value - self.low) / ((self.high - self.low) or 1e-9)


@dataclass(frozen=True, slots=True)
class Frame:
    """The area of a chart in which its values are drawn."""

    area: QRectF
    across: Axis
    up: Axis

    def x(self, value: float) -> float:
        """From a value on the axis across to points of the screen."""
        return self.area.left() + self.across.share(value) * self.area.width()

    def y(self, value: float) -> float:
        """From a value on the axis up to points of the screen."""
        return self.area.bottom() - self.up.share(value) * self.area.height()

    def at(self, x: float, y: float) -> QPointF:
        """The point of two values."""
        return QPointF(self.x(x), self.y(y))


def chart_font(bold: bool = False) -> QFont:
    """The font of a chart's texts."""
    font = QFont(QApplication.font())
    font.setPixelSize(TEXT)
    if bold:
        font.setWeight(QFont.Weight.DemiBold)
    return font


def percents(title: str, low: float, high: float, most: int = 5) -> Axis:
    """An axis of shares, 0 to 1, with ticks at round percents; it ends at one."""
    step = _round_step((high - low) or 0.01, most)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    last = max(last, first + 1)
    digits = 0 if step >= 0.01 - 1e-12 else ceil(-log10(step * 100))
    ticks = tuple((i * step, f"{100 * i * step:.{digits}f} %") for i in range(first, last + 1))
    return Axis(title, first * step, last * step, ticks)


def places(title: str, names: Sequence[str]) -> Axis:
    """An axis on which each name has a place: 0, 1, 2…"""
    return Axis(title, -0.5, max(len(names) - 0.5, 0.5), tuple(enumerate(names)))


def frame_of(size: QSizeF, across: Axis, up: Axis) -> Frame:
    """The frame that leaves room for the texts of its axes."""
    metrics = QFontMetricsF(chart_font())
    left = max((metrics.horizontalAdvance(text) for _, text in up.ticks), default=0.0) + GAP
    last = metrics.horizontalAdvance(across.ticks[-1][1]) / 2 if across.ticks else 0.0
    below = 2 * _LINE if across.title else _LINE
    area = QRectF(
        left, _LINE + GAP, size.width() - left - max(last, GAP) - 2,
        size.height() - _LINE - 2 * GAP - below,
    )  # fmt: skip
    return Frame(area, across, up)


def paint_axes(painter: QPainter, frame: Frame, tokens: Tokens) -> None:
    """Draw the lines of the axes' ticks with their texts, and the titles."""
    painter.setFont(chart_font())
    area, soft = frame.area, QColor(tokens.soft)
    lines = QPen(QColor(tokens.hairline), 1)
    for value, text in frame.up.ticks:
        y = frame.y(value)
        painter.setPen(lines)
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        painter.setPen(soft)
        room = QRectF(0, y - _LINE / 2, area.left() - GAP, _LINE)
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
    for x, text in _thinned(frame):
        painter.setPen(lines)
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + 3))
        painter.setPen(soft)
        room = QRectF(x - 100, area.bottom() + 3, 200, _LINE)
        painter.drawText(room, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter, text)
    painter.setPen(soft)
    top = QRectF(0, 0, area.right(), _LINE)
    painter.drawText(
        top, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, frame.up.title
    )
    foot = QRectF(0, area.bottom() + _LINE + 1, area.right(), _LINE)
    painter.drawText(
        foot, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, frame.across.title
    )


def _thinned(frame: Frame) -> list[tuple[float, str]]:
    """The ticks across whose texts have room beside one another, at even distances."""
    metrics = QFontMetricsF(chart_font())
    ticks = [(frame.x(value), text, metrics.horizontalAdvance(text))
             for value, text in frame.across.ticks]  # fmt: skip
    for step in range(1, len(ticks) + 1):
        kept = ticks[::step]
        if all(b[0] - b[2] / 2 - a[0] - a[2] / 2 >= GAP for a, b in pairwise(kept)):
            return [(x, text) for x, text, _ in kept]
    return []


def _round_step(span: float, most: int) -> float:
    """The least of 1, 2, 5 × 10ⁿ that goes into a span at most so often."""
    power = 10.0 ** floor(log10(span / most))
    return next((f * power for f in (1, 2, 5) if span / (f * power) <= most + 1e-9), 10 * power)
