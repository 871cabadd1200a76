"""Articles as rows, added within a transaction that may do more besides."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from sqlalchemy import Connection, case, delete, insert, select, update

from newsdesk.core.article import Article, Cover
from newsdesk.core.errors import Notice, Problem
from newsdesk.store.connection import in_batches
from newsdesk.store.cover_files import CoverFiles
from newsdesk.store.cover_rows import add_covers
from newsdesk.store.letters import write_letters
from newsdesk.store.schema import article_letters, articles, now
from newsdesk.store.storable import storable

Failure = tuple[str, int | None, Problem]
"""Source, row and problem of what could not be read."""


def keep_pictures(files: CoverFiles, added: Sequence[Article]) -> dict[str, Cover]:
    """Write the covers' files, before any lock is taken; returns the covers by digest."""
    pictures = {a.cover.digest: a.cover for a in added if a.cover is not None}
    for picture in pictures.values():
        files.keep(picture)
    return pictures


def add_articles(
    connection: Connection, files: CoverFiles, added: Sequence[Article], pictures: dict[str, Cover]
) -> list[int]:
    """Add articles whose pictures were kept; returns their ids in the same order."""
    add_covers(connection, files, pictures)
    values = [{**text_values(a), **_origin(a)} for a in added]
    return _insert(connection, values)


def add_failures(connection: Connection, failures: Sequence[Failure]) -> list[int]:
    """Add a row in state failed for each; returns their ids in the same order."""
    values: list[dict[str, object]] = [
        {
            "status": "failed",
            "title": storable(Path(source).name or source),
            "source": storable(source),
            "source_row": row,
            "problem": as_json(problem),
            "notices": "[]",
            "body": "",
        }
        for source, row, problem in failures
    ]
    return _insert(connection, values)


def change_text(connection: Connection, article_id: int, values: dict[str, object]) -> bool:
    """Change columns of an article, title and body among them; False where it is gone."""
    changed = update(articles).where(articles.c.id == article_id).values(**values)
    if not connection.execute(changed).rowcount:
        return False
    # A trigger has dropped the old ones, but only where titles and bodies have one.
    connection.execute(delete(article_letters).where(article_letters.c.article_id == article_id))
    write_letters(connection, [(article_id, values["title"], values["body"])])
    return True


def settle(connection: Connection, article_ids: Sequence[int]) -> None:
    """Work out the status of articles anew from what else is known about them."""
    a = articles.c
    status = case(
        (a.removed_at.is_not(None), "removed"),
        (a.problem.is_not(None), "failed"),
        (a.decided_section.is_not(None), "decided"),
        else_="open",
    )
    connection.execute(update(articles).where(a.id.in_(article_ids)).values(status=status))


def take_out(connection: Connection, article_ids: Sequence[int]) -> None:
    """Take articles out of every list; those that are out already stay as they are."""
    for batch in in_batches(article_ids):
        there = articles.c.id.in_(batch) & articles.c.removed_at.is_(None)
        connection.execute(update(articles).where(there).values(removed_at=now()))
        settle(connection, batch)


def exists(connection: Connection, article_id: int) -> bool:
    """Whether there is such an article, removed or not."""
    return connection.scalar(select(articles.c.id).where(articles.c.id == article_id)) is not None


def text_values(article: Article) -> dict[str, object]:
    """The columns of what a document says."""
    return {
        "title": storable(article.title),
        "body": storable(article.body),
        "language": article.language,
        "cover_digest": article.cover.digest if article.cover else None,
        "notices": as_json(article.notices),
    }


def as_json(value: object) -> str:
    """A record as the text of a column."""
    return storable(msgspec.json.encode(value).decode("utf-8"))


def notices_of(stored: str) -> tuple[Notice, ...]:
    """The notices of a column."""
    return msgspec.json.decode(stored, type=tuple[Notice, ...])


def _origin(article: Article) -> dict[str, object]:
    return {"status": "open", "source": storable(article.source), "source_row": article.row}


def _insert(connection: Connection, values: list[dict[str, object]]) -> list[int]:
    if not values:
        return []
    moment = now()
    statement = insert(articles).returning(articles.c.id, sort_by_parameter_order=True)
    ids = list(connection.scalars(statement, [{"added": moment, **v} for v in values]))
    texts = zip(ids, values, strict=True)
    write_letters(connection, ((i, text["title"], text["body"]) for i, text in texts))
    return ids
