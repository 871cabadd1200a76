"""Errors by length, date and source: one point a group of articles, with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from newsdesk.analysis.slices import UNKNOWN, Slice
from newsdesk.services.evaluate.curves import Curves
from newsdesk.ui.evaluate.chart import Table
from newsdesk.ui.evaluate.charts.axes import GAP, Axis, Frame, chart_font, percents, places
from newsdesk.ui.evaluate.charts.marks import (
    Look,
    paint_guide,
    paint_interval,
    paint_line,
    paint_point,
    radius_of,
)
from newsdesk.ui.evaluate.charts.plot import HEIGHT, WIDTH, Picked, Plot
from newsdesk.ui.evaluate.curves.words import of_articles, share_words
from newsdesk.ui.theme.palette import Tokens
from newsdesk.ui.widgets.chip import percent

By = Literal["lengths", "dates", "sources"]
ROW = 22.0


@dataclass(frozen=True, slots=True)
class _Kind:
    title: str
    told: str
    missing: str
    axis: str
    of: str


KINDS: dict[By, _Kind] = {
    "lengths": _Kind(
        "Error over length", "Whether short or long articles are where the model is wrong.",
        "How long the articles are was not kept.", "tokens, from", "{} tokens",
    ),
    "dates": _Kind(
        "Error over time", "Whether the news has moved on since the model learned.",
        "None of these articles is dated.", "date", "{}",
    ),
    "sources": _Kind(
        "Error by source", "Whether one desk or agency writes in a way that the model misreads.",
        "None of these articles names a source.", "wrong", "source {}",
    ),
}  # fmt: skip


def slice_chart(by: By, curves: Curves, against: Curves | None = None) -> SlicesChart | None:
    """The chart of one kind; None where nothing is known of any article."""
    found: Sequence[Slice] = getattr(curves, by)
    if all(each.name == UNKNOWN for each in found):
        return None
    return (RowsChart if by == "sources" else SlicesChart)(by, curves, against)


class SlicesChart(Plot):
    """Groups from left to right. The dotted line is the error of all articles."""

    marks_stops = True

    def __init__(self, by: By, curves: Curves, against: Curves | None) -> None:
        self._by, self._kind, self._curves = by, KINDS[by], curves
        self._slices: Sequence[Slice] = getattr(curves, by)
        beside: Sequence[Slice] = getattr(against, by) if against is not None else ()
        self._against = {each.name: each for each in beside if each.wrong.articles}
        self.title, self.told = self._kind.title, self._kind.told
        shown = [*self._slices, *self._against.values()]
        worst = max(min(each.wrong.high, 2 * each.wrong.value + 0.1) for each in shown)
        self._most = max(each.wrong.articles for each in self._slices)
        self._wrong = percents("wrong", 0.0, worst)
        names = [curves.model, *([against.model] if against else [])]
        super().__init__(places(self._kind.axis, [self._label(e) for e in self._slices]),
                         self._wrong, names)  # fmt: skip

    @property
    def description(self) -> str:
        """The error of each group."""
        return f"{self.told} {'; '.join(map(self.reading, range(self.stops)))}."

    @property
    def stops(self) -> int:
        """One a group."""
        return len(self._slices)

    def place_of(self, stop: int) -> tuple[float, float]:
        """The place of the group, and its error."""
        return float(stop), min(self._slices[stop].wrong.value, self._wrong.high)

    def reading(self, stop: int) -> str:
        """“20 – 133 tokens: 9 % wrong (5 – 16 %) of 110 articles”."""
        found = self._slices[stop]
        told = (
            f"{self._name(found)}: {share_words(found.wrong, 'wrong')} {of_articles(found.wrong)}"
        )
        other = self._against.get(found.name)
        return (
            told if other is None else f"{told}; {percent(other.wrong.value)} with {self.names[1]}"
        )

    def picked(self, stop: int) -> Picked:
        """The group's articles."""
        found = self._slices[stop]
        return Picked(found.places, self._name(found))

    def radius(self, stop: int) -> float:
        """By the number of articles."""
        return radius_of(self._slices[stop].wrong.articles, self._most)

    def table(self) -> Table:
        """The groups of each evaluation."""
        header = ("model", "group", "wrong", "wrong_low", "wrong_high", "articles")
        sets = zip(self.names, (self._slices, list(self._against.values())), strict=False)
        return header, [
            [name, e.name, e.wrong.value, e.wrong.low, e.wrong.high, e.wrong.articles]
            for name, found in sets
            for e in found
        ]

    def draw(
        self, painter: QPainter, frame: Frame, tokens: Tokens, styles: tuple[Look, Look]
    ) -> None:
        """A line through the groups that have an order, and the points with their intervals."""
        overall = self._overall()
        paint_guide(
            painter, QPointF(frame.area.left(), frame.y(overall)),
            QPointF(frame.area.right(), frame.y(overall)), tokens,
        )  # fmt: skip
        others = [self._against.get(each.name) for each in self._slices]
        for found, look in ((others, styles[1]), (self._slices, styles[0])):
            known = [
                (place, each.wrong.value)
                for place, each in enumerate(found)
                if each is not None and each.name != UNKNOWN
            ]
            if len(known) > 1:
                x, y = np.array(known, dtype=np.float64).T
                paint_line(painter, frame, x, y, look)
            for place, each in enumerate(found):
                if each is not None:
                    self._draw_slice(painter, frame, place, each, look, tokens)

    def _draw_slice(
        self, painter: QPainter, frame: Frame, place: int, each: Slice, look: Look, tokens: Tokens
    ) -> None:
        high = min(each.wrong.high, frame.up.high)
        paint_interval(painter, frame.at(place, each.wrong.low), frame.at(place, high), look)
        value = frame.at(place, min(each.wrong.value, frame.up.high))
        paint_point(painter, value, radius_of(each.wrong.articles, self._most), look, tokens)

    def _overall(self) -> float:
        evaluated = self._curves.evaluated
        return float(1 - evaluated.right.mean()) if len(evaluated) else 0.0

    def _name(self, found: Slice) -> str:
        if found.name == UNKNOWN:
            return (
                f"{self._kind.axis.split(',')[0]} {UNKNOWN}" if self._by != "sources" else UNKNOWN
            )
        return self._kind.of.format(found.name)

    def _label(self, found: Slice) -> str:
        return "?" if found.name == UNKNOWN else found.name.split(" – ")[0]


