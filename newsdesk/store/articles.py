"""Articles and their covers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import msgspec
from sqlalchemy import Connection, case, delete, insert, select, update

from newsdesk.core.article import Article, Cover
from newsdesk.core.errors import Notice, Problem
from newsdesk.store import inbox
from newsdesk.store.connection import Database, in_batches
from newsdesk.store.cover_files import CoverFiles
from newsdesk.store.cover_rows import add_covers, known_covers, unused_cover
from newsdesk.store.records import (
    COVER_NOTICE,
    ArticleText,
    InboxCounts,
    InboxQuery,
    InboxRow,
    StoredArticle,
)
from newsdesk.store.schema import articles, covers, now, predictions
from newsdesk.store.storable import storable

_Notices = tuple[Notice, ...]


class ArticleRepository:
    """The articles of one store. Every method is one transaction and may raise StoreError."""

    def __init__(self, database: Database, cover_files: CoverFiles) -> None:
        self._database = database
        self._covers = cover_files

    def add(self, added: Sequence[Article]) -> list[int]:
        """Add articles with their covers, all or none; returns their ids in the same order."""
        pictures = {a.cover.digest: a.cover for a in added if a.cover is not None}
        for picture in pictures.values():
            self._covers.keep(picture)
        with self._database.write() as connection:
            add_covers(connection, self._covers, pictures)
            return _insert(connection, [{**_text(a), **_origin(a)} for a in added])

    def add_failures(self, failures: Sequence[tuple[str, int | None, Problem]]) -> list[int]:
        """Add a row in state failed for each (source, row, problem); returns their ids."""
        values: list[dict[str, object]] = [
            {
                "status": "failed",
                "title": storable(Path(source).name or source),
                "source": storable(source),
                "source_row": row,
                "problem": _json(problem),
                "notices": "[]",
                "body": "",
            }
            for source, row, problem in failures
        ]
        with self._database.write() as connection:
            return _insert(connection, values)

    def rewrite(self, article_id: int, article: Article) -> None:
        """Put another reading in an article's place, as after a change of encoding.

        Source, row and decisions stay; all predictions about the article are dropped.
        """
        pictures = {article.cover.digest: article.cover} if article.cover else {}
        for picture in pictures.values():
            self._covers.keep(picture)
        with self._database.write() as connection:
            add_covers(connection, self._covers, pictures)
            connection.execute(delete(predictions).where(predictions.c.article_id == article_id))
            connection.execute(
                update(articles)
                .where(articles.c.id == article_id)
                .values(problem=None, **_text(article))
            )
            _settle(connection, [article_id])

    def get(self, article_id: int) -> StoredArticle | None:
        """One article, a removed one too; None where there is none."""
        with self._database.read() as connection:
            row = connection.execute(
                select(articles, covers.c.width, covers.c.height)
                .select_from(articles.outerjoin(covers))
                .where(articles.c.id == article_id)
            ).first()
        if row is None:
            return None
        return StoredArticle(
            id=row.id,
            title=row.title,
            body=row.body,
            source=row.source,
            row=row.source_row,
            language=row.language,
            cover_digest=row.cover_digest,
            cover_size=(row.width, row.height) if row.cover_digest else None,
            notices=_notices(row.notices),
            problem=msgspec.json.decode(row.problem, type=Problem) if row.problem else None,
            decided_section=row.decided_section,
            added=row.added,
            removed=row.removed_at,
        )

    def texts(self, article_ids: Sequence[int]) -> list[ArticleText]:
        """What a model reads of these articles, in the order asked; ids that are gone are left out.

        Articles whose file could not be read have an empty body.
        """
        a = articles.c
        chosen = select(a.id, a.title, a.body, a.language, a.cover_digest, a.notices)
        found: dict[int, ArticleText] = {}
        with self._database.read() as connection:
            for batch in in_batches(article_ids):
                for row in connection.execute(chosen.where(a.id.in_(batch))):
                    found[row.id] = ArticleText(
                        row.id,
                        row.title,
                        row.body,
                        row.language,
                        row.cover_digest,
                        _notices(row.notices),
                    )
        return [found[i] for i in article_ids if i in found]

    def cover(self, digest: str) -> Cover | None:
        """A cover with its bytes; None where it is unknown or its file is gone or damaged."""
        with self._database.read() as connection:
            row = connection.execute(select(covers).where(covers.c.digest == digest)).first()
        data = self._covers.read(digest) if row is not None else None
        if row is None or data is None:
            return None
        return Cover(data, row.name, row.media_type, row.width, row.height)

    def cover_path(self, digest: str) -> Path | None:
        """The file of a cover; None where there is none."""
        path = self._covers.path(digest)
        return path if path.is_file() else None

    def set_cover(self, article_id: int, cover: Cover | None) -> None:
        """Give an article another cover, or none.

        What models said of the article is dropped, as they saw another cover; with a new one
        go the notices on the picture that it stands in for.
        """
        pictures = {cover.digest: cover} if cover is not None else {}
        for picture in pictures.values():
            self._covers.keep(picture)
        this = articles.c.id == article_id
        with self._database.write() as connection:
            add_covers(connection, self._covers, pictures)
            notices = _notices(connection.scalar(select(articles.c.notices).where(this)) or "[]")
            if cover is not None:
                notices = tuple(n for n in notices if not n.kind.startswith(COVER_NOTICE))
            values = {"cover_digest": cover.digest if cover else None, "notices": _json(notices)}
            connection.execute(update(articles).where(this).values(values))
            connection.execute(delete(predictions).where(predictions.c.article_id == article_id))

    def page(self, query: InboxQuery, offset: int, limit: int) -> list[InboxRow]:
        """The lines of the inbox from `offset` on, at most `limit` of them."""
        with self._database.read() as connection:
            wanted = inbox.ids(connection, query, offset, limit)
            return inbox.rows(connection, wanted, query.model)

    def count(self, query: InboxQuery) -> int:
        """How many articles a query lists."""
        with self._database.read() as connection:
            return inbox.count(connection, query)

    def counts(self, model: str) -> InboxCounts:
        """How many articles each filter of the inbox holds, seen with one model."""
        with self._database.read() as connection:
            return inbox.counts(connection, model)

    def position(self, query: InboxQuery, article_id: int) -> int | None:
        """The index of an article among all pages of a query; None where it is not listed."""
        with self._database.read() as connection:
            return inbox.position(connection, query, article_id)

    def ids(self, query: InboxQuery) -> list[int]:
        """All ids that a query lists, in its order."""
        with self._database.read() as connection:
            return inbox.ids(connection, query)

    def of_source(self, source: str) -> list[int]:
        """Ids of all that came from one file and was not removed, failures included."""
        wanted = select(articles.c.id).where(
            articles.c.source == source, articles.c.status != "removed"
        )
        with self._database.read() as connection:
            return list(connection.execute(wanted.order_by(articles.c.id)).scalars())

    def without_prediction(self, model: str, limit: int) -> list[int]:
        """Articles that wait for this model, oldest first: readable, undecided, unanswered."""
        query = InboxQuery(model, state="waiting", order="oldest")
        with self._database.read() as connection:
            return inbox.ids(connection, query, 0, limit)

    def remove(self, article_ids: Sequence[int]) -> None:
        """Take articles out of every list; `restore` brings them back as they were."""
        self._mark_removed(article_ids, removed=True)

    def restore(self, article_ids: Sequence[int]) -> None:
        """Bring removed articles back, with their predictions and decisions."""
        self._mark_removed(article_ids, removed=False)

    def purge_removed(self, before: datetime | None = None) -> int:
        """Delete removed articles for good, and covers that nothing uses; returns how many.

        before: only those removed before this moment. The ledger keeps its decisions.
        """
        which = [articles.c.status == "removed"]
        if before is not None:
            which.append(articles.c.removed_at < before)
        with self._database.write() as connection:
            gone = connection.execute(delete(articles).where(*which))
            gone_covers = delete(covers).where(unused_cover()).returning(covers.c.digest)
            orphans = connection.scalars(gone_covers).all()
        if orphans:
            # Files go only after the rows, and under the lock that `add` checks them under.
            with self._database.write() as connection:
                for digest in set(orphans) - known_covers(connection, orphans):
                    self._covers.discard(digest)
        return gone.rowcount

    def _mark_removed(self, article_ids: Sequence[int], removed: bool) -> None:
        moment = now() if removed else None
        with self._database.write() as connection:
            for batch in in_batches(article_ids):
                connection.execute(
                    update(articles).where(articles.c.id.in_(batch)).values(removed_at=moment)
                )
                _settle(connection, batch)


def _insert(connection: Connection, values: list[dict[str, object]]) -> list[int]:
    if not values:
        return []
    moment = now()
    statement = insert(articles).returning(articles.c.id, sort_by_parameter_order=True)
    return list(connection.scalars(statement, [{"added": moment, **v} for v in values]))


def _settle(connection: Connection, article_ids: Sequence[int]) -> None:
    """Work out the status of articles anew from what else is known about them."""
    status = case(
        (articles.c.removed_at.is_not(None), "removed"),
        (articles.c.problem.is_not(None), "failed"),
        (articles.c.decided_section.is_not(None), "decided"),
        else_="open",
    )
    connection.execute(update(articles).where(articles.c.id.in_(article_ids)).values(status=status))


def _text(article: Article) -> dict[str, object]:
    return {
        "title": storable(article.title),
        "body": storable(article.body),
        "language": article.language,
        "cover_digest": article.cover.digest if article.cover else None,
        "notices": _json(article.notices),
    }


def _origin(article: Article) -> dict[str, object]:
    return {"status": "open", "source": storable(article.source), "source_row": article.row}


def _json(value: object) -> str:
    return storable(msgspec.json.encode(value).decode("utf-8"))


def _notices(stored: str) -> _Notices:
    return msgspec.json.decode(stored, type=_Notices)
