"""Steps over texts: what undo and redo put in the place of what was written."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import SignalInstance

from newsdesk.core.errors import Problem, StoreError
from newsdesk.services.reader import Reader
from newsdesk.services.undo import Step, UndoStack
from newsdesk.store import Store
from newsdesk.store.storable import storable

AT_ONCE = 200_000
"""Characters of a text that is put back at once; a longer one is put back in a moment."""
_NEVER_AGAIN = ("changed_since", "no_article")


class TextSteps:
    """changed: told of each article that has another text. failed: why a long one has not."""

    def __init__(
        self,
        store: Store,
        undo_stack: UndoStack,
        reader: Reader,
        changed: SignalInstance,
        failed: SignalInstance,
    ) -> None:
        self._store, self._undo_stack, self._reader = store, undo_stack, reader
        self._changed, self._failed = changed, failed

    def wrote(self, article_id: int) -> Step:
        """An article began with what was written."""
        return Step(
            "Wrote an article",
            undo=lambda: self._set_removed(article_id, removed=True),
            redo=lambda: self._set_removed(article_id, removed=False),
            article=article_id,
        )

    def edited(self, article_id: int, before: tuple[str, str], after: tuple[str, str]) -> Step:
        """An article has another title and body."""
        back = partial(_put, self._store, article_id, after, before)
        again = partial(_put, self._store, article_id, before, after)
        is_long = sum(map(len, (*before, *after))) > AT_ONCE

        def undo() -> None:
            (self._soon if is_long else self._now)(step, back, redo=False)

        def redo() -> None:
            (self._soon if is_long else self._now)(step, again, redo=True)

        step = Step("Edited the text", undo, redo, article_id)
        return step

    def _now(self, step: Step, put: partial[None], redo: bool) -> None:
        put()
        self._changed.emit(step.article)

    def _soon(self, step: Step, put: partial[None], redo: bool) -> None:
        def refused(problem: Problem) -> None:
            if problem.kind in _NEVER_AGAIN:
                self._undo_stack.forget(step)
            else:
                self._undo_stack.put_back(step, redo)
            self._failed.emit(problem)

        self._reader.ask(object(), put, lambda _: self._changed.emit(step.article), refused)

    def _set_removed(self, article_id: int, removed: bool) -> None:
        act = self._store.articles.remove if removed else self._store.articles.restore
        act([article_id])
        self._changed.emit(article_id)


def _put(store: Store, article_id: int, now: tuple[str, str], wanted: tuple[str, str]) -> None:
    """Put a text in the place of the one that was left there. Raises StoreError."""
    found = store.articles.get(article_id)
    if found is None or (found.title, found.body) != tuple(map(storable, now)):
        raise StoreError(
            "changed_since",
            "The text was changed by somebody else since, so it stays as it is.",
            "Edit it to change it.",
        )
    store.articles.edit(article_id, *wanted)