class RowsChart(SlicesChart):
    """Groups below one another, for names that are long."""

    def __init__(self, by: By, curves: Curves, against: Curves | None) -> None:
        super().__init__(by, curves, against)
        names = places("", [each.name for each in self._slices])
        # From top to bottom.
        self.across, self.up = self._wrong, replace(names, low=names.high, high=names.low)

    def size(self) -> QSizeF:
        """As high as there are groups."""
        return QSizeF(WIDTH, max(HEIGHT, 62 + ROW * self.stops))

    def place_of(self, stop: int) -> tuple[float, float]:
        """The error of the group, and its place."""
        across, up = super().place_of(stop)
        return up, across

    def frame(self, size: QSizeF) -> Frame:
        """Room for the names at the left and the numbers of articles at the right."""
        metrics = QFontMetricsF(chart_font())
        names = max((metrics.horizontalAdvance(each.name) for each in self._slices), default=0)
        counts = max(metrics.horizontalAdvance(_count(each)) for each in self._slices)
        left = min(names + 2 * GAP, size.width() * 0.4)
        area = QRectF(left, 22, size.width() - left - counts - 3 * GAP, size.height() - 22 - 40)
        return Frame(area, self.across, Axis("", self.up.low, self.up.high, ()))

    def stop_at(self, point: QPointF, size: QSizeF) -> int | None:
        """The row below the mouse."""
        area = self.frame(size).area
        if not area.top() <= point.y() < area.bottom():
            return None
        return int((point.y() - area.top()) / area.height() * self.stops)

    def draw(
        self, painter: QPainter, frame: Frame, tokens: Tokens, styles: tuple[Look, Look]
    ) -> None:
        """Names, points with their intervals, and numbers of articles."""
        metrics = QFontMetricsF(chart_font())
        painter.setFont(chart_font())
        overall = frame.x(self._overall())
        paint_guide(painter, QPointF(overall, frame.area.top()),
                    QPointF(overall, frame.area.bottom()), tokens)  # fmt: skip
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for place, each in enumerate(self._slices):
            y = frame.y(place)
            painter.setPen(QColor(tokens.ink))
            room = QRectF(0, y - ROW / 2, frame.area.left() - GAP, ROW)
            name = metrics.elidedText(each.name, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room, right, name)
            painter.setPen(QColor(tokens.soft))
            painter.drawText(QPointF(frame.area.right() + 2 * GAP, y + 4), _count(each))
            other = self._against.get(each.name)
            if other is not None:
                self._draw_slice(painter, frame, place, other, styles[1], tokens)
            self._draw_slice(painter, frame, place, each, styles[0], tokens)

    def _draw_slice(
        self, painter: QPainter, frame: Frame, place: int, each: Slice, look: Look, tokens: Tokens
    ) -> None:
        high = min(each.wrong.high, frame.across.high)
        paint_interval(painter, frame.at(each.wrong.low, place), frame.at(high, place), look)
        value = frame.at(min(each.wrong.value, frame.across.high), place)
        paint_point(painter, value, radius_of(each.wrong.articles, self._most), look, tokens)


def _count(found: Slice) -> str:
    return f"{found.wrong.articles:,}"
