"""The tables of the score store. Migrations change them; this is what the code reads and writes."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(64), primary_key=True),
    # The browser's key for "create this table": a form sent twice makes one table.
    Column("creation_key", String(64), nullable=False, unique=True),
    Column("created_at", String(40), nullable=False),
    # What is played: "farkle", or "pad" for points of another game.
    Column("kind", String(16), nullable=False, server_default="farkle"),
    # What lets others in: a short code to type, and the address of those who only watch.
    Column("join_code", String(16), nullable=True),
    Column("watch_id", String(64), nullable=True),
    Index("one_game_per_join_code", "join_code", unique=True),
    Index("one_game_per_watch_id", "watch_id", unique=True),
)

members = Table(
    "members",
    metadata,
    Column("game_id", String(64), ForeignKey("games.id"), nullable=False),
    # A digest of the browser's cookie, which is what makes it a member.
    Column("device", String(64), nullable=False),
    Column("number", Integer, nullable=False),
    Column("role", String(16), nullable=False),
    Column("player", String(64), nullable=True),
    Column("at", String(40), nullable=False),
    # When it was last connected; kept up for whoever runs the table.
    Column("seen_at", String(40), nullable=True),
    PrimaryKeyConstraint("game_id", "device", name="one_member_per_device"),
    UniqueConstraint("game_id", "number", name="one_member_per_number"),
)

rule_sets = Table(
    "rule_sets",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", String(60), nullable=False),
    # The name as it is compared: two sets cannot differ by capital letters only.
    Column("name_key", String(120), nullable=False, unique=True),
    # Preset and changed options as JSON.
    Column("body", Text, nullable=False),
    Column("at", String(40), nullable=False),
    # A digest of the cookie of the browser that saved them; null for those of earlier versions.
    Column("owner", String(64), nullable=True),
)

commands = Table(
    "commands",
    metadata,
    Column("game_id", String(64), ForeignKey("games.id"), nullable=False),
    Column("command_id", String(64), nullable=False),
    Column("body", Text, nullable=False),
    Column("first_seq", Integer, nullable=False),
    Column("last_seq", Integer, nullable=False),
    Column("at", String(40), nullable=False),
    # Who sent it, as JSON; null for programs and for commands of the first version.
    Column("actor", Text, nullable=True),
    UniqueConstraint("game_id", "command_id", name="one_result_per_command"),
)

events = Table(
    "events",
    metadata,
    Column("game_id", String(64), ForeignKey("games.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("command_id", String(64), nullable=False),
    Column("body", Text, nullable=False),
    Column("at", String(40), nullable=False),
    PrimaryKeyConstraint("game_id", "seq", name="one_event_per_number"),
)
