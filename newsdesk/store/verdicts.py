"""Verdicts: what follows from a model's answer, by the rules of filing in force."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, case, false, or_, select, update

from newsdesk.core.prediction import Prediction
from newsdesk.store.records import FilingRules, Verdict
from newsdesk.store.schema import filing_rules, predictions


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


def judge_anew(connection: Connection, rules: FilingRules) -> None:
    """Judge all that a model has answered; only what changes is written."""
    p = predictions.c
    judged = case((reaches(rules.thresholds if rules.enabled else {}), "filed"), else_="asks")
    connection.execute(
        update(predictions)
        .where(p.model == rules.model, p.verdict != "abstains", p.verdict != judged)
        .values(verdict=judged)
    )
