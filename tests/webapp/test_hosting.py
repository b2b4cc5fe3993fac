"""Who runs a table can hand it on, and a table whose host is lost is not lost with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

pytestmark = pytest.mark.every_storage

ELSEWHERE = {"REMOTE_ADDR": "192.168.1.20"}


class Phone:
    """A browser on another device than the server."""

    def __init__(self, app: Flask, address: str = "") -> None:
        self.client: FlaskClient = app.test_client()
        self.client.environ_base.update(ELSEWHERE)
        self.address = address
        if address:
            self.client.get(f"/t/{address}")

    @property
    def url(self) -> str:
        return f"/api/tables/{self.address}"

    def set_table(self, key: str = "hosting-table") -> Phone:
        form = {"key": key, "player": ["Ann", "Ben"], "preset": "classic"}
        self.address = self.client.post("/tables", data=form).location.rpartition("/")[2]
        return self

    def hand_on(self, phone: object = None, key: str = "hand-on-key-1") -> TestResponse:
        body = {"id": key} if phone is None else {"id": key, "phone": phone}
        return self.client.post(f"{self.url}/host", json=body)

    def phones(self) -> dict[str, Any]:
        answer: dict[str, Any] = self.client.get(f"{self.url}/phones").get_json()
        return answer

    def me(self) -> dict[str, Any]:
        answer: dict[str, Any] = self.client.get(f"{self.url}/me").get_json()
        return answer

    def lock(self, on: bool) -> int:
        seq = self.client.get(self.url).get_json()["seq"]
        body = {"id": f"lock-key-{seq}", "seq": seq, "command": {"type": "set_table", "locked": on}}
        return self.client.post(f"{self.url}/commands", json=body).status_code


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    return make_app()


def test_the_host_hands_the_table_on_and_everybody_is_told(app: Flask) -> None:
    host = Phone(app).set_table()
    other = Phone(app, host.address)
    host.client.get(f"/t/{host.address}")
    assert [phone["phone"] for phone in host.phones()["phones"]] == [1, 2]
    assert (host.phones()["may"], other.phones()["may"]) == ("give", None)
    assert host.hand_on(2).get_json() == {"role": "player", "player": None, "runs_table": False}
    assert other.me() == {"role": "host", "player": None, "runs_table": True}
    assert (host.lock(True), other.lock(True)) == (403, 200)
    state = other.client.get(other.url).get_json()["state"]
    assert state["host"] == 2
    told = other.client.get(f"{other.url}/history").get_json()["lines"][1]
    assert (told["host"], told["actor"]["phone"]) == (2, 1)


def test_a_player_cannot_take_the_table_while_the_host_is_there(app: Flask) -> None:
    host = Phone(app).set_table()
    other = Phone(app, host.address)
    answer = other.hand_on(2)
    assert answer.status_code == 403
    assert answer.get_json()["error"]["code"] == "host_is_there"
    assert other.hand_on().status_code == 403
    assert other.phones()["wait_minutes"] == 10
    assert host.me()["role"] == "host"


def test_a_command_cannot_say_who_runs_the_table(app: Flask) -> None:
    host = Phone(app).set_table()
    body = {"id": "some-key-1", "seq": 1, "command": {"type": "set_table", "host": 2}}
    assert host.client.post(f"{host.url}/commands", json=body).status_code == 403


def test_any_player_can_take_the_table_once_the_host_has_been_away(
    make_app: Callable[..., Flask],
) -> None:
    app = make_app(host_away_s=0.0)
    host = Phone(app).set_table()
    other, third = Phone(app, host.address), Phone(app, host.address)
    assert other.phones()["may"] == "take"
    assert other.hand_on(3).status_code == 403  # for oneself only
    assert other.hand_on().status_code == 200
    assert [phone.me()["role"] for phone in (host, other, third)] == ["player", "host", "player"]


def test_a_host_whose_page_is_open_is_not_away(make_app: Callable[..., Flask]) -> None:
    app = make_app(heartbeat_s=0.05)
    host = Phone(app).set_table()
    members = app.extensions["dicesight"].members
    with app.extensions["dicesight"].store._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE members SET at = '2020-01-01T00:00:00.000+00:00'")
    assert members.host_away_s(host.address) > 1e6
    with host.client.get(f"{host.url}/events", buffered=False) as stream:
        messages = iter(stream.response)
        while b"beat" not in next(messages):  # type: ignore[operator]
            pass
    assert members.host_away_s(host.address) < 60


def test_the_computer_that_runs_the_server_can_give_the_table_to_any_phone(app: Flask) -> None:
    host = Phone(app).set_table()
    other = Phone(app, host.address)
    own = app.test_client()
    page = own.get(f"/t/{host.address}")
    assert page.status_code == 200
    assert own.get(f"{host.url}/phones").get_json()["may"] == "give"
    assert own.post(f"{host.url}/host", json={"id": "from-here-1", "phone": 2}).status_code == 200
    assert other.me()["role"] == "host"
    taken = own.post(f"{host.url}/host", json={"id": "from-here-2"}).get_json()
    assert taken["role"] == "host"
    assert other.me()["role"] == "player"


@pytest.mark.parametrize("phone", [9, 0, True, "2", 2.0])
def test_a_phone_that_does_not_play_cannot_run_the_table(app: Flask, phone: object) -> None:
    host = Phone(app).set_table()
    watching = Phone(app, host.address)
    watching.client.post(f"{host.url}/me", json={"role": "spectator"})
    assert host.hand_on(phone).status_code == 422
    assert host.hand_on(2).status_code == 422
    assert watching.hand_on().status_code == 403
    assert watching.phones() == {"phones": [], "may": None, "wait_minutes": 10}
    assert host.me()["role"] == "host"


def test_a_table_that_everybody_runs_is_taken_by_nobody(app: Flask) -> None:
    client = app.test_client()
    body = {"key": "nobody-hosts-1", "players": ["Ann", "Ben"], "preset": "classic"}
    address = client.post("/api/tables", json=body).get_json()["id"]
    phone = Phone(app, address)
    assert phone.phones()["may"] is None
    assert phone.hand_on().status_code == 403
