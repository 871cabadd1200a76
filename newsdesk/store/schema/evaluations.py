"""The table of evaluations."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, Integer, PrimaryKeyConstraint, String, Table, Text

from newsdesk.store.schema.base import UtcDateTime, metadata

evaluations = Table(
    "evaluations",
    metadata,
    Column("id", Integer, nullable=False),
    Column("model", Text, nullable=False),
    Column("model_mark", Text, nullable=False),
    Column("dataset", Text, nullable=False),
    Column("part", String(5), nullable=False),
    Column("since", UtcDateTime),
    Column("until", UtcDateTime),
    Column("matches", Text, nullable=False),
    Column("data_mark", Text, nullable=False),
    Column("sections", Text, nullable=False),
    Column("state", String(11), nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("articles", Integer, nullable=False),
    Column("left_out", Text, nullable=False),
    Column("accuracy", Text),
    Column("macro_f1", Text),
    Column("created", UtcDateTime, nullable=False),
    Column("ended", UtcDateTime),
    Column("pid", Integer),
    Column("birth", Text),
    Column("problem", Text),
    PrimaryKeyConstraint("id"),
    CheckConstraint(
        "state IN ('running', 'done', 'failed', 'cancelled', 'interrupted')", name="state"
    ),
    sqlite_autoincrement=True,
)
