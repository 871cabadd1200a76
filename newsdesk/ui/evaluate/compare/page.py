"""The page of the comparison: a table, the models side by side, and each against the open one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from newsdesk.services.evaluate import Evaluate
from newsdesk.services.evaluate.comparison import Compared, Row
from newsdesk.ui.evaluate.compare import words
from newsdesk.ui.evaluate.compare.duel_card import DuelCard
from newsdesk.ui.evaluate.compare.forest import ForestChart
from newsdesk.ui.evaluate.compare.table import CompareTable, Line
from newsdesk.ui.evaluate.curves.card import PlotCard
from newsdesk.ui.evaluate.words import evaluation_name
from newsdesk.ui.widgets.empty_state import EmptyState
from newsdesk.ui.widgets.labels import label

_NONE_OPEN = (
    "Open an evaluation above, or make a new one. Others of the same articles are held against it "
    "here."
)
_ALONE = (
    "This is the only evaluation of these articles. Make one of another model on the same ones "
    "with “New evaluation…” above; the two are then held against each other here."
)


class ComparePage(QWidget):
    """Two or more evaluations over the same articles; a click on an outcome picks its articles."""

    def __init__(self, evaluate: Evaluate) -> None:
        super().__init__()
        self.evaluate = evaluate
        self.comparison = evaluate.comparison
        self.note = label("", "soft", wrap=True)
        self.table = CompareTable()
        self.forest = PlotCard(ForestChart.title, evaluate.said.emit, self._name)
        self.cards: list[DuelCard] = []
        self.alone = EmptyState("evaluate", "There is nothing to compare with", _ALONE)
        self._build()
        self.comparison.changed.connect(self._show)
        self.table.lines.toggled.connect(self.comparison.choose)
        self.comparison.look()
        self._show()

    @property
    def chart(self) -> ForestChart | None:
        """The chart of the models, for reports; None while nothing is compared."""
        plot = self.forest.view.plot
        return plot if isinstance(plot, ForestChart) else None

    def _show(self) -> None:
        open_ = self.evaluate.opened.evaluation
        if open_ is None:
            self._stack.setCurrentWidget(self._none)
            return
        if not self.comparison.offered:
            self._stack.setCurrentWidget(self.alone)
            return
        self._stack.setCurrentWidget(self._area)
        compared = self.comparison.compared
        everyone = [open_, *self.comparison.offered]
        names = words.names_of(everyone)
        self._show_table(names, compared)
        self.note.setText(self._told(compared))
        drawn = compared is not None and len(compared.common) > 0
        self.forest.setVisible(drawn)
        if compared is not None and drawn:
            self.forest.show_plot(ForestChart(compared, names))
        self._show_cards(names, compared if drawn else None)

    def _show_table(self, names: dict[int, str], compared: Compared | None) -> None:
        open_ = self.evaluate.opened.evaluation
        assert open_ is not None
        rows: dict[int, Row] = {}
        if compared is not None and len(compared.common):
            rows = {row.evaluation.id: row for row in compared.rows}
        lines = []
        for each in (open_, *self.comparison.offered):
            card = self.evaluate.session.models.get(each.model)
            taking = each is open_ or each.id in self.comparison.chosen
            size = card.bytes if card is not None else 0
            lines.append(Line(each, names[each.id], size, taking, each is open_, rows.get(each.id)))
        self.table.show_lines(lines)

    def _show_cards(self, names: dict[int, str], compared: Compared | None) -> None:
        for card in self.cards:
            card.hide()
            card.deleteLater()
        self.cards = []
        if compared is None:
            return
        first = names[compared.rows[0].evaluation.id]
        for row in sorted(compared.rows[1:], key=_gained, reverse=True):
            card = DuelCard(row, compared.common, first, names[row.evaluation.id])
            card.picked.connect(lambda kind, what, row=row: self.comparison.pick(row, kind, what))
            self.cards.append(card)
            self._duels.addWidget(card)

    def _told(self, compared: Compared | None) -> str:
        if compared is None:
            if self.comparison.busy:
                return "The answers are being compared…"
            return "Tick the evaluations that are to be held against the open one."
        told = words.common_sentence(compared.common, len(compared.rows))
        return " ".join([told, *(str(problem) for problem in compared.problems)])

    def _name(self) -> str:
        evaluation = self.evaluate.opened.evaluation
        return evaluation_name(evaluation) if evaluation is not None else ""

    def _build(self) -> None:
        page = QWidget()
        page.setObjectName("page")
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(10)
        self._duels = QVBoxLayout()
        self._duels.setSpacing(10)
        column.addWidget(self.table)
        column.addWidget(self.note)
        column.addLayout(self._duels)
        column.addWidget(self.forest)
        column.addStretch(1)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(page)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._none = EmptyState("evaluate", "No evaluation is open", _NONE_OPEN)
        self._stack = QStackedLayout(self)
        for each in (self._none, self.alone, self._area):
            self._stack.addWidget(each)


def _gained(row: Row) -> float:
    return row.duel.macro_f1.difference if row.duel is not None else 0.0
