"""The listing behind the inbox: what it asks, what it keeps while answers are to come."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QObject, Signal

from newsdesk.services.inbox_questions import with_dates
from newsdesk.services.listing import Listing
from newsdesk.store.records import InboxCounts, InboxQuery, InboxRow

pytestmark = pytest.mark.usefixtures("qapp")
NONE = InboxCounts(0, 0, 0, 0, 0, 0, 0)
ALL = InboxQuery("tiny", order="oldest")


class Asked(QObject):
    """A reader whose questions are answered when the test says so."""

    failed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.waiting: dict[Hashable, tuple[Callable[[], Any], Callable[[Any], object]]] = {}

    def ask(
        self, key: Hashable, question: Callable[[], Any], answer: Callable[[Any], object]
    ) -> None:
        self.waiting[key] = (question, answer)

    def close(self) -> None:
        self.waiting.clear()

    def work(self, key: Hashable) -> Callable[[], object]:
        """Find the answer to a question now, to hand it over later."""
        question, answer = self.waiting.pop(key)
        found = question()
        return lambda: answer(found)

    def answer(self) -> None:
        """Answer all that is asked, and what is asked because of that."""
        while self.waiting:
            self.work(next(iter(self.waiting)))()


class Articles:
    """A store's articles: numbers from 1, the newest of which are decided on demand."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.decided: set[int] = set()
        self.row_questions: list[list[int]] = []
        self.stop: Callable[[], bool] = lambda: False

    def listing(self, query: InboxQuery, stop: Callable[[], bool] = lambda: False) -> Any:
        self.stop = stop
        numbers = range(1, self.count + 1)
        open_only = query.state == "to_decide"
        return np.array([n for n in numbers if not (open_only and n in self.decided)], np.int64)

    def rows(self, ids: list[int], query: InboxQuery) -> list[InboxRow]:
        self.row_questions.append(list(ids))
        return [self._row(number) for number in ids]

    def counts(self, model: str) -> InboxCounts:
        return NONE

    def _row(self, number: int) -> InboxRow:
        state = "decided" if number in self.decided else "to_decide"
        moment = datetime(2026, 12, 1, tzinfo=UTC)
        return InboxRow(
            number, f"Title {number}", "wire.txt", None, state, "sport", "Sport", 0.8, None,  # type: ignore[arg-type]
            moment, None,
        )  # fmt: skip


class Decisions:
    """A ledger in which nothing stands."""

    def horizon(self) -> int:
        return 0


class Store:
    def __init__(self, count: int) -> None:
        self.articles, self.decisions = Articles(count), Decisions()


@pytest.fixture
def slow() -> Asked:
    return Asked()


@pytest.fixture
def quick() -> Asked:
    return Asked()


@pytest.fixture
def store() -> Store:
    return Store(1000)


@pytest.fixture
def listing(store: Store, slow: Asked, quick: Asked) -> Iterator[Listing]:
    made = Listing(store, slow=slow, quick=quick)  # type: ignore[arg-type]
    made.ask(ALL)
    slow.answer()
    yield made
    made.close()


def look_again(listing: Listing) -> None:
    """The store moved, and the pause between two looks is over."""
    listing.refresh()
    listing._due = 0.0
    listing._look_again()


def test_the_first_rows_come_together_with_their_places(listing: Listing, quick: Asked) -> None:
    assert len(listing) == 1000
    row = listing.row(0)
    assert row is not None
    assert row.title == "Title 1"
    assert not quick.waiting


def test_the_rows_around_the_article_that_is_sought_come_first(
    listing: Listing, slow: Asked, quick: Asked
) -> None:
    listing.ask(ALL, near=640)
    slow.answer()
    assert listing.row(639) is not None
    assert not quick.waiting


def test_what_is_listed_stays_until_the_next_answer_is_there(listing: Listing, slow: Asked) -> None:
    listing.ask(InboxQuery("tiny", search="bridge"))
    assert len(listing) == 1000
    assert listing.query == ALL
    assert listing.busy
    slow.answer()
    assert listing.query.search == "bridge"
    assert not listing.busy


def test_rows_far_away_are_fetched_once_and_told(
    listing: Listing, store: Store, quick: Asked
) -> None:
    told: list[tuple[int, int]] = []
    listing.changed.connect(lambda first, last: told.append((first, last)))
    before = len(store.articles.row_questions)
    assert listing.row(700) is None
    assert listing.row(701) is None
    quick.answer()
    assert len(store.articles.row_questions) == before + 1
    assert any(first <= 700 <= last for first, last in told)
    assert listing.row(700) is not None
    assert not quick.waiting


