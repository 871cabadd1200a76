"""Articles, covers, predictions, the ledger of decisions, and models."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_FULL_TEXT = (
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
_LEDGER = (
    "CREATE TRIGGER decisions_no_update BEFORE UPDATE ON decisions BEGIN "
    "SELECT RAISE(ABORT, 'decisions are never changed'); END",
    "CREATE TRIGGER decisions_no_delete BEFORE DELETE ON decisions BEGIN "
    "SELECT RAISE(ABORT, 'decisions are never deleted'); END",
    "CREATE TRIGGER decisions_no_replace BEFORE INSERT ON decisions "
    "WHEN EXISTS (SELECT 1 FROM decisions WHERE id = new.id) BEGIN "
    "SELECT RAISE(ABORT, 'decisions are never replaced'); END",
)


def upgrade() -> None:
    """From nothing to revision 0001."""
    _covers_and_articles()
    _predictions()
    _decisions()
    _models()
    if op.get_bind().dialect.name == "sqlite":
        for statement in (*_FULL_TEXT, *_LEDGER):
            op.execute(statement)


def _covers_and_articles() -> None:
    op.create_table(
        "covers",
        sa.Column("digest", sa.String(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("media_type", sa.Text, nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_covers"),
    )
    op.create_table(
        "articles",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("decided_section", sa.Text),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("source_row", sa.Integer),
        sa.Column("language", sa.Text),
        sa.Column("cover_digest", sa.String(32)),
        sa.Column("added", sa.DateTime, nullable=False),
        sa.Column("removed_at", sa.DateTime),
        sa.Column("problem", sa.Text),
        sa.Column("notices", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_articles"),
        sa.UniqueConstraint("status", "id", name="uq_articles_status_id"),
        sa.CheckConstraint(
            "status IN ('open', 'decided', 'failed', 'removed')", name=op.f("ck_articles_status")
        ),
        sa.ForeignKeyConstraint(
            ["cover_digest"], ["covers.digest"], name="fk_articles_cover_digest"
        ),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_articles_removed_at_id", "articles", ["removed_at", "id"])
    op.create_index("ix_articles_cover_digest", "articles", ["cover_digest"])


def _predictions() -> None:
    op.create_table(
        "predictions",
        sa.Column("article_id", sa.Integer, nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("section", sa.Text, nullable=False),
        sa.Column("section_name", sa.Text, nullable=False),
        sa.Column("confidence", sa.Float, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("article_id", "model", name="pk_predictions"),
        sa.ForeignKeyConstraint(
            ["status", "article_id"],
            ["articles.status", "articles.id"],
            name="fk_predictions_status",
            onupdate="CASCADE",
            ondelete="CASCADE",
        ),
    )
    op.create_index(
        "ix_predictions_model_status_article_id", "predictions", ["model", "status", "article_id"]
    )
    op.create_index(
        "ix_predictions_model_confidence_article_id_status",
        "predictions",
        ["model", "confidence", "article_id", "status"],
    )


def _decisions() -> None:
    op.create_table(
        "decisions",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("article_id", sa.Integer, nullable=False),
        sa.Column("from_section", sa.Text),
        sa.Column("to_section", sa.Text),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("model", sa.Text),
        sa.Column("model_section", sa.Text),
        sa.Column("model_confidence", sa.Float),
        sa.PrimaryKeyConstraint("id", name="pk_decisions"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_decisions_article_id_id", "decisions", ["article_id", "id"])


def _models() -> None:
    op.create_table(
        "models",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("fingerprint", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("manifest", sa.Text, nullable=False),
        sa.Column("remembered", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_models"),
    )
