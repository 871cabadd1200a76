"""What an inbox query leaves out, in words: the chips below the filters, and an empty list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from newsdesk.store.records import Arrived, InboxOrder, InboxQuery, StateFilter
from newsdesk.ui.desk.inbox.words import day_words
from newsdesk.ui.widgets.chip import percent

STATES: dict[StateFilter, str] = {
    "to_decide": "To decide",
    "all": "All",
    "filed": "Filed",
    "decided": "Decided",
    "unread": "Not answered",
    "failed": "Failed",
}
ORDERS: dict[InboxOrder, str] = {
    "oldest": "Oldest first",
    "newest": "Newest first",
    "least_certain": "Least certain first",
    "teaches_most": "Teaches most",
}
ARRIVALS: dict[Arrived, str] = {
    "today": "Today",
    "yesterday": "Yesterday",
    "week": "Last 7 days",
}
_NOTHING_IN = {
    "to_decide": "Nothing is waiting for you.",
    "filed": "Nothing is filed by itself.",
    "decided": "Nothing is decided yet.",
    "unread": "Everything is answered.",
    "waiting": "Everything is answered.",
    "failed": "Everything could be read.",
}


@dataclass(frozen=True, slots=True)
class Restriction:
    """One thing that keeps articles out of the list. without: the query where it is lifted."""

    text: str
    without: InboxQuery


def restrictions(
    query: InboxQuery, name_of: Callable[[str], str], run_name: Callable[[int], str]
) -> list[Restriction]:
    """The filters of the panel that are in force. name_of: a section's name by its code."""
    return list(_restrictions(query, name_of, run_name))


def _restrictions(
    query: InboxQuery, name_of: Callable[[str], str], run_name: Callable[[int], str]
) -> Iterator[Restriction]:
    if query.sections:
        names = ", ".join(name_of(code) for code in query.sections)
        yield Restriction(names, replace(query, sections=()))
    if query.least > 0 or query.most < 1:
        text = f"{percent(query.least)} to {percent(query.most)}"
        yield Restriction(text, replace(query, least=0.0, most=1.0))
    if query.arrived or query.since or query.until:
        text = ARRIVALS.get(query.arrived) or _days(query)
        yield Restriction(text, replace(query, arrived="", since=None, until=None))
    if query.answered_by:
        yield Restriction(f"Answered by {query.answered_by}", replace(query, answered_by=""))
    if query.differs:
        yield Restriction("Second model differs", replace(query, differs=False))
    if query.run is not None:
        yield Restriction(run_name(query.run), replace(query, run=None))
    if query.order == "teaches_most" and query.state in ("to_decide", "filed", "all"):
        yield Restriction(ORDERS[query.order], replace(query, order="newest"))


def unfiltered(query: InboxQuery) -> InboxQuery:
    """The query with no filter of the panel; state, search and order stay.

    The order `teaches_most` is a filter as well, and goes.
    """
    order = "newest" if query.order == "teaches_most" else query.order
    return InboxQuery(query.model, query.state, query.search, order, beside=query.beside)


def everything(query: InboxQuery) -> InboxQuery:
    """The query that leaves out nothing, in the same order."""
    return replace(unfiltered(query), state="all", search="")


def nothing_words(query: InboxQuery, filtered: bool) -> str:
    """What an empty list says. filtered: a filter of the panel is in force."""
    if query.search:
        return f"No article{_where(query, filtered)} holds “{query.search}”."
    if filtered:
        return f"No article{_where(query, filtered)}."
    return _NOTHING_IN.get(query.state, "")


def _where(query: InboxQuery, filtered: bool) -> str:
    state = f" in “{STATES[query.state]}”" if query.state in STATES and query.state != "all" else ""
    return f"{state} that this filter lets through" if filtered else state


def found_words(number: int, query: InboxQuery, filtered: bool) -> str:
    """How many articles are listed."""
    noun = "article" if number == 1 else "articles"
    return f"{number:,} found" if query.search or filtered else f"{number:,} {noun}"


def _days(query: InboxQuery) -> str:
    now = datetime.now().astimezone()
    since = day_words(query.since, now) if query.since else ""
    # `until` is the midnight after the last day.
    until = day_words(query.until - timedelta(seconds=1), now) if query.until else ""
    if since and until:
        return since if since == until else f"{since} to {until}"
    return f"Since {since}" if since else f"Until {until}"
