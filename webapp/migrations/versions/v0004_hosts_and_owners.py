"""When whoever runs a table was last there, and which browser saved which rules."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add columns that are empty for what there was before."""
    op.add_column("members", sa.Column("seen_at", sa.String(40), nullable=True))
    op.add_column("rule_sets", sa.Column("owner", sa.String(64), nullable=True))
