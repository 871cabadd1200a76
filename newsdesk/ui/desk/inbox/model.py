"""The inbox as Qt's model over a listing: rows come when they are looked at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from newsdesk.services.listing import Listing
from newsdesk.store.records import InboxQuery, InboxRow
from newsdesk.ui.desk.inbox.words import spoken

ROW = Qt.ItemDataRole.UserRole

Index = QModelIndex | QPersistentModelIndex


class InboxModel(QAbstractListModel):
    """One row an article; a row that has not come yet is None."""

    def __init__(self, listing: Listing, name_of: Callable[[str], str] = str) -> None:
        """name_of: a section's name by its code."""
        super().__init__()
        self.name_of = name_of
        self._listing = listing
        listing.replacing.connect(self.beginResetModel)
        listing.replaced.connect(self.endResetModel)
        listing.removing.connect(lambda place: self.beginRemoveRows(QModelIndex(), place, place))
        listing.removed.connect(lambda _: self.endRemoveRows())
        listing.changed.connect(self._tell)

    @property
    def query(self) -> InboxQuery:
        """What is shown now."""
        return self._listing.query

    def row_at(self, position: int) -> InboxRow | None:
        """The row at a position; None past the end, and until it has come."""
        return self._listing.row(position)

    def position(self, article_id: int) -> int | None:
        """Where an article stands."""
        return self._listing.place(article_id)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._listing)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index.row())
        if row is None:
            return None
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title or PurePath(row.source).name
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.problem.message if row.problem else row.source
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken(row, self.name_of)
        return None

    def _tell(self, first: int, last: int) -> None:
        self.dataChanged.emit(self.index(first), self.index(last))
