"""Filters that a person keeps under a name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from newsdesk.services.undo import Step, UndoStack
from newsdesk.store import Store
from newsdesk.store.records import InboxQuery, SavedFilter

_Action = Callable[[], None]


class SavedFilters(QObject):
    """Saves, renames and removes; each can be undone. changed: other filters are kept now.

    Every method may raise StoreError.
    """

    changed = Signal()

    def __init__(self, store: Store, undo_stack: UndoStack, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._undo_stack = undo_stack

    def list(self) -> list[SavedFilter]:
        """All filters, by name."""
        return self._store.filters.list()

    def get(self, name: str) -> SavedFilter | None:
        """The filter of this name, where there is one."""
        tidy = " ".join(name.split())
        return next((kept for kept in self.list() if kept.name == tidy), None)

    def save(self, name: str, query: InboxQuery) -> None:
        """Keep a filter, in place of one of the same name."""
        before = self.get(name)
        self._do(
            f"Saved the filter “{name}”",
            undo=lambda: self._put(before) if before else self._drop(name),
            redo=lambda: self._put(SavedFilter(name, query)),
        )

    def rename(self, name: str, other: str) -> None:
        """Give a filter another name, in place of a filter that has it."""
        kept, lost = self.get(name), self.get(other)
        if kept is None or name == other:
            return
        was = kept

        def redo() -> None:
            self._store.filters.save(other, was.query)
            self._drop(name)

        def undo() -> None:
            self._store.filters.remove(other)
            if lost is not None:
                self._store.filters.save(lost.name, lost.query)
            self._put(was)

        self._do(f"Renamed the filter “{name}” to “{other}”", undo=undo, redo=redo)

    def remove(self, name: str) -> None:
        """Drop a filter."""
        kept = self.get(name)
        if kept is None:
            return
        was = kept
        self._do(
            f"Removed the filter “{name}”",
            undo=lambda: self._put(was),
            redo=lambda: self._drop(name),
        )

    def _do(self, text: str, undo: _Action, redo: _Action) -> None:
        self._undo_stack.do(Step(text, undo=undo, redo=redo))

    def _put(self, kept: SavedFilter) -> None:
        self._store.filters.save(kept.name, replace(kept.query, model="", beside=""))
        self.changed.emit()

    def _drop(self, name: str) -> None:
        self._store.filters.remove(name)
        self.changed.emit()
