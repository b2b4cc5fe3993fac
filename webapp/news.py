"""Word from one server process to the others that a game has moved on."""

from __future__ import annotations

import json

from sqlalchemy import Connection, text

from webapp.database import is_sqlite

CHANNEL = "dicesight"
_ANY = ""


def tell_others(connection: Connection, game_id: str, seq: int, command_id: str) -> None:
    """Tell the other servers on this PostgreSQL, when this transaction commits, that the game's log
    has grown to ``seq`` by that command. On SQLite they look by themselves."""
    _notify(connection, json.dumps([game_id, seq, command_id]))


def tell_everybody(connection: Connection) -> None:
    """Tell the other servers, when this transaction commits, that any game may have changed."""
    _notify(connection, _ANY)


def read_news(words: str) -> tuple[str, int, str] | None:
    """Which game grew, to where, by which command; None when any game may have changed."""
    if words == _ANY:
        return None
    game_id, seq, command_id = json.loads(words)
    return game_id, seq, command_id


def _notify(connection: Connection, words: str) -> None:
    if not is_sqlite(connection):
        connection.execute(
            text("SELECT pg_notify(:channel, :words)"), {"channel": CHANNEL, "words": words}
        )
