"""Evaluations: how a model did on labelled articles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """From revision 0004 to 0005."""
    integers = ("done", "total", "articles")
    op.create_table(
        "evaluations",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("model_mark", sa.Text, nullable=False),
        sa.Column("dataset", sa.Text, nullable=False),
        sa.Column("part", sa.String(5), nullable=False),
        sa.Column("since", sa.DateTime),
        sa.Column("until", sa.DateTime),
        sa.Column("matches", sa.Text, nullable=False),
        sa.Column("data_mark", sa.Text, nullable=False),
        sa.Column("sections", sa.Text, nullable=False),
        sa.Column("state", sa.String(11), nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in integers),
        sa.Column("left_out", sa.Text, nullable=False),
        sa.Column("accuracy", sa.Text),
        sa.Column("macro_f1", sa.Text),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.Column("ended", sa.DateTime),
        sa.Column("pid", sa.Integer),
        sa.Column("birth", sa.Text),
        sa.Column("problem", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_evaluations"),
        sa.CheckConstraint(
            "state IN ('running', 'done', 'failed', 'cancelled', 'interrupted')",
            name=op.f("ck_evaluations_state"),
        ),
        sqlite_autoincrement=True,
    )
