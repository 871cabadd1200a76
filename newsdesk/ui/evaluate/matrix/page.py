"""The page of the confusion matrix: how it is shown, its cells, and the worst confusions."""

from __future__ import annotations

from typing import cast

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from newsdesk.analysis.matrix import Mask, Matrix, Mistake
from newsdesk.services.evaluate import Evaluate
from newsdesk.services.evaluate.matrix import Measure
from newsdesk.services.evaluate.selection import How
from newsdesk.ui.evaluate.exporting.menu import ChartMenu, menu_button
from newsdesk.ui.evaluate.matrix import words
from newsdesk.ui.evaluate.matrix.cells import difference_look_of, look_of
from newsdesk.ui.evaluate.matrix.chart import MatrixChart
from newsdesk.ui.evaluate.matrix.controls import MatrixControls
from newsdesk.ui.evaluate.matrix.grid import MatrixGrid
from newsdesk.ui.evaluate.matrix.mistakes import ROW, MistakeList
from newsdesk.ui.evaluate.matrix.sections import SectionTable
from newsdesk.ui.widgets.choice import Choice
from newsdesk.ui.widgets.empty_state import EmptyState
from newsdesk.ui.widgets.labels import ElidedLabel, label

_LISTED = 100
_EMPTY = (
    "Open an evaluation above, or make a new one: its articles are counted here by the section "
    "that they belong to and the one that the model put them into."
)


