"""A database of the first version goes on with everything that is in it."""

from __future__ import annotations

import json
from pathlib import Path

from alembic import command
from alembic.config import Config as Settings
from sqlalchemy import create_engine

from tests.webapp.drawn_dice import PipCounter
from webapp import Config, create_app
from webapp.database import MIGRATIONS

START = {
    "type": "game_started",
    "preset": "classic",
    "rules": {"preset": "classic"},
    "players": [{"id": "p1", "name": "Ann"}, {"id": "p2", "name": "Ben"}],
    "first": 0,
}
LOG = [
    START,
    {"type": "dice_rolled", "dice": [1, 2, 4, 5, 5, 5], "source": "hand"},
    {"type": "kept_aside", "dice": [1, 5, 5, 5]},
    {"type": "banked"},
    {"type": "farkle_declared"},
    {"type": "undone"},
]


def first_version(data_dir: Path) -> None:
    """A database as the first version left it, with one game."""
    data_dir.mkdir()
    engine = create_engine(f"sqlite:///{data_dir / 'dicesight.sqlite3'}")
    settings = Settings()
    settings.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        settings.attributes["connection"] = connection
        command.upgrade(settings, "0001")
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "INSERT INTO games (id, creation_key, created_at) VALUES ('old-game', 'key', '2025')"
        )
        for seq, fact in enumerate(LOG, 1):
            connection.exec_driver_sql(
                "INSERT INTO commands (game_id, command_id, body, first_seq, last_seq, at) "
                "VALUES ('old-game', ?, '{}', ?, ?, '2025')",
                (f"command-{seq}", seq, seq),
            )
            connection.exec_driver_sql(
                "INSERT INTO events (game_id, seq, command_id, body, at) "
                "VALUES ('old-game', ?, ?, ?, '2025')",
                (seq, f"command-{seq}", json.dumps(fact)),
            )
    engine.dispose()


def test_games_links_and_histories_of_the_first_version_go_on(tmp_path: Path) -> None:
    first_version(tmp_path / "data")
    app = create_app(Config(data_dir=tmp_path / "data"), reader=PipCounter())
    try:
        client = app.test_client()
        assert "600" in client.get("/t/old-game").text
        shown = client.get("/api/tables/old-game").get_json()
        assert [player["total"] for player in shown["state"]["players"]] == [600, 0]
        body = {"id": "go-on-here", "seq": 6, "command": {"type": "farkle"}}
        answer = client.post("/api/tables/old-game/commands", json=body)
        assert answer.get_json()["state"]["current"] == 0
        lines = client.get("/api/tables/old-game/history").get_json()["lines"]
        assert [line["actor"] for line in lines[1:]] == [None] * 6
        assert lines[0]["actor"]["phone"] == 1
    finally:
        app.extensions["dicesight"].close()
