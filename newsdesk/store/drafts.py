"""What a person is typing, until it becomes an article's text or is thrown away."""

from __future__ import annotations

import builtins

from sqlalchemy import delete, insert, select

from newsdesk.core.errors import StoreError
from newsdesk.store.article_rows import exists
from newsdesk.store.connection import Database
from newsdesk.store.records import Draft
from newsdesk.store.schema import articles, drafts, now
from newsdesk.store.storable import storable


class DraftRepository:
    """The drafts of one store. Every method is one transaction and may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, article_id: int, title: str, body: str) -> Draft:
        """Keep what was typed so far, in place of an earlier draft of the same article.

        Raises StoreError `no_article` where the article is gone.
        """
        draft = Draft(article_id, storable(title), storable(body), now())
        values = {"article_id": article_id, "title": draft.title, "body": draft.body}
        with self._database.write() as connection:
            if not exists(connection, article_id):
                raise StoreError(
                    "no_article",
                    "The article that you are writing in was removed for good.",
                    "Copy what you wrote into a new article.",
                )
            connection.execute(delete(drafts).where(drafts.c.article_id == article_id))
            connection.execute(insert(drafts), {**values, "at": draft.at})
        return draft

    def get(self, article_id: int) -> Draft | None:
        """What was typed into an article; None where there is no draft."""
        with self._database.read() as connection:
            row = connection.execute(
                select(drafts).where(drafts.c.article_id == article_id)
            ).first()
        return None if row is None else Draft(**row._mapping)

    def discard(self, article_id: int) -> None:
        """Throw a draft away, where there is one."""
        with self._database.write() as connection:
            connection.execute(delete(drafts).where(drafts.c.article_id == article_id))

    def list(self) -> builtins.list[Draft]:
        """All drafts of articles that were not removed, newest first."""
        chosen = (
            select(drafts)
            .join(articles, articles.c.id == drafts.c.article_id)
            .where(articles.c.status != "removed")
            .order_by(drafts.c.at.desc(), drafts.c.article_id.desc())
        )
        with self._database.read() as connection:
            return [Draft(**row._mapping) for row in connection.execute(chosen)]
