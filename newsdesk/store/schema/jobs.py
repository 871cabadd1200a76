"""The tables of training jobs and of the devices that they share."""

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
