"""What a player may do in a turn: the cases on which the rule sheets speak or differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from farkle.errors import FarkleError
from farkle.rules import Rules
from farkle.sheet import GameState
from farkle.turn import LeftOver, Throw, Turn

Table = Callable[..., GameState]
Play = Callable[..., GameState]
BankPoints = Callable[[GameState, int], GameState]


def _refusal(play: Play, state: GameState, move: str) -> FarkleError:
    with pytest.raises(FarkleError) as caught:
        play(state, move)
    assert caught.value.words.endswith(".")
    return caught.value


def _points(state: GameState) -> int:
    assert state.turn is not None
    return state.turn.points


def test_worked_example_of_the_playmonster_sheet(table: Table, play: Play) -> None:
    state = play(table(), "133466", "> 1", "again", "24446", "> 444", "again", "52", "> 5")
    state = play(state, "again", "1", "> 1", "again", "333266", "> 333")
    assert _points(state) == 950
    assert play(state, "bank").players[0].total == 950


# T1


_FOUR_FIFTY = ("333246", "> 333", "again", "124", "> 1", "again", "52", "> 5")


def test_must_roll_refuses_to_bank_below_the_opening_minimum(table: Table, play: Play) -> None:
    state = play(table(), *_FOUR_FIFTY)
    assert (_points(state), state.view()["dice_in_hand"]) == (450, 1)
    refusal = _refusal(play, state, "bank")
    assert refusal.code == "below_opening"
    assert "500" in refusal.words
    assert state.view()["why_not_bank"] == refusal.words


def test_patch_allows_to_stop_below_the_opening_minimum_for_nothing(
    table: Table, play: Play
) -> None:
    kept = play(table("patch"), *_FOUR_FIFTY)
    assert kept.view()["bank_points"] == 0
    state = play(kept, "bank")
    (turn,) = state.players[0].turns
    assert (turn.points, turn.kind, turn.penalty) == (0, "zero", 0)
    assert state.players[0].farkles_in_row(state.rules) == 0
    assert not state.players[0].has_opened(state.rules)


def test_stopping_below_the_opening_minimum_can_count_as_a_farkle(table: Table, play: Play) -> None:
    state = play(table(below_opening="stop_is_farkle"), *_FOUR_FIFTY, "bank")
    assert state.players[0].turns[0].kind == "farkle"
    assert state.players[0].farkles_in_row(state.rules) == 1


# T4, T5


def test_dice_of_different_rolls_are_not_combined(table: Table, play: Play) -> None:
    state = play(table(), "522346", "> 5", "again", "55234", "> 55")
    assert _points(state) == 150
    state = play(table("classic"), "122346", "> 1", "again", "11234", "> 11")
    assert _points(state) == 300


# T6


def test_all_six_set_aside_give_six_dice_again_and_a_farkle_loses_all(
    table: Table, play: Play
) -> None:
    state = play(table(), "133466", "> 1", "again", "24446", "> 444", "again", "15", "> 15")
    assert state.view()["dice_in_hand"] == 6
    assert _points(state) == 650
    lost = play(state, "again", "223346")
    assert lost.view()["phase"] == "farkled"
    lost = play(lost, "farkle")
    assert lost.players[0].total == 0
    assert lost.current == 1


# T7


def test_forced_hot_dice_must_be_rolled_before_banking(table: Table, play: Play) -> None:
    state = play(table("tenk_var", opening_min=0), "123456", "> 123456")
    assert _refusal(play, state, "bank").code == "hot_dice_forced"
    can = state.view()["can"]
    assert isinstance(can, dict)
    assert can["bank"] is False
    state = play(state, "again", "122346", "> 1", "bank")
    assert state.players[0].total == 3100


# T8


def test_four_2s_cancel_the_turn(table: Table, play: Play) -> None:
    state = play(table("tenk_var"), "222211")
    assert state.view()["phase"] == "farkled"
    assert _refusal(play, state, "> 11").code == "turn_cancelled"
    state = play(state, "farkle")
    assert state.players[0].turns[0].kind == "farkle"
    assert play(table(), "222211", "> 222211", "bank").players[0].total == 1500


def test_a_turn_cancelled_by_2s_need_not_count_as_a_farkle(table: Table, play: Play) -> None:
    state = play(table("tenk_var", cancel_2s_is_farkle=False), "222211", "farkle")
    assert state.players[0].turns[0].kind == "zero"
    state = play(table("tenk_var", cancel_2s_is_farkle=False), "223346", "farkle")
    assert state.players[0].turns[0].kind == "farkle"


# T9, T10


def test_setting_aside_a_die_that_scores_nothing_is_refused(table: Table, play: Play) -> None:
    state = play(table(), "134462")
    refusal = _refusal(play, state, "> 13")
    assert refusal.code == "does_not_score"
    assert "3 scores nothing" in refusal.words
    assert _refusal(play, state, "> 1 1").code == "not_in_roll"


def test_the_fourth_equal_die_without_four_of_a_kind_is_named(table: Table, play: Play) -> None:
    refusal = _refusal(play, play(table("classic"), "222234"), "> 2222")
    assert refusal.details["useless"] == [2]


@pytest.mark.parametrize("move", ["again", "bank"])
def test_setting_nothing_aside_is_refused(table: Table, play: Play, move: str) -> None:
    assert _refusal(play, play(table(), "134462"), move).code == "nothing_set_aside"


# T14


def test_dice_that_overshoot_an_exact_target_do_not_count(
    table: Table, play: Play, bank_points: BankPoints
) -> None:
    state = table("calc", players=1, exact="overshoot_is_bust")
    state = play(bank_points(state, 9950), "152346")
    assert state.turn is not None
    assert [keep.dice for keep in state.turn.options()] == [(5,)]
    assert _refusal(play, state, "> 1").code == "past_target"
    assert _refusal(play, state, "> 123456").code == "past_target"
    assert play(state, "> 5", "bank").winners == (0,)


def test_a_roll_that_can_only_overshoot_is_a_bust(
    table: Table, play: Play, bank_points: BankPoints
) -> None:
    state = table("calc", players=1, exact="overshoot_is_bust")
    state = play(bank_points(state, 9950), "122346")
    assert state.view()["phase"] == "farkled"
    assert play(state, "farkle").players[0].total == 9950


def test_a_turn_that_overshoots_cannot_be_banked(
    table: Table, play: Play, bank_points: BankPoints
) -> None:
    state = table("calc", players=1, exact="overshoot_not_bankable")
    state = play(bank_points(state, 9950), "152346", "> 1")
    assert _refusal(play, state, "bank").code == "past_target"
    assert play(state, "take_back", "> 5", "bank").winners == (0,)


# T15


def test_exactly_the_opening_minimum_opens(table: Table, play: Play) -> None:
    state = play(table(), "155523", "> 555", "bank")
    assert state.players[0].total == 500
    assert state.players[0].has_opened(state.rules)


# T17


def test_first_roll_bonus_needs_all_six_dice_of_the_first_roll(table: Table, play: Play) -> None:
    house = {"first_roll_bonus": 1000}
    state = play(table("calc", **house), "111555", "> 111555")
    assert _points(state) == 3500
    assert _points(play(state, "again", "111555", "> 111555")) == 6000
    assert _points(play(table("calc", **house), "111555", "> 111")) == 1000


def test_first_roll_bonus_can_be_had_for_any_dice(table: Table, play: Play) -> None:
    state = table("calc", first_roll_bonus=1000, first_roll_bonus_on="any")
    state = play(state, "122346", "> 1")
    assert _points(state) == 1100
    state = play(state, "again", "12346", "> 1")
    assert _points(state) == 1200


# Further options


def test_a_banked_turn_may_need_a_minimum_each_time(
    table: Table, play: Play, bank_points: BankPoints
) -> None:
    state = bank_points(bank_points(table("calc", bank_min=300), 300), 300)
    assert _refusal(play, play(state, "155234", "> 155"), "bank").code == "below_minimum"


def test_a_farkle_that_does_not_end_the_turn_loses_its_points(table: Table, play: Play) -> None:
    state = play(table("classic", farkle_ends_turn=False), "122346", "> 1", "again", "22346")
    state = play(state, "farkle")
    assert state.current == 0
    assert _points(state) == 0
    assert state.view()["dice_in_hand"] == 5
    assert play(state, "15234", "> 15", "bank").players[0].total == 150
    stopped = play(state, "bank")
    assert stopped.players[0].turns[0].kind == "farkle"
    assert stopped.current == 1


def test_four_2s_end_the_turn_even_where_a_farkle_does_not(table: Table, play: Play) -> None:
    state = play(table("tenk_var", farkle_ends_turn=False), "222234", "farkle")
    assert state.current == 1


def test_six_dice_without_a_scoring_one_may_pay_and_be_rolled_again(
    table: Table, play: Play
) -> None:
    state = table("calc", six_nothing=500)
    assert _refusal(play, state, "farkle").code == "roll_scores"
    state = play(state, "223346", "> 223346")
    assert (_points(state), state.view()["dice_in_hand"]) == (500, 6)


def test_one_set_aside_a_roll_which_can_be_taken_back(table: Table, play: Play) -> None:
    state = play(table("classic"), "155234", "> 1")
    assert _refusal(play, state, "> 5").code == "already_set_aside"
    assert _points(play(state, "take_back", "> 155")) == 200


def test_a_roll_is_corrected_until_something_of_it_is_set_aside(table: Table, play: Play) -> None:
    state = play(table("classic"), "155234", "255234")
    assert state.view()["roll"] == [2, 2, 3, 4, 5, 5]
    assert _refusal(play, play(state, "> 5"), "155234").code == "roll_again_first"


def test_the_number_of_dice_must_be_the_number_in_hand(table: Table, play: Play) -> None:
    state = play(table("classic"), "155234", "> 1", "again")
    refusal = _refusal(play, state, "155234")
    assert refusal.code == "wrong_dice_count"
    assert refusal.details == {"expected": 5, "seen": 6}


def test_a_farkle_is_confirmed_by_a_person_or_corrected(table: Table, play: Play) -> None:
    state = play(table("classic"), "223346")
    assert state.view()["phase"] == "farkled"
    assert state.current == 0
    assert play(state, "farkle").current == 1
    assert play(state, "123346").view()["phase"] == "rolled"


def test_a_farkle_can_be_declared_without_dice_but_not_of_a_scoring_roll(
    table: Table, play: Play
) -> None:
    assert play(table("classic"), "farkle").players[0].turns[0].kind == "farkle"
    assert _refusal(play, play(table("classic"), "123346"), "farkle").code == "roll_scores"


# Turns that cannot be

_ROLL, _DUD = (1, 2, 3, 3, 4, 6), (2, 2, 3, 3, 4, 6)


@pytest.mark.parametrize(
    ("throws", "rolling", "code"),
    [
        ((), False, "nothing_rolled"),
        ((Throw(None),), False, "nothing_rolled"),
        ((Throw(_ROLL),), True, "nothing_set_aside"),
        ((Throw(_ROLL), Throw(_ROLL)), False, "nothing_set_aside"),
        ((Throw(_ROLL, (1,)), Throw(_ROLL)), False, "wrong_dice_count"),
        ((Throw(_ROLL, (2,)),), False, "does_not_score"),
        ((Throw(_ROLL, lost=True),), False, "roll_scores"),
        ((Throw(_ROLL, (1,), lost=True),), False, "nothing_set_aside"),
        ((Throw(_DUD, lost=True),), True, "turn_over"),
        ((Throw(_DUD, lost=True), Throw(_ROLL)), False, "turn_over"),
        ((Throw((1, 2)),), False, "wrong_dice_count"),
    ],
)
def test_a_turn_that_the_rules_forbid_cannot_be_made(
    throws: tuple[Throw, ...], rolling: bool, code: str
) -> None:
    with pytest.raises(FarkleError) as caught:
        Turn(Rules.preset("classic"), throws=throws, rolling=rolling)
    assert caught.value.code == code


def test_a_lost_throw_goes_on_only_where_a_farkle_does_not_end_the_turn() -> None:
    rules = Rules.preset("classic").changed(farkle_ends_turn=False)
    assert Turn(rules, throws=(Throw(_DUD, lost=True),), rolling=True).phase == "to_roll"
    with pytest.raises(FarkleError):
        Turn(rules, throws=(Throw(_DUD, lost=True),), rolling=False)


def test_a_turn_that_is_over_takes_no_more_moves() -> None:
    over = Turn(Rules.preset("classic"), throws=(Throw(_DUD, lost=True),), rolling=False)
    assert over.phase == "over"
    assert over.options() == ()
    for move in (over.farkle, over.roll_on, over.take_back, lambda: over.throw(_ROLL)):
        with pytest.raises(FarkleError):
            move()


@pytest.mark.parametrize(("dice", "points"), [(0, 0), (7, 0), (3, -50), (3, 33)])
def test_no_turn_leaves_impossible_dice_or_points(dice: int, points: int) -> None:
    with pytest.raises(FarkleError, match="can leave"):
        LeftOver(dice, points)


@pytest.mark.parametrize("room", [-50, 30])
def test_nobody_is_past_an_exact_target(room: int) -> None:
    with pytest.raises(FarkleError, match="exactly"):
        Turn(Rules.preset("calc").changed(exact="overshoot_is_bust"), room=room)


def test_the_dice_of_a_throw_stand_in_one_order_however_they_are_given() -> None:
    throw = Throw([6, 5, 5, 1, 2, 1], [5, 1])  # type: ignore[arg-type]
    assert throw == Throw((1, 1, 2, 5, 5, 6), (1, 5))
    assert Turn(Rules.preset("calc"), throws=(throw,), rolling=False).points == 150
    with pytest.raises(FarkleError, match="no face of a die"):
        Throw((7,))


@pytest.mark.parametrize(
    "wrong",
    [
        {"waiting": (1, 1)},
        {"contenders": (5,)},
        {"round": 0},
        {"turn": Turn(Rules.preset("patch"))},
    ],
)
def test_a_game_that_cannot_be_cannot_be_made(table: Table, wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"player|round|rules"):
        replace(table("calc"), **wrong)  # type: ignore[arg-type]
