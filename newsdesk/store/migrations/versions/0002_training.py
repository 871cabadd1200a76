"""Data sets with their ledger of labels; jobs with what they tell; leases of devices."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_LEDGER = (
    "CREATE TRIGGER label_changes_no_update BEFORE UPDATE ON label_changes BEGIN "
    "SELECT RAISE(ABORT, 'changes of labels are never changed'); END",
    "CREATE TRIGGER label_changes_no_delete BEFORE DELETE ON label_changes BEGIN "
    "SELECT RAISE(ABORT, 'changes of labels are never deleted'); END",
    "CREATE TRIGGER label_changes_no_replace BEFORE INSERT ON label_changes "
    "WHEN EXISTS (SELECT 1 FROM label_changes WHERE id = new.id) BEGIN "
    "SELECT RAISE(ABORT, 'changes of labels are never replaced'); END",
)


def upgrade() -> None:
    """From revision 0001 to 0002."""
    _datasets()
    _label_changes()
    _jobs()
    _what_jobs_tell()
    _leases()
    if op.get_bind().dialect.name == "sqlite":
        for statement in _LEDGER:
            op.execute(statement)


def _column(name: str, kind: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False)


def _child_of(parent: str, child: str, column: str) -> sa.ForeignKeyConstraint:
    """Rows that go when their parent's row goes."""
    return sa.ForeignKeyConstraint(
        [column], [f"{parent}.id"], name=f"fk_{child}_{column}", ondelete="CASCADE"
    )


