"""What is read from documents, kept together with how far the reading has come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import msgspec
from sqlalchemy import delete, insert, select

from newsdesk.core.article import Article
from newsdesk.store.article_rows import (
    Failure,
    add_articles,
    add_failures,
    as_json,
    keep_pictures,
    take_out,
)
from newsdesk.store.connection import Database
from newsdesk.store.cover_files import CoverFiles
from newsdesk.store.schema import now, reading_places


@dataclass(frozen=True, slots=True)
class ReadingPlace:
    """How far a reading is, and what came in with the step that led there.

    files, rows: so many whole files of files_total, and so many readings of the next one.
    tables: path of each table, and a sentence: which column was taken for what.
    articles, failures: ids of what is new. replaced: ids that they stand for, taken out with it.
    """

    files: int
    rows: int
    files_total: int
    tables: tuple[tuple[str, str], ...] = ()
    articles: tuple[int, ...] = ()
    failures: tuple[int, ...] = ()
    replaced: tuple[int, ...] = ()


class ReadingRepository:
    """Readings of one store. Every method is one transaction and may raise StoreError."""

    def __init__(self, database: Database, cover_files: CoverFiles) -> None:
        self._database = database
        self._covers = cover_files

    def keep(
        self,
        name: str,
        place: ReadingPlace,
        articles: Sequence[Article],
        failures: Sequence[Failure] = (),
    ) -> ReadingPlace:
        """Keep what was read and the place that a reading has reached, at once.

        A kill loses all of it or nothing, so that a reading which goes on from the kept place
        neither loses an article nor brings it twice. What `place` names as replaced is taken out.
        Returns the place with the new ids.
        """
        pictures = keep_pictures(self._covers, articles)
        with self._database.write() as connection:
            place = replace(
                place,
                articles=tuple(add_articles(connection, self._covers, articles, pictures)),
                failures=tuple(add_failures(connection, failures)),
            )
            take_out(connection, place.replaced)
            connection.execute(delete(reading_places).where(reading_places.c.name == name))
            values = {"name": name, "place": as_json(place), "at": now()}
            connection.execute(insert(reading_places), values)
        return place

    def place(self, name: str) -> ReadingPlace | None:
        """The place that was kept last; None where nothing was."""
        wanted = select(reading_places.c.place).where(reading_places.c.name == name)
        with self._database.read() as connection:
            found = connection.scalar(wanted)
        return msgspec.json.decode(found, type=ReadingPlace) if found is not None else None

    def forget(self, before: datetime) -> None:
        """Drop the places of readings that have not moved since."""
        with self._database.write() as connection:
            connection.execute(delete(reading_places).where(reading_places.c.at < before))
