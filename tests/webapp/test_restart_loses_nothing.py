"""An acknowledged command survives a restart and a process that is killed."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.webapp.conftest import Table
from tests.webapp.running import start

pytestmark = pytest.mark.every_storage


def call(url: str, body: object = None) -> dict[str, Any]:
    """A request to a real server."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        result: dict[str, Any] = json.load(answer)
        return result


def test_a_restart_in_the_middle_of_a_turn_loses_nothing(make_app: Callable[..., Flask]) -> None:
    before = Table(make_app().test_client(), "Ann", "Ben")
    before.play("roll", dice=[1, 2, 4, 5, 5, 5])
    before.play("set_aside", dice=[1, 5, 5])
    seen = before.fetch()
    again = make_app().test_client()
    assert again.get(before.url).get_json() == seen
    body = {"id": "after-restart", "seq": seen["seq"], "command": {"type": "take_back"}}
    answer = again.post(f"{before.url}/commands", json=body)
    assert answer.get_json()["state"]["phase"] == "rolled"


def test_a_command_repeated_after_a_restart_still_counts_once(
    make_app: Callable[..., Flask],
) -> None:
    before = Table(make_app().test_client(), "Ann")
    roll = {"type": "roll", "dice": [1] * 6}
    first = before.send(roll, id="across-restart").get_json()
    body = {"id": "across-restart", "seq": 1, "command": roll}
    again = make_app().test_client().post(f"{before.url}/commands", json=body).get_json()
    assert again["accepted"] == first["accepted"]
    assert again["repeated"] is True


def test_what_was_acknowledged_before_sigkill_is_there_after(
    tmp_path: Path, database_url: str | None
) -> None:
    server = start(tmp_path / "data", database_url=database_url)
    acknowledged = 0
    try:
        body = {"key": "killed-table", "players": ["Ann", "Ben"], "preset": "classic"}
        table = call(f"{server.url}/api/tables", body)["id"]
        url = f"{server.url}/api/tables/{table}"
        killer = threading.Timer(0.7, server.kill)
        killer.start()
        acknowledged = 1
        try:
            for number in range(100_000):
                command = {"type": "roll", "dice": [1, 1, 1, 1, 1, number % 6 + 1]}
                body = {"id": f"until-killed-{number}", "seq": number + 1, "command": command}
                acknowledged = call(f"{url}/commands", body)["seq"]
        except (OSError, urllib.error.URLError):
            pass
        killer.join()
    finally:
        server.stop()
    assert acknowledged > 2
    server = start(tmp_path / "data", database_url=database_url)
    try:
        after = call(f"{server.url}/api/tables/{table}")
    finally:
        server.stop()
    # The last command may have been stored without its answer having left.
    assert after["seq"] - acknowledged in {0, 1}
    assert after["state"]["roll"] == sorted([1, 1, 1, 1, 1, (after["seq"] - 2) % 6 + 1])
