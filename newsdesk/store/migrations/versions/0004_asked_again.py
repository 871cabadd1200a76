"""Answers from before models could abstain are asked for again where the text may be foreign."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """From revision 0003 to 0004.

    Only a notice tells in such an answer that the model could hardly read the text. Without the
    answer the article waits again; what a person decided stays as it is.
    """
    answer = sa.column("answer", sa.Text)
    predictions = sa.table(
        "predictions", answer, sa.column("status", sa.Text), sa.column("verdict", sa.Text)
    )
    doubtful = sa.or_(
        *(answer.contains(f'"kind":"{kind}"') for kind in ("language", "unknown_pieces"))
    )
    op.execute(
        sa.delete(predictions).where(
            doubtful, predictions.c.status != "decided", predictions.c.verdict != "abstains"
        )
    )
