"""Has the points of the plots placed, and hands them on as they come."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from newsdesk.analysis.separation import Separation
from newsdesk.core.errors import Problem
from newsdesk.engine.examined import FeatureKind
from newsdesk.services.evaluate import Evaluate
from newsdesk.ui.evaluate.scatter.plot import Plot
from newsdesk.ui.evaluate.scatter.toolbar import METHODS

MISSING = "missing_library"
"""The kind of problem where the libraries of t-SNE and UMAP are not installed."""
NO_FEATURES = (
    "There is nothing to draw: this model keeps no features of what it read. "
    "An ensemble has none of its own; evaluate one of its models to see its articles as points."
)
_NO_COVER = "No article has a cover."
_PREPARING = "Preparing UMAP: the first time takes half a minute. These are its starting points."
_CANCELLED = "Cancelled. Choose a method above to place the points."


class Placing(QObject):
    """came: a Plot, and where its points are for now. lacking: a Problem, where only PCA is there.

    prepares: what to say while a method is being prepared; empty once it is ready.
    What else there is to say of a plot's points, progress and troubles, the plot says itself.
    """

    came = Signal(object, object)
    lacking = Signal(Problem)
    prepares = Signal(str)

    def __init__(
        self, evaluate: Evaluate, plots: Mapping[FeatureKind, Plot], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._opened, self._projections = evaluate.opened, evaluate.projections
        self._plots = plots
        self._method = ""
        self._unprepared: set[object] = set()
        """What a method is being prepared for."""
        self._projections.preparing.connect(self._take_preparing)
        self._projections.stepped.connect(self._take_step)
        self._projections.finished.connect(self._take_points)
        self._projections.failed.connect(self._take_problem)
        self._projections.separated.connect(self._take_separation)
        for plot in plots.values():
            plot.cancelled.connect(lambda plot=plot: self._cancel(plot))

    def place(self, method: str) -> None:
        """Have the points placed; those that were asked for before are not waited for."""
        self._method, opened = method, self._opened
        for key in list(self._unprepared):
            self._take_prepared(key)
        if opened.evaluation is None or opened.evaluated is None:
            return
        for kind in opened.kinds:
            plot = self._plots[kind]
            if kind == "cover" and not any(opened.evaluated.covers):
                plot.say(_NO_COVER)
                continue
            plot.begin(self._projections.ask(opened.evaluation.id, kind, method))

    def _take_step(self, key: object, points: NDArray[np.float32], done: int, total: int) -> None:
        # Every method begins with the picture by PCA.
        plot = self._hand_on(key, points, f"{METHODS[self._method]}, unfinished" if done else "PCA")
        if plot is not None:
            plot.show_progress(done, total)
        if done:
            self._take_prepared(key)

    def _take_preparing(self, key: object) -> None:
        if self._plot(key) is not None:
            self._unprepared.add(key)
            self.prepares.emit(_PREPARING)

    def _take_prepared(self, key: object) -> None:
        """It is ready, or not wanted any more."""
        if key in self._unprepared:
            self._unprepared.remove(key)
            self.prepares.emit(_PREPARING if self._unprepared else "")

    def _take_points(self, key: object, points: NDArray[np.float32]) -> None:
        self._take_prepared(key)
        plot = self._hand_on(key, points, METHODS[self._method])
        if plot is not None:
            plot.show_working(False)
            if not np.isfinite(points).any():
                plot.say(_NO_COVER if plot.kind == "cover" else NO_FEATURES)

    def _hand_on(self, key: object, points: NDArray[np.float32], placed: str) -> Plot | None:
        plot, evaluated = self._plot(key), self._opened.evaluated
        if plot is None or evaluated is None or len(points) != len(evaluated):
            return None
        plot.placed = placed
        self.came.emit(plot, points)
        return plot

    def _take_problem(self, key: object, problem: Problem) -> None:
        self._take_prepared(key)
        plot = self._plot(key)
        if plot is None:
            return
        plot.show_working(False)
        if problem.kind == MISSING and self._method != "pca":
            self.lacking.emit(problem)
        else:
            plot.say(str(problem), wrong=True)

    def _take_separation(self, key: object, found: Separation) -> None:
        plot = self._plot(key)
        if plot is not None:
            plot.show_separation(found)

    def _cancel(self, plot: Plot) -> None:
        if plot.key is not None:
            self._projections.cancel(plot.key)
            self._take_prepared(plot.key)
        plot.key = None
        plot.show_working(False)
        if not len(plot.canvas.scene.points):
            plot.say(_CANCELLED)

    def _plot(self, key: object) -> Plot | None:
        found = (plot for plot in self._plots.values() if plot.key is not None and plot.key == key)
        return next(found, None)
