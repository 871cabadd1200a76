"""The picked articles as Qt's model: one row an article, none of them held."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from newsdesk.services.evaluate.articles import PickedArticles, Row
from newsdesk.ui.evaluate.articles import words

ROW = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex


class ArticlesModel(QAbstractListModel):
    """Rows of the service's list."""

    def __init__(self, listed: PickedArticles) -> None:
        super().__init__()
        self.listed = listed
        listed.replacing.connect(self.beginResetModel)
        listed.changed.connect(self.endResetModel)
        listed.moved.connect(self._tell)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.listed)

    def row_at(self, number: int) -> Row | None:
        """One row; None where there is none."""
        if self.listed.evaluated is None or not 0 <= number < len(self.listed):
            return None
        return self.listed.row(number)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row_at(index.row())
        evaluated = self.listed.evaluated
        if row is None or evaluated is None:
            return None
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.now.gone if row.now is not None and row.now.gone else row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return words.spoken(self.listed, row, evaluated)
        return None

    def _tell(self, first: int, last: int) -> None:
        if len(self.listed):
            self.dataChanged.emit(self.index(first), self.index(max(first, last)))
