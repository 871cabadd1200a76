"""A long table whose rows are fetched by the page, off the window's thread, as they are seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal

PAGE = 200
MOST_PAGES = 40
ROW = Qt.ItemDataRole.UserRole

Index = QModelIndex | QPersistentModelIndex
R = TypeVar("R")
Answer = Callable[[Any], object]


@dataclass(frozen=True, slots=True)
class Column(Generic[R]):
    """One column: its name, its width in pixels (0: what is left), and what it says of a row.

    spare: above 0 where it may go when room is short, the highest first.
    """

    name: str
    width: int
    text: Callable[[R], str]
    right: bool = False
    spare: int = 0


class PagedModel(QAbstractTableModel, Generic[R]):
    """Rows of one question. counted: the number of rows is known; arrived: rows came."""

    counted = Signal(int)
    arrived = Signal()

    def __init__(self, columns: Sequence[Column[R]]) -> None:
        super().__init__()
        self._columns = columns
        self._count: Callable[[Answer], object] | None = None
        self._page: Callable[[int, int, Answer], object] | None = None
        self._rows = 0
        self._generation = 0
        self._pages: dict[int, list[R]] = {}
        self._asked: set[int] = set()

    @property
    def columns(self) -> Sequence[Column[R]]:
        """The columns from left to right."""
        return self._columns

    def ask(
        self,
        count: Callable[[Answer], object],
        page: Callable[[int, int, Answer], object],
        keep: bool = False,
    ) -> None:
        """Show the answer to another question. keep: it is the same one, of a store that moved.

        count: calls its argument with the number of rows. page: given offset and limit, calls its
        argument with the rows.
        """
        self._count, self._page = count, page
        self._generation += 1
        self._asked.clear()
        if not keep:
            self.beginResetModel()
            self._rows = 0
            self._pages.clear()
            self.endResetModel()
        generation = self._generation
        count(lambda rows: self._take_count(generation, rows))

    def row_at(self, position: int) -> R | None:
        """The row at a position, None until it has come."""
        page, offset = divmod(position, PAGE)
        if not 0 <= position < self._rows:
            return None
        if page not in self._pages:
            self._fetch(page)
            return None
        rows = self._pages[page]
        return rows[offset] if offset < len(rows) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._columns)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._columns[section].name
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(self._columns[section])
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index.row())
        if row is None:
            return None
        column = self._columns[index.column()]
        if role == ROW:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return column.text(row)
        if role == Qt.ItemDataRole.ToolTipRole and column.width == 0:
            return column.text(row)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        return None

    def _take_count(self, generation: int, rows: int) -> None:
        if generation != self._generation:
            return
        if rows > self._rows:
            self.beginInsertRows(QModelIndex(), self._rows, rows - 1)
            self._rows = rows
            self.endInsertRows()
        elif rows < self._rows:
            self.beginRemoveRows(QModelIndex(), rows, self._rows - 1)
            self._rows = rows
            self.endRemoveRows()
        for page in list(self._pages):  # what is shown stays until it has come anew
            if page * PAGE >= rows:
                del self._pages[page]
            else:
                self._fetch(page)
        self.counted.emit(rows)

    def _fetch(self, page: int) -> None:
        if page in self._asked or self._page is None:
            return
        self._asked.add(page)
        generation = self._generation
        self._page(page * PAGE, PAGE, lambda rows: self._take_page(generation, page, rows))

    def _take_page(self, generation: int, page: int, rows: list[R]) -> None:
        if generation != self._generation:
            return
        if page not in self._pages and len(self._pages) >= MOST_PAGES:
            oldest = next(iter(self._pages))
            del self._pages[oldest]
            self._asked.discard(oldest)
        self._pages[page] = rows
        first = page * PAGE
        last = min(first + PAGE, self._rows) - 1
        if last >= first:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(self._columns) - 1))
        self.arrived.emit()


def _alignment(column: Column[Any]) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
