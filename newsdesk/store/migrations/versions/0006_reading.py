"""How far readings have come, so that one goes on where it was after a crash."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """From revision 0005 to 0006."""
    op.create_table(
        "reading_places",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_reading_places"),
    )
