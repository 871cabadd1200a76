"""What a person types into an article: on disk while it is typed, and at last the article's text.

Everything is written on a thread of its own, one write at a time; what is typed meanwhile is
written next. So the newest text is never long behind, and the window never waits for the disk.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from newsdesk.core.article import Article
from newsdesk.core.errors import Problem
from newsdesk.documents.prose import clean
from newsdesk.services.reader import Reader
from newsdesk.services.text_steps import TextSteps
from newsdesk.services.undo import UndoStack
from newsdesk.store import Store
from newsdesk.store.records import Draft

WRITTEN_HERE = "written here"
"""The source of an article that was begun in this program."""
WRITE_MS = 60
"""The longest time from a key to the write of its draft."""
AGAIN_MS = 1000
"""After a draft could not be written it is tried again, until it is on disk or thrown away."""
LAST_WAIT_S = 3.0
"""The longest that a window waits for its last words to be written before it asks."""
SLOW = Problem(
    "slow", "The disk does not answer.", "Wait until it does, or copy the text elsewhere."
)
LIVE_MS, LIVE_LONG_MS = 150, 250
"""How often a text goes to the model while it is typed; a long one less often."""
LONG = 100_000
"""Characters of a long text; of a longer one the model is shown the two ends while it is typed."""

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
        self._reader.failed.connect(self.failed)
        self._steps = TextSteps(store, undo_stack, self._reader, self.changed, self.failed)
        self._place: _Place | None = None
        self._left: _Place | None = None
        self._typed: Typed = _nothing
        self._unwritten: dict[_Place, tuple[str, str]] = {}
        self._keeping: set[_Place] = set()
        self._waits = False
        self._live_seen: tuple[str, str] | None = None
        self._write_timer = QTimer(self, singleShot=True, interval=WRITE_MS)
        self._write_timer.timeout.connect(self.save)
        self._again_timer = QTimer(self, singleShot=True, interval=AGAIN_MS)
        self._again_timer.timeout.connect(self._write_again)
        self._problem: Problem | None = None
        self._live_timer = QTimer(self, singleShot=True, interval=LIVE_MS)
        self._live_timer.timeout.connect(self._want_live)

    @property
    def active(self) -> bool:
        """Whether something is being written."""
        return self._place is not None

    @property
    def is_saved(self) -> bool:
        """Whether all that was typed is on disk."""
        return not (self._waits or self._unwritten or self._keeping)

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
        if place := self._unwritten_of(article_id):
            return Draft(article_id, *self._unwritten[place], datetime.now(UTC))
        return self._store.drafts.get(article_id)

    def begin(self, article_id: int | None, typed: Typed, is_new: bool = False) -> None:
        """An article is written in from now on; None for a new one, made with the first key."""
        place = self._unwritten_of(article_id) or _Place(
            article_id, is_new or article_id is None, told=article_id is not None
        )
        self._place, self._typed, self._live_seen, self._waits = place, typed, None, False

    def resume(self, typed: Typed) -> None:
        """Write on in what was left last, as it could not be written."""
        if self._left is not None:
            self._place, self._typed, self._live_seen, self._waits = self._left, typed, None, True

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
            self._unwritten.pop(place, None)
            return
        self._write(place, title, body)

    def settle(self) -> Problem | None:
        """Have all that was typed on disk; why it is not, where it cannot be written.

        Waits for the disk, and so is for the last moment of a window.
        """
        until = time.monotonic() + LAST_WAIT_S
        self.save()
        while True:
            self._write_again()
            if not self._reader.settle(until - time.monotonic()):
                return SLOW
            if self.is_saved:
                return None
            is_busy = self._problem is not None and self._problem.kind == "busy"
            if not is_busy or time.monotonic() > until:
                return self._problem or SLOW

    def leave(self) -> None:
        """Stop writing; the draft stays, and is tried again where it cannot be written now."""
        self.save()
        self._left = self._place
        self._stop()

    def keep(self) -> None:
        """Make what was typed the article's text; `kept` tells when it is."""
        place = self._place
        if place is None:
            return
        typed = self._typed
        title, body = map(clean, typed())
        self._stop()
        if place.is_new and not (title.strip() or body.strip()):
            self._throw_away(place)
            return
        self._keeping.add(place)
        self._unwritten.pop(place, None)
        self._reader.forget(("draft", place))
        question = partial(_keep_text, self._store, place, title, body)
        kept = partial(self._text_kept, place, title, body)
        self._reader.ask(
            object(), question, kept, partial(self._not_kept, place, typed, title, body)
        )

    def discard(self) -> None:
        """Throw away what was typed, and the article with it where it was a new one."""
        place = self._place
        self._stop()
        if place is not None:
            self._throw_away(place)

    def discard_draft(self, article_id: int, is_new: bool) -> None:
        """Throw a draft away that nobody writes in now. is_new: the article has no other text."""
        self._throw_away(self._unwritten_of(article_id) or _Place(article_id, is_new))

    def close(self) -> None:
        """Write what is still to be written."""
        self.leave()
        self._again_timer.stop()
        self._reader.close(finish=True)

    def _stop(self) -> None:
        self._write_timer.stop()
        self._live_timer.stop()
        self._place, self._typed, self._waits = None, _nothing, False

    def _unwritten_of(self, article_id: int | None) -> _Place | None:
        """Where a text of this article waits to be written once more."""
        found = (place for place in self._unwritten if place.article_id == article_id)
        return next(found, None) if article_id is not None else None

    def _write(self, place: _Place, title: str, body: str, again: bool = False) -> None:
        self._unwritten[place] = (title, body)
        question = partial(_keep_draft, self._store, place, title, body)
        written, refused = partial(self._draft_written, place), partial(self._refused, place, again)
        self._reader.ask(("draft", place), question, lambda _: written(), refused)

    def _write_again(self) -> None:
        for place, text in list(self._unwritten.items()):
            self._write(place, *text, again=True)

    def _throw_away(self, place: _Place) -> None:
        self._unwritten.pop(place, None)
        self._reader.forget(("draft", place))
        question = partial(_discard, self._store, place)
        self._reader.ask(object(), question, lambda _: self._thrown_away(place))

    def _thrown_away(self, place: _Place) -> None:
        if place.article_id is not None:
            (self.gone if place.is_new else self.discarded).emit(place.article_id)

    def _draft_written(self, place: _Place) -> None:
        assert place.article_id is not None
        self._unwritten.pop(place, None)  # an older write than the last one is not answered
        self._problem = self._problem if self._unwritten else None
        if not place.told:
            place.told = True
            self.created.emit(place.article_id)
        self.saved.emit()

    def _text_kept(self, place: _Place, title: str, body: str, before: tuple[str, str]) -> None:
        assert place.article_id is not None
        self._keeping.discard(place)
        self._problem = self._problem if self._unwritten else None
        after = (title, body)
        if place.is_new or before != after:
            of, steps = place.article_id, self._steps
            self._undo_stack.note(
                steps.wrote(of) if place.is_new else steps.edited(of, before, after)
            )
            self.changed.emit(place.article_id)
        self.kept.emit(Kept(place.article_id, place.is_new))

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

    def _refused(self, place: _Place, again: bool, problem: Problem) -> None:
        """A draft could not be written. It is said once, and to who leaves it."""
        self._again_timer.start()
        is_left = place is not self._place and not again
        known, self._problem = self._problem, problem
        if problem != known or is_left:
            self.failed.emit(problem)

    def _not_kept(
        self, place: _Place, typed: Typed, title: str, body: str, problem: Problem
    ) -> None:
        """A text did not become the article's: it stays a draft, and in the fields if it can."""
        self._keeping.discard(place)
        self._unwritten[place] = (title, body)
        self._again_timer.start()
        if not self.active:
            self._place, self._typed = place, typed
        self._problem = problem
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
