"""The table of covers: one row a picture, whoever uses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, and_, exists, insert, select
from sqlalchemy.sql.elements import ColumnElement

from newsdesk.core.article import Cover
from newsdesk.store.connection import in_batches
from newsdesk.store.cover_files import CoverFiles
from newsdesk.store.schema import articles, covers, dataset_articles
from newsdesk.store.storable import storable


def add_covers(connection: Connection, files: CoverFiles, pictures: Mapping[str, Cover]) -> None:
    """Make sure of the rows and files of these covers, within a write transaction."""
    new = set(pictures) - known_covers(connection, list(pictures))
    for digest, picture in pictures.items():
        # Written before; again only if a purge took it away in between.
        files.keep(picture)
        if digest in new:
            values = {
                "digest": digest,
                "name": storable(picture.name),
                "media_type": picture.media_type,
                "width": picture.width,
                "height": picture.height,
            }
            connection.execute(insert(covers).values(values))


def known_covers(connection: Connection, digests: Sequence[str]) -> set[str]:
    """Those of the digests that have a row."""
    known: set[str] = set()
    for batch in in_batches(digests):
        known.update(connection.scalars(select(covers.c.digest).where(covers.c.digest.in_(batch))))
    return known


def unused_cover() -> ColumnElement[bool]:
    """Condition on `covers`: neither an article nor a row of a data set has it."""
    return and_(
        ~exists().where(articles.c.cover_digest == covers.c.digest),
        ~exists().where(dataset_articles.c.cover == covers.c.digest),
    )