def test_of_many_places_passed_by_only_the_last_are_fetched(
    listing: Listing, store: Store, quick: Asked
) -> None:
    before = len(store.articles.row_questions)
    for place in range(300, 1000):
        listing.row(place)
    quick.answer()
    assert len(store.articles.row_questions) - before <= 5
    assert listing.row(999) is not None


def test_a_decision_is_shown_at_once_and_no_older_answer_takes_it_away(
    listing: Listing, store: Store, slow: Asked, quick: Asked
) -> None:
    look_again(listing)
    older = slow.work("listing")
    store.articles.decided.add(3)
    listing.touch(3)
    older()
    row = listing.row(2)
    assert row is not None
    assert row.state == "decided"
    assert listing.busy  # it looks again, as that answer was too old


def test_what_was_decided_leaves_a_list_of_what_is_to_decide_at_once(
    listing: Listing, store: Store, slow: Asked
) -> None:
    listing.ask(InboxQuery("tiny", state="to_decide", order="oldest"))
    slow.answer()
    left: list[int] = []
    listing.removed.connect(left.append)
    store.articles.decided.add(5)
    listing.touch(5)
    assert left == [4]
    assert len(listing) == 999
    assert listing.id_at(4) == 6


def test_a_search_is_broken_off_once_another_overtakes_it(
    listing: Listing, store: Store, slow: Asked
) -> None:
    listing.ask(InboxQuery("tiny", search="b"))
    slow.answer()
    assert not store.articles.stop()
    listing.refresh()
    assert not store.articles.stop(), "the same question once more"
    listing.ask(InboxQuery("tiny", search="ba"))
    assert store.articles.stop()


def test_the_same_articles_again_leave_the_list_alone(listing: Listing, slow: Asked) -> None:
    replaced: list[None] = []
    refreshed: list[None] = []
    listing.replaced.connect(lambda: replaced.append(None))
    listing.refreshed.connect(lambda: refreshed.append(None))
    look_again(listing)
    slow.answer()
    assert not replaced
    assert len(refreshed) == 1


def test_a_list_that_was_slow_is_not_asked_again_at_once(
    store: Store, slow: Asked, quick: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr("newsdesk.services.inbox_questions.time.monotonic", lambda: clock[0])
    answer = store.articles.listing

    def slowly(query: InboxQuery, stop: Callable[[], bool]) -> Any:
        clock[0] += 2.0
        return answer(query)

    store.articles.listing = slowly  # type: ignore[method-assign]
    listing = Listing(store, slow=slow, quick=quick)  # type: ignore[arg-type]
    listing.ask(ALL)
    slow.answer()
    listing.refresh()
    assert listing.busy
    assert not slow.waiting
    assert listing._pause.remainingTime() > 15_000
    listing.ask(InboxQuery("tiny", state="failed"))  # a person does not wait
    assert "listing" in slow.waiting
    listing.close()


def test_selected_articles_are_found_as_stretches(listing: Listing) -> None:
    assert listing.places([1, 2, 3, 10, 1000, 5000]) == [(0, 2), (9, 9), (999, 999)]
    assert listing.places([]) == []
    assert listing.place(5000) is None
    assert listing.ids(0, 3) == [1, 2, 3]
    assert listing.id_at(1000) is None


def test_an_empty_list_has_no_rows_and_no_places(slow: Asked, quick: Asked) -> None:
    listing = Listing(Store(0), slow=slow, quick=quick)  # type: ignore[arg-type]
    listing.ask(ALL)
    slow.answer()
    assert listing.answered
    assert (len(listing), listing.row(0), listing.place(1)) == (0, None, None)
    assert (listing.ids(), listing.places([1])) == ([], [])
    listing.close()


@pytest.mark.parametrize(
    ("arrived", "since", "until"),
    [("today", 0, 1), ("yesterday", -1, 0), ("week", -6, 1)],
)
def test_a_day_is_counted_from_the_local_midnight(arrived: str, since: int, until: int) -> None:
    moment = datetime.now().astimezone()
    asked = with_dates(InboxQuery("tiny", arrived=arrived), moment)  # type: ignore[arg-type]
    assert asked.since is not None
    assert asked.until is not None
    assert asked.arrived == ""
    for bound, days in ((asked.since, since), (asked.until, until)):
        local = bound.astimezone()
        assert (local.hour, local.minute) == (0, 0)
        assert local.date() == (moment + timedelta(days=days)).date()
        assert bound.tzinfo is UTC
