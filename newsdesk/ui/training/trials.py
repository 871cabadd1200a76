"""The trials of a sweep as a table, beside their grid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QTableView, QVBoxLayout, QWidget

from newsdesk.core.job import Trial
from newsdesk.ui.theme import theme
from newsdesk.ui.training.heat_map import HeatMap
from newsdesk.ui.training.words import rate
from newsdesk.ui.widgets.labels import label

COLUMNS = ("Trial", "Encoder", "Head", "Seed", "Fold", "Dev F1", "State")
SEED, FOLD = COLUMNS.index("Seed"), COLUMNS.index("Fold")
STATE = COLUMNS.index("State")

Index = QModelIndex | QPersistentModelIndex


class TrialsModel(QAbstractTableModel):
    """One row a trial."""

    def __init__(self) -> None:
        super().__init__()
        self.trials: list[Trial] = []

    def show_trials(self, trials: Sequence[Trial]) -> None:
        """Show these; the same number of them keeps the selection."""
        if len(trials) == len(self.trials):
            self.trials = list(trials)
            if trials:
                last = self.index(len(trials) - 1, len(COLUMNS) - 1)
                self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self.trials = list(trials)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.trials)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not 0 <= index.row() < len(self.trials):
            return None
        trial = self.trials[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return _cells(trial)[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() != STATE:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole and trial.dev_loss is not None:
            return f"Best after epoch {trial.best_epoch}, dev loss {trial.dev_loss:.3f}"
        if role == Qt.ItemDataRole.ForegroundRole and trial.state in ("collapsed", "failed"):
            return theme().color("red_ink")
        return None


def _cells(trial: Trial) -> tuple[str, ...]:
    again = f" · {trial.attempts}×" if trial.attempts > 1 else ""
    return (
        str(trial.number),
        rate(trial.encoder_rate),
        rate(trial.head_rate),
        str(trial.seed),
        str(trial.fold or ""),
        "" if trial.dev_macro_f1 is None else f"{100 * trial.dev_macro_f1:.1f}",
        trial.state + again,
    )


class Trials(QWidget):
    """picked: the number of a trial, from the table or from the grid."""

    picked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.model = TrialsModel()
        self.table = QTableView()
        self.table.setAccessibleName("Trials of the sweep")
        self.table.setModel(self.model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.verticalHeader().setDefaultSectionSize(26)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.setFixedHeight(230)
        self.table.selectionModel().currentRowChanged.connect(self._take_row)
        self.heat_map = HeatMap()
        self.heat_map.picked.connect(self._take_cell)
        self._grid_title = label("Dev macro-F1 by rates", "strong")
        column = QVBoxLayout()
        column.setSpacing(7)
        column.addWidget(self._grid_title)
        column.addWidget(self.heat_map)
        column.addStretch(1)
        rows = QVBoxLayout()
        rows.setSpacing(7)
        rows.addWidget(label("Trials", "strong"))
        rows.addWidget(self.table)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(14)
        row.addLayout(rows, 3)
        row.addLayout(column, 2)

    def show_trials(self, trials: Sequence[Trial], current: int) -> None:
        """Show the trials of a job; its grid only where several rates are tried."""
        self.model.show_trials(trials)
        self.heat_map.show_trials(trials, current)
        several = len(self.heat_map.cells) > 1
        self.heat_map.setVisible(several)
        self._grid_title.setVisible(several)
        self.table.setColumnHidden(FOLD, not any(trial.fold for trial in trials))
        self.table.setColumnHidden(SEED, len({trial.seed for trial in trials}) < 2)
        widths = (48, 74, 62, 52, 48, 66)
        for place, width in enumerate(widths):
            self.table.setColumnWidth(place, width)
        self._select(current)

    def _select(self, number: int) -> None:
        numbers = [trial.number for trial in self.model.trials]
        if number in numbers and self.table.currentIndex().row() != numbers.index(number):
            blocked = self.table.selectionModel().blockSignals(True)
            self.table.selectRow(numbers.index(number))
            self.table.selectionModel().blockSignals(blocked)
            self.table.viewport().update()

    def _take_row(self, index: QModelIndex) -> None:
        if index.isValid():
            self.picked.emit(self.model.trials[index.row()].number)

    def _take_cell(self, number: int) -> None:
        self._select(number)
        self.picked.emit(number)
