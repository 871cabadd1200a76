"""Filing: from which confidence on a model files by itself, and what that comes to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import sleep

import msgspec
from sqlalchemy import delete, func, insert, or_, select, update

from newsdesk.core.errors import StoreError
from newsdesk.store.connection import Database, in_batches
from newsdesk.store.records import FilingRules
from newsdesk.store.schema import decisions, filing_rules, models, predictions
from newsdesk.store.verdicts import judge_anew, misjudged, reaches, rules_in

PORTION = 1000
"""Answers judged in one transaction: whoever decides meanwhile waits no longer than for these."""
_PAUSE_S = 0.03  # in which another writer, who looks for the lock every 25 ms, gets it
_TRIES = 20

Stop = Callable[[], bool]
"""Whether judging is to be broken off."""


class FilingRepository:
    """The rules of filing of one store. Every method may raise StoreError.

    Every method is one transaction, but for those that judge: these take several short ones.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, model: str) -> FilingRules:
        """The rules of one model; where none were made it files nothing."""
        with self._database.read() as connection:
            return rules_in(connection, model)

    def set(self, rules: FilingRules, stop: Stop = lambda: False) -> None:
        """Put rules in force at once, then judge by them all that the model has answered.

        Decisions stand whatever the rules. What is left unjudged when `stop` says so, or after
        a kill, `finish` judges. Raises StoreError `bad_threshold` where a threshold is not from
        0 to 1.
        """
        _check(rules.thresholds)
        values = {
            "model": rules.model,
            "enabled": rules.enabled,
            "thresholds": msgspec.json.encode(rules.thresholds).decode("utf-8"),
            "judged": False,
        }
        with self._database.write() as connection:
            connection.execute(delete(filing_rules).where(filing_rules.c.model == rules.model))
            connection.execute(insert(filing_rules), values)
        self._judge(rules, stop)

    def unfinished(self) -> list[str]:
        """The models that have answers which were not judged by the rules in force."""
        f = filing_rules.c
        with self._database.read() as connection:
            return list(connection.scalars(select(f.model).where(~f.judged).order_by(f.model)))

    def finish(self, stop: Stop = lambda: False) -> None:
        """Judge what was left when judging was broken off."""
        for model in self.unfinished():
            self._judge(self.get(model), stop)

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

    def _judge(self, rules: FilingRules, stop: Stop) -> None:
        with self._database.read() as connection:
            article_ids = misjudged(connection, rules).tolist()
        for number, portion in enumerate(in_batches(article_ids, PORTION)):
            if number:
                sleep(_PAUSE_S)
            if stop():
                return
            self._judge_portion(rules, portion, stop)
        with self._database.write() as connection:
            if rules_in(connection, rules.model) == rules:
                mine = update(filing_rules).where(filing_rules.c.model == rules.model)
                connection.execute(mine.values(judged=True))

    def _judge_portion(self, rules: FilingRules, article_ids: Sequence[int], stop: Stop) -> None:
        """One transaction. It can wait for other writers, as nobody waits for it."""
        for left in reversed(range(_TRIES)):
            try:
                with self._database.write() as connection:
                    # Whoever has put others in force meanwhile judges by those.
                    if rules_in(connection, rules.model) == rules:
                        judge_anew(connection, rules, article_ids)
                return
            except StoreError as error:
                if error.problem.kind != "busy" or not left or stop():
                    raise


def _check(thresholds: Mapping[str, float]) -> None:
    for code, threshold in thresholds.items():
        if not 0 <= threshold <= 1:
            raise StoreError(
                "bad_threshold",
                f"The threshold of {code} is {threshold}, which is no confidence.",
                "Give a number from 0 to 1.",
            )
