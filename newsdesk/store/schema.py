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
    Boolean,
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

datasets = Table(
    "datasets",
    metadata,
    Column("id", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("origin", String(9), nullable=False),
    Column("source", Text, nullable=False),
    # False while its rows come in; such a set is listed nowhere and cleared away if left behind.
    Column("complete", Boolean, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("changed", UtcDateTime, nullable=False),
    Column("fingerprint", String(32), nullable=False),
    Column("sections", Text, nullable=False),
    Column("plan", Text, nullable=False),
    Column("note", Text, nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("name"),
    CheckConstraint("origin IN ('file', 'folder', 'decisions')", name="origin"),
    sqlite_autoincrement=True,
)

dataset_articles = Table(
    "dataset_articles",
    metadata,
    Column("dataset_id", Integer, ForeignKey("datasets.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("section", Text, nullable=False),
    Column("split", String(5), nullable=False),
    Column("fold", Integer, nullable=False),
    Column("near", Integer, nullable=False),  # the group of near-duplicates
    Column("title", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("date", Text, nullable=False),
    Column("source_row", Integer),
    Column("cover", String(32), ForeignKey("covers.digest")),
    Column("article_id", Integer),
    Column("length", Integer, nullable=False),  # characters of title and body
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("dataset_id", "number"),
    Index(None, "dataset_id", "section", "split"),
    Index(None, "dataset_id", "near", "number"),
    Index(None, "cover"),
    Index(None, "article_id"),
)

dataset_problems = Table(
    "dataset_problems",
    metadata,
    Column("id", Integer, nullable=False),
    Column("dataset_id", Integer, ForeignKey("datasets.id", ondelete="CASCADE"), nullable=False),
    Column("source_row", Integer),
    Column("kind", Text, nullable=False),
    Column("message", Text, nullable=False),
    PrimaryKeyConstraint("id"),
    Index(None, "dataset_id", "id"),
)

# Append-only, like the decisions; no foreign keys, since it outlives the sets.
label_changes = Table(
    "label_changes",
    metadata,
    Column("id", Integer, nullable=False),
    Column("dataset_id", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("from_section", Text, nullable=False),
    Column("to_section", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("reason", Text, nullable=False),
    PrimaryKeyConstraint("id"),
    Index(None, "dataset_id", "number", "id"),
    sqlite_autoincrement=True,
)

jobs = Table(
    "jobs",
    metadata,
    Column("id", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("recipe", Text, nullable=False),
    Column("spec", Text, nullable=False),
    Column("state", String(11), nullable=False),
    Column("dataset", Text, nullable=False),
    Column("fingerprint", String(32), nullable=False),
    Column("device", Text, nullable=False),
    Column("night", Text, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("progress", Text, nullable=False),
    Column("beats", Integer, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("started", UtcDateTime),
    Column("ended", UtcDateTime),
    Column("heartbeat", UtcDateTime),
    Column("supervisor_pid", Integer),
    Column("supervisor_birth", Text),
    Column("trainer_pid", Integer),
    Column("trainer_birth", Text),
    Column("wish", String(6), nullable=False),
    Column("wish_at", UtcDateTime),
    Column("problem", Text),
    Column("result", Text),
    PrimaryKeyConstraint("id"),
    CheckConstraint(
        "state IN ('queued', 'running', 'pausing', 'paused', 'cancelling', 'done', 'failed', "
        "'cancelled', 'interrupted')",
        name="state",
    ),
    Index(None, "state", "id"),
    sqlite_autoincrement=True,
)

job_dependencies = Table(
    "job_dependencies",
    metadata,
    Column("job_id", Integer, ForeignKey("jobs.id", ondelete="CASCADE"), nullable=False),
    # No foreign key: a job that was removed is still known to have been waited for.
    Column("after_id", Integer, nullable=False),
    PrimaryKeyConstraint("job_id", "after_id"),
)

job_events = Table(
    "job_events",
    metadata,
    Column("id", Integer, nullable=False),
    Column("job_id", Integer, ForeignKey("jobs.id", ondelete="CASCADE"), nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("kind", String(7), nullable=False),
    Column("message", Text, nullable=False),
    PrimaryKeyConstraint("id"),
    Index(None, "job_id", "id"),
    sqlite_autoincrement=True,
)

job_metrics = Table(
    "job_metrics",
    metadata,
    Column("job_id", Integer, ForeignKey("jobs.id", ondelete="CASCADE"), nullable=False),
    Column("name", Text, nullable=False),
    Column("trial", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("value", Float, nullable=False),
    PrimaryKeyConstraint("job_id", "name", "trial", "step"),
)

job_trials = Table(
    "job_trials",
    metadata,
    Column("job_id", Integer, ForeignKey("jobs.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("encoder_rate", Float, nullable=False),
    Column("head_rate", Float, nullable=False),
    Column("seed", Integer, nullable=False),
    Column("fold", Integer, nullable=False),
    Column("state", String(9), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("best_epoch", Integer, nullable=False),
    Column("dev_macro_f1", Float),
    Column("dev_loss", Float),
    PrimaryKeyConstraint("job_id", "number"),
)

leases = Table(
    "leases",
    metadata,
    Column("job_id", Integer, ForeignKey("jobs.id", ondelete="CASCADE"), nullable=False),
    Column("device", Text, nullable=False),
    Column("memory", Integer, nullable=False),
    PrimaryKeyConstraint("job_id", "device"),
    Index(None, "device"),
)

# The desk at work on a device: who, and a number that moves while it is.
desk_claims = Table(
    "desk_claims",
    metadata,
    Column("device", Text, nullable=False),
    Column("pid", Integer, nullable=False),
    Column("birth", Text, nullable=False),
    Column("beats", Integer, nullable=False),
    PrimaryKeyConstraint("device", "pid"),
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

_LABEL_LEDGER_DDL = tuple(
    statement.replace("decisions", "label_changes").replace(
        "'label_changes are", "'changes of labels are"
    )
    for statement in _LEDGER_DDL
)

for _table, _statements in (
    (articles, _FULL_TEXT_DDL),
    (decisions, _LEDGER_DDL),
    (label_changes, _LABEL_LEDGER_DDL),
):
    for _statement in _statements:
        _ddl = DDL(_statement)  # type: ignore[no-untyped-call]
        event.listen(_table, "after_create", _ddl.execute_if(dialect="sqlite"))


def now() -> datetime:
    """The present moment, in UTC."""
    return datetime.now(UTC)
