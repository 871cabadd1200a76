"""Articles and their covers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, select, update

from newsdesk.core.article import Article, Cover
from newsdesk.core.errors import Problem, StoreError
from newsdesk.store import inbox
from newsdesk.store.article_rows import (
    Failure,
    add_articles,
    add_failures,
    as_json,
    change_text,
    keep_pictures,
    notices_of,
    settle,
    take_out,
    text_values,
)
from newsdesk.store.connection import Database, in_batches
from newsdesk.store.cover_files import CoverFiles
from newsdesk.store.cover_rows import add_covers, known_covers, unused_cover
from newsdesk.store.listing import listing
from newsdesk.store.records import (
    COVER_NOTICE,
    ArticleText,
    FailedFile,
    InboxCounts,
    InboxQuery,
    InboxRow,
    StoredArticle,
)
from newsdesk.store.schema import articles, covers, drafts, predictions, second_sections
from newsdesk.store.storable import storable

if TYPE_CHECKING:
    from newsdesk.store.id_sets import Ids


class ArticleRepository:
    """The articles of one store. Every method is one transaction and may raise StoreError."""

    def __init__(self, database: Database, cover_files: CoverFiles) -> None:
        self._database = database
        self._covers = cover_files

    def add(self, added: Sequence[Article], instead_of: Sequence[int] = ()) -> list[int]:
        """Add articles with their covers, all or none; returns their ids in the same order.

        instead_of: ids of those that they stand for, which are removed at once.
        """
        pictures = keep_pictures(self._covers, added)
        with self._database.write() as connection:
            ids = add_articles(connection, self._covers, added, pictures)
            take_out(connection, instead_of)
        return ids

    def add_failures(self, failures: Sequence[Failure]) -> list[int]:
        """Add a row in state failed for each (source, row, problem); returns their ids."""
        with self._database.write() as connection:
            return add_failures(connection, failures)

    def rewrite(self, article_id: int, article: Article) -> None:
        """Put another reading in an article's place, as after a change of encoding.

        Source, row and decisions stay; all predictions about the article are dropped.
        """
        pictures = keep_pictures(self._covers, [article])
        with self._database.write() as connection:
            add_covers(connection, self._covers, pictures)
            connection.execute(delete(predictions).where(predictions.c.article_id == article_id))
            change_text(connection, article_id, {"problem": None, **text_values(article)})
            settle(connection, [article_id])

    def edit(self, article_id: int, title: str, body: str) -> None:
        """Put what a person wrote in the place of an article's title and body.

        What models said of the old text and the draft are dropped; language, cover and decision
        stay. A file that could not be read becomes an article. Raises StoreError `no_article`
        where it is gone.
        """
        values: dict[str, object] = {
            "title": storable(title),
            "body": storable(body),
            "problem": None,
        }
        with self._database.write() as connection:
            if not change_text(connection, article_id, values):
                raise StoreError(
                    "no_article",
                    "The article that you wrote in was removed for good.",
                    "Copy what you wrote into a new article.",
                )
            for table in (predictions, drafts):
                connection.execute(delete(table).where(table.c.article_id == article_id))
            settle(connection, [article_id])

    def get(self, article_id: int) -> StoredArticle | None:
        """One article, a removed one too; None where there is none."""
        with self._database.read() as connection:
            row = connection.execute(
                select(articles, covers.c.width, covers.c.height, second_sections.c.section)
                .select_from(articles.outerjoin(covers).outerjoin(second_sections))
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
            notices=notices_of(row.notices),
            problem=msgspec.json.decode(row.problem, type=Problem) if row.problem else None,
            decided_section=row.decided_section,
            added=row.added,
            removed=row.removed_at,
            also_section=row.section if row.decided_section else None,
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
                        notices_of(row.notices),
                    )
        return [found[i] for i in article_ids if i in found]

    def present(self, article_ids: Sequence[int]) -> set[int]:
        """Which of these are on the desk: neither removed nor gone for good."""
        a = articles.c
        found: set[int] = set()
        with self._database.read() as connection:
            for batch in in_batches(article_ids):
                there = select(a.id).where(a.id.in_(batch), a.removed_at.is_(None))
                found.update(connection.scalars(there))
        return found

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
            notices = notices_of(connection.scalar(select(articles.c.notices).where(this)) or "[]")
            if cover is not None:
                notices = tuple(n for n in notices if not n.kind.startswith(COVER_NOTICE))
            values = {"cover_digest": cover.digest if cover else None, "notices": as_json(notices)}
            connection.execute(update(articles).where(this).values(values))
            connection.execute(delete(predictions).where(predictions.c.article_id == article_id))

    def listing(self, query: InboxQuery, stop: Callable[[], bool] | None = None) -> Ids:
        """The ids of all articles of a query, in its order.

        stop: asked now and then; once it says so, StoreError `stopped` is raised.
        """
        with self._database.read() as connection, self._database.stoppable(connection, stop):
            return listing(connection, query)

    def rows(self, article_ids: Iterable[int], query: InboxQuery) -> list[InboxRow]:
        """Lines of the inbox, in the order asked; removed articles are left out."""
        wanted = [int(article_id) for article_id in article_ids]
        with self._database.read() as connection:
            return inbox.rows(connection, wanted, query)

    def counts(self, model: str) -> InboxCounts:
        """How many articles each filter of the inbox holds, seen with one model."""
        with self._database.read() as connection:
            return inbox.counts(connection, model)

    def failed(self) -> list[FailedFile]:
        """All files that could not be read, oldest first; removed ones are left out."""
        with self._database.read() as connection:
            return inbox.failed(connection)

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
        waiting: list[int] = self.listing(query)[:limit].tolist()
        return waiting

    def remove(self, article_ids: Sequence[int]) -> None:
        """Take articles out of every list; `restore` brings them back as they were."""
        with self._database.write() as connection:
            take_out(connection, article_ids)

    def restore(self, article_ids: Sequence[int]) -> None:
        """Bring removed articles back, with their predictions and decisions."""
        with self._database.write() as connection:
            for batch in in_batches(article_ids):
                back = update(articles).where(articles.c.id.in_(batch)).values(removed_at=None)
                connection.execute(back)
                settle(connection, batch)

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
