"""A tap counts once, however often the network repeats it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from flask.testing import FlaskClient

from tests.webapp.conftest import Table

pytestmark = pytest.mark.every_storage


def test_a_repeated_command_returns_the_original_result(table: Table) -> None:
    roll = {"type": "roll", "dice": [1, 2, 4, 5, 5, 5]}
    first = table.send(roll, id="same-key-1").get_json()
    again = table.send(roll, id="same-key-1", seq=1).get_json()
    assert again["accepted"] == first["accepted"]
    assert (first["repeated"], again["repeated"]) == (False, True)
    assert table.fetch()["seq"] == 2


def test_a_command_repeated_after_others_followed_changes_nothing(table: Table) -> None:
    first = table.send({"type": "roll", "dice": [1] * 6}, id="same-key-2").get_json()
    table.play("set_aside", dice=[1] * 6)
    state = table.play("bank")
    again = table.send({"type": "roll", "dice": [1] * 6}, id="same-key-2", seq=1).get_json()
    assert again["accepted"] == first["accepted"]
    assert again["state"] == state
    assert table.fetch()["state"]["players"][0]["total"] == 2000


def test_one_key_for_two_different_commands_is_refused(table: Table) -> None:
    table.send({"type": "roll", "dice": [1] * 6}, id="same-key-3")
    refused = table.send({"type": "set_aside", "dice": [1]}, id="same-key-3")
    assert refused.status_code == 422
    assert refused.get_json()["error"]["code"] == "command_id_used"
    assert table.fetch()["seq"] == 2


def test_a_refused_command_may_be_sent_again_with_its_key(table: Table) -> None:
    assert table.send({"type": "bank"}, id="same-key-4").status_code == 422
    table.play("roll", dice=[1] * 6)
    table.play("set_aside", dice=[1] * 6)
    assert table.send({"type": "bank"}, id="same-key-4").status_code == 200


def test_the_same_tap_many_times_at_once_counts_once(table: Table) -> None:
    client = table.client.application

    def tap(_: int) -> tuple[int, bool]:
        body = {"id": "same-key-5", "seq": 1, "command": {"type": "roll", "dice": [1] * 6}}
        answer = client.test_client().post(f"{table.url}/commands", json=body)
        return answer.status_code, answer.get_json()["repeated"]

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(tap, range(24)))
    assert [status for status, _ in answers] == [200] * 24
    assert [repeated for _, repeated in answers].count(False) == 1
    assert table.fetch()["seq"] == 2


def test_the_form_of_the_start_page_sent_twice_makes_one_table(client: FlaskClient) -> None:
    form = {"key": "form-key-1", "player": ["Ann", "Ben"], "preset": "patch"}
    first = client.post("/tables", data=form)
    again = client.post("/tables", data=form)
    assert first.status_code == again.status_code == 303
    assert first.location == again.location


def test_keys_of_different_tables_do_not_meet(client: FlaskClient) -> None:
    for table in (Table(client, "Ann"), Table(client, "Ben")):
        answer = table.send({"type": "roll", "dice": [1] * 6}, id="same-key-6")
        assert answer.get_json()["repeated"] is False


def test_the_form_changed_after_going_back_makes_a_table_of_its_own(client: FlaskClient) -> None:
    form = {"key": "form-key-2", "player": ["Ann", "Ben"], "preset": "patch"}
    first = client.post("/tables", data=form)
    changed = client.post("/tables", data={**form, "player": ["Ann", "Zoe"]})
    assert first.location != changed.location
    assert "Zoe" in client.get(changed.location).text


def test_one_key_for_two_different_tables_is_refused(client: FlaskClient) -> None:
    body = {"key": "table-key-1", "players": ["Ann"], "preset": "patch"}
    first = client.post("/api/tables", json=body)
    assert client.post("/api/tables", json=body).get_json()["id"] == first.get_json()["id"]
    refused = client.post("/api/tables", json={**body, "players": ["Zoe"]})
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (422, "key_used")
