"""A server that is killed in the middle of many writes has kept what it acknowledged."""

from __future__ import annotations

import http.client
import random
import sqlite3
import threading
from pathlib import Path

from tests.faults.conftest import ROLL, call, new_table
from tests.webapp.running import Running, start


def write_until_killed(
    server: Running, table: str, seq: int, acknowledged: dict[str, int], life: int
) -> None:
    """Roll again and again; notes the last number that was acknowledged."""
    while True:
        body = {"id": f"life-{life}-{seq:06d}", "seq": seq, "command": ROLL}
        try:
            status, answer = call(server, f"{table}/commands", body)
        except (OSError, http.client.HTTPException, ValueError):
            return
        assert status == 200, answer
        seq = acknowledged[table] = answer["seq"]


def test_nothing_acknowledged_is_lost_however_often_the_server_is_killed(
    tmp_path: Path,
) -> None:
    chance = random.Random(7)
    data = tmp_path / "data"
    acknowledged: dict[str, int] = {}
    for life in range(3):
        server = start(data)
        try:
            for table, seq in acknowledged.items():
                status, sheet = call(server, table)
                assert status == 200
                # The last command may have been stored without its answer having left.
                assert sheet["seq"] - seq in {0, 1}
                acknowledged[table] = sheet["seq"]
            if not acknowledged:
                acknowledged = {new_table(server, f"killed-{n}-table"): 1 for n in range(4)}
            writers = [
                threading.Thread(
                    target=write_until_killed, args=(server, table, seq, acknowledged, life)
                )
                for table, seq in acknowledged.items()
            ]
            for writer in writers:
                writer.start()
            threading.Event().wait(chance.uniform(0.05, 0.6))
            server.kill()
            for writer in writers:
                writer.join()
        finally:
            server.stop()
    assert sum(acknowledged.values()) > 4
    with sqlite3.connect(data / "dicesight.sqlite3") as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        logs = "SELECT game_id, count(*), max(seq) FROM events GROUP BY game_id"
        for game_id, count, newest in database.execute(logs).fetchall():
            assert count == newest >= acknowledged[f"/api/tables/{game_id}"]
    database.close()
