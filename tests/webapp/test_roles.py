"""Who may do what: whoever set the table, those who play, those who watch."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.webapp.drawn_dice import as_jpeg, draw_dice

pytestmark = pytest.mark.every_storage

_KEYS = (f"role-key-{number:06d}" for number in itertools.count())


class Phone:
    """A browser of its own at a table."""

    def __init__(self, app: Flask, address: str, client: FlaskClient | None = None) -> None:
        self.client = client or app.test_client()
        self.address = address
        self.page = self.client.get(f"/t/{address}").text

    def send(self, kind: str, **fields: object) -> TestResponse:
        """A command on the newest state."""
        url = f"/api/tables/{self.address}"
        seq = self.client.get(url).get_json()["seq"]
        body = {"id": next(_KEYS), "seq": seq, "command": {"type": kind, **fields}}
        return self.client.post(f"{url}/commands", json=body)

    def me(self, **changes: object) -> TestResponse:
        return self.client.post(f"/api/tables/{self.address}/me", json=changes)

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.client.get(f"/api/tables/{self.address}").get_json()["state"]
        return state

    def history(self) -> list[dict[str, Any]]:
        url = f"/api/tables/{self.address}/history"
        lines: list[dict[str, Any]] = self.client.get(url).get_json()["lines"]
        return lines


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    return make_app()


@pytest.fixture
def host(app: Flask) -> Phone:
    """The browser in which a table of Ann and Ben was set by the start page's form."""
    client = app.test_client()
    form = {"key": next(_KEYS), "player": ["Ann", "Ben"], "preset": "classic"}
    address = client.post("/tables", data=form).location.rpartition("/")[2]
    return Phone(app, address, client)


def watching(app: Flask, host: Phone) -> Phone:
    found = re.search(r"/t/(watch-[\w-]+)", host.page)
    assert found
    return Phone(app, found.group(1))


def code(answer: TestResponse) -> str:
    return str(answer.get_json()["error"]["code"])


ENTER = {"outcome": "bank", "points": 350}


def test_whoever_has_the_tables_address_plays(app: Flask, host: Phone) -> None:
    guest = Phone(app, host.address)
    assert guest.send("enter_turn", **ENTER).status_code == 200
    assert '"role": "player"' in guest.page
    assert '"role": "host"' in host.page


def test_who_watches_sees_everything_and_changes_nothing(app: Flask, host: Phone) -> None:
    viewer = watching(app, host)
    host.send("enter_turn", **ENTER)
    assert viewer.state()["players"][0]["total"] == 350
    assert len(viewer.history()) == 2
    stream = viewer.client.get(f"/api/tables/{viewer.address}/events", buffered=False)
    assert stream.status_code == 200
    stream.close()
    picture = as_jpeg(draw_dice([1] * 6))
    url = f"/api/tables/{viewer.address}"
    for refused in (
        viewer.send("enter_turn", **ENTER),
        viewer.send("undo"),
        viewer.me(player="p1"),
        viewer.client.post(f"{url}/rematch", json={"id": next(_KEYS)}),
        viewer.client.post(f"{url}/photographs", data=picture, content_type="image/jpeg"),
    ):
        assert (refused.status_code, code(refused)) == (403, "only_watching")
    assert host.state()["players"][0]["total"] == 350


def test_the_watching_page_does_not_give_the_tables_address_away(app: Flask, host: Phone) -> None:
    viewer = watching(app, host)
    assert host.address not in viewer.page
    assert host.address not in viewer.client.get(f"/api/tables/{viewer.address}").text
    assert viewer.client.get("/t/watch-nothing").status_code == 404


def test_a_phone_may_be_set_to_watch_only_and_back(app: Flask, host: Phone) -> None:
    guest = Phone(app, host.address)
    assert guest.me(role="spectator").get_json()["role"] == "spectator"
    assert code(guest.send("enter_turn", **ENTER)) == "only_watching"
    assert guest.me(role="player").get_json()["role"] == "player"
    assert guest.send("enter_turn", **ENTER).status_code == 200
    assert code(host.me(role="spectator")) == "host_stays"
    assert code(guest.me(role="host")) == "malformed"
    assert code(guest.me(player="p9")) == "player_unknown"


def test_a_locked_sheet_takes_the_turn_from_the_players_own_phone_only(
    app: Flask, host: Phone
) -> None:
    ann, ben = Phone(app, host.address), Phone(app, host.address)
    ann.me(player="p1")
    ben.me(player="p2")
    assert code(ann.send("set_table", locked=True)) == "only_host"
    assert host.send("set_table", locked=True).status_code == 200
    refused = ben.send("enter_turn", **ENTER)
    assert (refused.status_code, code(refused)) == (403, "sheet_locked")
    assert "Ann" in refused.get_json()["error"]["words"]
    stranger = app.test_client()
    body = {"id": next(_KEYS), "seq": 2, "command": {"type": "enter_turn", **ENTER}}
    answer = stranger.post(f"/api/tables/{host.address}/commands", json=body)
    assert code(answer) == "sheet_locked"
    assert ann.send("enter_turn", **ENTER).status_code == 200
    assert code(ann.send("enter_turn", **ENTER)) == "sheet_locked"
    assert ben.send("enter_turn", **ENTER).status_code == 200
    assert host.send("enter_turn", **ENTER).status_code == 200
    host.send("set_table", locked=False)
    assert ann.send("enter_turn", **ENTER).status_code == 200


