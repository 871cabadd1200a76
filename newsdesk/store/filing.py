"""Filing: from which confidence on a model files by itself, and what that comes to."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from sqlalchemy import delete, func, insert, or_, select

from newsdesk.core.errors import StoreError
from newsdesk.store.connection import Database
from newsdesk.store.records import FilingRules
from newsdesk.store.schema import decisions, filing_rules, models, predictions
from newsdesk.store.verdicts import judge_anew, reaches, rules_in


class FilingRepository:
    """The rules of filing of one store. Every method is one transaction; may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, model: str) -> FilingRules:
        """The rules of one model; where none were made it files nothing."""
        with self._database.read() as connection:
            return rules_in(connection, model)

    def set(self, rules: FilingRules) -> None:
        """Put rules in force: all that the model has answered is judged by them at once.

        Decisions stand whatever the rules. Raises StoreError `bad_threshold` where a threshold is
        not from 0 to 1.
        """
        _check(rules.thresholds)
        values = {
            "model": rules.model,
            "enabled": rules.enabled,
            "thresholds": msgspec.json.encode(rules.thresholds).decode("utf-8"),
        }
        with self._database.write() as connection:
            connection.execute(delete(filing_rules).where(filing_rules.c.model == rules.model))
            connection.execute(insert(filing_rules), values)
            judge_anew(connection, rules)

    def would_file(self, model: str, thresholds: Mapping[str, float]) -> dict[str, int]:
        """How many open articles these thresholds would file, by section; sections with none
        are left out. Raises StoreError `bad_threshold`.
        """
        _check(thresholds)
        p = predictions.c
        counted = (
            select(p.section, func.count())
            .where(p.model == model, p.status == "open", p.verdict.in_(("asks", "filed")))
            .where(reaches(thresholds))
            .group_by(p.section)
        )
        with self._database.read() as connection:
            return {row[0]: row[1] for row in connection.execute(counted)}

    def measured(self, model: str) -> list[tuple[str, float, bool]]:
        """What the model said of articles that were then decided: section, confidence, right.

        One line for each article, by the decision that stands, in the order of the ledger. Right
        is also what was decided as the second section. What an earlier model of the same name
        said is left out.
        """
        d = decisions.c
        newest = select(func.max(d.id)).group_by(d.article_id)
        known = select(models.c.remembered).where(models.c.name == model).scalar_subquery()
        chosen = (
            select(d.model_section, d.model_confidence, d.to_section, d.also)
            .where(d.model == model, d.model_section.is_not(None), d.to_section.is_not(None))
            .where(d.id.in_(newest), or_(known.is_(None), d.at >= known))
            .order_by(d.id)
        )
        with self._database.read() as connection:
            return [
                (said, sure, said in (to_section, also))
                for said, sure, to_section, also in connection.execute(chosen)
            ]


def _check(thresholds: Mapping[str, float]) -> None:
    for code, threshold in thresholds.items():
        if not 0 <= threshold <= 1:
            raise StoreError(
                "bad_threshold",
                f"The threshold of {code} is {threshold}, which is no confidence.",
                "Give a number from 0 to 1.",
            )
