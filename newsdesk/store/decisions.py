"""The ledger of decisions: lines are added, never changed and never deleted."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, and_, exists, func, or_, select

from newsdesk.store import ledger
from newsdesk.store.conflict import DecisionConflict as DecisionConflict
from newsdesk.store.connection import Database, in_batches
from newsdesk.store.records import Choice, Decision
from newsdesk.store.schema import articles, decisions, predictions


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
        also: str | None = None,
        seen: int | None = None,
    ) -> Decision:
        """Write down what an editor decided about an article.

        section: the section's code; None takes back the decision that stands.
        model: the one on the desk, whose answer is written down beside the decision.
        also: a second section; None leaves the article in one.
        seen: id of the newest line about the article that the editor has seen, 0 for none;
            None does not look whether there is a newer one.
        Raises DecisionConflict where there is a newer line than `seen`, and StoreError:
        `no_article` where it is gone or removed, `failed_article` where its file could not be
        read, `no_decision` where there is nothing to take back, `blank_section` for an empty
        code, `same_section` where both sections are one.
        """
        choice = Choice(article_id, section, also, reason, seen)
        with self._database.write() as connection:
            return ledger.record(connection, choice, who, model)

    def record_many(
        self, choices: Sequence[Choice], who: str, model: str | None = None
    ) -> list[Decision]:
        """Write down many decisions in one transaction; returns the lines that were written.

        Left out, and so not among the lines, is what `record` would refuse because of the state
        of its article: a newer line than was seen, nothing to take back, an article that is gone.
        Raises StoreError `blank_section` or `same_section` and then writes nothing.
        """
        with self._database.write() as connection:
            return ledger.record_many(connection, choices, who, model)

    def newest(self, article_id: int) -> Decision | None:
        """The newest line about an article, one that takes back as well; None without any."""
        with self._database.read() as connection:
            return ledger.newest_line(connection, article_id)

    def newest_of(self, article_ids: Sequence[int]) -> dict[int, Decision]:
        """The newest line about each of these articles that has any, by article."""
        found: dict[int, Decision] = {}
        with self._database.read() as connection:
            for batch in in_batches(article_ids):
                of_batch = decisions.c.article_id.in_(batch)
                newest = select(func.max(decisions.c.id)).where(of_batch)
                newest = newest.group_by(decisions.c.article_id)
                for row in connection.execute(select(decisions).where(decisions.c.id.in_(newest))):
                    found[row.article_id] = ledger.decision_of(row)
        return found

    def horizon(self) -> int:
        """Id of the newest line of the whole ledger, 0 while it is empty."""
        with self._database.read() as connection:
            return int(connection.scalar(select(func.max(decisions.c.id))) or 0)

    def history(self, article_id: int) -> list[Decision]:
        """Every line about an article, oldest first; also of one that was removed or purged."""
        with self._database.read() as connection:
            rows = connection.execute(
                select(decisions)
                .where(decisions.c.article_id == article_id)
                .order_by(decisions.c.id)
            ).all()
        return [ledger.decision_of(row) for row in rows]

    def standing(self, article_id: int) -> Decision | None:
        """The decision that stands; None where there is none or it was taken back."""
        newest = self.newest(article_id)
        return None if newest is None or newest.to_section is None else newest

    def standing_of(self, article_ids: Sequence[int]) -> dict[int, Decision]:
        """The decision that stands for each of these articles that has one, by article."""
        newest = self.newest_of(article_ids)
        return {i: line for i, line in newest.items() if line.to_section is not None}

    def decided(self, model: str = "", since: datetime | None = None) -> list[Decision]:
        """The decision that stands for every article of the desk that has one, oldest first.

        since: only those from that moment on, and those that say otherwise than `model` did:
            neither section is the one of its answer. An abstaining model said nothing.
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
                predictions.c.verdict != "abstains",
                _otherwise(predictions.c.section),
            )
            corrected = and_(decisions.c.model == model, _otherwise(decisions.c.model_section))
            wanted = wanted.where(or_(decisions.c.at >= since, corrected, answered))
        with self._database.read() as connection:
            return [ledger.decision_of(row) for row in connection.execute(wanted)]


def _otherwise(said: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether a decision, its second section included, is against what a model said."""
    also = decisions.c.also
    return and_(said != decisions.c.to_section, or_(also.is_(None), said != also))
