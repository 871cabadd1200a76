"""The matrix as a table of Qt, so that a screen reader reaches every cell and header."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from newsdesk.analysis.matrix import Matrix
from newsdesk.ui.evaluate.matrix import words
from newsdesk.ui.evaluate.matrix.cells import CellLook

_Index = QModelIndex | QPersistentModelIndex
_SPOKEN = (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole)


class MatrixModel(QAbstractTableModel):
    """Rows are true sections, columns predicted ones."""

    def __init__(self) -> None:
        super().__init__()
        self.matrix: Matrix | None = None
        self._look: CellLook | None = None
        self._against = ""

    def show_matrix(self, matrix: Matrix | None, look: CellLook | None, against: str) -> None:
        """Show another matrix. against: the other model's name where the difference is shown."""
        self.beginResetModel()
        self.matrix, self._look, self._against = matrix, look, against
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() or self.matrix is None else len(self.matrix)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return self.rowCount(parent)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if self.matrix is None or self._look is None or not index.isValid():
            return None
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._look.text(row, column)
        if role in _SPOKEN:
            if self._against:
                return words.change_sentence(self.matrix, row, column, self._against)
            return words.cell_sentence(self.matrix, row, column)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if self.matrix is None or not 0 <= section < len(self.matrix):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.matrix.sections[section].name()
        if role in _SPOKEN:
            told = words.row_sentence if orientation == Qt.Orientation.Vertical else (
                words.column_sentence
            )  # fmt: skip
            return told(self.matrix, section)
        return None
