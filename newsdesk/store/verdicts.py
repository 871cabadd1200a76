"""Verdicts: what follows from a model's answer, by the rules of filing in force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, case, false, or_, select, update

from newsdesk.core.prediction import Prediction
from newsdesk.store.id_sets import fetch_ids
from newsdesk.store.records import FilingRules, Verdict
from newsdesk.store.schema import filing_rules, predictions

if TYPE_CHECKING:
    from newsdesk.store.id_sets import Ids


def rules_in(connection: Connection, model: str) -> FilingRules:
    """The rules of one model; where none were made it files nothing."""
    row = connection.execute(select(filing_rules).where(filing_rules.c.model == model)).first()
    if row is None:
        return FilingRules(model)
    thresholds = msgspec.json.decode(row.thresholds, type=dict[str, float])
    return FilingRules(model, row.enabled, thresholds)


def verdict(prediction: Prediction, rules: FilingRules) -> Verdict:
    """What follows from an answer."""
    if prediction.abstains:
        return "abstains"
    threshold = rules.thresholds.get(prediction.section) if rules.enabled else None
    return "asks" if threshold is None or prediction.confidence < threshold else "filed"


def reaches(thresholds: Mapping[str, float]) -> ColumnElement[bool]:
    """The answers whose confidence reaches the threshold of their section."""
    p = predictions.c
    return or_(
        false(), *(and_(p.section == code, p.confidence >= t) for code, t in thresholds.items())
    )


def misjudged(connection: Connection, rules: FilingRules) -> Ids:
    """The articles about which a model's answer has another verdict than by these rules."""
    p = predictions.c
    return fetch_ids(
        connection,
        select(p.article_id).where(p.model == rules.model, p.verdict != _by_rules(rules)),
    )


def judge_anew(connection: Connection, rules: FilingRules, article_ids: Sequence[int]) -> None:
    """Judge what a model has answered about these articles."""
    p = predictions.c
    # A condition on the verdict would make SQLite walk through all answers of the model.
    chosen = update(predictions).where(p.model == rules.model, p.article_id.in_(article_ids))
    connection.execute(chosen.values(verdict=_by_rules(rules)))


def _by_rules(rules: FilingRules) -> ColumnElement[str]:
    """The verdict of an answer in the database."""
    files = reaches(rules.thresholds if rules.enabled else {})
    abstains = predictions.c.verdict == "abstains"
    return case((abstains, "abstains"), (files, "filed"), else_="asks")
