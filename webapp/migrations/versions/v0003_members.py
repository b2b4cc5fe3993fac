"""Who sits at a table with which phone, who did what, and the codes that let others in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what tables of earlier versions do not have: they get codes when somebody asks."""
    op.add_column("games", sa.Column("join_code", sa.String(16), nullable=True))
    op.add_column("games", sa.Column("watch_id", sa.String(64), nullable=True))
    op.create_index("one_game_per_join_code", "games", ["join_code"], unique=True)
    op.create_index("one_game_per_watch_id", "games", ["watch_id"], unique=True)
    op.add_column("commands", sa.Column("actor", sa.Text, nullable=True))
    op.create_table(
        "members",
        sa.Column("game_id", sa.String(64), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("player", sa.String(64), nullable=True),
        sa.Column("at", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "device", name="one_member_per_device"),
        sa.UniqueConstraint("game_id", "number", name="one_member_per_number"),
    )
