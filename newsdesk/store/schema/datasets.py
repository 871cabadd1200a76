"""The tables of data sets."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from newsdesk.store.schema.base import UtcDateTime, metadata

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
