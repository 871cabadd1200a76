"""The sections of rows in data sets: changed, merged, and remembered; and rows that come later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, select, update

from newsdesk.core.dataset import LabelChange, LabelledArticle, SplitPlan
from newsdesk.core.errors import StoreError
from newsdesk.core.fingerprint import moved
from newsdesk.core.section import Section
from newsdesk.store import dataset_rows, labels
from newsdesk.store.connection import Database, in_batches
from newsdesk.store.schema import datasets, now
from newsdesk.store.storable import storable

BATCH = 5000
"""Rows that one statement takes."""
_s = datasets.c


class DatasetLabels:
    """What is changed in complete sets. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def change_label(
        self, dataset_id: int, number: int, section: str, who: str, reason: str = ""
    ) -> LabelChange:
        """Give a row another section, or none, and write down who did it.

        The desk's article that the row was made from gets the same decision. A row that had no
        section takes the split of its near-duplicates, else it is learned from.
        Raises StoreError: `no_row`, `unknown_section`, `same_section`.
        """
        with self._database.write() as connection:
            known = self._complete(connection, dataset_id)
            change = labels.change(connection, known, number, section, who, reason)
            touch(connection, dataset_id)
        return change

    def change_labels(
        self, dataset_id: int, wanted: Mapping[int, str], who: str, reason: str = ""
    ) -> list[LabelChange]:
        """Give many rows other sections, in one transaction; the lines that were written.

        wanted: sections by number. Rows that are gone or have that section already are left out.
        Raises StoreError: `no_dataset`, `unknown_section`.
        """
        lines = []
        with self._database.write() as connection:
            now_there = dataset_rows.sections_of(connection, dataset_id, list(wanted))
            for number, section in wanted.items():
                if now_there.get(number, section) != section:
                    known = self._complete(connection, dataset_id)
                    lines.append(labels.change(connection, known, number, section, who, reason))
            touch(connection, dataset_id)
        return lines

    def extend(
        self,
        dataset_id: int,
        seen: str,
        rows: Sequence[LabelledArticle],
        sections: Sequence[Section],
    ) -> None:
        """Add rows to a complete set, all or none; its fingerprint moves with them.

        seen: the fingerprint of the set that they were numbered and divided for.
        sections: all that the set has from then on.
        Raises StoreError: `no_dataset`, `dataset_changed` where it is another one by now.
        """
        with self._database.write() as connection:
            known = self._complete(connection, dataset_id)
            if known.fingerprint != seen:
                raise StoreError(
                    "dataset_changed",
                    "The data set was changed while the articles were compared with it.",
                    "Add them once more.",
                )
            for batch in in_batches(rows, BATCH):
                dataset_rows.add(connection, dataset_id, list(batch))
            set_values(
                connection,
                dataset_id,
                sections=as_json(sections),
                fingerprint=moved(known.fingerprint, (), rows),
            )

    def label_history(self, dataset_id: int, number: int) -> list[LabelChange]:
        """Every change of a row's section, oldest first."""
        with self._database.read() as connection:
            return labels.history(connection, dataset_id, number)

    def set_sections(self, dataset_id: int, sections: Sequence[Section]) -> None:
        """Give the sections another order or other names, or add some.

        Raises StoreError `section_in_use` where rows have a section that would go.
        """
        with self._database.write() as connection:
            labels.check_kept(connection, dataset_id, [section.code for section in sections])
            set_values(connection, dataset_id, sections=as_json(sections))

    def merge_sections(
        self, dataset_id: int, from_codes: Sequence[str], to_code: str, who: str
    ) -> int:
        """Give all rows of some sections another one, which may be new; returns how many rows.

        The desk's own decisions stay as they are: a merge is about this set.
        Raises StoreError `unknown_section`.
        """
        with self._database.write() as connection:
            known = self._complete(connection, dataset_id)
            rows = labels.merge(connection, known, from_codes, to_code, who)
            touch(connection, dataset_id)
        return rows

    def _complete(self, connection: Connection, dataset_id: int) -> labels.Labelled:
        row = connection.execute(
            select(_s.id, _s.fingerprint, _s.sections, _s.plan).where(_s.id == dataset_id)
        ).first()
        if row is None:
            raise StoreError(
                "no_dataset", "This data set is not here any more.", "Look at the list again."
            )
        return labels.Labelled(
            row.id,
            row.fingerprint,
            msgspec.json.decode(row.sections, type=tuple[Section, ...]),
            msgspec.json.decode(row.plan, type=SplitPlan),
        )


def set_values(connection: Connection, dataset_id: int, **values: Any) -> None:
    connection.execute(update(datasets).where(_s.id == dataset_id).values(changed=now(), **values))


def touch(connection: Connection, dataset_id: int) -> None:
    set_values(connection, dataset_id)


def as_json(value: object) -> str:
    return storable(msgspec.json.encode(value).decode("utf-8"))
