"""The inbox as Qt's model: rows are fetched by the page when they come into view."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from newsdesk.services.desk import Desk
from newsdesk.store.records import InboxQuery, InboxRow

PAGE = 100
MOST_PAGES = 40
ROW = Qt.ItemDataRole.UserRole

Index = QModelIndex | QPersistentModelIndex


class InboxModel(QAbstractListModel):
    """Rows of one inbox query; the store sorts and filters."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._query = desk.query()
        self._count = 0
        self._pages: dict[int, list[InboxRow]] = {}

    @property
    def query(self) -> InboxQuery:
        return self._query

    def ask(self, query: InboxQuery) -> None:
        """Show the answer to another question."""
        self.beginResetModel()
        self._query = query
        self._pages.clear()
        self._count = self._desk.count(query)
        self.endResetModel()

    def refresh(self) -> None:
        """Fetch again what is shown; rows that stay keep their place and the selection."""
        count = self._desk.count(self._query)
        self._pages.clear()
        if count > self._count:
            self.beginInsertRows(QModelIndex(), self._count, count - 1)
            self._count = count
            self.endInsertRows()
        elif count < self._count:
            self.beginRemoveRows(QModelIndex(), count, self._count - 1)
            self._count = count
            self.endRemoveRows()
        if count:
            self.dataChanged.emit(self.index(0), self.index(count - 1))

    def row_at(self, position: int) -> InboxRow | None:
        """The row at a position, None past the end."""
        page, offset = divmod(position, PAGE)
        if not 0 <= position < self._count:
            return None
        if page not in self._pages:
            if len(self._pages) >= MOST_PAGES:
                self._pages.pop(next(iter(self._pages)))
            self._pages[page] = self._desk.rows(self._query, page * PAGE, PAGE)
        rows = self._pages[page]
        return rows[offset] if offset < len(rows) else None

    def position(self, article_id: int) -> int | None:
        """Where an article stands."""
        return self._desk.position(self._query, article_id)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._count

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index.row())
        if row is None:
            return None
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title or PurePath(row.source).name
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.source
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return _spoken(row)
        return None


def _spoken(row: InboxRow) -> str:
    if row.problem is not None:
        return f"{row.source}, could not be read"
    if row.section is None:
        return f"{row.title}, waiting"
    sure = f", {row.confidence:.0%}" if row.confidence is not None else ""
    return f"{row.title}, {row.section_name}{sure}, {row.state.replace('_', ' ')}"
