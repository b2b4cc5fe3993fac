"""The pages as the server renders them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

import webapp.app
from farkle.errors import FarkleError
from farkle.rules import PRESETS
from tests.webapp.conftest import Table
from tests.webapp.drawn_dice import as_jpeg, draw_dice
from webapp import Config, create_app


def test_the_start_page_offers_every_preset_with_its_summary(client: FlaskClient) -> None:
    page = client.get("/").text
    for preset in PRESETS.values():
        assert preset.title in page
        assert f'value="{preset.name}"' in page


def test_a_rematch_comes_with_the_same_names(client: FlaskClient) -> None:
    page = client.get("/?player=Ann&player=Ben&player=Zoe&preset=patch").text
    assert [name in page for name in ('value="Ann"', 'value="Ben"', 'value="Zoe"')] == [True] * 3
    assert 'value="patch" checked' in page


def test_a_table_is_set_without_any_name_and_everybody_is_named_later(client: FlaskClient) -> None:
    form = {"key": "nameless-table", "player": ["", " "], "preset": "classic"}
    page = client.get(client.post("/tables", data=form).location).text
    assert "Player 1" in page
    assert "Player 2" in page


def test_the_table_page_shows_the_sheet_without_any_script(table: Table) -> None:
    table.play("roll", dice=[1] * 6)
    table.play("set_aside", dice=[1] * 6)
    table.play("bank")
    page = table.client.get(f"/t/{table.id}").text
    assert "Ann" in page
    assert "2,000" in page


def test_the_join_code_is_a_picture_of_the_tables_address(table: Table) -> None:
    code = table.client.get(f"/t/{table.id}/join.svg")
    assert code.mimetype == "image/svg+xml"
    assert code.data.startswith(b"<?xml")
    assert table.client.get("/t/nowhere/join.svg").status_code == 404


def test_on_the_servers_computer_the_join_link_is_the_one_for_phones(
    make_app: Callable[..., Flask],
) -> None:
    app = make_app(
        public_url="http://192.168.1.7:8000",
        allowed_hosts=frozenset({"localhost", "192.168.1.7"}),
    )
    table = Table(app.test_client(), "Ann")
    assert f"http://192.168.1.7:8000/t/{table.id}" in table.client.get(f"/t/{table.id}").text


def test_a_table_that_only_this_computer_reaches_says_so(table: Table) -> None:
    page = table.client.get(f"/t/{table.id}").text
    assert "--lan" in page
    assert "join.svg" not in page


def test_an_unknown_table_is_a_friendly_page(client: FlaskClient) -> None:
    answer = client.get("/t/nowhere")
    assert answer.status_code == 404
    assert "There is no such table here." in answer.text
    assert "To the start page" in answer.text


def test_licence_and_source_are_one_link_away(make_app: Callable[..., Flask]) -> None:
    client = make_app(source_url="https://example.org/our-dicesight").test_client()
    assert 'href="/source"' in client.get("/").text
    page = client.get("/source").text
    assert "AGPL-3.0-or-later" in page
    assert "https://example.org/our-dicesight" in page
    assert "example.org" not in make_app().test_client().get("/source").text


def test_the_reader_is_opened_in_the_background(make_app: Callable[..., Flask]) -> None:
    assert make_app().test_client().get("/api/health").get_json()["status"] == "ok"


def test_without_a_reader_the_page_works_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(config: Config) -> None:
        raise FarkleError("weights_missing", "The weights are missing.")

    monkeypatch.setattr(webapp.app, "_reader_in_use", missing)
    app = create_app(Config(data_dir=tmp_path / "data"))
    try:
        table = Table(app.test_client(), "Ann")
        refused = table.photograph(as_jpeg(draw_dice([1] * 6)))
        assert refused.status_code == 503
        assert refused.get_json()["error"]["code"] == "reader_unavailable"
        assert "The weights are missing." in refused.get_json()["error"]["words"]
        health = table.client.get("/api/health").get_json()["reader"]
        assert health["state"] == "unavailable"
        assert table.play("roll", dice=[1] * 6)["phase"] == "rolled"
    finally:
        app.extensions["dicesight"].close()
