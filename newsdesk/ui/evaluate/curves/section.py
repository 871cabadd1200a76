"""Precision and recall of one section, if every article from some probability on were put there."""

from __future__ import annotations

from math import floor

import numpy as np
from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtGui import QPainter

from newsdesk.analysis.curves import PrecisionRecall
from newsdesk.core.section import Section
from newsdesk.services.evaluate.curves import Curves, SectionPair
from newsdesk.ui.evaluate.chart import Table
from newsdesk.ui.evaluate.charts.axes import Frame, percents
from newsdesk.ui.evaluate.charts.marks import Look, paint_line
from newsdesk.ui.evaluate.charts.plot import Picked, Plot
from newsdesk.ui.evaluate.charts.rows import Chained, ColumnRows
from newsdesk.ui.evaluate.curves.words import threshold
from newsdesk.ui.theme import theme
from newsdesk.ui.theme.palette import Tokens
from newsdesk.ui.widgets.chip import percent

STOPS = 201
_LIGHTER = 150
"""Per cent, on a dark ground."""
_NEARLY_ALL, _HIGHEST = 0.97, 0.8


class SectionChart(Plot):
    """Recall from left to right: the further right, the more of the section is found."""

    def __init__(
        self, section: Section, pair: SectionPair, curves: Curves, against: Curves | None
    ) -> None:
        self._section, self._curves = section, curves
        self._found = [each for each in pair if each is not None]
        names = [curves.model, *([against.model] if against is not None else [])]
        self._names = names[: len(self._found)]
        self.told = self._told()
        self.title = f"Precision and recall: {section.name()}"
        super().__init__(
            percents("recall", 0.0, 1.0),
            percents("precision", _lowest(self._found), 1.0),
            self._names,
        )
        first = self._found[0]
        # The last point of the curve stands for no threshold.
        last = len(first.thresholds) - 1
        wanted = np.linspace(0, 1, min(STOPS, last + 1)) if last >= 0 else np.zeros(0)
        places = last - np.searchsorted(first.recall[: last + 1][::-1], wanted)
        self._places = np.unique(places.clip(0, max(last, 0)))[::-1] if len(places) else places

    @property
    def description(self) -> str:
        """Average precision, and precision where half, four fifths and nearly all are found."""
        first, told = self._found[0], []
        for wanted in (0.5, 0.8, 0.95):
            reached = np.flatnonzero(first.recall >= wanted)
            if len(reached) and first.support:
                precision = float(first.precision[reached[-1]])
                told.append(f"with {percent(wanted)} found {percent(precision)} are right")
        return f"{self.told} {'; '.join(told)}."

    @property
    def stops(self) -> int:
        """Places along the curve, about evenly apart."""
        return len(self._places) if self._found[0].support else 0

    @property
    def first_stop(self) -> int:
        """In the middle."""
        return self.stops // 2

    def place_of(self, stop: int) -> tuple[float, float]:
        """Recall and precision."""
        place = self._places[stop]
        precision = float(self._found[0].precision[place])
        return float(self._found[0].recall[place]), max(precision, self.up.low)

    def reading(self, stop: int) -> str:
        """“from .41 on: 83 % of politics found, 72 % of them right”."""
        place, first = self._places[stop], self._found[0]
        at = threshold(float(first.thresholds[place]))
        recall, precision = float(first.recall[place]), float(first.precision[place])
        return (
            f"from {at} on: {percent(recall)} of {self._section.name()} found, "
            f"{percent(precision)} of what is found right"
        )

    def picked(self, stop: int) -> Picked:
        """Those found from that probability on."""
        evaluated = self._curves.evaluated
        section = evaluated.codes.index(self._section.code)
        least = self._found[0].thresholds[self._places[stop]]
        found = np.flatnonzero(evaluated.probabilities[:, section] >= least)
        return Picked(found, f"{self._section.name()} from {threshold(float(least))} on")

    def table(self) -> Table:
        """Every threshold at which something changes."""
        code = self._section.code
        tables = [
            ColumnRows(
                [name, code], np.append(each.thresholds, np.nan), each.precision, each.recall
            )
            for name, each in zip(self._names, self._found, strict=True)
        ]
        return ("model", "section", "threshold", "precision", "recall"), Chained(tables)

    def draw(
        self, painter: QPainter, frame: Frame, tokens: Tokens, styles: tuple[Look, Look]
    ) -> None:
        """Both curves; the first one in the section's colour where it stands alone."""
        own = theme().section(self._section.code)
        # The colours of sections are made for white text upon them.
        alone = Look((own.lighter(_LIGHTER) if tokens.dark else own).name())
        used = styles if len(self._found) > 1 else (alone, styles[1])
        for each, look in reversed(list(zip(self._found, used, strict=False))):
            paint_line(painter, frame, each.recall, each.precision, look)

    def stop_at(self, point: QPointF, size: QSizeF) -> int | None:
        """The stop that is nearest across and up: the curve may fall steeply."""
        frame = self.frame(size)
        if super().stop_at(point, size) is None:
            return None

        def distance(stop: int) -> float:
            at = frame.at(*self.place_of(stop))
            return (at.x() - point.x()) ** 2 + 0.2 * (at.y() - point.y()) ** 2

        return min(range(self.stops), key=distance)

    def _told(self) -> str:
        averages = [f"{each.average:.3f}" for each in self._found]
        told = f"Average precision {averages[0]}"
        if len(averages) > 1:
            told += f"; {averages[1]} with {self._names[1]}"
        return f"{told}. The more of it is to be found, the more others come along."


def _lowest(found: list[PrecisionRecall]) -> float:
    """A round place below all precision but that of the last articles, which falls steeply."""
    kept = [each.precision[each.recall <= _NEARLY_ALL].min(initial=1.0) for each in found]
    return min(floor(float(min(kept)) * 10) / 10, _HIGHEST)
