"""Lines, bands, points with intervals and legends, drawn into a frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from newsdesk.ui.evaluate.charts.axes import GAP, Frame, chart_font
from newsdesk.ui.theme.palette import Tokens

Values = NDArray[np.float64]
MOST_VERTICES = 500
"""Of a line; more are not seen."""
_SMALLEST, _LARGEST = 2.5, 6.0
_SAMPLE = 18.0
_LONGEST_ENTRY = 150.0


@dataclass(frozen=True, slots=True)
class Look:
    """How one evaluation's marks look: its colour, and as second sign dashed and hollow or not."""

    colour: str
    other: bool = False

    def pen(self, width: float = 1.8) -> QPen:
        """The pen of its lines."""
        pen = QPen(QColor(self.colour), width)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if self.other:
            pen.setDashPattern([3.5, 2.5])
        return pen


def looks(tokens: Tokens) -> tuple[Look, Look]:
    """The look of the evaluation that is shown, and of the one that it is held against."""
    return Look(tokens.accent), Look(tokens.amber_ink, other=True)


def paint_line(painter: QPainter, frame: Frame, x: Values, y: Values, look: Look) -> None:
    """A line through points of shape (n,) each; very many are thinned evenly along it."""
    if len(x) > MOST_VERTICES:
        kept = np.unique(np.linspace(0, len(x) - 1, MOST_VERTICES).round().astype(np.int64))
        x, y = x[kept], y[kept]
    painter.save()
    painter.setClipRect(frame.area.adjusted(-2, -2, 2, 2))
    painter.setPen(look.pen())
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(_polygon(frame, x, y))
    painter.restore()


def paint_band(
    painter: QPainter, frame: Frame, x: Values, low: Values, high: Values, look: Look
) -> None:
    """The area between two lines."""
    colour = QColor(look.colour)
    colour.setAlphaF(0.18)
    painter.save()
    painter.setClipRect(frame.area)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    outline = _polygon(frame, np.concatenate([x, x[::-1]]), np.concatenate([low, high[::-1]]))
    painter.drawPolygon(outline)
    painter.restore()


def radius_of(articles: int, most: int) -> float:
    """The radius of a point whose area stands for so many of at most `most` articles."""
    return max(_SMALLEST, _LARGEST * sqrt(articles / max(most, 1)))


def paint_interval(painter: QPainter, one: QPointF, other: QPointF, look: Look) -> None:
    """The line of an interval."""
    colour = QColor(look.colour)
    colour.setAlphaF(0.5)
    painter.setPen(QPen(colour, 1.4))
    painter.drawLine(one, other)


def paint_point(painter: QPainter, at: QPointF, radius: float, look: Look, tokens: Tokens) -> None:
    """A point: full, or hollow for the evaluation that is held against."""
    painter.setPen(QPen(QColor(look.colour if look.other else tokens.panel), 1.4))
    painter.setBrush(QColor(tokens.panel if look.other else look.colour))
    painter.drawEllipse(at, radius, radius)


def paint_ring(painter: QPainter, at: QPointF, radius: float, tokens: Tokens) -> None:
    """The mark of articles that are picked, or of the place of the cursor."""
    painter.setPen(QPen(QColor(tokens.ink), 1.8))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(at, radius + 2.5, radius + 2.5)


def paint_guide(painter: QPainter, one: QPointF, other: QPointF, tokens: Tokens) -> None:
    """A thin dotted line to compare with."""
    pen = QPen(QColor(tokens.soft), 1.2)
    pen.setDashPattern([1.5, 2.5])
    painter.setPen(pen)
    painter.drawLine(one, other)


def paint_legend(
    painter: QPainter,
    right: float,
    entries: Sequence[tuple[str, Look]],
    tokens: Tokens,
    beside: str = "",
) -> None:
    """Names with a sample of their lines, in the top row, from the text `beside` to `right`."""
    metrics = QFontMetricsF(chart_font())
    painter.setFont(chart_font())
    free = right - metrics.horizontalAdvance(beside) - GAP
    room = min(_LONGEST_ENTRY, free / max(len(entries), 1) - _SAMPLE - 3 * GAP)
    for name, look in reversed(entries):
        shown = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room)
        width = metrics.horizontalAdvance(shown)
        painter.setPen(QColor(tokens.soft))
        text = QRectF(right - width - 1, 0, width + 2, 17)
        painter.drawText(text, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
        end = right - width - GAP
        painter.setPen(look.pen())
        painter.drawLine(QPointF(end - _SAMPLE, 8.5), QPointF(end, 8.5))
        right = end - _SAMPLE - 2 * GAP


def paint_note(painter: QPainter, foot: QPointF, text: str, tokens: Tokens) -> None:
    """A short text above a point, on a ground of its own so that no line runs through it."""
    metrics = QFontMetricsF(chart_font())
    wide = metrics.horizontalAdvance(text) + 4
    area = QRectF(foot.x() - wide / 2, foot.y() - 20, wide, 14)
    ground = QColor(tokens.panel)
    ground.setAlphaF(0.85)
    painter.fillRect(area, ground)
    painter.setFont(chart_font())
    painter.setPen(QColor(tokens.ink))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)


def _polygon(frame: Frame, x: Values, y: Values) -> QPolygonF:
    return QPolygonF([frame.at(a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True)])
