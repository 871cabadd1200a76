"""The tables of archive runs."""

from __future__ import annotations

from sqlalchemy import (
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

from newsdesk.store.schema.base import UtcDateTime, metadata

archive_runs = Table(
    "archive_runs",
    metadata,
    Column("id", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("paths", Text, nullable=False),
    Column("columns", Text),
    Column("state", String(11), nullable=False),
    Column("files", Integer, nullable=False),
    Column("files_total", Integer, nullable=False),
    Column("rows", Integer, nullable=False),
    Column("articles", Integer, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("rate", Float, nullable=False),
    Column("seconds_left", Float),
    Column("beats", Integer, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("ended", UtcDateTime),
    Column("pid", Integer),
    Column("birth", Text),
    Column("wish", String(6), nullable=False),
    Column("problem", Text),
    PrimaryKeyConstraint("id"),
    CheckConstraint(
        "state IN ('running', 'paused', 'done', 'failed', 'cancelled', 'interrupted')",
        name="state",
    ),
    sqlite_autoincrement=True,
)

archive_articles = Table(
    "archive_articles",
    metadata,
    Column("run_id", Integer, ForeignKey("archive_runs.id", ondelete="CASCADE"), nullable=False),
    Column("article_id", Integer, ForeignKey("articles.id", ondelete="CASCADE"), nullable=False),
    PrimaryKeyConstraint("run_id", "article_id"),
    Index(None, "article_id"),
)
