"""The scatterplots of an evaluation, side by side, with one selection and one legend."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from newsdesk.core.errors import Problem
from newsdesk.engine.examined import FeatureKind
from newsdesk.services.evaluate import Evaluate
from newsdesk.services.evaluate.point_looks import Looks, looks_of
from newsdesk.services.evaluate.selection import How
from newsdesk.ui.evaluate.scatter.canvas import ScatterCanvas
from newsdesk.ui.evaluate.scatter.card import HoverCard
from newsdesk.ui.evaluate.scatter.chart import ScatterChart
from newsdesk.ui.evaluate.scatter.legend import Legend
from newsdesk.ui.evaluate.scatter.placing import NO_FEATURES, Placing
from newsdesk.ui.evaluate.scatter.plot import Plot
from newsdesk.ui.evaluate.scatter.toolbar import ScatterToolbar
from newsdesk.ui.evaluate.words import evaluation_name
from newsdesk.ui.widgets.labels import label

if TYPE_CHECKING:
    from newsdesk.ui.evaluate.exporting.menu import ChartMenu

_COLOURING, _METHOD = "evaluate/coloured_by", "evaluate/placed_by"
_NONE_OPEN = "No evaluation is open."


class ScatterPanel(QWidget):
    """One to three scatterplots, each moved and zoomed by itself.

    said: a line for the foot of the window, and whether it can be undone.
    """

    said = Signal(str, bool)

    def __init__(self, evaluate: Evaluate) -> None:
        super().__init__()
        self._evaluate = evaluate
        settings = evaluate.session.settings
        self.toolbar = ScatterToolbar(settings.text(_COLOURING), settings.text(_METHOD))
        self.legend = Legend()
        self.note = label("", "soft", wrap=True)
        self.nothing = label("", "soft", wrap=True)
        self.plots = {kind: Plot(kind) for kind in get_args(FeatureKind)}
        self.placing = Placing(evaluate, self.plots, self)
        self.card: HoverCard | None = None
        self._looks: Looks | None = None
        self._alone: FeatureKind | None = None
        self._menus: dict[FeatureKind, ChartMenu] = {}
        self._build()
        self._connect()
        self._show_opened()

    def charts(self) -> list[ScatterChart]:
        """The plots that have points, for files and reports."""
        found = (self._chart(plot) for plot in self.plots.values() if not plot.isHidden())
        return [chart for chart in found if chart is not None]

    def hideEvent(self, event: QHideEvent) -> None:
        if self.card is not None:
            self.card.hide()
            self.card.close_pictures()
        super().hideEvent(event)

    # Another evaluation, colouring or method

    def _show_opened(self) -> None:
        opened = self._evaluate.opened
        kinds = opened.kinds if opened.evaluated is not None else []
        self._hide_card()
        self.note.hide()
        self.nothing.setText(_NONE_OPEN if opened.evaluated is None else NO_FEATURES)
        self.nothing.setVisible(not kinds)
        for widget in (self.toolbar, self.legend):
            widget.setVisible(bool(kinds))
        for plot in self.plots.values():
            plot.key = None
            plot.canvas.clear()
        self._show_plots()
        self._show_against()
        self._place()

    def _show_plots(self) -> None:
        """The plots of all features that there are, or the one that is to be seen alone."""
        opened = self._evaluate.opened
        kinds = opened.kinds if opened.evaluated is not None else []
        alone = self._alone if self._alone in kinds else None
        for kind, plot in self.plots.items():
            plot.setVisible(kind == alone if alone else kind in kinds)
            plot.offer_alone(len(kinds), kind == alone)

    def _show_alone(self, plot: Plot) -> None:
        self._alone = None if self._alone == plot.kind else plot.kind
        self._show_plots()

    def _show_against(self) -> None:
        self.toolbar.offer_models(self._evaluate.opened.against_evaluated is not None)
        self._colour()

    def _colour(self) -> None:
        """Group the articles as the toolbar says, and show that everywhere."""
        opened = self._evaluate.opened
        if opened.evaluated is None or opened.evaluation is None:
            self._looks = None
            self.legend.show_looks(None)
            return
        other = opened.against.model if opened.against is not None else ""
        self._looks = looks_of(
            opened.evaluated, self.toolbar.colouring, opened.against_evaluated,
            (opened.evaluation.model, other),
        )  # fmt: skip
        self.legend.show_looks(self._looks)
        for canvas in self._drawn():
            canvas.show_looks(self._looks)

    def _colour_by(self, colouring: str) -> None:
        self._evaluate.session.settings.set_text(_COLOURING, colouring)
        self._colour()

    def _place_by(self, method: str) -> None:
        self._evaluate.session.settings.set_text(_METHOD, method)
        self.note.hide()
        self._place()

    def _place(self) -> None:
        self.placing.place(self.toolbar.method)

    def _place_without(self, problem: Problem) -> None:
        """The libraries of the method are not there; PCA needs none."""
        self.note.setText(f"{problem} PCA is shown.")
        self.note.show()
        self.toolbar.methods.setCurrentIndex(self.toolbar.methods.findData("pca"))
        self._place()

    def _note_preparing(self, text: str) -> None:
        self.note.setText(text)
        self.note.setVisible(bool(text))

    def _show_points(self, plot: Plot, points: NDArray[np.float32]) -> None:
        if self._looks is None:
            return
        self._hide_card()  # what it stands beside goes elsewhere
        first = not len(plot.canvas.scene.points)
        plot.canvas.show_points(points, self._looks, anew=first)
        if first:
            plot.canvas.isolate(self.legend.alone)
            plot.canvas.show_picked(self._evaluate.selection.mask)

    # What is done on a canvas

    def _mark(self, plot: Plot, mask: NDArray[np.bool_], how: How) -> None:
        number = int(mask.sum())
        evaluated = self._evaluate.opened.evaluated
        if number == 1 and evaluated is not None:
            what = evaluated.titles[int(mask.argmax())] or "one article"
        else:
            what = f"picked in {plot.title}"
        self._evaluate.selection.pick(mask, what, how)

    def _show_picked(self) -> None:
        mask = self._evaluate.selection.mask
        for canvas in self._drawn():
            if len(canvas.scene.points) == len(mask):
                canvas.show_picked(mask)

    def _isolate(self, groups: frozenset[int] | None) -> None:
        for canvas in self._drawn():
            canvas.isolate(groups)

    def _use_tool(self, tool: str) -> None:
        for plot in self.plots.values():
            plot.canvas.use_tool(tool)  # type: ignore[arg-type]

    def _fit(self) -> None:
        for plot in self.plots.values():
            plot.canvas.fit()

    def _point_at(self, plot: Plot, article: int, at: QPoint) -> None:
        """Show which article it is, and where it lies in the other plots."""
        for other in self.plots.values():
            if other is not plot:
                other.canvas.show_ring(article)
        evaluated = self._evaluate.opened.evaluated
        if article < 0 or evaluated is None:
            self._hide_card()
            return
        if self.card is None:
            self.card = HoverCard(self)
        self.card.show_article(evaluated, article, plot.canvas.mapTo(self.window(), at))

    def _hide_card(self) -> None:
        if self.card is not None:
            self.card.hide()

    def _open_menu(self, plot: Plot, at: QPoint) -> None:
        from newsdesk.ui.evaluate.exporting.menu import ChartMenu  # needs charts to be known

        menu = self._menus.get(plot.kind)
        if menu is None:
            menu = self._menus[plot.kind] = ChartMenu(
                lambda: self._chart(plot),
                lambda text: self.said.emit(text, False),
                self,
                self._name,
            )
        menu.open_at(at)

    # Inside

    def _chart(self, plot: Plot) -> ScatterChart | None:
        evaluated, scene = self._evaluate.opened.evaluated, plot.canvas.scene
        if evaluated is None or not len(scene.places):
            return None
        return ScatterChart(f"{plot.title}, {plot.placed}", scene, evaluated)

    def _name(self) -> str:
        evaluation = self._evaluate.opened.evaluation
        return evaluation_name(evaluation) if evaluation is not None else ""

    def _drawn(self) -> list[ScatterCanvas]:
        canvases = (plot.canvas for plot in self.plots.values())
        return [canvas for canvas in canvases if len(canvas.scene.points)]

    def _connect(self) -> None:
        opened = self._evaluate.opened
        opened.changed.connect(self._show_opened)
        opened.against_changed.connect(self._show_against)
        self._evaluate.selection.changed.connect(self._show_picked)
        self.placing.came.connect(self._show_points)
        self.placing.lacking.connect(self._place_without)
        self.placing.prepares.connect(self._note_preparing)
        self.toolbar.coloured.connect(self._colour_by)
        self.toolbar.drawn_by.connect(self._place_by)
        self.toolbar.tool_picked.connect(self._use_tool)
        self.toolbar.fit_asked.connect(self._fit)
        self.legend.isolated.connect(self._isolate)
        for plot in self.plots.values():
            canvas = plot.canvas
            canvas.marked.connect(lambda mask, how, plot=plot: self._mark(plot, mask, how))
            canvas.pointed.connect(lambda i, at, plot=plot: self._point_at(plot, i, at))
            canvas.cleared.connect(self._evaluate.selection.clear)
            canvas.tool_asked.connect(self.toolbar.use_tool)
            canvas.width_asked.connect(self.toolbar.wide.toggle)
            canvas.menu_asked.connect(lambda at, plot=plot: self._open_menu(plot, at))
            plot.alone_asked.connect(lambda plot=plot: self._show_alone(plot))

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 0, 0, 10)
        column.setSpacing(6)
        column.addWidget(self.toolbar)
        column.addWidget(self.note)
        column.addWidget(self.nothing, 1)
        row = QHBoxLayout()
        row.setSpacing(10)
        for plot in self.plots.values():
            row.addWidget(plot, 1)
        column.addLayout(row, 1)
        column.addWidget(self.legend)
