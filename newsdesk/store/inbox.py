"""The inbox's rows and figures; which articles it lists is the matter of `listing`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, and_, case, func, null, select

from newsdesk.core.errors import Problem
from newsdesk.core.prediction import Prediction
from newsdesk.store.connection import in_batches
from newsdesk.store.records import ArticleState, FailedFile, InboxCounts, InboxQuery, InboxRow
from newsdesk.store.schema import articles, predictions, second_sections

_OPEN: dict[str, ArticleState] = {"asks": "to_decide", "filed": "filed"}


def counts(connection: Connection, model: str) -> InboxCounts:
    """The figures beside the inbox's filters."""
    a, p = articles.c, predictions.c
    by_status = _figures(connection, select(a.status, func.count()).group_by(a.status))
    answers = select(p.verdict, func.count()).where(p.model == model, p.status == "open")
    by_verdict = _figures(connection, answers.group_by(p.verdict))
    opened, decided, failed = (by_status.get(s, 0) for s in ("open", "decided", "failed"))
    asks, filed, abstains = (by_verdict.get(v, 0) for v in ("asks", "filed", "abstains"))
    return InboxCounts(
        all=opened + decided + failed,
        to_decide=asks,
        filed=filed,
        decided=decided,
        unread=opened - asks - filed,
        waiting=opened - asks - filed - abstains,
        failed=failed,
    )


def rows(connection: Connection, wanted: Sequence[int], query: InboxQuery) -> list[InboxRow]:
    """The lines of these articles, in the order asked; ids that are gone are left out."""
    chosen = _chosen(query)
    found: dict[int, InboxRow] = {}
    for batch in in_batches(wanted):
        for row in connection.execute(chosen.where(articles.c.id.in_(batch))):
            found[row.id] = _row(row)
    return [found[i] for i in wanted if i in found]


def failed(connection: Connection) -> list[FailedFile]:
    """All files that could not be read, oldest first."""
    a = articles.c
    chosen = select(a.id, a.source, a.source_row, a.problem, a.added).where(a.status == "failed")
    return [
        FailedFile(row.id, row.source, row.source_row, _problem(row.problem), row.added)
        for row in connection.execute(chosen.order_by(a.id))
    ]


def _figures(connection: Connection, counted: Select[Any]) -> dict[str, int]:
    return {row[0]: row[1] for row in connection.execute(counted)}


def _chosen(query: InboxQuery) -> Select[Any]:
    """What a row shows, of every article that was not removed."""
    a, p, b = articles.c, predictions.c, predictions.alias("beside").c
    second = second_sections.c
    # The whole answer is large, and needed only for the name of what was decided otherwise.
    answer = case((and_(a.status == "decided", a.decided_section != p.section), p.answer))
    shown = (
        a.id, a.title, a.source, a.source_row, a.status, a.decided_section, a.cover_digest,
        a.added, a.problem, p.section, p.section_name, p.confidence, p.verdict,
        answer.label("answer"), second.section.label("also"),
    )  # fmt: skip
    source = articles.outerjoin(
        predictions, and_(p.article_id == a.id, p.model == query.model)
    ).outerjoin(second_sections, second.article_id == a.id)
    if not query.beside:
        nothing = (null().label("beside_section"), null().label("beside_name"))
        return select(*shown, *nothing).select_from(source).where(a.removed_at.is_(None))
    beside = (b.section.label("beside_section"), b.section_name.label("beside_name"))
    said = and_(b.article_id == a.id, b.model == query.beside, b.verdict != "abstains")
    source = source.outerjoin(b.article_id.table, said)
    return select(*shown, *beside).select_from(source).where(a.removed_at.is_(None))


def _row(row: Row[*tuple[Any, ...]]) -> InboxRow:
    state, section, name = _standing(row)
    abstains = row.verdict == "abstains"
    return InboxRow(
        id=row.id,
        title=row.title,
        source=row.source,
        row=row.source_row,
        state=state,
        section=section,
        section_name=name,
        confidence=None if abstains else row.confidence,
        cover_digest=row.cover_digest,
        added=row.added,
        problem=_problem(row.problem) if row.problem else None,
        also=row.also if state == "decided" else None,
        beside_section=row.beside_section,
        beside_name=row.beside_name,
        abstains=abstains,
    )


def _standing(row: Row[*tuple[Any, ...]]) -> tuple[ArticleState, str | None, str | None]:
    """State, section and its name; a decided section is named as the model names it."""
    if row.status == "failed":
        return "failed", None, None
    decided: str | None = row.decided_section
    if decided is None:
        state = _OPEN.get(row.verdict)
        return (state, row.section, row.section_name) if state else ("unread", None, None)
    if decided == row.section:
        return "decided", decided, row.section_name
    names = {}
    if row.answer:
        answer = msgspec.json.decode(row.answer, type=Prediction)
        names = {score.code: score.name for score in answer.scores}
    return "decided", decided, names.get(decided, decided)


def _problem(stored: str) -> Problem:
    return msgspec.json.decode(stored, type=Problem)
