"""The rows of data sets, within a transaction of the repository."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, func, insert, or_, select
from sqlalchemy.sql.elements import ColumnElement

from newsdesk.core.dataset import DatasetProblem, LabelledArticle, SectionCount
from newsdesk.store.connection import in_batches
from newsdesk.store.schema import dataset_articles, dataset_problems
from newsdesk.store.storable import storable

_BINS = 24
_FINE = 20  # characters
_NICE = (20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)
_d = dataset_articles.c
_ALL: Select[Any] = select(
    _d.number, _d.title, _d.body, _d.section, _d.label, _d.language, _d.date, _d.source_row,
    _d.cover, _d.near, _d.split, _d.fold, _d.article_id,
)  # fmt: skip
"""The columns of a row, as the fields of LabelledArticle follow one another."""


@dataclass(frozen=True, slots=True)
class RowFilter:
    """Which rows are listed. section, split, search: "" for all; search looks into the text."""

    section: str = ""
    split: str = ""
    search: str = ""
    only_duplicates: bool = False
    unlabelled: bool = False

    def conditions(self, dataset_id: int) -> list[ColumnElement[bool]]:
        """What a row of this set must fulfil."""
        found: list[ColumnElement[bool]] = [_d.dataset_id == dataset_id]
        if self.section:
            found.append(_d.section == self.section)
        if self.unlabelled:
            found.append(_d.section == "")
        if self.split:
            found.append(_d.split == self.split)
        for word in self.search.split():
            found.append(
                or_(
                    _d.title.icontains(word, autoescape=True),
                    _d.body.icontains(word, autoescape=True),
                )
            )
        if self.only_duplicates:
            repeated = (
                select(_d.near).where(_d.dataset_id == dataset_id, _d.near != _d.number).distinct()
            )
            found.append(_d.near.in_(repeated))
        return found


@dataclass(frozen=True, slots=True)
class Facts:
    """What is counted over all rows of one set."""

    rows: int
    labelled: int
    duplicates: int
    covers: int
    problems: int
    languages: tuple[str, ...]


def add(connection: Connection, dataset_id: int, rows: Sequence[LabelledArticle]) -> None:
    """Insert rows."""
    values = [
        {
            "dataset_id": dataset_id,
            "number": row.number,
            "section": storable(row.section),
            "split": row.split,
            "fold": row.fold,
            "near": row.group or row.number,
            "title": storable(row.title),
            "label": storable(row.label),
            "language": storable(row.language),
            "date": storable(row.date),
            "source_row": row.source_row,
            "cover": row.cover,
            "article_id": row.article_id,
            "length": len(row.title) + len(row.body),
            "body": storable(row.body),
        }
        for row in rows
    ]
    if values:
        connection.execute(insert(dataset_articles), values)


def add_problems(
    connection: Connection, dataset_id: int, problems: Sequence[DatasetProblem]
) -> None:
    """Insert problems."""
    values = [
        {
            "dataset_id": dataset_id,
            "source_row": problem.row,
            "kind": problem.kind,
            "message": storable(problem.message),
        }
        for problem in problems
    ]
    if values:
        connection.execute(insert(dataset_problems), values)


def problems(
    connection: Connection, dataset_id: int, offset: int, limit: int
) -> list[DatasetProblem]:
    """A page of problems: those of the whole source, then by row."""
    p = dataset_problems.c
    wanted = (
        select(p.source_row, p.kind, p.message)
        .where(p.dataset_id == dataset_id)
        .order_by(func.coalesce(p.source_row, 0), p.id)
    )
    return [DatasetProblem(*row) for row in connection.execute(wanted.offset(offset).limit(limit))]


def stream(
    connection: Connection, dataset_id: int, *which: ColumnElement[bool]
) -> Iterator[LabelledArticle]:
    """Rows in order of number, all or those that are asked for, a few at a time in memory."""
    wanted = _ALL.where(_d.dataset_id == dataset_id, *which).order_by(_d.number)
    for found in connection.execution_options(yield_per=1000).execute(wanted):
        yield _record(found)


def page(
    connection: Connection, dataset_id: int, which: RowFilter, offset: int, limit: int
) -> list[LabelledArticle]:
    """A page of rows in order of number; duplicates stand beside the first of their group."""
    order = (_d.near, _d.number) if which.only_duplicates else (_d.number,)
    numbers = select(_d.number).where(*which.conditions(dataset_id)).order_by(*order)
    # The numbers first: what is passed over never has its body read.
    chosen = connection.scalars(numbers.offset(offset).limit(limit)).all()
    found = connection.execute(_ALL.where(_d.dataset_id == dataset_id, _d.number.in_(chosen)))
    by_number = {row.number: _record(row) for row in found}
    return [by_number[number] for number in chosen]


def count(connection: Connection, dataset_id: int, which: RowFilter) -> int:
    """How many rows a filter lists."""
    wanted = select(func.count()).select_from(dataset_articles)
    return int(connection.scalar(wanted.where(*which.conditions(dataset_id))) or 0)


def get(connection: Connection, dataset_id: int, number: int) -> LabelledArticle | None:
    """One row; None where there is none."""
    found = connection.execute(_ALL.where(_d.dataset_id == dataset_id, _d.number == number)).first()
    return None if found is None else _record(found)


def sections(connection: Connection, dataset_id: int) -> dict[int, str]:
    """The section of every row by its number."""
    wanted = select(_d.number, _d.section).where(_d.dataset_id == dataset_id)
    return {row.number: row.section for row in connection.execute(wanted)}


def sections_of(connection: Connection, dataset_id: int, numbers: Sequence[int]) -> dict[int, str]:
    """The section of these rows by number; those that are gone are left out."""
    wanted = select(_d.number, _d.section).where(_d.dataset_id == dataset_id)
    found: dict[int, str] = {}
    for batch in in_batches(numbers):
        for number, section in connection.execute(wanted.where(_d.number.in_(batch))):
            found[number] = section
    return found


def facts(connection: Connection, dataset_id: int) -> Facts:
    """Count what lists show of a set."""
    mine = _d.dataset_id == dataset_id
    rows, labelled, duplicates, covers = connection.execute(
        select(
            func.count(),
            func.count().filter(_d.section != ""),
            func.count().filter(_d.near != _d.number),
            func.count(_d.cover),
        ).where(mine)
    ).one()
    problems = connection.scalar(
        select(func.count()).where(dataset_problems.c.dataset_id == dataset_id)
    )
    found = tuple(languages(connection, dataset_id))
    return Facts(rows, labelled, duplicates, covers, problems or 0, found)


def languages(connection: Connection, dataset_id: int) -> dict[str, int]:
    """Rows by language where they name one, the commonest first."""
    number = func.count().label("number")
    wanted = (
        select(_d.language, number)
        .where(_d.dataset_id == dataset_id, _d.language != "")
        .group_by(_d.language)
        .order_by(number.desc(), _d.language)
    )
    return {row.language: row.number for row in connection.execute(wanted)}


def counts(connection: Connection, dataset_id: int, codes: Sequence[str]) -> list[SectionCount]:
    """Rows of each section by split; those of a set in folds count as train."""
    wanted = (
        select(_d.section, _d.split, func.count())
        .where(_d.dataset_id == dataset_id, _d.section != "")
        .group_by(_d.section, _d.split)
    )
    found: dict[str, Counter[str]] = {code: Counter() for code in codes}
    for section, split, number in connection.execute(wanted):
        found.setdefault(section, Counter())[split or "train"] += number
    return [SectionCount(code, c["train"], c["dev"], c["test"]) for code, c in found.items()]


def lengths(connection: Connection, dataset_id: int) -> list[tuple[int, int]]:
    """Lower edge in characters, and rows from there to the next edge; the last bin is open."""
    place = (_d.length - _d.length % _FINE).label("edge")
    wanted = select(place, func.count()).where(_d.dataset_id == dataset_id).group_by(place)
    fine = sorted((int(edge), int(number)) for edge, number in connection.execute(wanted))
    if not fine:
        return []
    width = _width(fine)
    last = min(fine[-1][0] // width, _BINS)
    bins = [0] * (last + 1)
    for edge, number in fine:
        bins[min(edge // width, last)] += number
    return [(place * width, number) for place, number in enumerate(bins)]


def _width(fine: Sequence[tuple[int, int]]) -> int:
    """The bin that shows all but the longest fiftieth of the rows in `_BINS` steps."""
    left = sum(number for _, number in fine) * 0.98
    longest = 0
    for edge, number in fine:
        longest, left = edge, left - number
        if left <= 0:
            break
    return next((width for width in _NICE if width * _BINS > longest), _NICE[-1])


def _record(row: Sequence[Any]) -> LabelledArticle:
    return LabelledArticle(*row)
