"""What the inbox lists: the ids of one query, all of them, and the rows near what is seen.

The store is asked on threads. Until an answer has come, the one before it stays in force, so
that a list never goes blank; and the first rows come together with the ids that they belong to.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from newsdesk.services.inbox_questions import (
    PAGE,
    Answer,
    equal,
    find,
    matches,
    place_of,
    with_dates,
)
from newsdesk.services.reader import Reader
from newsdesk.store import Store
from newsdesk.store.records import InboxCounts, InboxQuery, InboxRow
from newsdesk.store.search import terms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ids = NDArray[np.int64]

MOST_ROWS = 6000
MOST_WANTED = 4
AFTER_TOUCH_S = 0.15
"""The next article is painted first; the whole list is looked at after that."""
REST = 9.0
"""How many times as long as it took to answer a question nobody asks it anew."""


class Asks(Protocol):
    """A `Reader`, or what stands in for one."""

    failed: Any

    def ask(
        self, key: Hashable, question: Callable[[], Any], answer: Callable[[Any], object]
    ) -> None: ...

    def close(self) -> None: ...


class Listing(QObject):
    """The articles that one query lists, in its order.

    replacing, replaced: the ids are about to be others, and are others now.
    refreshed: the ids are the same after another look.
    removing, removed: the id at this place is about to leave, and has left.
    changed: the rows at the places from the first to the last are others now.
    horizon: the newest line of the ledger that the listing knows of.
    counted: how many articles are in each state. failed: a question met this problem.
    """

    replacing = Signal()
    replaced = Signal()
    refreshed = Signal()
    removing = Signal(int)
    removed = Signal(int)
    changed = Signal(int, int)
    counted = Signal(object)
    failed = Signal(object)

    def __init__(
        self,
        store: Store,
        parent: QObject | None = None,
        *,
        slow: Asks | None = None,
        quick: Asks | None = None,
    ) -> None:
        """slow, quick: who asks for ids and counts, and who for rows; readers of its own."""
        super().__init__(parent)
        self._store = store
        self._slow = slow or Reader(self)
        self._quick = quick or Reader(self)
        for reader in (self._slow, self._quick):
            reader.failed.connect(self._fail)
        self._query = self._asked = InboxQuery("")
        self._ids: Ids | Sequence[int] = ()
        self._among: tuple[int, ...] | None = None
        """The articles that teach most, as they were found when that was asked."""
        self._rows: dict[int, InboxRow] = {}
        self._fresh: set[int] = set()
        self._wanted: list[int] = []
        self._fetching: int | None = None
        self._generation = 0
        self._asking = self._moved = self._answered = False
        self._seen = 0
        self._due = self._cost = 0.0
        self.horizon = 0
        self.counts: InboxCounts | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.timeout.connect(self._look_again)

    @property
    def query(self) -> InboxQuery:
        """The query that `ids` answers."""
        return self._query

    @property
    def asked(self) -> InboxQuery:
        """The query that was asked last; its answer may still be to come."""
        return self._asked

    @property
    def terms(self) -> list[str]:
        """The words of the search that was asked last."""
        return terms(self._asked.search)

    @property
    def answered(self) -> bool:
        """Whether any answer has come yet."""
        return self._answered

    @property
    def busy(self) -> bool:
        """Whether a listing is still to come."""
        return self._asking or self._moved

    def __len__(self) -> int:
        return len(self._ids)

    def ask(self, query: InboxQuery, near: int | None = None) -> None:
        """Ask something else. near: the article whose neighbours will be looked at first."""
        self._asked, self._among = query, None
        self._ask(near)

    def refresh(self) -> None:
        """The store may have moved: look again, as often as it costs little."""
        self._moved = True
        if not self._asking:
            self._rest()

    def note_seen(self, place: int) -> None:
        """The rows from this place on are looked at; a next answer brings those again."""
        self._seen = place

    def id_at(self, place: int) -> int | None:
        """The article at a place; None past the end."""
        return int(self._ids[place]) if 0 <= place < len(self._ids) else None

    def ids(self, first: int = 0, last: int | None = None) -> list[int]:
        """The articles at the places from `first` up to and without `last`, in order."""
        part: Any = self._ids[first:last]
        return part.tolist() if len(part) else []

    def place(self, article_id: int | None) -> int | None:
        """Where an article stands; None where it is not listed."""
        return place_of(self._ids, article_id)

    def places(self, articles: Sequence[int]) -> list[tuple[int, int]]:
        """Where these articles stand, as stretches of places (first, last)."""
        if not len(self._ids) or not articles:
            return []
        import numpy as np

        found = np.nonzero(np.isin(np.asarray(self._ids), np.asarray(articles)))[0]
        gaps = np.nonzero(np.diff(found) > 1)[0] + 1
        return [(int(part[0]), int(part[-1])) for part in np.split(found, gaps) if len(part)]

    def row(self, place: int) -> InboxRow | None:
        """The row at a place; None until `changed` tells that it has come."""
        if not 0 <= place < len(self._ids):
            return None
        article = int(self._ids[place])
        if article not in self._fresh:
            self._want(place // PAGE)
        return self._rows.get(article)

    def exists(self, article_id: int) -> bool:
        """Whether an article is in the inbox, listed or not. Raises StoreError."""
        return bool(self._store.articles.rows([article_id], self._query))

    def keep_near(self, place: int) -> None:
        """Have the rows around a place at hand."""
        for near in (place - PAGE // 2, place + PAGE // 2, place):
            self.row(min(max(near, 0), len(self._ids) - 1))

    def touch(self, article_id: int) -> None:
        """Something was done to one article here: show it at once, or let it leave the list."""
        place = self.place(article_id)
        if place is None:
            return
        rows = self._store.articles.rows([article_id], self._query)
        self._forget_what_is_under_way()
        self._due = max(self._due, time.monotonic() + AFTER_TOUCH_S)
        if rows and matches(rows[0], self._query):
            self._rows[article_id] = rows[0]
            self.changed.emit(place, place)
            return
        import numpy as np

        self.removing.emit(place)
        self._ids = np.delete(np.asarray(self._ids), place)
        self.removed.emit(place)

    def ask_counts(self, answer: Callable[[InboxCounts], object]) -> None:
        """Ask how many articles are in each state now."""
        model = self._asked.model

        def take(counts: InboxCounts) -> None:
            self._take_counts(counts)
            answer(counts)

        self._slow.ask("counts now", lambda: self._store.articles.counts(model), take)

    def ask_numbers(
        self, queries: Sequence[InboxQuery], answer: Callable[[list[int]], object]
    ) -> None:
        """Ask how many articles each of these queries lists."""
        moment = datetime.now().astimezone()
        asked = [with_dates(query, moment) for query in queries]
        count = self._store.articles.listing
        self._slow.ask("numbers", lambda: [len(count(query)) for query in asked], answer)

    def close(self) -> None:
        """Wait for the questions under way, and ask no more."""
        self._pause.stop()
        self._slow.close()
        self._quick.close()

    # The ids

    def _rest(self) -> None:
        if not self._pause.isActive():
            self._pause.start(max(0, round(1000 * (self._due - time.monotonic()))))

    def _look_again(self) -> None:
        if time.monotonic() < self._due:
            self._rest()
        elif self._moved and not self._asking:
            self._ask(self.id_at(self._seen))

    def _ask(self, near: int | None) -> None:
        self._moved, self._asking = False, True
        query, generation, store = self._asked, self._generation, self._store
        among = self._among
        self._slow.ask(
            "listing",
            lambda: find(store, query, near, lambda: self._asked is not query, among),
            lambda answer: self._take(generation, answer),
        )

    def _take(self, generation: int, answer: Answer) -> None:
        self._asking = False
        self._cost = answer.seconds
        if generation != self._generation:  # it does not know yet what was done here since
            self._moved = True
            self._rest()
            return
        self._ask_for_counts()
        self._put(answer)
        if self._moved:
            self._rest()

    def _put(self, answer: Answer) -> None:
        seen_with = (self._query.model, self._query.beside)
        if seen_with != (answer.query.model, answer.query.beside):
            self._rows.clear()
        same = self._answered and answer.query == self._query and equal(answer.ids, self._ids)
        if not same:
            self.replacing.emit()
        self._answered = True
        self._query, self._ids = answer.query, answer.ids
        self._among = answer.among
        self.horizon = answer.horizon
        self._forget_what_is_under_way()
        self._rows.update((row.id, row) for row in answer.rows)
        self._fresh = {row.id for row in answer.rows}
        if not same:
            self.replaced.emit()
            return
        if answer.rows:
            self.changed.emit(answer.first, answer.first + len(answer.rows) - 1)
        self.refreshed.emit()

    def _ask_for_counts(self) -> None:
        model, count = self._asked.model, self._store.articles.counts

        def question() -> tuple[InboxCounts, float]:
            begun = time.monotonic()
            return count(model), time.monotonic() - begun

        def answer(found: tuple[InboxCounts, float]) -> None:
            self._cost += found[1]
            self._due = time.monotonic() + REST * self._cost
            self._take_counts(found[0])

        self._due = time.monotonic() + REST * self._cost
        self._slow.ask("counts", question, answer)

    def _take_counts(self, counts: InboxCounts) -> None:
        self.counts = counts
        self.counted.emit(counts)

    def _fail(self, problem: object) -> None:
        self._asking, self._fetching = False, None
        self._due = time.monotonic() + 1.0
        self.failed.emit(problem)

    # The rows

    def _forget_what_is_under_way(self) -> None:
        """What was asked before knows less than this window does."""
        self._generation += 1
        self._wanted.clear()

    def _want(self, page: int) -> None:
        if page == self._fetching:
            return
        if page in self._wanted:
            self._wanted.remove(page)
        self._wanted.append(page)
        del self._wanted[:-MOST_WANTED]
        if self._fetching is None:
            self._fetch()

    def _fetch(self) -> None:
        if not self._wanted:
            return
        page = self._fetching = self._wanted.pop()
        wanted = self.ids(page * PAGE, (page + 1) * PAGE)
        query, generation, store = self._query, self._generation, self._store
        self._quick.ask(
            "rows",
            lambda: store.articles.rows(wanted, query),
            lambda rows: self._take_rows(generation, page, wanted, rows),
        )

    def _take_rows(
        self, generation: int, page: int, wanted: list[int], rows: list[InboxRow]
    ) -> None:
        self._fetching = None
        if generation == self._generation:
            if len(self._rows) > MOST_ROWS:
                self._rows.clear()
                self._fresh.clear()
            self._rows.update((row.id, row) for row in rows)
            self._fresh.update(wanted)  # those that are gone will not come, either
        last = min((page + 1) * PAGE, len(self._ids)) - 1
        if last >= page * PAGE:
            self.changed.emit(page * PAGE, last)
        self._fetch()
