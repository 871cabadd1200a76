"""Changes of sections in data sets, and the ledger that remembers them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec
from sqlalchemy import Connection, insert, literal, select, update

from newsdesk.core.dataset import LabelChange, LabelledArticle, Split, SplitPlan
from newsdesk.core.errors import StoreError
from newsdesk.core.fingerprint import moved
from newsdesk.core.section import Section
from newsdesk.store import dataset_rows, ledger
from newsdesk.store.records import Choice
from newsdesk.store.schema import (
    articles,
    dataset_articles,
    datasets,
    label_changes,
    now,
    second_sections,
)
from newsdesk.store.storable import storable

_d = dataset_articles.c


@dataclass(frozen=True, slots=True)
class Labelled:
    """What a change of labels needs to know of a set."""

    id: int
    fingerprint: str
    sections: tuple[Section, ...]
    plan: SplitPlan

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of its sections."""
        return tuple(section.code for section in self.sections)


def change(
    connection: Connection, known: Labelled, number: int, section: str, who: str, reason: str
) -> LabelChange:
    """Give a row another section, or none; see `DatasetRepository.change_label`."""
    before = dataset_rows.get(connection, known.id, number)
    if before is None:
        raise StoreError("no_row", f"The data set has no row {number}.", "Look at its rows again.")
    if section and section not in known.codes:
        raise _unknown(section, known.codes)
    if section == before.section:
        raise StoreError(
            "same_section",
            f"Row {number} is in the section {section} already." if section
            else f"Row {number} has no section already.",
            "Choose another one.",
        )  # fmt: skip
    split, fold = _side(connection, known, before, section)
    after = replace(before, section=section, split=split, fold=fold)
    connection.execute(
        update(dataset_articles)
        .where(_d.dataset_id == known.id, _d.number == number)
        .values(section=section, split=split, fold=fold)
    )
    _set_fingerprint(connection, known.id, moved(known.fingerprint, [before], [after]))
    if before.article_id is not None:
        _decide(connection, before.article_id, before.section, section, who, reason)
    values = {
        "dataset_id": known.id,
        "number": number,
        "from_section": before.section,
        "to_section": section,
        "who": who,
        "at": now(),
        "reason": storable(reason),
    }
    line = connection.scalar(insert(label_changes).returning(label_changes.c.id), values)
    found = connection.execute(select(label_changes).where(label_changes.c.id == line)).one()
    return LabelChange(**found._mapping)


def history(connection: Connection, dataset_id: int, number: int) -> list[LabelChange]:
    """Every change of a row's section, oldest first."""
    c = label_changes.c
    wanted = select(label_changes).where(c.dataset_id == dataset_id, c.number == number)
    return [LabelChange(**row._mapping) for row in connection.execute(wanted.order_by(c.id))]


def merge(
    connection: Connection, known: Labelled, from_codes: Sequence[str], to_code: str, who: str
) -> int:
    """Give all rows of some sections another one; returns how many rows."""
    gone = [code for code in from_codes if code != to_code]
    for code in gone:
        if code not in known.codes:
            raise _unknown(code, known.codes)
    if not to_code.strip():
        raise StoreError(
            "blank_section", "Sections can only be merged into one with a name.", "Name it."
        )
    which = (_d.dataset_id == known.id, _d.section.in_(gone))
    lines = select(
        _d.dataset_id, _d.number, _d.section, literal(to_code), literal(who), literal(now()),
        literal("merged"),
    ).where(*which)  # fmt: skip
    columns = ["dataset_id", "number", "from_section", "to_section", "who", "at", "reason"]
    connection.execute(insert(label_changes).from_select(columns, lines.order_by(_d.number)))
    rows = list(dataset_rows.stream(connection, known.id, *which))
    connection.execute(update(dataset_articles).where(*which).values(section=to_code))
    connection.execute(
        update(datasets)
        .where(datasets.c.id == known.id)
        .values(sections=msgspec.json.encode(_merged(known.sections, gone, to_code)).decode())
    )
    after = (replace(row, section=to_code) for row in rows)
    _set_fingerprint(connection, known.id, moved(known.fingerprint, rows, after))
    return len(rows)


def check_kept(connection: Connection, dataset_id: int, codes: Sequence[str]) -> None:
    """Raise StoreError (`section_in_use`) where a row has a section that is not among these."""
    used = select(_d.section).where(_d.dataset_id == dataset_id, _d.section != "").distinct()
    lost = sorted(set(connection.scalars(used)) - set(codes))
    if lost:
        raise StoreError(
            "section_in_use",
            f"There are rows in the section {lost[0]}, so it cannot go.",
            "Merge it into another one first.",
        )


def _merged(sections: Sequence[Section], gone: Sequence[str], to_code: str) -> list[Section]:
    """The sections after a merge; a new one stands where the first of the merged ones stood."""
    if any(section.code == to_code for section in sections):
        return [section for section in sections if section.code not in gone]
    found: list[Section] = []
    for section in sections:
        if section.code not in gone:
            found.append(section)
        elif all(other.code != to_code for other in found):
            found.append(Section(to_code))
    return found or [Section(to_code)]


def _side(
    connection: Connection, known: Labelled, row: LabelledArticle, section: str
) -> tuple[Split, int]:
    """Split and fold of a row after the change: none without a section, else its group's."""
    if not section:
        return "", 0
    if row.section:
        return row.split, row.fold
    relative = connection.execute(
        select(_d.split, _d.fold)
        .where(_d.dataset_id == known.id, _d.near == row.group, _d.section != "")
        .limit(1)
    ).first()
    if relative is not None:
        return relative.split, relative.fold
    if known.plan.way == "folds":
        return "", row.group % known.plan.folds + 1
    return "train", 0


def _decide(
    connection: Connection, article_id: int, label: str, section: str, who: str, reason: str
) -> None:
    """The same decision about the desk's article, unless it is gone or so decided already.

    label: what the row had. Where the desk has decided otherwise since, its decision stands.
    """
    found = connection.execute(
        select(articles.c.status, articles.c.decided_section).where(articles.c.id == article_id)
    ).first()
    if found is None or found.status not in ("open", "decided"):
        return
    standing = found.decided_section or ""
    if standing not in ("", label, section):
        return
    if standing != section:
        second = second_sections.c
        also = connection.scalar(select(second.section).where(second.article_id == article_id))
        also = also if section and also != section else None
        ledger.record(connection, Choice(article_id, section or None, also, reason), who, None)


def _set_fingerprint(connection: Connection, dataset_id: int, value: str) -> None:
    connection.execute(
        update(datasets).where(datasets.c.id == dataset_id).values(fingerprint=value)
    )


def _unknown(section: str, codes: Sequence[str]) -> StoreError:
    return StoreError(
        "unknown_section",
        f"The data set has no section called {section}.",
        f"Choose one of {', '.join(codes)}, or add it to the set's sections first.",
    )
