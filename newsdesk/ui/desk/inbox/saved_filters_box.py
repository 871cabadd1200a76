"""The part of the filter panel that keeps filters under names."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from newsdesk.core.errors import NewsdeskError
from newsdesk.services.saved_filters import SavedFilters
from newsdesk.store.records import InboxQuery
from newsdesk.ui.widgets.ask import ask
from newsdesk.ui.widgets.choice import Choice
from newsdesk.ui.widgets.labels import label

NONE = "None picked"


class SavedFiltersBox(QWidget):
    """picked: show this query. said: something worth a line at the foot; it can be undone."""

    picked = Signal(object)
    said = Signal(str, bool)

    def __init__(self, filters: SavedFilters, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filters = filters
        self._query = InboxQuery("")
        self.choice = Choice("Saved filters")
        self.choice.activated.connect(self._pick)
        self.name = QLineEdit()
        self.name.setPlaceholderText("Name for this filter")
        self.name.setAccessibleName("Name of the filter")
        self.name.textChanged.connect(lambda _: self._show_buttons())
        self.name.returnPressed.connect(self.save)
        self.save_button = _button("Save", self.save)
        self.rename_button = _button("Rename", self.rename)
        self.remove_button = _button("Remove", self.remove)
        names = QHBoxLayout()
        names.setSpacing(6)
        names.addWidget(self.choice, 1)
        names.addWidget(self.remove_button)
        saving = QHBoxLayout()
        saving.setSpacing(6)
        saving.addWidget(self.name, 1)
        saving.addWidget(self.save_button)
        saving.addWidget(self.rename_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(label("Saved filters", "caption"))
        column.addLayout(names)
        column.addLayout(saving)
        filters.changed.connect(self.refresh)

    def show_query(self, query: InboxQuery) -> None:
        """The filter that would be saved now."""
        self._query = query

    def refresh(self) -> None:
        """Offer the filters that are kept now."""
        chosen = self.choice.currentText()
        with QSignalBlocker(self.choice):
            self.choice.clear()
            self.choice.addItem(NONE)
            self.choice.addItems([kept.name for kept in self._filters.list()])
            self.choice.setCurrentIndex(max(0, self.choice.findText(chosen)))
        self._show_buttons()

    def save(self) -> None:
        """Keep the filter in force under the name that is typed; asks before it replaces one."""
        name = " ".join(self.name.text().split())
        if not name:
            return
        if self._filters.get(name) is None:
            self._put(name)
            return
        ask(
            self.window(),
            f"Replace “{name}”?",
            "A filter of this name is saved already. The filter in force now takes its place.",
            "Replace",
            lambda: self._put(name),
        )

    def rename(self) -> None:
        """Give the picked filter the name that is typed; asks before it replaces another."""
        old, new = self._chosen(), " ".join(self.name.text().split())
        if not old or not new or old == new:
            return
        if self._filters.get(new) is None:
            self._call_it(old, new)
            return
        ask(
            self.window(),
            f"Replace “{new}”?",
            f"A filter of this name is saved already. “{old}” takes its name and its place.",
            "Replace",
            lambda: self._call_it(old, new),
        )

    def remove(self) -> None:
        """Drop the picked filter."""
        name = self._chosen()
        if name:
            self._try(lambda: self._filters.remove(name), f"Removed the filter “{name}”")

    def _pick(self) -> None:
        kept = self._filters.get(self._chosen())
        if kept is not None:
            self.name.setText(kept.name)
            self.picked.emit(kept.query)
        self._show_buttons()

    def _put(self, name: str) -> None:
        self._try(lambda: self._filters.save(name, self._query), f"Saved the filter “{name}”")
        self.choice.setCurrentIndex(max(0, self.choice.findText(name)))
        self._show_buttons()

    def _call_it(self, old: str, new: str) -> None:
        said = f"Renamed the filter “{old}” to “{new}”"
        self._try(lambda: self._filters.rename(old, new), said)
        self.choice.setCurrentIndex(max(0, self.choice.findText(new)))
        self._show_buttons()

    def _try(self, do: Callable[[], None], said: str) -> None:
        try:
            do()
        except NewsdeskError as error:
            self.said.emit(str(error), False)
        else:
            self.said.emit(said, True)

    def _chosen(self) -> str:
        return self.choice.currentText() if self.choice.currentIndex() > 0 else ""

    def _show_buttons(self) -> None:
        typed, chosen = " ".join(self.name.text().split()), self._chosen()
        self.save_button.setEnabled(bool(typed))
        self.rename_button.setEnabled(bool(typed and chosen and typed != chosen))
        self.remove_button.setEnabled(bool(chosen))


def _button(text: str, do: Callable[[], None]) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("role", "small")
    button.setAccessibleName(f"{text} the filter")
    button.clicked.connect(lambda: do())
    return button
