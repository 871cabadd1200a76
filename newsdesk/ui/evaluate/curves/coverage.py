"""Coverage over error: how much a model could file by itself, and how much of it would be wrong."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from newsdesk.analysis.curves import Coverage
from newsdesk.services.evaluate.curves import Curves
from newsdesk.ui.evaluate.chart import Table
from newsdesk.ui.evaluate.charts.axes import Frame, percents
from newsdesk.ui.evaluate.charts.marks import Look, paint_line, paint_note, paint_point
from newsdesk.ui.evaluate.charts.plot import Picked, Plot
from newsdesk.ui.evaluate.charts.rows import Chained, ColumnRows
from newsdesk.ui.evaluate.curves.words import threshold
from newsdesk.ui.theme.palette import Tokens
from newsdesk.ui.widgets.chip import percent

STOPS = 201
MARKED = (0.5, 0.7, 0.8, 0.9, 0.95, 0.99)
_SURE = 0.05
"""Of all articles: the error among fewer is noise that the axis is not made for."""
_APART, _ROOM = 30.0, 12.0


class CoverageChart(Plot):
    """From left to right the threshold falls, so that more is filed, and more of it wrong."""

    title = "Filed by itself, and wrong"
    told = "A lower threshold files more without an editor, and more of it wrongly."

    def __init__(self, curves: Curves, against: Curves | None = None) -> None:
        self._curves, self._all = curves, [each for each in (curves, against) if each is not None]
        worst = [_worst(each.coverage) for each in self._all]
        super().__init__(
            percents("filed by itself", 0.0, 1.0),
            percents("wrong of these", 0.0, max([0.01, *worst])),
            [each.model for each in self._all],
        )
        steps = min(STOPS, len(curves.coverage.covered))
        covered = curves.coverage.covered
        wanted = np.linspace(covered[0], covered[-1], steps) if steps else np.zeros(0)
        last = max(len(covered) - 1, 0)
        self._places = np.unique(np.searchsorted(covered, wanted).clip(max=last))

    @property
    def description(self) -> str:
        """What it would be at the usual thresholds."""
        covered = self._curves.coverage
        told = [self._words(place) for _, place in _marked(covered)]
        return f"{self.told} {'; '.join(told)}."

    @property
    def stops(self) -> int:
        """Places along the line, about evenly apart."""
        return len(self._places)

    @property
    def first_stop(self) -> int:
        """Where the threshold is .9, or the last one."""
        covered = self._curves.coverage
        above = np.flatnonzero(covered.thresholds >= MARKED[3])
        place = int(above[-1]) if len(above) else 0
        return int(np.searchsorted(self._places, place).clip(max=max(self.stops - 1, 0)))

    def place_of(self, stop: int) -> tuple[float, float]:
        """What is covered, and what of it is wrong; as far as the axis goes."""
        covered, place = self._curves.coverage, self._places[stop]
        return float(covered.covered[place]), min(float(covered.wrong[place]), self.up.high)

    def reading(self, stop: int) -> str:
        """“at .83: files 72 % by itself, 3 % of them wrong”."""
        place = int(self._places[stop])
        told = self._words(place)
        if len(self._all) > 1:
            other = self._all[1].coverage
            at = np.searchsorted(other.covered, self._curves.coverage.covered[place])
            if at < len(other.covered):
                told += f"; {self._all[1].model}: {percent(float(other.wrong[at]))} of as many"
        return told

    def picked(self, stop: int) -> Picked:
        """Those that would be filed wrongly from that threshold on."""
        evaluated = self._curves.evaluated
        least = self._curves.coverage.thresholds[self._places[stop]]
        filed = (evaluated.confidence >= least) & ~evaluated.abstained & ~evaluated.right
        return Picked(np.flatnonzero(filed), f"filed wrongly at {threshold(float(least))}")

    def table(self) -> Table:
        """Every threshold at which something changes."""
        header = ("model", "threshold", "filed_by_itself", "wrong_of_these")
        return header, Chained(
            [
                ColumnRows([model], each.thresholds, each.covered, each.wrong)
                for model, each in ((curves.model, curves.coverage) for curves in self._all)
            ]
        )

    def draw(
        self, painter: QPainter, frame: Frame, tokens: Tokens, styles: tuple[Look, Look]
    ) -> None:
        """The lines, and the usual thresholds along the first one."""
        for curves, look in reversed(list(zip(self._all, styles, strict=False))):
            paint_line(painter, frame, curves.coverage.covered, curves.coverage.wrong, look)
        covered, last = self._curves.coverage, -_APART
        for value, place in reversed(_marked(covered)):
            at = frame.at(float(covered.covered[place]), float(covered.wrong[place]))
            if at.x() - last < _APART or at.y() < frame.area.top():
                continue
            last = at.x()
            paint_point(painter, at, 3.0, styles[0], tokens)
            note = QPointF(max(at.x(), frame.area.left() + _ROOM), at.y())
            paint_note(painter, note, f"{value:g}".lstrip("0"), tokens)

    def _words(self, place: int) -> str:
        covered = self._curves.coverage
        files = percent(float(covered.covered[place]))
        wrong = percent(float(covered.wrong[place]))
        at = threshold(float(covered.thresholds[place]))
        return f"at {at}: files {files} by itself, {wrong} of them wrong"


def _marked(covered: Coverage) -> list[tuple[float, int]]:
    """The usual thresholds with the place up to which they cover."""
    found = []
    for value in MARKED:
        above = int((covered.thresholds >= value).sum())
        if above > 0:
            found.append((value, above - 1))
    return found


def _worst(covered: Coverage) -> float:
    sure = covered.wrong[covered.covered >= _SURE]
    return float(sure.max()) if len(sure) else float(covered.wrong.max(initial=0.0))
