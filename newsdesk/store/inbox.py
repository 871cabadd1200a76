"""The inbox: which articles a query lists, in which order, counted and paged by the database.

A listing is one or two stretches of article ids, each in an order that an index keeps;
two, where articles that a model has not answered follow those that it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec
from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    Integer,
    Row,
    Select,
    and_,
    func,
    literal_column,
    select,
    tuple_,
)

from newsdesk.core.errors import Problem
from newsdesk.core.prediction import Prediction
from newsdesk.store.records import ArticleState, InboxCounts, InboxQuery, InboxRow, StateFilter
from newsdesk.store.schema import articles, predictions
from newsdesk.store.search import matching

_STATUS = {"waiting": "open", "to_decide": "open", "decided": "decided", "failed": "failed"}


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Ids as `chosen` selects them, sorted by `keys`, the last of which is the id itself.

    without: ids to leave out, where `keys` is the id alone. Both sides come sorted from an
    index, so the difference is a merge; asking for each id apart takes five times as long.
    """

    chosen: Select[int]
    keys: tuple[ColumnElement[float] | ColumnElement[int], ...]
    falling: bool = False
    without: Select[int] | None = None

    @property
    def ordered(self) -> Select[int] | CompoundSelect[int]:
        if self.without is None:
            return self.chosen.order_by(*(k.desc() if self.falling else k for k in self.keys))
        first: ColumnElement[int] = literal_column("1", Integer)
        return self.chosen.except_(self.without).order_by(first.desc() if self.falling else first)

    def size(self, connection: Connection) -> int:
        listed = self.chosen if self.without is None else self.ordered
        return _size(connection, listed)

    def place(self, connection: Connection, article_id: int) -> int | None:
        """The index of an article; None where it is not in this stretch."""
        here = replace(self, chosen=self.chosen.where(self.keys[-1] == article_id))
        if not connection.scalar(here.ordered):
            return None
        own = connection.execute(here.chosen.with_only_columns(*self.keys)).one()
        mine, other = tuple_(*self.keys), tuple_(*own)
        earlier = self.chosen.where(mine > other if self.falling else mine < other)
        return replace(self, chosen=earlier).size(connection)


def ids(
    connection: Connection, query: InboxQuery, offset: int = 0, limit: int | None = None
) -> list[int]:
    """The ids of a query's articles from `offset` on, at most `limit` of them."""
    found: list[int] = []
    for stretch in _stretches(connection, query):
        room = None if limit is None else limit - len(found)
        if room == 0:
            break
        part = connection.scalars(stretch.ordered.limit(room).offset(offset)).all()
        found += part
        beyond = offset > 0 and not part
        offset = max(0, offset - stretch.size(connection)) if beyond else 0
    return found


def count(connection: Connection, query: InboxQuery) -> int:
    """How many articles a query lists."""
    in_one_go = replace(query, order="oldest")
    return sum(stretch.size(connection) for stretch in _stretches(connection, in_one_go))


def position(connection: Connection, query: InboxQuery, article_id: int) -> int | None:
    """The index of an article in the listing; None where it is not in it."""
    skipped = 0
    for stretch in _stretches(connection, query):
        place = stretch.place(connection, article_id)
        if place is not None:
            return skipped + place
        skipped += stretch.size(connection)
    return None


def counts(connection: Connection, model: str) -> InboxCounts:
    """The figures beside the inbox's filters."""
    by_status = {
        status: int(number)
        for status, number in connection.execute(
            select(articles.c.status, func.count()).group_by(articles.c.status)
        )
    }
    answered = _size(connection, _predicted(model, "to_decide"))
    opened, decided, failed = (by_status.get(s, 0) for s in ("open", "decided", "failed"))
    return InboxCounts(
        all=opened + decided + failed,
        waiting=opened - answered,
        to_decide=answered,
        decided=decided,
        failed=failed,
    )


def rows(connection: Connection, wanted: Sequence[int], model: str) -> list[InboxRow]:
    """The lines of these articles, in the order asked; ids that are gone are left out."""
    mine = and_(predictions.c.article_id == articles.c.id, predictions.c.model == model)
    a, p = articles.c, predictions.c
    chosen = (
        select(
            a.id, a.title, a.source, a.source_row, a.status, a.decided_section, a.cover_digest,
            a.added, a.problem, p.section, p.section_name, p.confidence, p.answer,
        )
        .select_from(articles.outerjoin(predictions, mine))
        .where(a.id.in_(wanted))
    )  # fmt: skip
    found = {row.id: _row(row) for row in connection.execute(chosen)}
    return [found[i] for i in wanted if i in found]


def _stretches(connection: Connection, query: InboxQuery) -> tuple[_Stretch, ...]:
    sqlite = connection.dialect.name == "sqlite"
    by_confidence = query.order == "least_certain"
    falling = query.order == "newest"
    # A failed article has no prediction, and a waiting one has none of this model.
    answered = query.state == "to_decide" or (by_confidence and query.state in ("all", "decided"))
    found: list[_Stretch] = []
    p, a = predictions.c, articles.c
    if answered:
        chosen = _predicted(query.model, query.state)
        chosen = chosen.where(matching(p.article_id, query.search, sqlite))
        keys = (p.confidence, p.article_id) if by_confidence else (p.article_id,)
        found.append(_Stretch(chosen, keys, falling))
    if query.state != "to_decide":
        chosen = select(a.id).where(_in_state(query.state))
        chosen = chosen.where(matching(a.id, query.search, sqlite))
        apart = answered or query.state == "waiting"
        without = _predicted(query.model, query.state) if apart else None
        found.append(_Stretch(chosen, (a.id,), falling, without))
    return tuple(found)


def _in_state(state: StateFilter) -> ColumnElement[bool]:
    if state == "all":
        return articles.c.removed_at.is_(None)
    return articles.c.status == _STATUS[state]


def _predicted(model: str, state: StateFilter) -> Select[int]:
    p = predictions.c
    status = p.status != "removed" if state == "all" else p.status == _STATUS[state]
    return select(p.article_id).where(p.model == model, status)


def _size(connection: Connection, chosen: Select[int] | CompoundSelect[int]) -> int:
    return int(connection.scalar(select(func.count()).select_from(chosen.subquery())) or 0)


def _row(row: Row[*tuple[object, ...]]) -> InboxRow:
    state, section, name = _standing(row)
    return InboxRow(
        id=row.id,
        title=row.title,
        source=row.source,
        row=row.source_row,
        state=state,
        section=section,
        section_name=name,
        confidence=row.confidence,
        cover_digest=row.cover_digest,
        added=row.added,
        problem=msgspec.json.decode(row.problem, type=Problem) if row.problem else None,
    )


def _standing(row: Row[*tuple[object, ...]]) -> tuple[ArticleState, str | None, str | None]:
    """State, section and its name; a decided section is named as the model names it."""
    if row.problem:
        return "failed", None, None
    decided: str | None = row.decided_section
    if decided is None:
        return "to_decide" if row.section else "waiting", row.section, row.section_name
    if decided == row.section:
        return "decided", decided, row.section_name
    names = {}
    if row.answer:
        answer = msgspec.json.decode(row.answer, type=Prediction)
        names = {score.code: score.name for score in answer.scores}
    return "decided", decided, names.get(decided, decided)
