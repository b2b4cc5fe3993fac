"""Saved house rules, and score pads for other games beside the tables in the event log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the saved rules, and say of each log what is played."""
    op.add_column(
        "games", sa.Column("kind", sa.String(16), nullable=False, server_default="farkle")
    )
    op.create_table(
        "rule_sets",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("name_key", sa.String(120), nullable=False, unique=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
    )
