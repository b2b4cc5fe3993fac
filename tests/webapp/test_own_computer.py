"""Only the computer that runs the server sees all tables; nobody becomes it through a proxy."""

from __future__ import annotations

import pytest

from tests.webapp.conftest import Table

ALL_TABLES = "Every table of this computer"


def test_the_own_computer_sees_all_tables(table: Table) -> None:
    assert ALL_TABLES in table.client.get("/games").text


@pytest.mark.parametrize(
    "header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "X-Forwarded-Host"]
)
def test_what_a_proxy_passes_on_is_not_of_the_own_computer(table: Table, header: str) -> None:
    stranger = table.client.application.test_client()
    for page in ("/", "/games"):
        shown = stranger.get(page, headers={header: "203.0.113.9"}).text
        assert table.id not in shown
        assert ALL_TABLES not in shown


def test_a_name_that_others_use_is_not_that_of_the_own_computer(table: Table) -> None:
    app = table.client.application
    config = app.extensions["dicesight"].config
    object.__setattr__(config, "allowed_hosts", config.allowed_hosts | {"dice.example.org"})
    shown = app.test_client().get("/games", headers={"Host": "dice.example.org"}).text
    assert table.id not in shown


def test_a_proxy_that_says_nothing_is_known_by_its_old_protocol(table: Table) -> None:
    shown = table.client.application.test_client().get(
        "/games", environ_overrides={"SERVER_PROTOCOL": "HTTP/1.0"}
    )
    assert table.id not in shown.text


def test_other_devices_are_not_the_own_computer(table: Table) -> None:
    shown = table.client.application.test_client().get(
        "/games", environ_overrides={"REMOTE_ADDR": "192.168.1.20"}
    )
    assert table.id not in shown.text
