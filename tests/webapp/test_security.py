"""Who may ask, and what every answer carries."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.conftest import Table

PATHS = ["/", "/source", "/api/health", "/static/base.css", "/nowhere", "/api/nowhere"]


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_carries_the_security_headers(client: FlaskClient, path: str) -> None:
    with client.get(path) as answer:
        headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost@evil", ""]
)
def test_a_name_that_is_not_ours_is_refused(client: FlaskClient, host: str) -> None:
    for path in PATHS:
        with client.get(path, headers={"Host": host}) as answer:
            assert answer.status_code in {400, 421}


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "LOCALHOST:1", "[::1]:8000"])
def test_names_of_this_computer_are_ours(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


def test_further_names_can_be_allowed(make_app: Callable[..., Flask]) -> None:
    client = make_app(allowed_hosts=frozenset({"dice.example"})).test_client()
    assert client.get("/", headers={"Host": "dice.example:8000"}).status_code == 200
    assert client.get("/", headers={"Host": "localhost"}).status_code == 421


ADDRESSES = ["192.168.1.7:8000", "10.0.0.5", "[fd00::7]:8000", "[2001:db8::1]"]


@pytest.mark.parametrize("host", ADDRESSES)
def test_a_server_on_all_addresses_answers_to_each_of_them(
    make_app: Callable[..., Flask], host: str
) -> None:
    client = make_app(any_address=True).test_client()
    assert client.get("/", headers={"Host": host}).status_code == 200
    body = {"key": "by-address", "players": ["Ann"], "preset": "classic"}
    headers = {"Host": host, "Origin": f"http://{host}"}
    assert client.post("/api/tables", json=body, headers=headers).status_code == 201


@pytest.mark.parametrize("host", ADDRESSES)
def test_a_server_for_one_address_does_not_answer_to_others(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize(
    "host", ["evil.example", "192.168.1.7.evil.example", "fd00::7", "[10.0.0.5]", "[evil]", "1.2.3"]
)
def test_on_all_addresses_a_foreign_name_is_still_refused(
    make_app: Callable[..., Flask], host: str
) -> None:
    client = make_app(any_address=True).test_client()
    assert client.get("/", headers={"Host": host}).status_code in {400, 421}


@pytest.mark.parametrize(
    ("address", "is_shown"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.168.1.7", False),
        ("::ffff:192.168.1.7", False),
        ("fd00::7", False),
        ("", False),
    ],
)
def test_only_the_computer_of_the_server_sees_all_tables(
    table: Table, address: str, is_shown: bool
) -> None:
    visitor = table.client.application.test_client()
    page = visitor.get("/", environ_base={"REMOTE_ADDR": address})
    assert (table.id in page.text) is is_shown


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9999"},
        {"Origin": "http://[bad"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_site_cannot_post(table: Table, headers: dict[str, str]) -> None:
    body = {"id": "foreign-key", "seq": 1, "command": {"type": "roll", "dice": [1] * 6}}
    refused = table.client.post(f"{table.url}/commands", json=body, headers=headers)
    assert refused.status_code == 403
    assert refused.get_json()["error"]["code"] == "foreign_origin"
    assert table.fetch()["seq"] == 1


def test_our_own_page_can_post(table: Table) -> None:
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    body = {"id": "own-key-1", "seq": 1, "command": {"type": "roll", "dice": [1] * 6}}
    answer = table.client.post(f"{table.url}/commands", json=body, headers=headers)
    assert answer.status_code == 200


def test_scores_are_not_kept_in_caches(table: Table) -> None:
    for path in (table.url, f"/t/{table.id}", "/"):
        assert table.client.get(path).headers["Cache-Control"] == "no-store"


def test_pages_hold_no_inline_script_or_style(table: Table) -> None:
    for path in ("/", f"/t/{table.id}", "/source", "/nowhere"):
        page = table.client.get(path).text
        assert "style=" not in page
        assert "<style" not in page
        assert " onclick=" not in page
        for script in page.split("<script")[1:]:
            opening = script.split(">")[0]
            assert "src=" in opening or 'type="application/json"' in opening


def test_pages_load_nothing_from_elsewhere(table: Table) -> None:
    for path in ("/", f"/t/{table.id}"):
        page = table.client.get(path).text
        assert 'src="http' not in page
        assert '<link rel="stylesheet" href="http' not in page


def test_a_guest_sees_only_the_tables_of_this_browser(table: Table) -> None:
    other = Table(table.client, "Zoe")
    guest = table.client.application.test_client()
    far = {"REMOTE_ADDR": "192.0.2.7"}
    assert "Go on playing" not in guest.get("/", environ_base=far).text
    guest.get(f"/t/{table.id}", environ_base=far)
    page = guest.get("/", environ_base=far).text
    assert table.id in page
    assert other.id not in page
    at_the_server = table.client.get("/").text
    assert table.id in at_the_server
    assert other.id in at_the_server


def test_a_forged_cookie_shows_nothing(client: FlaskClient) -> None:
    client.set_cookie("dicesight_tables", "nowhere.%00.';drop table games")
    answer = client.get("/", environ_base={"REMOTE_ADDR": "192.0.2.7"})
    assert answer.status_code == 200
    assert "Go on playing" not in answer.text
