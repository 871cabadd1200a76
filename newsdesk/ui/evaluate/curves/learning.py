"""The learning curve: whether more articles would help."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QPainter

from newsdesk.analysis.learning import LearningCurve
from newsdesk.ui.evaluate.chart import Table
from newsdesk.ui.evaluate.charts.axes import Axis, Frame, percents
from newsdesk.ui.evaluate.charts.marks import Look, paint_band, paint_line, paint_point
from newsdesk.ui.evaluate.charts.plot import Plot
from newsdesk.ui.evaluate.words import articles, points
from newsdesk.ui.theme.palette import Tokens

LEARNING_TITLE = "Learning curve"
LEARNING_TOLD = "Of a simple linear model; shows whether more articles would help."
_GAINS = 0.01
"""Macro-F1 by which the last doubling must have helped for more articles to be worth while."""


class LearningChart(Plot):
    """Macro-F1 over the number of articles; each step to the right doubles them."""

    title = LEARNING_TITLE

    def __init__(self, curve: LearningCurve) -> None:
        self._curve = curve
        self.told = self._told()
        found = curve.points
        sizes = [each.articles for each in found]
        ticks = tuple((size, f"{size:,}") for size in sizes)
        across = Axis("articles to learn from", sizes[0] * 0.9, sizes[-1] * 1.1, ticks, log=True)
        low, high = min(each.low for each in found), max(each.high for each in found)
        super().__init__(across, percents("macro-F1", low, min(1.0, high + 0.005)))

    @property
    def description(self) -> str:
        """Every point."""
        return f"{self.told} {'; '.join(map(self.reading, range(self.stops)))}."

    @property
    def stops(self) -> int:
        """One a share of the articles."""
        return len(self._curve.points)

    @property
    def first_stop(self) -> int:
        """All articles."""
        return self.stops - 1

    def place_of(self, stop: int) -> tuple[float, float]:
        """Articles, and mean macro-F1."""
        found = self._curve.points[stop]
        return found.articles, found.mean

    def reading(self, stop: int) -> str:
        """“from 445 articles: macro-F1 83.6 (81.2 – 85.0)”."""
        found = self._curve.points[stop]
        spread = f" ({points(found.low)} – {points(found.high)})" if found.high > found.low else ""
        return f"from {articles(found.articles)}: macro-F1 {points(found.mean)}{spread}"

    def radius(self, stop: int) -> float:
        """All alike."""
        return 3.2

    def table(self) -> Table:
        """Mean, lowest and highest over the orders."""
        header = ("articles", "macro_f1_mean", "macro_f1_low", "macro_f1_high", "tested_on")
        return header, [
            [each.articles, each.mean, each.low, each.high, self._curve.tested]
            for each in self._curve.points
        ]

    def draw(
        self, painter: QPainter, frame: Frame, tokens: Tokens, styles: tuple[Look, Look]
    ) -> None:
        """The spread, the mean, and a point a share."""
        found, look = self._curve.points, styles[0]
        sizes = np.array([each.articles for each in found], dtype=np.float64)
        low, mean, high = (
            np.array([getattr(each, name) for each in found]) for name in ("low", "mean", "high")
        )
        paint_band(painter, frame, sizes, low, high, look)
        paint_line(painter, frame, sizes, mean, look)
        for each in found:
            paint_point(painter, frame.at(each.articles, each.mean), 3.2, look, tokens)

    def _told(self) -> str:
        gain = self._curve.points[-1].mean - self._curve.points[-2].mean
        brought = f"{100 * gain:+.1f}".replace("-", "−")
        more = "they would" if gain >= _GAINS else "they hardly would"
        return f"{LEARNING_TOLD} The last doubling: {brought} points, so {more}."
