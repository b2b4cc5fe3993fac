"""Whatever is posted, the answer is one of the documented refusals and never a fault of ours."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.webapp.conftest import Table

pytestmark = pytest.mark.every_storage

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=7) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
MOVES = ["roll", "set_aside", "take_back", "roll_again", "bank", "farkle", "undo", "redo"]
kinds = st.sampled_from([*MOVES, "take_over", "first_player", "roll_off", "change_rules"])
commands = st.fixed_dictionaries(
    {"type": kinds | values},
    optional={
        "dice": st.lists(st.integers(0, 7), max_size=7) | values,
        "source": values,
        "player": values,
        "faces": values,
        "rules": values,
        "preset": values,
    },
)


@pytest.mark.parametrize(
    ("payload", "mimetype", "status", "code"),
    [
        (b"", "application/json", 400, "json_unreadable"),
        (b"{", "application/json", 400, "json_unreadable"),
        (b"[]", "application/json", 400, "json_unreadable"),
        (b"\xff\xfe", "application/json", 400, "json_unreadable"),
        (b'{"seq": NaN}', "application/json", 400, "json_unreadable"),
        (b'{"id": "\\ud800"}', "application/json", 400, "json_unreadable"),
        (b'{"seq": 1' + b"0" * 5000 + b"}", "application/json", 400, "json_unreadable"),
        (b"[" * 30000, "application/json", 400, "json_unreadable"),
        (b"{}", "application/json", 422, "malformed"),
        (b"{}", "text/plain", 415, "json_expected"),
        (b"a=b", "application/x-www-form-urlencoded", 415, "json_expected"),
        (b" " * 70000, "application/json", 413, "too_large"),
    ],
)
def test_unreadable_bodies_are_refused(
    table: Table, payload: bytes, mimetype: str, status: int, code: str
) -> None:
    for url in (f"{table.url}/commands", "/api/tables"):
        refused = table.client.post(url, data=payload, content_type=mimetype)
        assert refused.status_code == status
        assert refused.get_json()["error"]["code"] == code
        assert refused.get_json()["error"]["words"]


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(commands)
def test_no_command_breaks_the_server(table: Table, command: dict[str, Any]) -> None:
    answer = table.send(command)
    assert answer.status_code in {200, 400, 422}
    assert table.fetch()["seq"] == table.seq


def test_methods_and_addresses_that_do_not_exist_are_answered_in_json(table: Table) -> None:
    missing = table.client.get("/api/nothing")
    assert (missing.status_code, missing.get_json()["error"]["code"]) == (404, "not_found")
    wrong = table.client.get(f"{table.url}/commands")
    assert (wrong.status_code, wrong.get_json()["error"]["code"]) == (405, "method_not_allowed")
    assert "POST" in wrong.headers["Allow"]


def test_a_fault_of_ours_is_said_without_its_inner_workings(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    parts = table.client.application.extensions["dicesight"]

    def fail(_: object, table_id: str) -> None:
        raise RuntimeError("secret of the house")

    monkeypatch.setattr(type(parts.games), "snapshot", fail)
    answer = table.client.get(table.url)
    assert answer.status_code == 500
    assert answer.get_json()["error"]["code"] == "server_error"
    assert "secret" not in answer.text
    assert "secret of the house" in caplog.text
