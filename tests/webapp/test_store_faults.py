"""When the scores cannot be written, people are told why, and nothing counts halfway."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import Engine, event

from tests.webapp.conftest import Table


@pytest.fixture
def engine(client: FlaskClient) -> Engine:
    """The engine under the client's application."""
    engine: Engine = client.application.extensions["dicesight"].store._engine
    return engine


@pytest.fixture
def pragma(engine: Engine) -> Callable[[str], None]:
    """Sets something on every connection for the rest of the test."""

    def set_everywhere(words: str) -> None:
        def on_checkout(connection: Any, *_: object) -> None:
            connection.execute(f"PRAGMA {words}")

        event.listen(engine, "checkout", on_checkout)

    return set_everywhere


@pytest.mark.parametrize(
    ("fault", "code"), [("query_only=1", "store_read_only"), ("max_page_count=1", "store_full")]
)
def test_a_store_that_takes_nothing_is_told_in_words(
    table: Table,
    pragma: Callable[[str], None],
    fault: str,
    code: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    before = table.fetch()
    pragma(fault)
    refused = table.send({"type": "roll", "dice": [1] * 6})
    for _ in range(200):  # until the last page of the database is used up
        if refused.status_code != 200:
            break
        before = table.fetch()
        refused = table.send({"type": "roll", "dice": [1] * 6})
    assert refused.status_code == 503
    assert refused.get_json()["error"]["code"] == code
    assert "Nothing was counted" in refused.get_json()["error"]["words"]
    assert "Retry-After" in refused.headers
    assert table.fetch() == before
    assert "Traceback" not in caplog.text
    form = {"player": ["x" * 40] * 20, "preset": "classic"}
    for number in range(20):
        page = table.client.post("/tables", data={**form, "key": f"full-key-{number}"})
        if page.status_code != 303:
            break
    assert page.status_code == 503
    assert code in page.text


def test_a_sheet_is_shown_to_a_new_browser_though_nothing_can_be_written(
    table: Table, pragma: Callable[[str], None]
) -> None:
    table.play("enter_turn", outcome="bank", points=350)
    pragma("query_only=1")
    page = table.client.application.test_client().get(f"/t/{table.id}")
    assert page.status_code == 200
    assert "350" in page.text


def test_a_store_that_another_program_holds_is_told_in_words(
    table: Table, engine: Engine, pragma: Callable[[str], None], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    pragma("busy_timeout=50")
    with engine.begin():
        refused = table.send({"type": "roll", "dice": [1] * 6}, id="held-key-1")
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (503, "store_busy")
    assert table.send({"type": "roll", "dice": [1] * 6}, id="held-key-1").status_code == 200


def test_a_table_that_cannot_be_shown_does_not_hide_the_others(
    table: Table, engine: Engine
) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "INSERT INTO games (id, creation_key, created_at) VALUES ('later', 'later-key', '')"
        )
        connection.exec_driver_sql(
            """INSERT INTO events VALUES ('later', 1, 'k', '{"type": "unheard_of"}', '2999')"""
        )
    page = table.client.get("/")
    assert page.status_code == 200
    assert table.id in page.text
    unreadable = table.client.get("/api/tables/later")
    assert unreadable.get_json()["error"]["code"] == "table_unreadable"
