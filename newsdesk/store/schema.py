"""The tables, as the newest revision has them.

A database on SQLite gets a full-text index kept by triggers, and triggers that keep
the ledger of decisions append-only; on other systems search falls back to LIKE.

`articles.status` says what stands for an article whatever the model: `open`, `decided`,
`failed` or `removed`. Predictions carry a copy, kept equal by their foreign key, so that
"what this model answered and nobody decided yet, least certain first" is one index.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    DDL,
    CheckConstraint,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    event,
)

FULL_TEXT = "articles_fts"
FULL_TEXT_TERMS = "articles_fts_terms"

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


class UtcDateTime(TypeDecorator[datetime]):
    """Times as UTC without a zone in the database, as aware UTC outside."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


covers = Table(
    "covers",
    metadata,
    Column("digest", String(32), nullable=False),
    Column("name", Text, nullable=False),
    Column("media_type", Text, nullable=False),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    PrimaryKeyConstraint("digest"),
)

articles = Table(
    "articles",
    metadata,
    # The body comes last: reading the columns before it touches none of its pages.
    Column("id", Integer, nullable=False),
    Column("status", String(8), nullable=False),
    Column("decided_section", Text),
    Column("title", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("source_row", Integer),
    Column("language", Text),
    Column("cover_digest", String(32), ForeignKey("covers.digest")),
    Column("added", UtcDateTime, nullable=False),
    Column("removed_at", UtcDateTime),
    Column("problem", Text),
    Column("notices", Text, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("status", "id"),
    CheckConstraint("status IN ('open', 'decided', 'failed', 'removed')", name="status"),
    Index(None, "removed_at", "id"),
    Index(None, "cover_digest"),
    # An id is never given twice: the ledger keeps the decisions of purged articles.
    sqlite_autoincrement=True,
)

predictions = Table(
    "predictions",
    metadata,
    Column("article_id", Integer, nullable=False),
    Column("model", Text, nullable=False),
    Column("status", String(8), nullable=False),
    Column("section", Text, nullable=False),
    Column("section_name", Text, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("answer", Text, nullable=False),
    PrimaryKeyConstraint("article_id", "model"),
    ForeignKeyConstraint(
        ["status", "article_id"],
        ["articles.status", "articles.id"],
        onupdate="CASCADE",
        ondelete="CASCADE",
    ),
    Index(None, "model", "status", "article_id"),
    Index(None, "model", "confidence", "article_id", "status"),
)

decisions = Table(
    "decisions",
    metadata,
    Column("id", Integer, nullable=False),
    # No foreign key: what was decided outlives the text that it was decided about.
    Column("article_id", Integer, nullable=False),
    Column("from_section", Text),
    Column("to_section", Text),
    Column("who", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("reason", Text, nullable=False),
    Column("model", Text),
    Column("model_section", Text),
    Column("model_confidence", Float),
    PrimaryKeyConstraint("id"),
    Index(None, "article_id", "id"),
    sqlite_autoincrement=True,
)

models = Table(
    "models",
    metadata,
    Column("name", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("manifest", Text, nullable=False),
    Column("remembered", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("name"),
)

# Each text ends in one more character, so that every pair of characters begins a trigram:
# words of two characters are found through the trigrams that begin with them.
_FULL_TEXT_DDL = (
    "CREATE VIEW articles_text AS "
    "SELECT id, title || char(10) AS title, body || char(10) AS body FROM articles",
    "CREATE VIRTUAL TABLE articles_fts USING fts5("
    "title, body, content='articles_text', content_rowid='id', tokenize='trigram')",
    "CREATE VIRTUAL TABLE articles_fts_terms USING fts5vocab('articles_fts', 'row')",
    "CREATE TRIGGER articles_fts_added AFTER INSERT ON articles BEGIN "
    "INSERT INTO articles_fts (rowid, title, body) "
    "VALUES (new.id, new.title || char(10), new.body || char(10)); END",
    "CREATE TRIGGER articles_fts_purged AFTER DELETE ON articles BEGIN "
    "INSERT INTO articles_fts (articles_fts, rowid, title, body) "
    "VALUES ('delete', old.id, old.title || char(10), old.body || char(10)); END",
    "CREATE TRIGGER articles_fts_changed AFTER UPDATE OF title, body ON articles BEGIN "
    "INSERT INTO articles_fts (articles_fts, rowid, title, body) "
    "VALUES ('delete', old.id, old.title || char(10), old.body || char(10)); "
    "INSERT INTO articles_fts (rowid, title, body) "
    "VALUES (new.id, new.title || char(10), new.body || char(10)); END",
)

_LEDGER_DDL = (
    "CREATE TRIGGER decisions_no_update BEFORE UPDATE ON decisions BEGIN "
    "SELECT RAISE(ABORT, 'decisions are never changed'); END",
    "CREATE TRIGGER decisions_no_delete BEFORE DELETE ON decisions BEGIN "
    "SELECT RAISE(ABORT, 'decisions are never deleted'); END",
    # INSERT OR REPLACE would delete without firing the trigger above.
    "CREATE TRIGGER decisions_no_replace BEFORE INSERT ON decisions "
    "WHEN EXISTS (SELECT 1 FROM decisions WHERE id = new.id) BEGIN "
    "SELECT RAISE(ABORT, 'decisions are never replaced'); END",
)

for _table, _statements in ((articles, _FULL_TEXT_DDL), (decisions, _LEDGER_DDL)):
    for _statement in _statements:
        _ddl = DDL(_statement)  # type: ignore[no-untyped-call]
        event.listen(_table, "after_create", _ddl.execute_if(dialect="sqlite"))


def now() -> datetime:
    """The present moment, in UTC."""
    return datetime.now(UTC)