class MatrixPage(QWidget):
    """Cells, names and mistakes pick articles; nothing here changes a label or a model."""

    def __init__(self, evaluate: Evaluate) -> None:
        super().__init__()
        self.evaluate = evaluate
        self.matrix = evaluate.matrix
        self.controls = MatrixControls(self.matrix)
        self.grid = MatrixGrid()
        self.sections = SectionTable()
        self.mistakes = MistakeList()
        self.measure = Choice("What stands to the right of the matrix")
        self.as_one = QPushButton("As if one")
        self.apart = QPushButton("Apart again")
        self.menu = ChartMenu(self.chart, evaluate.said.emit, self, self._model)
        self._caption = label("", "caption")
        self._rest = QWidget()
        self._legend = ElidedLabel()
        self._shown: Matrix | None = None
        self._chosen: set[tuple[str, str]] = set()
        self._picking = False
        self._build()
        self._connect()
        self._show()

    def chart(self) -> MatrixChart | None:
        """What is shown, as a chart for files; None where there is no matrix."""
        matrix = self.matrix.matrix
        if matrix is None:
            return None
        against = self.matrix.against if self.matrix.differs else ""
        return MatrixChart(matrix, self.matrix.scale, self.matrix.measure, against)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Over the matrix: what can be done with it as a chart."""
        if self.grid.isVisible() and self.grid.underMouse():
            self.menu.open_at(event.globalPos())

    def _model(self) -> str:
        evaluation = self.evaluate.opened.evaluation
        return evaluation.model if evaluation is not None else ""

    def _show(self) -> None:
        matrix, differs = self.matrix.matrix, self.matrix.differs
        self.controls.show_state()
        self._stack.setCurrentIndex(
            0 if matrix is None else 2 if self.matrix.show == "sections" else 1
        )
        if matrix is not self._shown:
            self._chosen = self._codes(self._shown)
        against = self.matrix.against if differs else ""
        look = None
        if matrix is not None:
            look = difference_look_of(matrix) if differs else look_of(matrix, self.matrix.scale)
        chosen = self.grid.view.chosen if matrix is self._shown else None
        self.grid.view.show_matrix(matrix, look, against)
        self.grid.measures.show_measure(matrix, self.matrix.measure)
        self.grid.fit()
        self.measure.setCurrentIndex(self.measure.findData(self.matrix.measure))
        self._shown = matrix
        self._show_mistakes(matrix, against)
        if matrix is not None:
            self.grid.view.choose(self._cells(matrix) if chosen is None else chosen)
        self._show_results()
        self._show_marks()
        self._show_merging()

    def _show_mistakes(self, matrix: Matrix | None, against: str) -> None:
        self.mistakes.mistakes.show_mistakes(matrix, against, _LISTED)
        number = self.mistakes.mistakes.rowCount()
        if against and matrix is not None and not matrix.paired.any():
            told = f"No article in common with {against}"
        elif against:
            told = f"What changed most, held against {against}" if number else (
                f"{against} put every article into the same section"
            )  # fmt: skip
        else:
            told = "Worst confusions" if number else "No article was put into a wrong section"
        self._caption.setText(told)
        self.mistakes.setAccessibleName(told)
        self.mistakes.setVisible(bool(number))
        self._rest.setVisible(not number)

    def _show_results(self) -> None:
        matrix, results = self.matrix.matrix, self.matrix.results
        if matrix is not None and results is not None:
            names = {section.code: section.name() for section in matrix.sections}
            self.sections.show_results(list(results.sections), names)

    def _show_marks(self) -> None:
        """Articles were picked, here or in another chart."""
        if not self._picking and self.matrix.matrix is not None:
            marks = self.matrix.marks()
            chosen = self.grid.view.chosen
            if marks is not None and chosen.any() and not marks[chosen].any():
                self.grid.view.choose(np.zeros_like(chosen))
            self.grid.view.show_marks(marks)
        self._show_merging()

    def _show_merging(self) -> None:
        merged, chosen = self.matrix.merged, self.grid.view.chosen_sections
        self.apart.setVisible(bool(merged))
        self.as_one.setEnabled(len(chosen) > 1)
        told = (
            "true section ↓   predicted →"
            if not merged
            else f"As if one: {'; '.join(merged)}. Nothing is changed."
        )
        self._legend.setText(told)

    def _pick(self, cells: Mask, how: How) -> None:
        matrix = self.matrix.matrix
        if matrix is None:
            return
        self.mistakes.clearSelection()
        self._picking = True
        self.matrix.pick(cells, words.picked_name(matrix, cells, self.matrix.differs), how)
        self._picking = False
        self.grid.view.show_marks(self.matrix.marks())
        self._show_merging()

    def _pick_mistake(self, mistake: Mistake) -> None:
        assert self.matrix.matrix is not None
        cells = np.zeros_like(self.matrix.matrix.counts, dtype=np.bool_)
        cells[mistake.truth, mistake.predicted] = True
        self.grid.view.choose(cells)
        index = self.grid.view.cells.index(mistake.truth, mistake.predicted)
        self.grid.view.scrollTo(index)
        self._picking = True
        self.matrix.pick(cells, words.picked_name(self.matrix.matrix, cells, self.matrix.differs))
        self._picking = False
        self.grid.view.show_marks(self.matrix.marks())

    def _pick_section(self, code: str) -> None:
        matrix = self.matrix.matrix
        if matrix is not None:
            place = [section.code for section in matrix.sections].index(code)
            cells = np.zeros_like(matrix.counts, dtype=np.bool_)
            cells[place] = True
            self.grid.view.choose(cells)
            self._pick(cells, "replace")

    def _merge(self) -> None:
        self.matrix.merge(self.grid.view.chosen_sections)

    def _codes(self, matrix: Matrix | None) -> set[tuple[str, str]]:
        """The chosen cells by the codes of their sections, to find them in another order."""
        if matrix is None:
            return set()
        codes = [section.code for section in matrix.sections]
        rows, columns = np.nonzero(self.grid.view.chosen)
        return {(codes[i], codes[j]) for i, j in zip(rows, columns, strict=True)}

    def _cells(self, matrix: Matrix) -> Mask:
        codes = {section.code: place for place, section in enumerate(matrix.sections)}
        cells = np.zeros_like(matrix.counts, dtype=np.bool_)
        for truth, predicted in self._chosen:
            if truth in codes and predicted in codes:
                cells[codes[truth], codes[predicted]] = True
        return cells

    def _connect(self) -> None:
        self.matrix.changed.connect(self._show)
        self.matrix.marked.connect(self._show_marks)
        self.grid.view.picked.connect(self._pick)
        self.grid.view.cleared.connect(self.evaluate.selection.clear)
        self.grid.view.selectionModel().selectionChanged.connect(lambda *_: self._show_merging())
        self.mistakes.picked.connect(self._pick_mistake)
        self.sections.picked.connect(self._pick_section)
        self.measure.activated.connect(
            lambda: self.matrix.show_measure(cast(Measure, self.measure.currentData()))
        )
        self.as_one.clicked.connect(self._merge)
        self.apart.clicked.connect(self.matrix.unmerge)

    def _build(self) -> None:
        for measure, name in words.MEASURES.items():
            self.measure.addItem(f"right: {name}", measure)
        for button in (self.as_one, self.apart):
            button.setProperty("role", "small")
        self.as_one.setToolTip(
            "Pick two or more rows or columns by their names (Ctrl adds), then see what the "
            "figures were if these sections were one. Nothing is changed."
        )
        self._legend.setProperty("role", "soft")
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self._legend, 1)
        for widget in (self.as_one, self.apart, self.measure):
            foot.addWidget(widget)
        self.mistakes.setMinimumHeight(4 * ROW + 8)
        cells = QWidget()
        column = QVBoxLayout(cells)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.grid, 100)
        column.addLayout(foot)
        column.addSpacing(4)
        column.addWidget(self._caption)
        column.addWidget(self.mistakes, 1)
        column.addWidget(self._rest, 1)
        self._stack = QStackedWidget()
        self._stack.addWidget(EmptyState("evaluate", "No evaluation is open", _EMPTY))
        self._stack.addWidget(cells)
        self._stack.addWidget(self.sections)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(8)
        top = QHBoxLayout()
        top.setSpacing(6)
        top.addWidget(self.controls, 1)
        top.addWidget(menu_button(self.menu, "the confusion matrix"))
        whole.addLayout(top)
        whole.addWidget(self._stack, 1)
        self.grid.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