def test_a_table_that_nobody_set_with_a_browser_is_run_by_all(app: Flask) -> None:
    body = {"key": next(_KEYS), "players": ["Ann"], "preset": "classic"}
    address = app.test_client().post("/api/tables", json=body).get_json()["id"]
    assert Phone(app, address).send("set_table", advice=False).status_code == 200


def test_a_code_that_is_typed_leads_to_the_table(app: Flask, host: Phone) -> None:
    found = re.search(r'id="join-code">([A-Z0-9 ]+)<', host.page)
    assert found
    typed = found.group(1).lower().replace(" ", "-")
    answer = app.test_client().post("/join", data={"code": typed})
    assert answer.location == f"/t/{host.address}"
    wrong = app.test_client().post("/join", data={"code": "ZZZZZZ"})
    assert wrong.status_code == 404
    assert "No table has this code" in wrong.text


def test_codes_cannot_be_tried_without_end(
    app: Flask, host: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    from webapp import entrance

    monkeypatch.setattr(entrance, "_attempts", entrance.Attempts(most=3))
    client = app.test_client()
    answers = [client.post("/join", data={"code": "ZZZZZZ"}).status_code for _ in range(5)]
    assert answers == [404, 404, 404, 429, 429]
    elsewhere = entrance.Attempts(most=1, within_s=0.0)
    elsewhere.count()
    elsewhere.allow()


def test_the_history_says_which_phone_did_what_and_when(app: Flask, host: Phone) -> None:
    guest = Phone(app, host.address)
    guest.me(player="p2")
    host.send("enter_turn", **ENTER)
    guest.send("correct_turn", player="p1", round=1, outcome="bank", points=400)
    newest, earlier, start = host.history()
    assert newest["actor"] == {"phone": 2, "role": "player", "player": "p2"}
    assert earlier["actor"] == {"phone": 1, "role": "host", "player": None}
    assert (newest["before"]["points"], newest["result"]["points"]) == (350, 400)
    assert start["type"] == "game_started"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", newest["at"])


def test_a_long_history_comes_in_parts(app: Flask, host: Phone) -> None:
    for _ in range(130):
        host.send("enter_turn", **ENTER)
        host.send("undo")
    url = f"/api/tables/{host.address}/history"
    first = host.client.get(url).get_json()
    assert (len(first["lines"]), first["more"]) == (200, True)
    rest = host.client.get(f"{url}?before={first['lines'][-1]['number']}").get_json()
    assert (rest["lines"][0]["number"], rest["lines"][-1]["number"]) == (61, 1)
    assert rest["more"] is False


def test_a_rematch_is_one_game_with_the_same_people_and_everybody_finds_it(
    app: Flask, host: Phone
) -> None:
    guest, viewer = Phone(app, host.address), watching(app, host)
    guest.me(player="p2")
    host.send("change_player", player="p2", name="Bea", colour="teal")
    url = f"/api/tables/{host.address}/rematch"
    assert guest.client.get(f"/t/{host.address}/rematch").status_code == 404
    made = {
        phone.client.post(url, json={"id": next(_KEYS)}).get_json()["id"]
        for phone in (guest, host, guest)
    }
    assert len(made) == 1
    assert viewer.state()["rematch"] is True
    page = f"/t/{made.pop()}"
    assert guest.client.get(f"/t/{host.address}/rematch").location == page
    state = guest.client.get(f"/api/tables{page[2:]}").get_json()["state"]
    assert [(p["name"], p["colour"]) for p in state["players"]] == [
        *(("Ann", "red"), ("Bea", "teal"))
    ]
    assert '"player": "p2"' in guest.client.get(page).text
    assert '"role": "host"' in host.client.get(page).text
    watched = viewer.client.get(f"/t/{viewer.address}/rematch").location
    assert watched.startswith("/t/watch-")
    assert page not in viewer.client.get(watched).text


def test_who_left_is_not_asked_for_the_rematch(host: Phone) -> None:
    host.send("enter_turn", **ENTER)
    host.send("retire_player", player="p1")
    url = f"/api/tables/{host.address}/rematch"
    made = host.client.post(url, json={"id": next(_KEYS)}).get_json()["id"]
    players = host.client.get(f"/api/tables/{made}").get_json()["state"]["players"]
    assert [player["name"] for player in players] == ["Ben"]


def test_api_tables_set_by_a_browser_are_run_by_it(client: FlaskClient) -> None:
    client.set_cookie("dicesight_device", "some-browser")
    body = {"key": next(_KEYS), "players": ["Ann"], "preset": "classic"}
    address = client.post("/api/tables", json=body).get_json()["id"]
    assert '"role": "host"' in client.get(f"/t/{address}").text
    other = Phone(client.application, address)
    assert code(other.send("set_table", locked=True)) == "only_host"
