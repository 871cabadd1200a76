"""Which articles a model said what about, and where two models differ."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Select, func, select

from newsdesk.core.section import tidy_label
from newsdesk.store.id_sets import fetch_ids, meet, none, without
from newsdesk.store.records import InboxQuery
from newsdesk.store.schema import predictions

if TYPE_CHECKING:
    from newsdesk.store.id_sets import Ids

READ = ("asks", "filed")
"""The verdicts of answers that say something."""
FEW = 1500
"""So many articles are sooner looked up one by one than met with all that were answered."""
_STATUSES = {"to_decide": ("open",), "filed": ("open",), "decided": ("decided",)}
_VERDICTS = {"to_decide": ("asks",), "filed": ("filed",)}


def said(
    query: InboxQuery, sections: tuple[str, ...] = (), statuses: tuple[str, ...] = ()
) -> Select[tuple[int]]:
    """The articles about which the model said something that fits the query's state and range.

    sections, statuses: only these.
    """
    p = predictions.c
    statuses = statuses or _STATUSES.get(query.state, ("open", "decided"))
    verdicts = _VERDICTS.get(query.state, READ)
    chosen = select(p.article_id).where(p.model == query.model, p.status.in_(statuses))
    chosen = chosen.where(p.verdict.in_(verdicts))
    if sections:
        chosen = chosen.where(p.section.in_(sections))
    if query.least > 0:
        chosen = chosen.where(p.confidence >= query.least)
    if query.most < 1:
        chosen = chosen.where(p.confidence <= query.most)
    return chosen


def differing(connection: Connection, query: InboxQuery, found: Ids) -> Ids:
    """Those of the articles that the query's two models put into sections of different names."""
    if len(found) <= FEW:
        return _differing_few(connection, query, found)
    beside = replace(query, model=query.beside, state="all", least=0.0, most=1.0)
    statuses = _STATUSES.get(query.state, ("open", "decided"))
    mine = _by_name(connection, query.model, said(query))
    other = _by_name(connection, query.beside, said(beside, statuses=statuses))
    found = meet(meet(found, _all(mine)), _all(other))
    return without(found, _all({n: meet(mine[n], other[n]) for n in mine.keys() & other.keys()}))


def _differing_few(connection: Connection, query: InboxQuery, found: Ids) -> Ids:
    import numpy as np

    p = predictions.c
    both = (query.model, query.beside)
    named = select(p.article_id, p.section_name).where(p.model.in_(both), p.verdict.in_(READ))
    names: dict[int, list[str]] = defaultdict(list)
    for article, name in connection.execute(named.where(p.article_id.in_(found.tolist()))):
        names[article].append(_plain(name))
    differ = [article for article, said_by in names.items() if len(set(said_by)) == 2]
    return meet(found, np.array(differ, np.int64))


def _by_name(connection: Connection, model: str, chosen: Select[tuple[int]]) -> dict[str, Ids]:
    """What one model said, by the plain names of the sections."""
    import numpy as np

    p = predictions.c
    found: dict[str, list[Ids]] = defaultdict(list)
    for code in _codes(connection, model):
        of_code = chosen.where(p.section == code)
        # A model has one name for a section: what it is called once it is called everywhere.
        name = connection.scalar(of_code.with_only_columns(p.section_name).limit(1))
        if name is not None:
            found[_plain(name)].append(fetch_ids(connection, of_code))
    return {name: np.concatenate(ids) for name, ids in found.items()}


def _codes(connection: Connection, model: str) -> set[str]:
    """The sections that a model said; each is found by a leap in the index, not by a walk."""
    p = predictions.c
    found: set[str] = set()
    for status, verdict in product(("open", "decided"), READ):
        of_kind = (p.model == model, p.status == status, p.verdict == verdict)
        code = connection.scalar(select(func.min(p.section)).where(*of_kind))
        while code is not None:
            found.add(code)
            beyond = select(func.min(p.section)).where(*of_kind, p.section > code)
            code = connection.scalar(beyond)
    return found


def _all(sets: dict[str, Ids]) -> Ids:
    import numpy as np

    return np.concatenate([none(), *sets.values()])


def _plain(name: str) -> str:
    return tidy_label(name).casefold()
