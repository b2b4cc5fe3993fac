"""Word from one server process to the others that a game has moved on."""

from __future__ import annotations

from sqlalchemy import Connection, text

from webapp.database import is_sqlite

CHANNEL = "dicesight"


def tell_others(connection: Connection, game_id: str) -> None:
    """Tell the other servers on this PostgreSQL, when this transaction commits, that there is news
    in the game's log. On SQLite they look by themselves."""
    if not is_sqlite(connection):
        connection.execute(
            text("SELECT pg_notify(:channel, :game)"), {"channel": CHANNEL, "game": game_id}
        )


def tell_everybody(connection: Connection) -> None:
    """Tell the other servers, when this transaction commits, that any game may have changed."""
    tell_others(connection, "")
