"""The ledger of decisions: lines are added, never changed and never deleted."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, Row, and_, exists, func, insert, or_, select, update

from newsdesk.core.errors import StoreError
from newsdesk.store.connection import Database
from newsdesk.store.records import Decision
from newsdesk.store.schema import articles, decisions, now, predictions


class DecisionRepository:
    """The decisions of one store. Every method is one transaction and may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def record(
        self,
        article_id: int,
        section: str | None,
        who: str,
        reason: str = "",
        model: str | None = None,
    ) -> Decision:
        """Write down what an editor decided about an article.

        section: the section's code; None takes back the decision that stands.
        model: the one on the desk, whose answer is written down beside the decision.
        Raises StoreError: `no_article` where it is gone or removed, `failed_article` where its
        file could not be read, `no_decision` where there is nothing to take back,
        `blank_section` for an empty code.
        """
        if section is not None and not section.strip():
            raise StoreError(
                "blank_section", "A decision needs a section.", "Choose one of the sections."
            )
        with self._database.write() as connection:
            return record(connection, article_id, section, who, reason, model)

    def history(self, article_id: int) -> list[Decision]:
        """Every line about an article, oldest first; also of one that was removed or purged."""
        with self._database.read() as connection:
            rows = connection.execute(
                select(decisions)
                .where(decisions.c.article_id == article_id)
                .order_by(decisions.c.id)
            ).all()
        return [_decision(row) for row in rows]

    def standing(self, article_id: int) -> Decision | None:
        """The decision that stands; None where there is none or it was taken back."""
        with self._database.read() as connection:
            row = connection.execute(
                select(decisions)
                .where(decisions.c.article_id == article_id)
                .order_by(decisions.c.id.desc())
                .limit(1)
            ).first()
        return None if row is None or row.to_section is None else _decision(row)

    def decided(self, model: str = "", since: datetime | None = None) -> list[Decision]:
        """The decision that stands for every article of the desk that has one, oldest first.

        since: only those from that moment on, and those that say otherwise than `model` did.
        """
        newest = select(func.max(decisions.c.id)).group_by(decisions.c.article_id)
        wanted = (
            select(decisions)
            .join(articles, articles.c.id == decisions.c.article_id)
            .where(articles.c.status == "decided", decisions.c.id.in_(newest))
            .order_by(decisions.c.id)
        )
        if since is not None:
            answered = exists().where(
                predictions.c.article_id == decisions.c.article_id,
                predictions.c.model == model,
                predictions.c.section != decisions.c.to_section,
            )
            corrected = and_(
                decisions.c.model == model, decisions.c.model_section != decisions.c.to_section
            )
            wanted = wanted.where(or_(decisions.c.at >= since, corrected, answered))
        with self._database.read() as connection:
            return [_decision(row) for row in connection.execute(wanted)]


def record(
    connection: Connection,
    article_id: int,
    section: str | None,
    who: str,
    reason: str = "",
    model: str | None = None,
) -> Decision:
    """As `DecisionRepository.record`, within a write transaction that does more besides."""
    standing = _standing_section(connection, article_id)
    if section is None and standing is None:
        raise StoreError(
            "no_decision",
            "There is no decision about this article to take back.",
            "It may have been taken back already.",
        )
    said, sure = _answer(connection, article_id, model)
    values = {
        "article_id": article_id,
        "from_section": standing or said,
        "to_section": section,
        "who": who,
        "at": now(),
        "reason": reason,
        "model": model,
        "model_section": said,
        "model_confidence": sure,
    }
    number = connection.scalar(insert(decisions).returning(decisions.c.id), values)
    connection.execute(
        update(articles)
        .where(articles.c.id == article_id)
        .values(decided_section=section, status="open" if section is None else "decided")
    )
    row = connection.execute(select(decisions).where(decisions.c.id == number)).one()
    return _decision(row)


def _standing_section(connection: Connection, article_id: int) -> str | None:
    """The section that stands for an article that may be decided upon."""
    row = connection.execute(
        select(articles.c.status, articles.c.decided_section).where(articles.c.id == article_id)
    ).first()
    if row is None or row.status == "removed":
        raise StoreError(
            "no_article", "This article was removed.", "Restore it before deciding about it."
        )
    if row.status == "failed":
        raise StoreError(
            "failed_article",
            "This file could not be read, so there is nothing to decide.",
            "Mend the file and add it again.",
        )
    section: str | None = row.decided_section
    return section


def _answer(
    connection: Connection, article_id: int, model: str | None
) -> tuple[str | None, float | None]:
    row = connection.execute(
        select(predictions.c.section, predictions.c.confidence).where(
            predictions.c.article_id == article_id, predictions.c.model == model
        )
    ).first()
    return (None, None) if row is None else (row.section, row.confidence)


def _decision(row: Row[*tuple[object, ...]]) -> Decision:
    return Decision(**row._mapping)
