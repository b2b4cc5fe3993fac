"""Advice for screens that show it: moves with their worth, the risk of the next throw."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webapp.conftest import Table


def advice(table: Table) -> dict[str, Any]:
    answer: dict[str, Any] = table.client.get(f"{table.url}/advice").get_json()
    return answer


def test_a_roll_is_advised_on_with_the_best_move_first(table: Table) -> None:
    table.play("roll", dice=[1, 1, 2, 3, 4, 6])
    told = advice(table)
    assert told["seq"] == table.seq
    best = told["moves"][0]
    assert (best["dice"], best["action"], best["dice_next"]) == ([1], "roll", 5)
    assert best["basis"] == "win"
    assert list(told["chances"].values()) == pytest.approx([best["value"], 1 - best["value"]])
    assert (told["chances_basis"], told["computing"]) == ("exact", False)
    assert "bank" in [move["action"] for move in told["moves"]]
    assert told["farkle_risk"] is None


def test_with_dice_set_aside_the_question_is_to_roll_or_bank(table: Table) -> None:
    table.play("roll", dice=[1, 1, 2, 3, 4, 6])
    table.play("set_aside", dice=[1, 1])
    told = advice(table)
    assert [(move["dice"], move["action"]) for move in told["moves"]] == [
        *(([1, 1], "roll"), ([1, 1], "bank"))
    ]
    assert told["farkle_risk"] == pytest.approx(204 / 1296)


def test_before_a_throw_its_risk_is_told(table: Table) -> None:
    told = advice(table)
    assert told["moves"] == []
    assert told["farkle_risk"] == pytest.approx(1080 / 46656)


def test_a_table_without_advice_gets_none(table: Table) -> None:
    table.play("set_table", advice=False)
    table.play("roll", dice=[1, 1, 2, 3, 4, 6])
    assert advice(table) == {"seq": 3, "moves": [], "farkle_risk": None, "chances": None}
