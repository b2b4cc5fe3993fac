"""House rules that were saved under a name keep it at the table."""

from __future__ import annotations

import pytest

from farkle.errors import FarkleError
from farkle.events import event_from_mapping, new_game
from farkle.history import history
from farkle.rules import Rules
from farkle.sheet import GameState, apply, decide, fold
from tests.farkle.test_correcting_turns import correct, do, tell

HOUSE = {"single1": 150}


def named() -> GameState:
    return fold([new_game({"a": "Ann", "b": "Ben"}, "classic", HOUSE, "Grandma's")])


def title(state: GameState) -> object:
    rules = state.view()["rules"]
    assert isinstance(rules, dict)
    return rules["title"]


def test_the_table_calls_its_rules_by_their_name_whatever_is_set_right() -> None:
    state = correct(tell(named(), 500, 600), "a", 1, 450)
    assert title(state) == "Grandma's"
    assert state.player.id == "a"
    assert title(do(state, "undo")) == "Grandma's"
    lines = history([*state.log])
    assert lines[0]["rules"] == "Grandma's"


def test_other_rules_have_another_name_or_none() -> None:
    state = named()
    changed = do(state, "change_rules", preset="classic", rules={"single1": 200})
    assert title(changed) == "Classic, house rules"
    assert title(do(changed, "undo")) == "Grandma's"
    again = do(changed, "change_rules", preset="classic", rules=HOUSE, rules_name="Grandpa's")
    assert title(again) == "Grandpa's"
    assert again.rules == Rules.from_mapping({"preset": "classic", **HOUSE})


def test_the_name_is_written_and_read_back_and_left_out_where_there_is_none() -> None:
    state = named()
    (event,) = decide(state, {"type": "change_rules", "preset": "calc", "rules_name": "Ours"})
    for fact in (*state.log, event):
        assert event_from_mapping(fact.to_mapping()) == fact
    assert apply(state, event).rules_name == "Ours"
    assert "rules_name" not in new_game({"a": "Ann"}).to_mapping()


@pytest.mark.parametrize("name", ["", "  ", "x" * 61])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    with pytest.raises(FarkleError) as refused:
        new_game({"a": "Ann"}, rules_name=name)
    assert refused.value.code == "rules_name_wrong"
