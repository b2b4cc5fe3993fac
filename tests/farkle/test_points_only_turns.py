"""A whole turn told by its end alone: "350", "farkle", "0 because not opened"."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from farkle.errors import FarkleError
from farkle.sheet import GameState, decide
from tests.farkle.test_correcting_turns import do, tell, totals

Table = Callable[..., GameState]
Play = Callable[..., GameState]


def test_points_a_farkle_and_nothing_stand_on_the_sheet(table: Table) -> None:
    state = tell(table("calc", players=3), 350, "farkle", "zero")
    assert totals(state) == [350, 0, 0]
    assert [player.turns[0].kind for player in state.players] == ["bank", "farkle", "zero"]
    assert (state.round, state.current) == (2, 0)


def test_a_turn_that_began_with_dice_may_end_with_points(table: Table, play: Play) -> None:
    assert totals(tell(play(table("calc"), "123346", "> 1", "again"), 450)) == [450, 0]


@pytest.mark.parametrize(
    ("house", "turn", "code"),
    [
        ({"opening_min": 500}, 350, "below_opening"),
        ({"bank_min": 300}, 250, "below_minimum"),
        ({"exact": "overshoot_is_bust", "target": 500}, 550, "past_target"),
        ({}, 325, "points_off_grid"),
        ({}, 0, "points_off_grid"),
        ({}, 10_000_000, "number_out_of_range"),
    ],
)
def test_points_that_the_rules_forbid_are_refused(
    table: Table, house: dict[str, object], turn: int, code: str
) -> None:
    with pytest.raises(FarkleError) as caught:
        tell(table("calc", **house), turn)
    assert caught.value.code == code


def test_a_turn_without_points_has_no_points(table: Table) -> None:
    with pytest.raises(FarkleError) as caught:
        decide(table(), {"type": "enter_turn", "outcome": "farkle", "points": 100})
    assert caught.value.code == "points_without_bank"


def test_nothing_because_not_opened_is_a_farkle_only_where_the_rules_say_so(table: Table) -> None:
    for below, kind in (("stop_zero", "zero"), ("must_roll", "zero"), ("stop_is_farkle", "farkle")):
        state = tell(table("playmonster", below_opening=below), "zero")
        assert state.players[0].turns[0].kind == kind
    opened = tell(table("playmonster", players=1, below_opening="stop_is_farkle"), 500, "zero")
    assert opened.player.turns[1].kind == "zero"


def test_the_third_farkle_costs_the_penalty_however_it_was_entered(
    table: Table, play: Play
) -> None:
    state = play(tell(table("patch", players=1), 500, "farkle", "farkle"), "223346", "farkle")
    assert totals(state) == [-500]


def test_after_the_end_no_turn_is_entered(table: Table) -> None:
    state = tell(table("kcd", players=1), 4000)
    with pytest.raises(FarkleError) as caught:
        do(state, "enter_turn", outcome="farkle")
    assert caught.value.code == "game_over"
