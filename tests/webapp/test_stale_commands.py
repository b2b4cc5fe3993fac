"""A command on a state that has passed is refused together with the current state."""

from __future__ import annotations

import pytest

from tests.webapp.conftest import Table

pytestmark = pytest.mark.every_storage


def test_a_stale_command_gets_409_with_the_current_state(table: Table) -> None:
    current = table.play("roll", dice=[1, 2, 4, 5, 5, 5])
    refused = table.send({"type": "roll", "dice": [2, 2, 3, 3, 4, 6]}, seq=1)
    answer = refused.get_json()
    assert refused.status_code == 409
    assert answer["error"]["code"] == "stale"
    assert answer["seq"] == 2
    assert answer["state"] == current
    assert table.fetch()["state"]["roll"] == [1, 2, 4, 5, 5, 5]


def test_a_number_from_the_future_is_stale_too(table: Table) -> None:
    assert table.send({"type": "roll", "dice": [1] * 6}, seq=7).status_code == 409


def test_two_screens_that_bank_at_once_bank_once(table: Table) -> None:
    table.play("roll", dice=[1] * 6)
    table.play("set_aside", dice=[1] * 6)
    seen = table.seq
    table.play("bank")
    assert table.send({"type": "bank"}, seq=seen).status_code == 409
    assert table.fetch()["state"]["players"][0]["total"] == 2000


@pytest.mark.parametrize("seq", [None, "2", 1.0, True, -1, 2**60, [1]])
def test_a_number_that_is_none_is_refused(table: Table, seq: object) -> None:
    refused = table.send({"type": "roll", "dice": [1] * 6}, seq=seq)
    assert refused.status_code == 422
    assert refused.get_json()["error"]["code"] == "malformed"
