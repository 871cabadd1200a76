"""What is asked of the store for the inbox, on whichever thread."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from newsdesk.store import Store
from newsdesk.store.records import InboxQuery, InboxRow

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ids = NDArray[np.int64]

PAGE = 60
"""Rows that are fetched together."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a query lists. rows: those at the places from `first` on. seconds: it took.

    horizon: the newest line of the ledger by then; what is newer is not in the rows.
    among: the articles that teach most, where the query asks for them.
    """

    query: InboxQuery
    ids: Ids
    first: int
    rows: list[InboxRow]
    seconds: float
    horizon: int = 0
    among: tuple[int, ...] | None = None


def find(
    store: Store,
    query: InboxQuery,
    near: int | None,
    stop: Callable[[], bool] | None = None,
    among: tuple[int, ...] | None = None,
) -> Answer:
    """What a query lists, with the rows around one article, else the first.

    among: the articles that taught most when it was asked before; those of them that are decided
    by now have left, and once none is left others are found. stop: whether nobody wants to know
    any more. Raises StoreError, `stopped` for that.
    """
    begun = time.monotonic()
    asked = with_dates(query, datetime.now().astimezone())
    horizon = store.decisions.horizon()
    asked = with_among(store, asked, among, stop)
    ids = store.articles.listing(asked, stop)
    if not len(ids) and among and asked.among == among:
        asked = with_among(store, asked, None, stop)
        ids = store.articles.listing(asked, stop)
    page = (place_of(ids, near) or 0) // PAGE
    first = max(0, page - 1) * PAGE
    rows = store.articles.rows(ids[first : first + 3 * PAGE].tolist(), asked)
    return Answer(query, ids, first, rows, time.monotonic() - begun, horizon, asked.among)


def with_among(
    store: Store,
    query: InboxQuery,
    known: tuple[int, ...] | None = None,
    stop: Callable[[], bool] | None = None,
) -> InboxQuery:
    """The query with the articles that its order `teaches_most` stands for.

    known: those that were found before. In a state in which nothing is undecided it stays as it is.
    Raises StoreError.
    """
    if query.order != "teaches_most":
        return query
    from newsdesk.analysis.teaching import STATES, most_teaching

    # Of all articles only the undecided ones are meant.
    query = replace(query, state="to_decide") if query.state == "all" else query
    if query.state not in STATES:
        return query
    return replace(query, among=known or most_teaching(store, query, stop))


def with_dates(query: InboxQuery, moment: datetime) -> InboxQuery:
    """The query with the days that its `arrived` stands for, told from a moment of local time."""
    if not query.arrived:
        return query
    day = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    days = {"today": (0, 1), "yesterday": (-1, 0), "week": (-6, 1)}[query.arrived]
    since, until = (_midnight(day + timedelta(days=number)) for number in days)
    return replace(query, arrived="", since=since, until=until)


def matches(row: InboxRow, query: InboxQuery) -> bool:
    """Whether a row that was just changed may stay under this query's state and sections."""
    state = "unread" if query.state == "waiting" else query.state
    fits = state in ("all", row.state)
    if query.order == "teaches_most" and state == "all":
        fits = row.state == "to_decide"
    if query.sections:
        fits = fits and (row.section in query.sections or row.also in query.sections)
    return fits


def _midnight(day: datetime) -> datetime:
    # The wall clock's midnight, also on the day on which the clocks change.
    return day.replace(tzinfo=None).astimezone().astimezone(UTC)


def equal(ids: Any, others: Any) -> bool:
    """Whether two listings hold the same articles in the same order."""
    return len(ids) == len(others) and (not len(ids) or bool((ids == others).all()))


def place_of(ids: Any, article_id: int | None) -> int | None:
    """Where an article stands among ids; None where it does not."""
    if article_id is None or not len(ids):
        return None
    found = (ids == article_id).nonzero()[0]
    return int(found[0]) if len(found) else None
