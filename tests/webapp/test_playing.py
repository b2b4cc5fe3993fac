"""Playing through the API: the answer to every command is the state after it."""

from __future__ import annotations

import pytest

from tests.webapp.conftest import Table

pytestmark = pytest.mark.every_storage


def test_a_roll_shows_what_may_be_set_aside_best_first(table: Table) -> None:
    state = table.play("roll", dice=[1, 2, 4, 5, 5, 5], source="hand")
    assert state["phase"] == "rolled"
    assert [option["points"] for option in state["options"]] == [600, 500, 200, 150, 100, 100, 50]
    assert state["options"][0]["dice"] == [1, 5, 5, 5]


def test_a_banked_turn_stands_on_the_sheet_and_passes_the_dice(table: Table) -> None:
    table.play("roll", dice=[1, 2, 4, 5, 5, 5])
    table.play("set_aside", dice=[1, 5, 5, 5])
    table.play("roll_again")
    table.play("roll", dice=[1, 2])
    table.play("set_aside", dice=[1])
    state = table.play("bank")
    assert state["players"][0]["total"] == 700
    assert state["players"][0]["turns"] == [
        {"points": 700, "kind": "bank", "penalty": 0, "round": 1, "corrected": False}
    ]
    assert state["current"] == 1


def test_a_farkle_waits_for_a_person(table: Table) -> None:
    assert table.play("roll", dice=[2, 2, 3, 3, 4, 6])["phase"] == "farkled"
    assert table.fetch()["state"]["current"] == 0
    assert table.play("farkle")["current"] == 1


def test_undo_and_redo_go_through_the_log(table: Table) -> None:
    table.play("roll", dice=[1, 1, 1, 1, 1, 1])
    table.play("set_aside", dice=[1, 1, 1, 1, 1, 1])
    table.play("bank")
    assert table.play("undo")["players"][0]["total"] == 0
    assert table.play("redo")["players"][0]["total"] == 2000
    assert table.seq == 6


def test_an_illegal_move_is_refused_with_code_and_words_and_changes_nothing(table: Table) -> None:
    table.play("roll", dice=[1, 2, 4, 5, 5, 5])
    before = table.fetch()
    refused = table.send({"type": "set_aside", "dice": [2]})
    assert refused.status_code == 422
    assert refused.get_json()["error"]["code"] == "does_not_score"
    assert "2" in refused.get_json()["error"]["words"]
    assert table.send({"type": "bank"}).get_json()["error"]["code"] == "nothing_set_aside"
    assert table.send({"type": "juggle"}).get_json()["error"]["code"] == "command_unknown"
    assert table.fetch() == before


def test_the_number_of_dice_must_be_those_in_hand(table: Table) -> None:
    refused = table.send({"type": "roll", "dice": [1, 2, 3]})
    assert refused.status_code == 422
    assert refused.get_json()["error"]["code"] == "wrong_dice_count"


def test_an_unknown_table_is_a_404_with_words(table: Table) -> None:
    body = {"id": "some-key-1", "seq": 1, "command": {"type": "bank"}}
    for answer in (
        table.client.get("/api/tables/nowhere"),
        table.client.get("/api/tables/nowhere/events"),
        table.client.post("/api/tables/nowhere/commands", json=body),
        table.client.post("/api/tables/nowhere/photographs", data=b"x"),
    ):
        assert answer.status_code == 404
        assert answer.get_json()["error"]["code"] == "unknown_table"
