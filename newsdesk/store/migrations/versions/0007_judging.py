"""Whether all answers of a model have been judged by its rules of filing."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """From revision 0006 to 0007. Until now rules were set and answers judged in one go."""
    judged = sa.Column("judged", sa.Boolean, nullable=False, server_default=sa.true())
    op.add_column("filing_rules", judged)
