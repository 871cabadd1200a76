"""The name of a data set, checked while it is typed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from newsdesk.core.recipes import NAME
from newsdesk.ui.widgets.labels import label


class NameField(QWidget):
    """changed: another name, or the same one that may or may not be used now."""

    changed = Signal()

    def __init__(self, taken: Sequence[str], name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._taken = {one.casefold() for one in taken}
        self.line = QLineEdit(name)
        self.line.setAccessibleName("Name of the data set")
        self.line.setMaxLength(80)
        self._error = label("", "error", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.line)
        column.addWidget(self._error)
        self.line.textChanged.connect(self._check)
        self._check()

    @property
    def name(self) -> str:
        """The name, empty where it cannot be used."""
        name = self.line.text().strip()
        return "" if self._wrong(name) else name

    @property
    def error(self) -> str:
        """Why the name cannot be used."""
        return self._error.text()

    def _check(self) -> None:
        wrong = self._wrong(self.line.text().strip())
        self._error.setText(wrong)
        self._error.setVisible(bool(wrong))
        self.changed.emit()

    def _wrong(self, name: str) -> str:
        if not name:
            return "The data set needs a name."
        if not re.match(NAME, name):
            return "Use letters, digits, points, hyphens and underscores; begin with a letter."
        if name.casefold() in self._taken:
            return "A data set of this name is here already."
        return ""


def free_name(wish: str, taken: Sequence[str]) -> str:
    """A name that nobody has, as near to the wish as names allow."""
    names = {one.casefold() for one in taken}
    wish = re.sub(r"[^\w.-]+", "-", wish).strip(".-")[:60] or "data-set"
    name, number = wish, 2
    while name.casefold() in names:
        name, number = f"{wish}-{number}", number + 1
    return name
