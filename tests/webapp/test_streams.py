"""The stream of a table, from a real server: at once, in order, again after a break."""

from __future__ import annotations

import http.client
import json
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask

from tests.webapp.conftest import Table
from tests.webapp.running import Running
from webapp.config import Config
from webapp.errors import WebError
from webapp.hub import Hub
from webapp.store import Mark

pytestmark = pytest.mark.every_storage


def post(url: str, body: object) -> dict[str, Any]:
    """Post JSON to a real server."""
    request = urllib.request.Request(
        url, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        result: dict[str, Any] = json.load(answer)
        return result


class Stream:
    """A reader of server-sent events."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.response = response

    def message(self) -> dict[str, str]:
        """The next message with data, as its fields."""
        fields: dict[str, str] = {}
        while True:
            line = self.response.readline().decode().rstrip("\n")
            if not line and "data" in fields:
                return fields
            name, _, value = line.partition(": ")
            fields[name] = value

    def seq(self) -> int:
        """The number in the next message."""
        return int(json.loads(self.message()["data"])["seq"])


@contextmanager
def opened(server: Running, table: str, last: str | None = None) -> Iterator[Stream]:
    """A stream of a table; closed like a browser that goes away."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=15)
    headers = {"Last-Event-ID": last} if last else {}
    connection.request("GET", f"/api/tables/{table}/events", headers=headers)
    response = connection.getresponse()
    assert response.status == 200
    assert response.headers["Content-Type"].startswith("text/event-stream")
    try:
        yield Stream(response)
    finally:
        response.close()
        connection.close()


@pytest.fixture
def table_id(server: Running) -> str:
    """A table on the real server."""
    body = {"key": "stream-table", "players": ["Ann", "Ben"], "preset": "classic"}
    return str(post(f"{server.url}/api/tables", body)["id"])


def roll(server: Running, table: str, seq: int) -> None:
    body = {"id": f"roll-number-{seq}", "seq": seq, "command": {"type": "roll", "dice": [1] * 6}}
    post(f"{server.url}/api/tables/{table}/commands", body)


def test_the_state_comes_first_and_each_change_within_a_second(
    server: Running, table_id: str
) -> None:
    with opened(server, table_id) as one, opened(server, table_id) as two:
        for stream in (one, two):
            first = stream.message()
            assert (first["event"], json.loads(first["data"])["seq"]) == ("state", 1)
        began = time.monotonic()
        roll(server, table_id, 1)
        for stream in (one, two):
            news = stream.message()
            told = json.loads(news["data"])
            assert (news["event"], told["seq"]) == ("state", 2)
            assert told["state"]["phase"] == "rolled"
        assert time.monotonic() - began < 1


def test_who_comes_back_up_to_date_gets_a_beat_and_who_missed_something_the_state(
    server: Running, table_id: str
) -> None:
    roll(server, table_id, 1)
    with opened(server, table_id) as stream:
        seen = stream.message()["id"]
    with opened(server, table_id, last=seen) as stream:
        beat = stream.message()
        assert (beat["event"], beat["data"]) == ("beat", '{"seq": 2}')
    for last in ("1", "2", f"2{seen[1:-1]}", "9", "-3", "x", "\u00b2"):
        with opened(server, table_id, last=last.encode("latin-1").decode("latin-1")) as stream:
            assert stream.message()["event"] == "state"


def test_a_silent_table_beats(server: Running, table_id: str) -> None:
    with opened(server, table_id) as stream:
        stream.message()
        began = time.monotonic()
        assert stream.message()["event"] == "beat"
        assert 0.5 < time.monotonic() - began < 3


def test_beats_come_at_least_every_ten_seconds_by_default(tmp_path: Path) -> None:
    assert Config(data_dir=tmp_path).heartbeat_s <= 10


def test_ctrl_c_stops_the_server_quickly_with_streams_open(server: Running, table_id: str) -> None:
    with opened(server, table_id) as one, opened(server, table_id) as two:
        one.message(), two.message()
        assert server.stop() < 3


def test_streams_beyond_the_cap_are_told_when_to_try_again(make_app: Callable[..., Flask]) -> None:
    app = make_app(stream_limit=2, heartbeat_s=0.05)
    table = Table(app.test_client(), "Ann")
    hub = app.extensions["dicesight"].hub
    held = [app.test_client().get(f"{table.url}/events", buffered=False) for _ in range(2)]
    assert hub.streams == 2
    refused = app.test_client().get(f"{table.url}/events")
    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) > 0
    assert refused.get_json()["error"]["code"] == "too_many_streams"
    held[0].close()
    assert hub.streams == 1
    with app.test_client().get(f"{table.url}/events", buffered=False) as welcome:
        assert welcome.status_code == 200
    held[1].close()
    assert hub.streams == 0


def test_a_place_is_given_back_once() -> None:
    hub = Hub(1)
    give_back = hub.take_stream("a")
    give_back(), give_back()
    assert hub.streams == 0
    hub.take_stream("a")
    with pytest.raises(WebError):
        hub.take_stream("b")


def test_waiting_ends_with_news_with_time_and_with_the_server() -> None:
    hub = Hub(2)
    hub.take_stream("a")
    hub.publish("b", Mark(5, "c"))
    began = time.monotonic()
    assert hub.wait("a", 0, 0.05) == (0, None)
    assert time.monotonic() - began >= 0.05
    threading.Timer(0.05, hub.publish, ("a", Mark(2, "c"))).start()
    assert hub.wait("a", 0, 5) == (1, Mark(2, "c"))
    threading.Timer(0.05, hub.close).start()
    hub.wait("a", 1, 5)
    assert time.monotonic() - began < 2
    with pytest.raises(WebError):
        hub.take_stream("a")


def test_a_log_that_went_back_is_news_once() -> None:
    hub = Hub(2)
    hub.take_stream("a")
    for mark in (Mark(9, "c"), Mark(2, "b"), Mark(2, "b"), Mark(2, "other")):
        hub.publish("a", mark)
    assert hub.wait("a", 0, 0) == (3, Mark(2, "other"))
    assert hub.open_games() == {"a": Mark(2, "other")}


def test_clients_that_leave_free_their_places_within_a_beat(server: Running, table_id: str) -> None:
    # 200 places: if gone clients kept theirs, the later ones would be refused.
    for _ in range(3):
        held = []
        for _ in range(70):
            connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=10)
            connection.request("GET", f"/api/tables/{table_id}/events")
            held.append((connection, connection.getresponse()))
        assert {response.status for _, response in held} == {200}
        for connection, response in held:
            response.close()
            connection.close()
        time.sleep(1.6)
    with opened(server, table_id) as stream:
        assert stream.message()["event"] == "state"