def _datasets() -> None:
    op.create_table(
        "datasets",
        _column("id", sa.Integer),
        _column("name", sa.Text),
        _column("title", sa.Text),
        _column("origin", sa.String(9)),
        _column("source", sa.Text),
        _column("complete", sa.Boolean),
        _column("created", sa.DateTime),
        _column("changed", sa.DateTime),
        _column("fingerprint", sa.String(32)),
        _column("sections", sa.Text),
        _column("plan", sa.Text),
        _column("note", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_datasets"),
        sa.UniqueConstraint("name", name="uq_datasets_name"),
        sa.CheckConstraint(
            "origin IN ('file', 'folder', 'decisions')", name=op.f("ck_datasets_origin")
        ),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "dataset_articles",
        _column("dataset_id", sa.Integer),
        _column("number", sa.Integer),
        _column("section", sa.Text),
        _column("split", sa.String(5)),
        _column("fold", sa.Integer),
        _column("near", sa.Integer),
        _column("title", sa.Text),
        _column("label", sa.Text),
        _column("language", sa.Text),
        _column("date", sa.Text),
        sa.Column("source_row", sa.Integer),
        sa.Column("cover", sa.String(32)),
        sa.Column("article_id", sa.Integer),
        _column("length", sa.Integer),
        _column("body", sa.Text),
        sa.PrimaryKeyConstraint("dataset_id", "number", name="pk_dataset_articles"),
        _child_of("datasets", "dataset_articles", "dataset_id"),
        sa.ForeignKeyConstraint(["cover"], ["covers.digest"], name="fk_dataset_articles_cover"),
    )
    op.create_index(
        "ix_dataset_articles_dataset_id_section_split",
        "dataset_articles",
        ["dataset_id", "section", "split"],
    )
    op.create_index(
        "ix_dataset_articles_dataset_id_near_number",
        "dataset_articles",
        ["dataset_id", "near", "number"],
    )
    op.create_index("ix_dataset_articles_cover", "dataset_articles", ["cover"])
    op.create_index("ix_dataset_articles_article_id", "dataset_articles", ["article_id"])
    op.create_table(
        "dataset_problems",
        _column("id", sa.Integer),
        _column("dataset_id", sa.Integer),
        sa.Column("source_row", sa.Integer),
        _column("kind", sa.Text),
        _column("message", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_dataset_problems"),
        _child_of("datasets", "dataset_problems", "dataset_id"),
    )
    op.create_index("ix_dataset_problems_dataset_id_id", "dataset_problems", ["dataset_id", "id"])


def _label_changes() -> None:
    op.create_table(
        "label_changes",
        _column("id", sa.Integer),
        _column("dataset_id", sa.Integer),
        _column("number", sa.Integer),
        _column("from_section", sa.Text),
        _column("to_section", sa.Text),
        _column("who", sa.Text),
        _column("at", sa.DateTime),
        _column("reason", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_label_changes"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_label_changes_dataset_id_number_id", "label_changes", ["dataset_id", "number", "id"]
    )


def _jobs() -> None:
    op.create_table(
        "jobs",
        _column("id", sa.Integer),
        _column("name", sa.Text),
        _column("recipe", sa.Text),
        _column("spec", sa.Text),
        _column("state", sa.String(11)),
        _column("dataset", sa.Text),
        _column("fingerprint", sa.String(32)),
        _column("device", sa.Text),
        _column("night", sa.Text),
        _column("attempt", sa.Integer),
        _column("progress", sa.Text),
        _column("beats", sa.Integer),
        _column("created", sa.DateTime),
        sa.Column("started", sa.DateTime),
        sa.Column("ended", sa.DateTime),
        sa.Column("heartbeat", sa.DateTime),
        sa.Column("supervisor_pid", sa.Integer),
        sa.Column("supervisor_birth", sa.Text),
        sa.Column("trainer_pid", sa.Integer),
        sa.Column("trainer_birth", sa.Text),
        _column("wish", sa.String(6)),
        sa.Column("wish_at", sa.DateTime),
        sa.Column("problem", sa.Text),
        sa.Column("result", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
        sa.CheckConstraint(
            "state IN ('queued', 'running', 'pausing', 'paused', 'cancelling', 'done', 'failed', "
            "'cancelled', 'interrupted')",
            name=op.f("ck_jobs_state"),
        ),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_jobs_state_id", "jobs", ["state", "id"])
    op.create_table(
        "job_dependencies",
        _column("job_id", sa.Integer),
        _column("after_id", sa.Integer),
        sa.PrimaryKeyConstraint("job_id", "after_id", name="pk_job_dependencies"),
        _child_of("jobs", "job_dependencies", "job_id"),
    )


def _what_jobs_tell() -> None:
    op.create_table(
        "job_events",
        _column("id", sa.Integer),
        _column("job_id", sa.Integer),
        _column("at", sa.DateTime),
        _column("kind", sa.String(7)),
        _column("message", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_job_events"),
        _child_of("jobs", "job_events", "job_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_job_events_job_id_id", "job_events", ["job_id", "id"])
    op.create_table(
        "job_metrics",
        _column("job_id", sa.Integer),
        _column("name", sa.Text),
        _column("trial", sa.Integer),
        _column("step", sa.Integer),
        _column("value", sa.Float),
        sa.PrimaryKeyConstraint("job_id", "name", "trial", "step", name="pk_job_metrics"),
        _child_of("jobs", "job_metrics", "job_id"),
    )
    op.create_table(
        "job_trials",
        _column("job_id", sa.Integer),
        _column("number", sa.Integer),
        _column("encoder_rate", sa.Float),
        _column("head_rate", sa.Float),
        _column("seed", sa.Integer),
        _column("fold", sa.Integer),
        _column("state", sa.String(9)),
        _column("attempts", sa.Integer),
        _column("best_epoch", sa.Integer),
        sa.Column("dev_macro_f1", sa.Float),
        sa.Column("dev_loss", sa.Float),
        sa.PrimaryKeyConstraint("job_id", "number", name="pk_job_trials"),
        _child_of("jobs", "job_trials", "job_id"),
    )


def _leases() -> None:
    op.create_table(
        "leases",
        _column("job_id", sa.Integer),
        _column("device", sa.Text),
        _column("memory", sa.Integer),
        sa.PrimaryKeyConstraint("job_id", "device", name="pk_leases"),
        _child_of("jobs", "leases", "job_id"),
    )
    op.create_index("ix_leases_device", "leases", ["device"])
    op.create_table(
        "desk_claims",
        _column("device", sa.Text),
        _column("pid", sa.Integer),
        _column("birth", sa.Text),
        _column("beats", sa.Integer),
        sa.PrimaryKeyConstraint("device", "pid", name="pk_desk_claims"),
    )
