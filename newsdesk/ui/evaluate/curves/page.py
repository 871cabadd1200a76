"""The page of the curves: small charts in columns, each with what it tells."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QScrollArea, QStackedLayout, QWidget

from newsdesk.services.evaluate import Evaluate
from newsdesk.services.evaluate.selection import How
from newsdesk.ui.evaluate.charts.plot import Picked
from newsdesk.ui.evaluate.curves.card import PlotCard
from newsdesk.ui.evaluate.curves.coverage import CoverageChart
from newsdesk.ui.evaluate.curves.learning_card import LearningCard
from newsdesk.ui.evaluate.curves.reliability import ReliabilityChart
from newsdesk.ui.evaluate.curves.section import SectionChart
from newsdesk.ui.evaluate.curves.slices import KINDS, By, slice_chart
from newsdesk.ui.evaluate.words import evaluation_name
from newsdesk.ui.widgets.choice import Choice
from newsdesk.ui.widgets.empty_state import EmptyState

NARROWEST = 270
"""Of a card; where more fit, they stand beside one another."""
_EMPTY = (
    "Open an evaluation above, or make a new one: how far its confidence can be trusted, and "
    "where it is wrong, is drawn here."
)


class CurvesPage(QWidget):
    """Bins and points of lines pick the articles behind them; all charts can be saved."""

    def __init__(self, evaluate: Evaluate) -> None:
        super().__init__()
        self.evaluate = evaluate
        self.curves = evaluate.curves
        self.section = Choice("The section whose precision and recall are drawn")
        self.reliability = self._card(ReliabilityChart.title)
        self.coverage = self._card(CoverageChart.title)
        self.precision = self._card("Precision, recall")
        self.learning = LearningCard(self.curves, evaluate.said.emit, self._name)
        self.slices: dict[By, PlotCard] = {by: self._card(KINDS[by].title) for by in KINDS}
        self.cards: list[PlotCard] = [
            self.reliability, self.coverage, self.precision, self.learning, *self.slices.values(),
        ]  # fmt: skip
        self._columns = 0
        self._build()
        self._connect()
        self._show()
        self._show_section()
        self.curves.look()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _show(self) -> None:
        """Draw everything but the section's curve anew."""
        curves, against = self.curves.curves, self.curves.against
        self._stack.setCurrentIndex(0 if self.evaluate.opened.evaluated is None else 1)
        self.reliability.show_plot(ReliabilityChart(curves, against) if curves else None)
        self.coverage.show_plot(CoverageChart(curves, against) if curves else None)
        for by, card in self.slices.items():
            chart = slice_chart(by, curves, against) if curves else None
            card.show_plot(chart, KINDS[by].missing if curves else "")
        self._show_section()
        self._show_marks()
        self._arrange(anew=True)

    def _show_section(self) -> None:
        curves, pair = self.curves.curves, self.curves.section_curves
        sections = curves.evaluated.sections if curves else ()
        names = [section.name() for section in sections]
        if names != [self.section.itemText(i) for i in range(self.section.count())]:
            self.section.clear()
            self.section.addItems(names)
        self.section.setCurrentIndex(self.curves.section if names else -1)
        chart = None
        if curves is not None and pair is not None:
            chart = SectionChart(sections[self.curves.section], pair, curves, self.curves.against)
        self.precision.show_plot(chart)

    def _show_marks(self) -> None:
        mask = self.evaluate.selection.mask
        curves = self.curves.curves
        if curves is not None and len(mask) == len(curves.evaluated):
            for card in self.cards:
                card.view.show_picked(mask)

    def _pick(self, picked: Picked, how: How) -> None:
        mask = self.evaluate.selection.mask.copy()
        mask[:] = False
        mask[picked.places] = True
        self.evaluate.selection.pick(mask, picked.what, how)

    def _name(self) -> str:
        evaluation = self.evaluate.opened.evaluation
        return evaluation_name(evaluation) if evaluation is not None else ""

    def _card(self, title: str) -> PlotCard:
        return PlotCard(title, self.evaluate.said.emit, self._name)

    def _connect(self) -> None:
        self.curves.changed.connect(self._show)
        self.curves.section_changed.connect(self._show_section)
        self.evaluate.selection.changed.connect(self._show_marks)
        self.section.activated.connect(self.curves.show_section)
        for card in self.cards:
            card.view.picked.connect(self._pick)

    def _build(self) -> None:
        self.section.setMaximumWidth(100)
        self.precision.add_to_head(self.section)
        self._page = QWidget()
        self._page.setObjectName("page")
        self._grid = QGridLayout(self._page)
        self._grid.setContentsMargins(0, 0, 6, 0)
        self._grid.setSpacing(10)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self._page)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(EmptyState("evaluate", "No evaluation is open", _EMPTY))
        self._stack.addWidget(area)
        self._arrange()

    def _arrange(self, anew: bool = False) -> None:
        """Put the cards into as many columns as there is room for; those without a chart last."""
        columns = max(1, min(3, self.width() // NARROWEST))
        if columns == self._columns and not anew:
            return
        for place in range(max(columns, self._columns)):
            self._grid.setColumnStretch(place, 1 if place < columns else 0)
        self._columns = columns
        bare = [by for by, card in self.slices.items() if card.view.plot is None]
        last = [self.slices[by] for by in bare]
        for place, card in enumerate([c for c in self.cards if c not in last] + last):
            side = Qt.AlignmentFlag.AlignTop if card in last else Qt.AlignmentFlag(0)
            self._grid.addWidget(card, place // columns, place % columns, side)
        self._grid.setRowStretch(len(self.cards), 1)
