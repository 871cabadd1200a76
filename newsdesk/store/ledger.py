"""How lines get into the ledger, within a transaction that may do more besides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Connection,
    Row,
    Select,
    and_,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from newsdesk.core.errors import StoreError
from newsdesk.store.conflict import DecisionConflict
from newsdesk.store.connection import in_batches
from newsdesk.store.records import Choice, Decision
from newsdesk.store.schema import articles, decisions, now, predictions, second_sections


@dataclass(frozen=True, slots=True)
class _Found:
    """What is known of an article before a line is written. newest: id of its newest line."""

    status: str
    standing: str | None
    said: str | None
    sure: float | None
    newest: int


def record(connection: Connection, choice: Choice, who: str, model: str | None) -> Decision:
    """Write one line. Raises StoreError as `DecisionRepository.record` does."""
    check_words(choice)
    found = _find(connection, [choice.article_id], model).get(choice.article_id)
    refusal = _refusal(connection, choice, found)
    if refusal is not None:
        raise refusal
    assert found is not None
    return _write(connection, [(choice, found)], who, model)[0]


def record_many(
    connection: Connection, choices: Sequence[Choice], who: str, model: str | None
) -> list[Decision]:
    """Write a line for each choice that can be decided; of two about one article the later."""
    for choice in choices:
        check_words(choice)
    latest = {choice.article_id: choice for choice in choices}
    made: list[Decision] = []
    for batch in in_batches(list(latest)):
        known = _find(connection, batch, model)
        fit = [
            (latest[i], known[i])
            for i in batch
            if _refusal(connection, latest[i], known.get(i)) is None
        ]
        if fit:
            made += _write(connection, fit, who, model)
    return made


def check_words(choice: Choice) -> None:
    """Refuse choices that make no sense, whatever the article."""
    if choice.section is None:
        return
    if not choice.section.strip() or (choice.also is not None and not choice.also.strip()):
        raise StoreError(
            "blank_section", "A decision needs a section.", "Choose one of the sections."
        )
    if choice.also == choice.section:
        raise StoreError(
            "same_section",
            "The second section is the same as the first.",
            "Choose another one as the second.",
        )


def newest_line(connection: Connection, article_id: int) -> Decision | None:
    """The newest line about an article; None where there is none."""
    lines = select(decisions).where(decisions.c.article_id == article_id)
    row = connection.execute(lines.order_by(decisions.c.id.desc()).limit(1)).first()
    return None if row is None else decision_of(row)


def decision_of(row: Row[*tuple[Any, ...]]) -> Decision:
    """The record of one row."""
    return Decision(**row._mapping)


def _find(
    connection: Connection, article_ids: Sequence[int], model: str | None
) -> dict[int, _Found]:
    found = connection.execute(_known(article_ids, model))
    return {
        row.id: _Found(row.status, row.decided_section, row.section, row.confidence, row.newest)
        for row in found
    }


def _known(article_ids: Sequence[int], model: str | None) -> Select[Any]:
    a, p, d = articles.c, predictions.c, decisions.c
    # An answer of a model that cannot read the text says nothing.
    mine = and_(p.article_id == a.id, p.model == model, p.verdict != "abstains")
    newest = select(func.coalesce(func.max(d.id), 0)).where(d.article_id == a.id).scalar_subquery()
    return (
        select(
            a.id, a.status, a.decided_section, p.section, p.confidence, newest.label("newest")
        )
        .select_from(articles.outerjoin(predictions, mine))
        .where(a.id.in_(article_ids))
    )  # fmt: skip


def _refusal(connection: Connection, choice: Choice, found: _Found | None) -> StoreError | None:
    """Why a choice cannot be written, if so."""
    if found is None or found.status == "removed":
        return StoreError(
            "no_article", "This article was removed.", "Restore it before deciding about it."
        )
    if found.status == "failed":
        return StoreError(
            "failed_article",
            "This file could not be read, so there is nothing to decide.",
            "Mend the file and add it again.",
        )
    if choice.seen is not None and choice.seen != found.newest:
        newest = newest_line(connection, choice.article_id)
        assert newest is not None
        return DecisionConflict(newest)
    if choice.section is None and found.standing is None:
        return StoreError(
            "no_decision",
            "There is no decision about this article to take back.",
            "It may have been taken back already.",
        )
    return None


def _write(
    connection: Connection,
    choices: Sequence[tuple[Choice, _Found]],
    who: str,
    model: str | None,
) -> list[Decision]:
    values = list(_lines(choices, who, model))
    added = insert(decisions).returning(decisions.c.id, sort_by_parameter_order=True)
    numbers = connection.scalars(added, values).all()
    made = [Decision(id=i, **line) for i, line in zip(numbers, values, strict=True)]
    connection.execute(
        update(articles)
        .where(articles.c.id == bindparam("article"))
        .values(decided_section=bindparam("section"), status=bindparam("state")),
        [
            {
                "article": line.article_id,
                "section": line.to_section,
                "state": "open" if line.to_section is None else "decided",
            }
            for line in made
        ],
    )
    ids = [line.article_id for line in made]
    connection.execute(delete(second_sections).where(second_sections.c.article_id.in_(ids)))
    second = [{"article_id": m.article_id, "section": m.also} for m in made if m.also]
    if second:
        connection.execute(insert(second_sections), second)
    return made


def _lines(
    choices: Sequence[tuple[Choice, _Found]], who: str, model: str | None
) -> Iterator[dict[str, Any]]:
    moment = now()
    for choice, found in choices:
        yield {
            "article_id": choice.article_id,
            "from_section": found.standing or found.said,
            "to_section": choice.section,
            "who": who,
            "at": moment,
            "reason": choice.reason,
            "model": model,
            "model_section": found.said,
            "model_confidence": found.sure,
            "also": choice.also if choice.section is not None else None,
        }
