"""All that an export is made from: an evaluation's arrays, matrix, curves and charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from newsdesk.analysis.curves import precision_recall_of
from newsdesk.analysis.evaluated import Evaluated
from newsdesk.analysis.figures import Figures
from newsdesk.analysis.learning import LearningCurve
from newsdesk.analysis.matrix import Matrix, matrix_of
from newsdesk.core.evaluation import Evaluation
from newsdesk.services.evaluate.comparison import Compared, compare
from newsdesk.services.evaluate.curves import Curves, SectionPair, curves_beside, curves_of
from newsdesk.services.evaluate.opened import Opened
from newsdesk.ui.evaluate.chart import Chart
from newsdesk.ui.evaluate.charts.plot import Plot
from newsdesk.ui.evaluate.compare.forest import ForestChart
from newsdesk.ui.evaluate.compare.words import names_of
from newsdesk.ui.evaluate.curves.coverage import CoverageChart
from newsdesk.ui.evaluate.curves.learning import LearningChart
from newsdesk.ui.evaluate.curves.reliability import ReliabilityChart
from newsdesk.ui.evaluate.curves.section import SectionChart
from newsdesk.ui.evaluate.curves.slices import KINDS, slice_chart
from newsdesk.ui.evaluate.matrix.chart import MatrixChart

MOST_SECTION_CURVES = 6
"""Sections whose precision and recall a report draws: those with the lowest F1."""


@dataclass(frozen=True, slots=True)
class Side:
    """One evaluation with what it found."""

    evaluation: Evaluation
    evaluated: Evaluated
    figures: Figures


@dataclass(frozen=True, slots=True)
class Sides:
    """What is exported. points: the scatterplots as they are shown."""

    shown: Side
    against: Side | None
    learning: LearningCurve | None
    points: Sequence[Chart]


@dataclass(frozen=True, slots=True)
class Content:
    """Everything of a report. matrices: the whole one, and the difference to the other model.

    compared, forest: both models on the articles that both read, where there is another one.
    """

    sides: Sides
    matrix: Matrix
    matrices: Sequence[Chart]
    plots: Sequence[Plot]
    compared: Compared | None = None
    forest: ForestChart | None = None

    @property
    def charts(self) -> list[Chart]:
        """All charts."""
        forest = [self.forest] if self.forest is not None else []
        return [*self.matrices, *forest, *self.plots, *self.sides.points]


def sides_of(
    opened: Opened, learning: LearningCurve | None, points: Sequence[Chart]
) -> Sides | None:
    """What is open, to be exported; None where no evaluation is."""
    if opened.evaluation is None or opened.evaluated is None or opened.figures is None:
        return None
    against = None
    if opened.against and opened.against_evaluated is not None and opened.against_figures:
        against = Side(opened.against, opened.against_evaluated, opened.against_figures)
    shown = Side(opened.evaluation, opened.evaluated, opened.figures)
    return Sides(shown, against, learning, points)


def content_of(sides: Sides) -> Content:
    """Compute what is missing and make the charts; takes a second for many articles."""
    shown, against = sides.shown, sides.against
    matrix = matrix_of(shown.evaluated, against.evaluated if against else None)
    matrices = [MatrixChart(matrix), MatrixChart(matrix, "row")]
    if against is None:
        return Content(sides, matrix, matrices, _plots(sides))
    matrices.append(MatrixChart(matrix, against=against.evaluation.model))
    both = [shown.evaluation, against.evaluation]
    compared, _ = compare(
        shown.evaluation, shown.evaluated, both[1:], {both[1].id: against.evaluated}
    )
    forest = ForestChart(compared, names_of(both))
    return Content(sides, matrix, matrices, _plots(sides), compared, forest)


def _plots(sides: Sides) -> list[Plot]:
    shown = sides.shown
    curves = curves_of(shown.evaluation.model, shown.evaluated, shown.figures.ece)
    other = sides.against
    against = None
    if other is not None:
        against = curves_beside(curves, other.evaluation.model, other.evaluated, other.figures.ece)
    if not len(curves.evaluated):
        return []
    plots: list[Plot | None] = [ReliabilityChart(curves, against), CoverageChart(curves, against)]
    if sides.learning is not None:
        plots.append(LearningChart(sides.learning))
    plots += [slice_chart(by, curves, against) for by in KINDS]
    plots += [
        SectionChart(curves.evaluated.sections[i], _pair(curves, against, i), curves, against)
        for i in _weakest(sides.shown)
    ]
    return [plot for plot in plots if plot is not None]


def _pair(curves: Curves, against: Curves | None, place: int) -> SectionPair:
    code = curves.evaluated.codes[place]
    other = None
    if against is not None and code in against.evaluated.codes:
        other = precision_recall_of(against.evaluated, against.evaluated.codes.index(code))
    return precision_recall_of(curves.evaluated, place), other


def _weakest(side: Side) -> list[int]:
    results = side.figures.sections
    order = np.argsort([each.f1.value for each in results], kind="stable").tolist()
    return [place for place in order if results[place].support][:MOST_SECTION_CURVES]
