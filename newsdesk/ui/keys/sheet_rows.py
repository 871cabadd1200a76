"""The lines of the sheet: actions under their groups, as a model that can be searched."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from newsdesk.ui.keys.actions import Action
from newsdesk.ui.keys.keymap import Keymap
from newsdesk.ui.theme import theme

Index = QModelIndex | QPersistentModelIndex
WHAT, KEY = 0, 1


class SheetRows(QAbstractTableModel):
    """A line is an action, or the name of a group above its actions."""

    def __init__(self, keymap: Keymap) -> None:
        super().__init__()
        self._keymap = keymap
        self._rows: list[Action | str] = []
        self.show_found("")
        keymap.changed.connect(self._tell)

    def show_found(self, words: str) -> None:
        """Show the actions whose text, group or key holds all these words."""
        self.beginResetModel()
        self._rows = []
        wanted = words.casefold().split()
        group = ""
        for action in self._keymap.actions.values():
            text = f"{action.group} {action.text} {self._keymap.text(action.id)}".casefold()
            if not all(word in text for word in wanted):
                continue
            if action.group != group:
                group = action.group
                self._rows.append(group)
            self._rows.append(action)
        self.endResetModel()

    def action(self, row: int) -> Action | None:
        """The action of a line; None for a group's name."""
        found = self._rows[row] if 0 <= row < len(self._rows) else None
        return found if isinstance(found, Action) else None

    def row_of(self, action_id: str) -> int:
        """The line of an action; -1 where it is not shown."""
        rows = (i for i, row in enumerate(self._rows) if getattr(row, "id", "") == action_id)
        return next(rows, -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else 2

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.action(index.row()) is None:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        if isinstance(row, str):
            return self._group(row, index.column(), role)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.text if index.column() == WHAT else self._keymap.text(row.id) or "no key"
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == KEY:
            return "This key stays as it is" if row.fixed else "Click to change the key"
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == KEY:
            return theme().color("soft" if row.fixed else "accent")
        if role == Qt.ItemDataRole.FontRole and self._keymap.is_changed(row.id):
            font = QFont()
            font.setPixelSize(13)
            font.setBold(True)
            return font
        return None

    def _group(self, name: str, column: int, role: int) -> Any:
        if column == WHAT and role == Qt.ItemDataRole.DisplayRole:
            return name
        if role == Qt.ItemDataRole.ForegroundRole:
            return theme().color("soft")
        if role == Qt.ItemDataRole.FontRole:
            font = QFont()
            font.setPixelSize(12)
            font.setWeight(QFont.Weight.DemiBold)
            return font
        return None

    def _tell(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, 1))
