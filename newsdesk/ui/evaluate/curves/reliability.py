"""Reliability: whether articles with 80 % confidence are right in 80 % of cases."""

from __future__ import annotations

from math import floor

from PySide6.QtGui import QPainter

from newsdesk.analysis.curves import ConfidenceBin
from newsdesk.services.evaluate.curves import Curves
from newsdesk.ui.evaluate.chart import Table
from newsdesk.ui.evaluate.charts.axes import Frame, percents
from newsdesk.ui.evaluate.charts.marks import (
    Look,
    paint_guide,
    paint_interval,
    paint_point,
    radius_of,
)
from newsdesk.ui.evaluate.charts.plot import Picked, Plot
from newsdesk.ui.evaluate.curves.words import of_articles, share_words, tenth
from newsdesk.ui.theme.palette import Tokens
from newsdesk.ui.widgets.chip import percent

_HEADER = (
    "model", "confidence", "from", "to", "right", "right_low", "right_high", "articles",
)  # fmt: skip


class ReliabilityChart(Plot):
    """One point a bin of like confidence; on the dotted line confidence would be kept exactly."""

    title = "Reliability"
    marks_stops = True

    def __init__(self, curves: Curves, against: Curves | None = None) -> None:
        self._curves, self._all = curves, [each for each in (curves, against) if each is not None]
        bins = [each for curve in self._all for each in curve.reliability]
        lowest = min((min(each.confidence, each.right.low) for each in bins), default=0.0)
        low = floor(lowest * 10) / 10
        super().__init__(
            percents("confidence", low, 1.0),
            percents("right", low, 1.0),
            [curve.model for curve in self._all],
        )
        self.told = self._told()
        self._most = max((each.right.articles for each in bins), default=1)

    @property
    def description(self) -> str:
        """The error, and every bin."""
        return f"{self.told} {'; '.join(map(self.reading, range(self.stops)))}."

    @property
    def stops(self) -> int:
        """One a bin."""
        return len(self._curves.reliability)

    def place_of(self, stop: int) -> tuple[float, float]:
        """Confidence, and the part that is right."""
        found = self._curves.reliability[stop]
        return found.confidence, found.right.value

    def reading(self, stop: int) -> str:
        """“83 % sure on average: 72 % right (65 – 79 %) of 88 articles”."""
        found = self._curves.reliability[stop]
        sure = percent(found.confidence)
        return f"{sure} sure: {share_words(found.right, 'right')} {of_articles(found.right)}"

    def picked(self, stop: int) -> Picked:
        """The bin's articles."""
        found = self._curves.reliability[stop]
        what = f"confidence {percent(found.from_)} to {percent(found.to)}"
        return Picked(found.places, what)

    def radius(self, stop: int) -> float:
        """By the number of articles."""
        return self._radius(self._curves.reliability[stop])

    def table(self) -> Table:
        """The bins of each evaluation."""
        return _HEADER, [
            [
                curve.model, each.confidence, each.from_, each.to, each.right.value,
                each.right.low, each.right.high, each.right.articles,
            ]
            for curve in self._all
            for each in curve.reliability
        ]  # fmt: skip

    def draw(
        self, painter: QPainter, frame: Frame, tokens: Tokens, styles: tuple[Look, Look]
    ) -> None:
        """The dotted line and the points with their intervals, the other's behind."""
        ends = max(frame.across.low, frame.up.low), 1.0
        paint_guide(painter, frame.at(ends[0], ends[0]), frame.at(ends[1], ends[1]), tokens)
        for curve, look in reversed(list(zip(self._all, styles, strict=False))):
            for each in curve.reliability:
                self._draw_bin(painter, frame, each, look, tokens)

    def _told(self) -> str:
        told = f"Confidence is off by {tenth(self._curves.ece)} on average (ECE)"
        if len(self._all) > 1:
            told += f"; {tenth(self._all[1].ece)} with {self._all[1].model}"
        return f"{told}; on the dotted line by nothing."

    def _radius(self, each: ConfidenceBin) -> float:
        # They stand close together where a model is sure.
        return 0.7 * radius_of(each.right.articles, self._most)

    def _draw_bin(
        self, painter: QPainter, frame: Frame, each: ConfidenceBin, look: Look, tokens: Tokens
    ) -> None:
        low, high = (frame.at(each.confidence, edge) for edge in (each.right.low, each.right.high))
        paint_interval(painter, low, high, look)
        at = frame.at(each.confidence, each.right.value)
        paint_point(painter, at, self._radius(each), look, tokens)
