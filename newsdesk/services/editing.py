"""What a person types into an article: on disk while it is typed, and at last the article's text.

Everything is written on a thread of its own, one write at a time; what is typed meanwhile is
written next. So the newest text is never long behind, and the window never waits for the disk.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from newsdesk.core.article import Article
from newsdesk.core.errors import Problem
from newsdesk.services.reader import Reader
from newsdesk.services.undo import Step, UndoStack
from newsdesk.store import Store
from newsdesk.store.records import Draft

WRITTEN_HERE = "written here"
"""The source of an article that was begun in this program."""
WRITE_MS = 60
"""The longest time from a key to the write of its draft."""
LIVE_MS, LIVE_LONG_MS = 150, 250
"""How often a text goes to the model while it is typed; a long one less often."""
LONG = 100_000
"""Characters of a long text; of a longer one the model is shown the two ends while it is typed."""
AT_ONCE = 200_000
"""Characters of a text that is put back at once by undo; a longer one is put back in a moment."""

Typed = Callable[[], tuple[str, str]]
"""Gives title and body as they stand in the fields now."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A text that became the article's. new: the article began with it."""

    article_id: int
    new: bool


@dataclass(eq=False, slots=True)
class _Place:
    """Where a text is kept; the writing thread fills in the article once there is one.

    told: `created` has been said, or need not be.
    """

    article_id: int | None
    is_new: bool
    told: bool = True


