"""The tables of the desk.

`articles.status` says what stands for an article whatever the model: `open`, `decided`,
`failed` or `removed`. Predictions carry a copy, kept equal by their foreign key, so that
"what this model answered and nobody decided yet" is one stretch of an index.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    true,
)

from newsdesk.store.schema.base import UtcDateTime, metadata

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
    Index(None, "added", "id"),
    Index(None, "decided_section", "status", "id"),
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
    # What follows from the answer: asks, filed or abstains.
    Column("verdict", String(8), nullable=False, server_default="asks"),
    PrimaryKeyConstraint("article_id", "model"),
    ForeignKeyConstraint(
        ["status", "article_id"],
        ["articles.status", "articles.id"],
        onupdate="CASCADE",
        ondelete="CASCADE",
    ),
    # Each answers a kind of question by itself: the rows are wide, and never looked at.
    Index(
        "ix_predictions_sets",
        *("model", "status", "verdict", "section", "confidence", "article_id"),
    ),
    Index("ix_predictions_by_confidence", "model", "confidence", "article_id", "status", "verdict"),
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
    Column("also", Text),
    PrimaryKeyConstraint("id"),
    Index(None, "article_id", "id"),
    sqlite_autoincrement=True,
)

# The characters that occur in title and body, each once: what a search for one of them reads.
# An article without a row here is looked through itself.
article_letters = Table(
    "article_letters",
    metadata,
    Column("article_id", Integer, ForeignKey("articles.id", ondelete="CASCADE"), nullable=False),
    Column("letters", Text, nullable=False),
    PrimaryKeyConstraint("article_id"),
    # Narrow, so that the rows are soon counted.
    Index(None, "article_id"),
)

# A table of its own: columns behind the body of an article are slow to read.
second_sections = Table(
    "second_sections",
    metadata,
    Column("article_id", Integer, ForeignKey("articles.id", ondelete="CASCADE"), nullable=False),
    Column("section", Text, nullable=False),
    PrimaryKeyConstraint("article_id"),
)

# What a person is typing, until it becomes the article's text or is thrown away.
drafts = Table(
    "drafts",
    metadata,
    Column("article_id", Integer, ForeignKey("articles.id", ondelete="CASCADE"), nullable=False),
    Column("title", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("article_id"),
)

# How far the reading of what was dropped is, written together with what was read.
reading_places = Table(
    "reading_places",
    metadata,
    Column("name", String(32), nullable=False),
    Column("place", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("name"),
)

saved_filters = Table(
    "saved_filters",
    metadata,
    Column("name", Text, nullable=False),
    Column("query", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("name"),
)

# From which confidence on a model files by itself, by section; only while enabled.
filing_rules = Table(
    "filing_rules",
    metadata,
    Column("model", Text, nullable=False),
    Column("enabled", Boolean, nullable=False),
    Column("thresholds", Text, nullable=False),
    # Whether all that the model had answered has been judged by these rules.
    Column("judged", Boolean, nullable=False, server_default=true()),
    PrimaryKeyConstraint("model"),
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
