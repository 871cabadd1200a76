"""The inbox's listing: the ids of all articles of a query, in its order.

Each condition is asked of the database as a set of ids, which an index alone answers, unsorted;
sets are met and put in order here. That is quicker than one statement which looks up every
article in several indexes and sorts what it found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Connection, select, union_all

from newsdesk.store.answers import READ, differing, said
from newsdesk.store.id_sets import fetch_ids, meet, none, without
from newsdesk.store.records import InboxQuery
from newsdesk.store.schema import archive_articles, articles, predictions, second_sections
from newsdesk.store.search import found_by

if TYPE_CHECKING:
    from newsdesk.store.id_sets import Ids

_SILENT = ("waiting", "unread", "failed")
"""The states in which the model has said nothing."""


def listing(connection: Connection, query: InboxQuery) -> Ids:
    """The ids of all articles of a query, in its order."""
    import numpy as np

    found = _standing(connection, query)
    # What is quick to ask comes first: it leaves less to do for what is slow.
    for narrow in (_of_run, _of_days, _answered_by, _searched, _differing):
        if not len(found):
            break
        found = narrow(connection, query, found)
    if query.among is not None:
        among = np.array(query.among, np.int64)
        return among[np.isin(among, found)]
    found = np.sort(found)
    if query.order in ("newest", "teaches_most"):
        return found[::-1]
    if query.order == "least_certain" and query.state not in _SILENT:
        return _least_certain(connection, query, found)
    return found


def _standing(connection: Connection, query: InboxQuery) -> Ids:
    """The articles in the query's state, sections and range of confidence."""
    import numpy as np

    a, ranged = articles.c, query.least > 0 or query.most < 1
    if query.state in _SILENT:
        return none() if ranged or query.sections or query.differs else _silent(connection, query)
    if query.state in ("to_decide", "filed"):
        return fetch_ids(connection, said(query, query.sections))
    statuses = ("decided",) if query.state == "decided" else ("open", "decided", "failed")
    if not query.sections:
        every = select(a.id).where(a.status.in_(statuses))
        return fetch_ids(connection, said(query) if ranged else every)
    found = _decided_in(connection, query.sections)
    if ranged and len(found):
        found = meet(found, fetch_ids(connection, said(query, statuses=("decided",))))
    if query.state == "decided":
        return found
    answered = fetch_ids(connection, said(query, query.sections, ("open",)))
    return np.concatenate((found, answered))


def _silent(connection: Connection, query: InboxQuery) -> Ids:
    """Files that could not be read, and open articles about which the model said nothing."""
    status = "failed" if query.state == "failed" else "open"
    found = fetch_ids(connection, select(articles.c.id).where(articles.c.status == status))
    if status == "failed":
        return found
    p = predictions.c
    answered = select(p.article_id).where(p.model == query.model, p.status == "open")
    if query.state == "unread":
        answered = answered.where(p.verdict.in_(READ))
    return without(found, fetch_ids(connection, answered))


def _decided_in(connection: Connection, sections: tuple[str, ...]) -> Ids:
    """The articles that were decided to stand in one of these sections, first or second."""
    import numpy as np

    a, second = articles.c, second_sections.c
    decided = a.status == "decided"
    first = select(a.id).where(decided, a.decided_section.in_(sections))
    other = select(a.id).join(second_sections, second.article_id == a.id)
    other = other.where(decided, second.section.in_(sections))
    return np.unique(fetch_ids(connection, union_all(first, other)))


def _of_run(connection: Connection, query: InboxQuery, found: Ids) -> Ids:
    if query.run is None:
        return found
    run = archive_articles.c
    return meet(found, fetch_ids(connection, select(run.article_id).where(run.run_id == query.run)))


def _of_days(connection: Connection, query: InboxQuery, found: Ids) -> Ids:
    if query.since is None and query.until is None:
        return found
    arrived = select(articles.c.id)
    if query.since is not None:
        arrived = arrived.where(articles.c.added >= query.since)
    if query.until is not None:
        arrived = arrived.where(articles.c.added < query.until)
    return meet(found, fetch_ids(connection, arrived))


def _answered_by(connection: Connection, query: InboxQuery, found: Ids) -> Ids:
    if not query.answered_by:
        return found
    p = predictions.c
    answered = select(p.article_id).where(p.model == query.answered_by, p.verdict.in_(READ))
    return meet(found, fetch_ids(connection, answered))


def _searched(connection: Connection, query: InboxQuery, found: Ids) -> Ids:
    for wanted in found_by(connection, query.search):
        found = meet(found, fetch_ids(connection, wanted))
    return found


def _differing(connection: Connection, query: InboxQuery, found: Ids) -> Ids:
    return differing(connection, query, found) if query.differs else found


def _least_certain(connection: Connection, query: InboxQuery, found: Ids) -> Ids:
    """By rising confidence, then those without an answer. found: sorted."""
    import numpy as np

    p = predictions.c
    by_confidence = said(query).order_by(p.confidence, p.article_id)
    first = meet(fetch_ids(connection, by_confidence), found)
    return np.concatenate((first, without(found, first)))
