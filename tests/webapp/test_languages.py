"""Which language a reader gets, and that everything is said in it."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.webapp.conftest import Table

GERMAN = {"Accept-Language": "de-DE,de;q=0.9,en;q=0.5"}


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("de", "de"),
        ("de-AT, en;q=0.5", "de-AT"),
        ("fr, de;q=0.4, en;q=0.2", "de"),
        ("en-GB, de", "en-GB"),
        ("fr", "en"),
        ("", "en"),
        ("de;q=0, en", "en"),
        ("xx-!!, de", "de"),
    ],
)
def test_the_browser_names_the_language(client: FlaskClient, wanted: str, language: str) -> None:
    page = client.get("/", headers={"Accept-Language": wanted}).text
    assert f'<html lang="{language}">' in page


def test_a_choice_outweighs_the_browser_and_is_remembered(client: FlaskClient) -> None:
    form = {"language": "en", "page": "/source"}
    chosen = client.post("/language", data=form, headers=GERMAN)
    assert (chosen.status_code, chosen.location) == (303, "/source")
    assert '<html lang="en">' in client.get("/", headers=GERMAN).text
    client.post("/language", data={"language": "de", "page": "/"}, headers=GERMAN)
    assert '<html lang="de-DE">' in client.get("/", headers=GERMAN).text


@pytest.mark.parametrize("page", ["https://example.org/", "//example.org", "/\\example.org", "/\n"])
def test_choosing_a_language_leads_to_no_other_server(client: FlaskClient, page: str) -> None:
    answer = client.post("/language", data={"language": "de", "page": page})
    assert answer.location == "/"


def test_an_unknown_language_changes_nothing(client: FlaskClient) -> None:
    client.post("/language", data={"language": "<b>", "page": "/"})
    assert '<html lang="en">' in client.get("/").text


@pytest.mark.parametrize(
    ("wanted", "total"), [("de", "10.000"), ("en", "10,000"), ("de-CH", "10&#39;000")]
)
def test_numbers_are_written_as_in_the_readers_region(
    table: Table, wanted: str, total: str
) -> None:
    for _ in range(5):
        table.play("roll", dice=[1] * 6)
        table.play("set_aside", dice=[1] * 6)
        table.play("roll_again")
    table.play("roll", dice=[2, 2, 3, 3, 4, 6])
    table.play("undo")
    table.play("undo")
    table.play("bank")
    page = table.client.get(f"/t/{table.id}", headers={"Accept-Language": wanted}).text
    assert total in page


def test_a_refusal_is_said_in_the_readers_language(client: FlaskClient) -> None:
    table = Table(client, "Ann", preset="playmonster")
    body = {"id": "a-key-of-mine", "seq": table.seq, "command": {"type": "bank"}}
    for language, words in (("de", "Würfle zuerst."), ("en", "Roll the dice first.")):
        answer = client.post(
            f"{table.url}/commands", json=body, headers={"Accept-Language": language}
        ).get_json()
        assert answer["error"] == {"code": "nothing_rolled", "words": words}


def test_a_fault_in_the_form_is_said_in_the_readers_language(client: FlaskClient) -> None:
    form = {"key": "a-key-of-mine", "player": ["x" * 50], "preset": "classic"}
    page = client.post("/tables", data=form, headers=GERMAN).text
    assert "Ein Name hat höchstens 40 Zeichen" in page


def test_the_state_says_readings_and_refusals_as_data(table: Table) -> None:
    option = table.play("roll", dice=[1, 1, 4, 4, 4, 5])["options"][0]
    assert option["reading"] == [
        {"kind": "kind", "count": 3, "face": 4, "copies": 1, "points": 400},
        {"kind": "kind", "count": 1, "face": 1, "copies": 2, "points": 200},
        {"kind": "kind", "count": 1, "face": 5, "copies": 1, "points": 50},
    ]
    assert table.state["bank_refusal"]["code"] == "nothing_set_aside"


def test_a_page_that_was_not_found_is_german_for_germans(client: FlaskClient) -> None:
    assert "Diesen Tisch gibt es hier nicht." in client.get("/t/nowhere", headers=GERMAN).text
