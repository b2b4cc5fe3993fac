"""Setting a table: names, rules, an address that cannot be guessed."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from farkle.rules import PRESETS
from farkle.seat import MAX_PLAYERS, NAME_LIMIT
from tests.webapp.conftest import Table
from webapp.errors import WebError
from webapp.games import tidy_names

pytestmark = pytest.mark.every_storage


@pytest.mark.parametrize("preset", list(PRESETS))
def test_every_preset_can_be_chosen(client: FlaskClient, preset: str) -> None:
    table = Table(client, "Ann", "Ben", preset=preset)
    assert table.state["rules"]["preset"] == preset
    assert table.state["rules"]["title"] == PRESETS[preset].title
    assert client.get(f"/t/{table.id}").status_code == 200


@pytest.mark.parametrize("count", [1, 2, 8, MAX_PLAYERS])
def test_one_player_or_many(client: FlaskClient, count: int) -> None:
    table = Table(client, *(f"Player {number}" for number in range(count)))
    assert len(table.state["players"]) == count


def test_addresses_are_long_and_random(client: FlaskClient) -> None:
    ids = {Table(client, "Ann").id for _ in range(20)}
    assert len(ids) == 20
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22,}", table_id) for table_id in ids)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"players": []}, "no_players"),
        ({"players": ["  ", ""]}, "no_players"),
        ({"players": "Ann"}, "malformed"),
        ({"players": [1]}, "name_not_text"),
        ({"players": ["x" * 41]}, "name_too_long"),
        ({"players": ["x"] * 21}, "too_many_players"),
        ({"preset": "ludo"}, "preset_unknown"),
        ({"preset": 7}, "malformed"),
        ({"key": "short"}, "malformed"),
        ({"key": None}, "malformed"),
    ],
)
def test_what_is_no_table_is_refused(
    client: FlaskClient, change: dict[str, object], code: str
) -> None:
    body = {"key": "a-good-key", "players": ["Ann"], "preset": "classic", **change}
    refused = client.post("/api/tables", json=body)
    assert refused.status_code == 422
    assert refused.get_json()["error"]["code"] == code
    assert refused.get_json()["error"]["words"]


def test_the_form_keeps_what_was_typed_and_says_what_is_wrong(client: FlaskClient) -> None:
    form = {"key": "form-key-2", "player": ["x" * 41, "Ben"], "preset": "classic"}
    refused = client.post("/tables", data=form)
    assert refused.status_code == 422
    assert "at most 40 characters" in refused.text
    assert 'value="Ben"' in refused.text


def test_two_people_of_one_name_are_told_apart() -> None:
    assert tidy_names(["Ann", "ann", " Ann "]) == ["Ann", "ann (2)", "Ann (3)"]


@given(st.lists(st.text(max_size=60), max_size=MAX_PLAYERS + 2))
def test_names_become_short_printable_and_different(names: list[str]) -> None:
    try:
        tidy = tidy_names(names)
    except WebError as error:
        if error.status != 422:
            raise
        return
    assert 1 <= len(tidy) <= MAX_PLAYERS
    assert len({name.casefold() for name in tidy}) == len(tidy)
    for name in tidy:
        assert 1 <= len(name) <= NAME_LIMIT
        assert "\n" not in name
        name.encode()


def test_names_cannot_smuggle_markup_into_the_page(client: FlaskClient) -> None:
    table = Table(client, "</script><script>alert(1)</script>", "<b>Ben</b>")
    page = client.get(f"/t/{table.id}").text
    assert "<script>alert" not in page
    assert "<b>Ben" not in page
