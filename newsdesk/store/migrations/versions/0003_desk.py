"""The desk: verdicts, letters, second sections, drafts, saved filters, filing, archive runs."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_PORTION = 500


def upgrade() -> None:
    """From revision 0002 to 0003."""
    verdict = sa.Column("verdict", sa.String(8), nullable=False, server_default="asks")
    op.add_column("predictions", verdict)
    op.add_column("decisions", sa.Column("also", sa.Text))
    _indexes()
    _letters()
    _beside_articles()
    _rules()
    _archive()


def _column(name: str, kind: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False)


def _of_article(child: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["article_id"], ["articles.id"], name=f"fk_{child}_article_id", ondelete="CASCADE"
    )


def _indexes() -> None:
    op.drop_index("ix_predictions_model_status_article_id", "predictions")
    op.drop_index("ix_predictions_model_confidence_article_id_status", "predictions")
    sets = ["model", "status", "verdict", "section", "confidence", "article_id"]
    op.create_index("ix_predictions_sets", "predictions", sets)
    sure = ["model", "confidence", "article_id", "status", "verdict"]
    op.create_index("ix_predictions_by_confidence", "predictions", sure)
    op.create_index("ix_articles_added_id", "articles", ["added", "id"])
    decided = ["decided_section", "status", "id"]
    op.create_index("ix_articles_decided_section_status_id", "articles", decided)


def _letters() -> None:
    table = op.create_table(
        "article_letters",
        _column("article_id", sa.Integer),
        _column("letters", sa.Text),
        sa.PrimaryKeyConstraint("article_id", name="pk_article_letters"),
        _of_article("article_letters"),
    )
    connection = op.get_bind()
    ids = sa.column("id", sa.Integer)
    texts = sa.select(ids, sa.column("title", sa.Text), sa.column("body", sa.Text))
    portion = texts.select_from(sa.table("articles")).order_by(ids).limit(_PORTION)
    last = 0
    while rows := connection.execute(portion.where(ids > last)).all():
        letters = [
            {
                "article_id": row.id,
                "letters": "".join(sorted({c.lower() for c in {*row.title, *row.body}})),
            }
            for row in rows
        ]
        connection.execute(sa.insert(table), letters)
        last = rows[-1].id
    op.create_index("ix_article_letters_article_id", "article_letters", ["article_id"])
    if connection.dialect.name == "sqlite":
        op.execute(
            "CREATE TRIGGER article_letters_stale AFTER UPDATE OF title, body ON articles BEGIN "
            "DELETE FROM article_letters WHERE article_id = new.id; END"
        )


def _beside_articles() -> None:
    op.create_table(
        "second_sections",
        _column("article_id", sa.Integer),
        _column("section", sa.Text),
        sa.PrimaryKeyConstraint("article_id", name="pk_second_sections"),
        _of_article("second_sections"),
    )
    op.create_table(
        "drafts",
        _column("article_id", sa.Integer),
        _column("title", sa.Text),
        _column("body", sa.Text),
        _column("at", sa.DateTime),
        sa.PrimaryKeyConstraint("article_id", name="pk_drafts"),
        _of_article("drafts"),
    )


def _rules() -> None:
    op.create_table(
        "saved_filters",
        _column("name", sa.Text),
        _column("query", sa.Text),
        _column("at", sa.DateTime),
        sa.PrimaryKeyConstraint("name", name="pk_saved_filters"),
    )
    op.create_table(
        "filing_rules",
        _column("model", sa.Text),
        _column("enabled", sa.Boolean),
        _column("thresholds", sa.Text),
        sa.PrimaryKeyConstraint("model", name="pk_filing_rules"),
    )


def _archive() -> None:
    op.create_table(
        "archive_runs",
        _column("id", sa.Integer),
        _column("name", sa.Text),
        _column("model", sa.Text),
        _column("paths", sa.Text),
        sa.Column("columns", sa.Text),
        _column("state", sa.String(11)),
        *(_column(name, sa.Integer) for name in ("files", "files_total", "rows")),
        *(_column(name, sa.Integer) for name in ("articles", "failures")),
        *(_column(name, sa.Float) for name in ("seconds", "rate")),
        sa.Column("seconds_left", sa.Float),
        _column("beats", sa.Integer),
        _column("created", sa.DateTime),
        sa.Column("ended", sa.DateTime),
        sa.Column("pid", sa.Integer),
        sa.Column("birth", sa.Text),
        _column("wish", sa.String(6)),
        sa.Column("problem", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_archive_runs"),
        sa.CheckConstraint(
            "state IN ('running', 'paused', 'done', 'failed', 'cancelled', 'interrupted')",
            name=op.f("ck_archive_runs_state"),
        ),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "archive_articles",
        _column("run_id", sa.Integer),
        _column("article_id", sa.Integer),
        sa.PrimaryKeyConstraint("run_id", "article_id", name="pk_archive_articles"),
        sa.ForeignKeyConstraint(
            ["run_id"], ["archive_runs.id"], name="fk_archive_articles_run_id", ondelete="CASCADE"
        ),
        _of_article("archive_articles"),
    )
    op.create_index("ix_archive_articles_article_id", "archive_articles", ["article_id"])
