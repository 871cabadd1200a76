"""What could not be read as Qt's model: causes, and below each the files; only rows that are seen
are asked for their words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from newsdesk.documents.causes import grouped
from newsdesk.store.records import FailedFile

FILE = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex
Group = tuple[str, list[FailedFile]]
NAMES = ("File", "Why")


class FailuresModel(QAbstractItemModel):
    """Two levels. The internal id of a file is the place of its cause, from 1; of a cause 0."""

    def __init__(self) -> None:
        super().__init__()
        self._all: Sequence[FailedFile] = ()
        self._words: list[str] = []
        self._groups: list[Group] = []

    def show_files(self, files: Sequence[FailedFile]) -> None:
        """Show these files, those that the filter lets through."""
        self._all = files
        self._sift()

    def filter(self, text: str) -> None:
        """Show only files in whose name, place or cause all these words occur."""
        words = text.casefold().split()
        if words != self._words:
            self._words = words
            self._sift()

    @property
    def shown(self) -> list[FailedFile]:
        """All files that are listed, in the order of the list."""
        return [each for _, members in self._groups for each in members]

    def files_at(self, indexes: Sequence[QModelIndex]) -> list[FailedFile]:
        """The files of these rows; a cause stands for all below it."""
        found: dict[int, FailedFile] = {}
        for index in indexes:
            place = index.internalId()
            members = self._groups[index.row()][1] if not place else None
            chosen = members or [self._groups[place - 1][1][index.row()]]
            found.update({each.id: each for each in chosen})
        return list(found.values())

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, child: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        place = child.internalId() if child.isValid() else 0
        return self.createIndex(place - 1, 0, 0) if place else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if not parent.isValid():
            return len(self._groups)
        return 0 if parent.internalId() or parent.column() else len(self._groups[parent.row()][1])

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return len(NAMES)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        wanted = orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return NAMES[section] if wanted else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        place = index.internalId()
        if not place:
            return self._of_cause(self._groups[index.row()], index.column(), role)
        return _of_file(self._groups[place - 1][1][index.row()], index.column(), role)

    def _of_cause(self, group: Group, column: int, role: int) -> Any:
        heading, members = group
        if role == Qt.ItemDataRole.FontRole:
            font = QFont()
            font.setWeight(QFont.Weight.DemiBold)
            return font
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{heading} · {len(members):,}" if column == 0 else ""
        return None

    def _sift(self) -> None:
        self.beginResetModel()
        let = [each for each in self._all if self._fits(each)] if self._words else self._all
        self._groups = grouped(let, lambda each: each.problem.kind)
        self.endResetModel()

    def _fits(self, each: FailedFile) -> bool:
        text = f"{each.source} {each.problem.message}".casefold()
        return all(word in text for word in self._words)


def _of_file(each: FailedFile, column: int, role: int) -> Any:
    if role == FILE:
        return each
    if role == Qt.ItemDataRole.ToolTipRole:
        return f"{each.source}\n{each.problem}"
    if role == Qt.ItemDataRole.DisplayRole:
        return _name(each) if column == 0 else _why(each)
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return f"{_name(each)}: {_why(each)}" if column == 0 else _why(each)
    return None


def _why(each: FailedFile) -> str:
    """The cause without the file's name, which stands beside it."""
    said = each.problem.message.removeprefix(f"{PurePath(each.source).name} ")
    return said[:1].upper() + said[1:]


def _name(each: FailedFile) -> str:
    name = PurePath(each.source).name or each.source
    return name if each.row is None else f"{name}, row {each.row:,}"
