"""Plot: what the curves share as charts: a frame, a cursor that reads values, picked marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from newsdesk.analysis.evaluated import Ints
from newsdesk.ui.evaluate.chart import Table
from newsdesk.ui.evaluate.charts.axes import Axis, Frame, frame_of, paint_axes
from newsdesk.ui.evaluate.charts.marks import Look, looks, paint_legend, paint_ring
from newsdesk.ui.theme.palette import Tokens

WIDTH, HEIGHT = 340.0, 230.0


@dataclass(frozen=True, slots=True)
class Picked:
    """Articles that stand behind a mark: their places, and what they are in words."""

    places: Ints
    what: str


class Plot:
    """A chart with axes. Its stops are what the cursor rests on: bins, or points of a line.

    title: what it shows. told: a sentence that says what it tells. names: of the evaluation and
    of the one held against it, where there is one.
    """

    title = ""
    told = ""
    marks_stops = False
    """Whether each stop is a mark of its own with articles behind it."""

    def __init__(self, across: Axis, up: Axis, names: Sequence[str] = ()) -> None:
        self.across, self.up, self.names = across, up, names

    @property
    def description(self) -> str:
        """The main numbers, for those who do not see it."""
        return self.told

    @property
    def stops(self) -> int:
        """How many places there are for the cursor."""
        return 0

    @property
    def first_stop(self) -> int:
        """Where the cursor begins."""
        return 0

    def size(self) -> QSizeF:
        """The size at which it is drawn well."""
        return QSizeF(WIDTH, HEIGHT)

    def table(self) -> Table:
        """Its data, every number in full."""
        raise NotImplementedError

    def place_of(self, stop: int) -> tuple[float, float]:
        """The values at which a stop is."""
        raise NotImplementedError

    def reading(self, stop: int) -> str:
        """What can be read off at a stop, in words."""
        raise NotImplementedError

    def picked(self, stop: int) -> Picked | None:
        """The articles behind a stop; None where a click picks none."""
        return None

    def radius(self, stop: int) -> float:
        """Of the mark at a stop, in points of the screen."""
        return 2.0

    def draw(
        self, painter: QPainter, frame: Frame, tokens: Tokens, styles: tuple[Look, Look]
    ) -> None:
        """Draw what stands between the axes."""
        raise NotImplementedError

    def frame(self, size: QSizeF) -> Frame:
        """Where values lie in a chart of this size."""
        return frame_of(size, self.across, self.up)

    def paint(self, painter: QPainter, size: QSizeF, tokens: Tokens) -> None:
        """Draw all of it into (0, 0, size)."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(QPointF(), size), QColor(tokens.panel))
        frame, styles = self.frame(size), looks(tokens)
        paint_axes(painter, frame, tokens)
        self.draw(painter, frame, tokens, styles)
        if len(self.names) > 1:
            entries = list(zip(self.names, styles, strict=True))
            paint_legend(painter, size.width() - 2, entries, tokens, self.up.title)
        painter.restore()

    def paint_stop(self, painter: QPainter, size: QSizeF, tokens: Tokens, stop: int) -> None:
        """Draw the cursor at a stop, over the chart."""
        frame = self.frame(size)
        at = frame.at(*self.place_of(stop))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(tokens.soft), 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(at.x(), frame.area.top()), QPointF(at.x(), frame.area.bottom()))
        painter.setPen(QPen(QColor(tokens.panel), 1.4))
        painter.setBrush(QColor(tokens.ink))
        radius = max(3.5, self.radius(stop))
        painter.drawEllipse(at, radius, radius)
        painter.restore()

    def paint_picked(
        self, painter: QPainter, size: QSizeF, tokens: Tokens, stops: Sequence[int]
    ) -> None:
        """Outline the marks behind which articles are picked."""
        frame = self.frame(size)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for stop in stops:
            paint_ring(painter, frame.at(*self.place_of(stop)), self.radius(stop), tokens)
        painter.restore()

    def stop_at(self, point: QPointF, size: QSizeF) -> int | None:
        """The stop that is nearest across; None outside of the frame."""
        frame = self.frame(size)
        if not self.stops or not frame.area.adjusted(-6, -6, 6, 24).contains(point):
            return None
        return min(
            range(self.stops), key=lambda stop: abs(frame.x(self.place_of(stop)[0]) - point.x())
        )
