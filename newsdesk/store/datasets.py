"""Data sets: they come in small transactions, are complete or nowhere, and remember every label."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import msgspec
from sqlalchemy import Connection, Row, bindparam, insert, select, update

from newsdesk.core.article import Cover
from newsdesk.core.dataset import (
    Dataset,
    DatasetProblem,
    LabelChange,
    LabelledArticle,
    Origin,
    SectionCount,
    Split,
    SplitPlan,
)
from newsdesk.core.errors import StoreError
from newsdesk.core.section import Section
from newsdesk.store import dataset_rows
from newsdesk.store.connection import Database, in_batches
from newsdesk.store.cover_files import CoverFiles
from newsdesk.store.cover_rows import add_covers
from newsdesk.store.dataset_labels import BATCH, DatasetLabels, as_json, set_values, touch
from newsdesk.store.dataset_removal import COMING, delete_hidden, hide
from newsdesk.store.dataset_rows import Facts, RowFilter
from newsdesk.store.schema import dataset_articles, datasets, now
from newsdesk.store.storable import storable

Division = tuple[int, Split, int]
"""Number, split and fold of a row."""
# The repository has a method `list`, which hides the type of that name from its annotations.
_Rows = list[LabelledArticle]
_Counts = list[SectionCount]
_Bins = list[tuple[int, int]]
_Problems = list[DatasetProblem]
_Changes = list[LabelChange]
_d, _s = dataset_articles.c, datasets.c


class DatasetRepository(DatasetLabels):
    """The data sets of one store. Every method is short transactions and may raise StoreError."""

    def __init__(self, database: Database, cover_files: CoverFiles) -> None:
        super().__init__(database)
        self._covers = cover_files
        self._facts: dict[int, tuple[datetime, Facts]] = {}

    def begin(
        self,
        name: str,
        title: str,
        origin: Origin,
        source: str,
        sections: Sequence[Section],
        plan: SplitPlan,
        replacing: bool = False,
    ) -> int:
        """Start a set that nobody sees before `finish`; returns its id.

        Raises StoreError `name_taken` where a set of that name is here, unless it is replaced.
        """
        moment = now()
        values = {
            "name": f"{COMING}{uuid4().hex}",
            "title": storable(title),
            "origin": origin,
            "source": storable(source),
            "complete": False,
            "created": moment,
            "changed": moment,
            "fingerprint": "",
            "sections": as_json(sections),
            "plan": as_json(plan),
            "note": name,  # the name that it is to have
        }
        with self._database.write() as connection:
            if not replacing:
                _check_free(connection, name)
            return int(connection.scalar(insert(datasets).returning(_s.id), values) or 0)

    def add_rows(
        self,
        dataset_id: int,
        rows: Sequence[LabelledArticle],
        covers: Mapping[str, Cover] | None = None,
    ) -> None:
        """Add rows, all or none. covers: those that are not yet in the store, by digest."""
        for cover in (covers or {}).values():
            self._covers.keep(cover)
        with self._database.write() as connection:
            add_covers(connection, self._covers, covers or {})
            dataset_rows.add(connection, dataset_id, rows)
            touch(connection, dataset_id)

    def add_problems(self, dataset_id: int, problems: Sequence[DatasetProblem]) -> None:
        """Add what was found wrong with rows."""
        with self._database.write() as connection:
            dataset_rows.add_problems(connection, dataset_id, problems)
            touch(connection, dataset_id)

    def divide(
        self,
        dataset_id: int,
        plan: SplitPlan,
        divisions: Iterable[Division],
        fingerprint: str,
        note: str,
    ) -> None:
        """Divide a complete set anew, all of it at once. divisions: of the rows that move."""
        statement = (
            update(dataset_articles)
            .where(_d.dataset_id == dataset_id, _d.number == bindparam("row"))
            .values(split=bindparam("part"), fold=bindparam("place"))
        )
        values = [
            {"row": number, "part": split, "place": fold} for number, split, fold in divisions
        ]
        with self._database.write() as connection:
            for batch in in_batches(values, BATCH):
                connection.execute(statement, list(batch))
            kept = {"fingerprint": fingerprint, "note": storable(note)}
            set_values(connection, dataset_id, plan=as_json(plan), **kept)

    def finish(
        self, dataset_id: int, fingerprint: str, note: str = "", replacing: bool = False
    ) -> None:
        """Make a set complete: from now on it is seen.

        Raises StoreError `name_taken`; with `replacing` the set of that name goes instead.
        """
        with self._database.write() as connection:
            row = connection.execute(select(datasets).where(_s.id == dataset_id)).one()
            gone = _id_of(connection, row.note)
            if gone is not None and not replacing:
                raise _taken(row.note)
            if gone is not None:
                hide(connection, gone)
            set_values(
                connection,
                dataset_id,
                name=row.note,
                complete=True,
                fingerprint=fingerprint,
                note=storable(note),
            )
        if gone is not None:
            self._forget(gone)

    def discard(self, dataset_id: int) -> None:
        """Delete a set that was begun and is not wanted after all."""
        self._forget(dataset_id)

    def clear_incomplete(self, older: timedelta = timedelta(minutes=10)) -> int:
        """Delete what an import left behind that ended badly; returns how many sets.

        older: only those that nobody has written to for so long.
        """
        which = select(_s.id).where(_s.name.startswith(COMING), _s.changed <= now() - older)
        with self._database.read() as connection:
            found = connection.scalars(which).all()
        for dataset_id in found:
            self._forget(dataset_id)
        return len(found)

    def list(self) -> list[Dataset]:
        """All complete sets, by name."""
        with self._database.read() as connection:
            wanted = select(datasets).where(_s.complete).order_by(_s.name)
            return [self._dataset(connection, row) for row in connection.execute(wanted).all()]

    def get(self, name: str) -> Dataset | None:
        """The complete set of a name; None where there is none."""
        with self._database.read() as connection:
            row = connection.execute(select(datasets).where(_s.complete, _s.name == name)).first()
            return None if row is None else self._dataset(connection, row)

    def counts(self, dataset_id: int) -> _Counts:
        """Rows of each section by split, in the order of the sections."""
        with self._database.read() as connection:
            codes = [section.code for section in _sections(connection, dataset_id)]
            return dataset_rows.counts(connection, dataset_id, codes)

    def lengths(self, dataset_id: int) -> _Bins:
        """A histogram of characters: lower edge, rows; the last bin has no upper edge."""
        with self._database.read() as connection:
            return dataset_rows.lengths(connection, dataset_id)

    def languages(self, dataset_id: int) -> dict[str, int]:
        """Rows by language, the commonest first; rows that name none are left out."""
        with self._database.read() as connection:
            return dataset_rows.languages(connection, dataset_id)

    def rows(self, dataset_id: int) -> Iterator[LabelledArticle]:
        """All rows in order of number, as they were at the first one, few of them in memory."""
        with self._database.read() as connection:
            yield from dataset_rows.stream(connection, dataset_id)

    def page(
        self,
        dataset_id: int,
        section: str = "",
        split: str = "",
        search: str = "",
        only_duplicates: bool = False,
        offset: int = 0,
        limit: int = 200,
        unlabelled: bool = False,
    ) -> _Rows:
        """A page of rows in order of number; duplicates by group."""
        which = RowFilter(section, split, search, only_duplicates, unlabelled)
        with self._database.read() as connection:
            return dataset_rows.page(connection, dataset_id, which, offset, limit)

    def count_rows(
        self,
        dataset_id: int,
        section: str = "",
        split: str = "",
        search: str = "",
        only_duplicates: bool = False,
        unlabelled: bool = False,
    ) -> int:
        """How many rows these filters list."""
        which = RowFilter(section, split, search, only_duplicates, unlabelled)
        with self._database.read() as connection:
            return dataset_rows.count(connection, dataset_id, which)

    def row(self, dataset_id: int, number: int) -> LabelledArticle | None:
        """One row; None where there is none."""
        with self._database.read() as connection:
            return dataset_rows.get(connection, dataset_id, number)

    def sections(self, dataset_id: int) -> dict[int, str]:
        """The section of every row by its number; empty where the row has none."""
        with self._database.read() as connection:
            return dataset_rows.sections(connection, dataset_id)

    def sections_of(self, dataset_id: int, numbers: Sequence[int]) -> dict[int, str]:
        """The section of these rows by number; those that are gone are left out."""
        with self._database.read() as connection:
            return dataset_rows.sections_of(connection, dataset_id, numbers)

    def problems(self, dataset_id: int, offset: int = 0, limit: int = 1000) -> _Problems:
        """What was found wrong with rows, in the order of the source."""
        with self._database.read() as connection:
            return dataset_rows.problems(connection, dataset_id, offset, limit)

    def rename(self, dataset_id: int, name: str, title: str | None = None) -> None:
        """Give a set another name, and another title where one is given.

        Raises StoreError `name_taken`.
        """
        with self._database.write() as connection:
            other = _id_of(connection, name)
            if other not in (None, dataset_id):
                raise _taken(name)
            titled = {} if title is None else {"title": storable(title)}
            set_values(connection, dataset_id, name=name, **titled)

    def remove(self, dataset_id: int) -> None:
        """Delete a set. Of one made from decisions it is remembered what was tested on."""
        with self._database.write() as connection:
            hide(connection, dataset_id)
        self._forget(dataset_id)

    def tested(self) -> Iterator[LabelledArticle]:
        """Rows that were ever tested on in a set made from decisions; removed sets count."""
        wanted = select(_s.id).where(_s.origin == "decisions", ~_s.name.startswith(COMING))
        with self._database.read() as connection:
            for dataset_id in connection.scalars(wanted).all():
                for row in dataset_rows.stream(connection, dataset_id):
                    if row.split == "test":
                        yield row

    def _dataset(self, connection: Connection, row: Row[Any]) -> Dataset:
        known = self._facts.get(row.id)
        if known is None or known[0] != row.changed:
            # Counting reads every row: once for every change of the set.
            known = self._facts[row.id] = (row.changed, dataset_rows.facts(connection, row.id))
        facts = known[1]
        return Dataset(
            id=row.id,
            name=row.name,
            title=row.title,
            origin=row.origin,
            source=row.source,
            created=row.created,
            changed=row.changed,
            fingerprint=row.fingerprint,
            sections=msgspec.json.decode(row.sections, type=tuple[Section, ...]),
            languages=facts.languages,
            plan=msgspec.json.decode(row.plan, type=SplitPlan),
            rows=facts.rows,
            labelled=facts.labelled,
            duplicates=facts.duplicates,
            covers=facts.covers,
            problems=facts.problems,
            note=row.note,
        )

    def _forget(self, dataset_id: int) -> None:
        delete_hidden(self._database, dataset_id)
        self._facts.pop(dataset_id, None)


def _id_of(connection: Connection, name: str) -> int | None:
    found: int | None = connection.scalar(select(_s.id).where(_s.name == name))
    return found


def _check_free(connection: Connection, name: str) -> None:
    if _id_of(connection, name) is not None:
        raise _taken(name)


def _sections(connection: Connection, dataset_id: int) -> tuple[Section, ...]:
    stored = connection.scalar(select(_s.sections).where(_s.id == dataset_id))
    return msgspec.json.decode(stored or "[]", type=tuple[Section, ...])


def _taken(name: str) -> StoreError:
    return StoreError(
        "name_taken",
        f"There is a data set called {name} already.",
        "Choose another name, or replace that one.",
    )