class Editing(QObject):
    """Drafts, and texts that are kept, for one article at a time.

    created: id of the article that a new text is kept under from now on.
    saved: a draft is on disk. kept: a Kept; it can be undone from here on.
    discarded: id of an article whose draft was thrown away. gone: of a new one that went with it.
    live_wanted: article (0 while it has none), title and body that a model may look at.
    changed: an article has another text now. failed: why something could not be written.
    """

    created = Signal(int)
    saved = Signal()
    kept = Signal(object)
    discarded = Signal(int)
    gone = Signal(int)
    live_wanted = Signal(int, str, str)
    changed = Signal(int)
    failed = Signal(Problem)

    def __init__(self, store: Store, undo_stack: UndoStack, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._undo_stack = undo_stack
        self._reader = Reader(self)
        self._reader.failed.connect(self._not_written)
        self._place: _Place | None = None
        self._typed: Typed = _nothing
        self._unwritten = False
        self._keeping: tuple[_Place, Typed] | None = None
        self._waits = False
        self._live_seen: tuple[str, str] | None = None
        self._write_timer = QTimer(self, singleShot=True, interval=WRITE_MS)
        self._write_timer.timeout.connect(self.save)
        self._live_timer = QTimer(self, singleShot=True, interval=LIVE_MS)
        self._live_timer.timeout.connect(self._want_live)

    @property
    def active(self) -> bool:
        """Whether something is being written."""
        return self._place is not None

    @property
    def is_saved(self) -> bool:
        """Whether all that was typed is on disk."""
        return not (self._waits or self._unwritten)

    @property
    def article_id(self) -> int | None:
        """The article that is written in; None where none is, or it has no place yet."""
        return self._place.article_id if self._place else None

    @property
    def is_new(self) -> bool:
        """Whether the article begins with what is written now."""
        return self._place is not None and self._place.is_new

    def draft(self, article_id: int) -> Draft | None:
        """What was typed into an article and not kept. Raises StoreError."""
        return self._store.drafts.get(article_id)

    def begin(self, article_id: int | None, typed: Typed, is_new: bool = False) -> None:
        """An article is written in from now on; None for a new one, made with the first key."""
        self._place = _Place(article_id, is_new or article_id is None, told=article_id is not None)
        self._typed, self._live_seen, self._waits = typed, None, False

    def touch(self) -> None:
        """Something was typed."""
        if not self.active:
            return
        self._waits = True
        if not self._write_timer.isActive():
            self._write_timer.start()
        if not self._live_timer.isActive():
            self._live_timer.start()

    def save(self) -> None:
        """Have the draft written now."""
        place = self._place
        if place is None or not self._waits:
            return
        self._waits = False
        title, body = self._typed()
        if place.article_id is None and not (title or body):
            return
        self._unwritten = True
        question = partial(_keep_draft, self._store, place, title, body)
        self._reader.ask(("draft", place), question, lambda _: self._draft_written(place))

    def leave(self) -> None:
        """Stop writing; the draft stays."""
        self.save()
        self._stop()

    def keep(self) -> None:
        """Make what was typed the article's text; `kept` tells when it is."""
        place = self._place
        if place is None:
            return
        typed = self._typed
        title, body = typed()
        self._stop()
        if place.is_new and not (title.strip() or body.strip()):
            self._throw_away(place)
            return
        self._keeping = (place, typed)
        self._reader.forget(("draft", place))
        question = partial(_keep_text, self._store, place, title, body)
        self._reader.ask(object(), question, partial(self._text_kept, place, title, body))

    def discard(self) -> None:
        """Throw away what was typed, and the article with it where it was a new one."""
        place = self._place
        self._stop()
        if place is not None:
            self._throw_away(place)

    def discard_draft(self, article_id: int, is_new: bool) -> None:
        """Throw a draft away that nobody writes in now. is_new: the article has no other text."""
        self._throw_away(_Place(article_id, is_new))

    def close(self) -> None:
        """Write what is still to be written."""
        self.leave()
        self._reader.close(finish=True)

    def _stop(self) -> None:
        self._write_timer.stop()
        self._live_timer.stop()
        self._place, self._typed, self._waits = None, _nothing, False

    def _throw_away(self, place: _Place) -> None:
        self._reader.forget(("draft", place))
        question = partial(_discard, self._store, place)
        self._reader.ask(object(), question, lambda _: self._thrown_away(place))

    def _thrown_away(self, place: _Place) -> None:
        if place.article_id is not None:
            (self.gone if place.is_new else self.discarded).emit(place.article_id)

    def _draft_written(self, place: _Place) -> None:
        assert place.article_id is not None
        self._unwritten = False  # an older write than the last one is not answered
        if not place.told:
            place.told = True
            self.created.emit(place.article_id)
        self.saved.emit()

    def _text_kept(self, place: _Place, title: str, body: str, before: tuple[str, str]) -> None:
        assert place.article_id is not None
        self._keeping = None
        if place.is_new or before != (title, body):
            self._undo_stack.note(self._step(place, before, (title, body)))
            self.changed.emit(place.article_id)
        self.kept.emit(Kept(place.article_id, place.is_new))

    def _step(self, place: _Place, before: tuple[str, str], after: tuple[str, str]) -> Step:
        article_id = place.article_id
        assert article_id is not None
        if place.is_new:
            return Step(
                "Wrote an article",
                undo=lambda: self._set_removed(article_id, removed=True),
                redo=lambda: self._set_removed(article_id, removed=False),
                article=article_id,
            )
        return Step(
            "Edited the text",
            undo=lambda: self._put_text(article_id, *before),
            redo=lambda: self._put_text(article_id, *after),
            article=article_id,
        )

    def _put_text(self, article_id: int, title: str, body: str) -> None:
        if len(title) + len(body) <= AT_ONCE:
            self._store.articles.edit(article_id, title, body)
            self.changed.emit(article_id)
            return
        question = partial(self._store.articles.edit, article_id, title, body)
        self._reader.ask(object(), question, lambda _: self.changed.emit(article_id))

    def _set_removed(self, article_id: int, removed: bool) -> None:
        act = self._store.articles.remove if removed else self._store.articles.restore
        act([article_id])
        self.changed.emit(article_id)

    def _want_live(self) -> None:
        if not self.active:
            return
        title, body = self._typed()
        if (title, body) == self._live_seen:
            return
        self._live_seen = (title, body)
        is_long = len(body) > LONG
        self._live_timer.setInterval(LIVE_LONG_MS if is_long else LIVE_MS)
        if is_long:
            body = f"{body[: LONG // 2]}\n\n{body[-LONG // 2 :]}"
        self.live_wanted.emit(self.article_id or 0, title, body)

    def _not_written(self, problem: Problem) -> None:
        if self._keeping is not None and not self.active:
            (self._place, self._typed), self._keeping = self._keeping, None
        self._waits = self.active  # the next key tries again
        self.failed.emit(problem)


def _nothing() -> tuple[str, str]:
    return "", ""


def _keep_draft(store: Store, place: _Place, title: str, body: str) -> None:
    if place.article_id is None:
        place.article_id = store.articles.add([Article("", "", WRITTEN_HERE)])[0]
    store.drafts.keep(place.article_id, title, body)


def _keep_text(store: Store, place: _Place, title: str, body: str) -> tuple[str, str]:
    """Keep a text; title and body as they were."""
    if place.article_id is None:
        place.article_id = store.articles.add([Article(title, body, WRITTEN_HERE)])[0]
        return "", ""
    before = store.articles.get(place.article_id)
    old = (before.title, before.body) if before else ("", "")
    if old == (title, body):
        store.drafts.discard(place.article_id)
    else:
        store.articles.edit(place.article_id, title, body)
    return old


def _discard(store: Store, place: _Place) -> None:
    if place.article_id is None:
        return
    store.drafts.discard(place.article_id)
    if place.is_new:
        store.articles.remove([place.article_id])
