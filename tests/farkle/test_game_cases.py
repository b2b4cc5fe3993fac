"""The course of a game: rounds, penalties, taking over, the end, ties, undo."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from farkle.errors import FarkleError
from farkle.sheet import GameState, apply, decide

Table = Callable[..., GameState]
Play = Callable[..., GameState]
BankPoints = Callable[[GameState, int], GameState]


def _totals(state: GameState) -> list[int]:
    return [player.total for player in state.players]


def _command(state: GameState, **command: object) -> GameState:
    for event in decide(state, command):
        state = apply(state, event)
    return state


def _at(
    table: Table, bank: BankPoints, totals: list[int], preset: str = "calc", **house: object
) -> GameState:
    """A game in which the players have these totals and the first is to play."""
    state = table(preset, players=len(totals), **house)
    for total in totals:
        state = bank(state, total)
    return state


# T3, T18


@pytest.mark.parametrize(("negative", "total", "penalty"), [(True, -600, 1000), (False, 0, 400)])
def test_third_farkle_in_a_row_costs_the_penalty_and_resets_the_count(
    table: Table, play: Play, bank_points: BankPoints, negative: bool, total: int, penalty: int
) -> None:
    state = table("patch", players=1, opening_min=0, allow_negative=negative)
    state = play(bank_points(state, 400), "farkle", "farkle")
    assert state.player.farkles_in_row(state.rules) == 2
    state = play(state, "farkle")
    assert _totals(state) == [total]
    last = state.player.turns[-1]
    assert (last.kind, last.points, last.penalty) == ("penalty", 0, penalty)
    assert state.player.farkles_in_row(state.rules) == 0


def test_without_reset_each_further_farkle_costs_again(table: Table, play: Play) -> None:
    state = table("patch", players=1, penalty_reset=False)
    state = play(state, *["farkle"] * 5)
    assert _totals(state) == [-3000]


def test_a_banked_turn_between_the_farkles_means_no_penalty(
    table: Table, play: Play, bank_points: BankPoints
) -> None:
    state = play(table("patch", players=1), "farkle", "farkle")
    state = play(bank_points(state, 500), "farkle")
    assert _totals(state) == [500]


@pytest.mark.parametrize(("resets", "total"), [(False, -1000), (True, 0)])
def test_stopping_for_nothing_breaks_a_row_of_farkles_only_by_option(
    table: Table, play: Play, resets: bool, total: int
) -> None:
    state = play(table("patch", players=1, zero_resets_streak=resets), "farkle", "farkle")
    state = play(state, "123346", "> 1", "bank", "farkle")
    assert _totals(state) == [total]


def test_a_penalty_does_not_close_a_player_who_has_opened(
    table: Table, play: Play, bank_points: BankPoints
) -> None:
    state = play(bank_points(table("patch", players=1), 500), "farkle", "farkle", "farkle")
    assert _totals(state) == [-500]
    assert play(state, "123346", "> 1", "bank").player.total == -400


# T11, T12, T13


def test_reaching_the_leaders_total_in_the_last_turn_is_a_tie(
    table: Table, bank_points: BankPoints
) -> None:
    state = _at(table, bank_points, [9650, 9700])
    state = bank_points(state, 400)
    assert state.view()["final_round"] is True
    state = bank_points(state, 350)
    assert _totals(state) == [10_050, 10_050]
    assert state.view()["winners"] == ["A", "B"]
    assert state.view()["phase"] == "finished"


def test_tie_goes_to_who_reached_the_total_first(table: Table, bank_points: BankPoints) -> None:
    state = _at(table, bank_points, [9650, 9700], tie="first_reached")
    state = bank_points(bank_points(state, 400), 350)
    assert state.view()["winners"] == ["A"]


def test_who_reached_a_total_first_is_told_by_rounds_before_seats(
    table: Table, play: Play, bank_points: BankPoints
) -> None:
    state = play(_at(table, bank_points, [9700, 9650], tie="first_reached"), "farkle")
    state = bank_points(bank_points(state, 400), 350)
    assert _totals(state) == [10_050, 10_050]
    assert state.view()["winners"] == ["B"]


def test_a_playoff_goes_past_an_exact_target(table: Table, bank_points: BankPoints) -> None:
    state = _at(table, bank_points, [9700, 9650], tie="playoff", exact="overshoot_is_bust")
    state = bank_points(bank_points(state, 300), 350)
    assert state.in_playoff
    state = bank_points(bank_points(state, 100), 150)
    assert _totals(state) == [10_100, 10_150]
    assert state.view()["winners"] == ["B"]


def test_tie_is_played_off_until_one_is_ahead(
    table: Table, play: Play, bank_points: BankPoints
) -> None:
    state = _at(table, bank_points, [9650, 9700, 100], tie="playoff")
    state = play(bank_points(bank_points(state, 400), 350), "farkle")
    assert state.in_playoff
    assert state.current == 0
    state = bank_points(bank_points(state, 200), 200)
    assert not state.winners
    assert state.current == 0
    state = play(bank_points(state, 50), "farkle")
    assert state.view()["winners"] == ["A"]


def test_passing_the_leader_in_the_last_round_starts_no_second_one(
    table: Table, bank_points: BankPoints
) -> None:
    state = _at(table, bank_points, [9650, 9700, 9900])
    state = bank_points(bank_points(state, 400), 700)
    assert _totals(state)[:2] == [10_050, 10_400]
    assert state.current == 2
    state = bank_points(state, 450)
    assert _totals(state)[2] == 10_350
    assert state.view()["winners"] == ["B"]


@pytest.mark.parametrize(
    ("final_round", "still_to_play"),
    [("one_more_each", [0, 1]), ("finish_round", []), ("sudden_death", [])],
)
def test_last_player_of_the_round_reaches_the_target(
    table: Table, play: Play, bank_points: BankPoints, final_round: str, still_to_play: list[int]
) -> None:
    state = _at(table, bank_points, [100, 200, 9900], final_round=final_round)
    state = bank_points(bank_points(bank_points(state, 50), 50), 100)
    turns = []
    while not state.winners:
        turns.append(state.current)
        state = play(state, "farkle")
    assert turns == still_to_play
    assert state.view()["winners"] == ["C"]


@pytest.mark.parametrize(
    ("final_round", "still_to_play"),
    [("one_more_each", [1, 2]), ("finish_round", [1, 2]), ("sudden_death", [])],
)
def test_first_player_of_the_round_reaches_the_target(
    table: Table, play: Play, bank_points: BankPoints, final_round: str, still_to_play: list[int]
) -> None:
    state = _at(table, bank_points, [9900, 100, 200], final_round=final_round)
    state = bank_points(state, 100)
    turns = []
    while not state.winners:
        turns.append(state.current)
        state = play(state, "farkle")
    assert turns == still_to_play


def test_finish_round_counts_from_whoever_began(
    table: Table, play: Play, bank_points: BankPoints
) -> None:
    state = _command(table("classic", players=3), type="first_player", player="B")
    state = bank_points(state, 9950)
    state = bank_points(play(state, "farkle"), 10_000)
    assert state.view()["winners"] == ["A"]


def test_after_the_end_nothing_but_undo_is_allowed(table: Table, bank_points: BankPoints) -> None:
    state = bank_points(table("calc", players=1), 10_000)
    for command in ("roll", "bank", "farkle", "take_over"):
        with pytest.raises(FarkleError) as caught:
            decide(state, {"type": command, "dice": "123456"})
        assert caught.value.code == "game_over"
    state = _command(state, type="undo")
    assert not state.winners
    assert _command(state, type="redo").winners == (0,)


# T16


def test_piggyback_takes_over_dice_and_points(
    table: Table, play: Play, bank_points: BankPoints
) -> None:
    state = table("calc", piggyback="dice_and_points")
    state = play(state, "666123", "> 6661", "bank")
    assert state.view()["left_over"] == {"dice": 2, "points": 700}
    taken = _command(state, type="take_over")
    assert taken.view()["turn_points"] == 700
    assert taken.view()["dice_in_hand"] == 2
    assert _totals(play(taken, "15", "> 1", "bank")) == [700, 800]
    assert _totals(play(taken, "23", "farkle")) == [700, 0]
    fresh = play(state, "123346", "> 1")
    assert fresh.view()["left_over"] is None
    with pytest.raises(FarkleError, match="at the start"):
        decide(fresh, {"type": "take_over"})


def test_piggyback_of_dice_only_begins_from_nothing(table: Table, play: Play) -> None:
    state = play(table("calc", piggyback="dice_only"), "666123", "> 666", "bank")
    assert state.view()["left_over"] == {"dice": 3, "points": 0}


def test_nothing_is_left_over_after_hot_dice_a_farkle_or_without_the_rule(
    table: Table, play: Play
) -> None:
    piggyback = table("calc", piggyback="dice_and_points")
    for state in (
        play(piggyback, "123456", "> 123456", "bank"),
        play(piggyback, "123346", "> 1", "again", "farkle"),
        play(table("calc"), "123346", "> 1", "bank"),
    ):
        with pytest.raises(FarkleError) as caught:
            decide(state, {"type": "take_over"})
        assert caught.value.code == "nothing_left_over"


# T19, T20


def test_undo_of_the_turn_that_started_the_last_round_ends_it(
    table: Table, bank_points: BankPoints
) -> None:
    state = bank_points(_at(table, bank_points, [9650, 9700]), 400)
    assert state.view()["final_round"] is True
    state = _command(state, type="undo")
    assert state.view()["final_round"] is False
    assert state.current == 0


def test_other_rules_score_the_turns_on_the_sheet_anew(table: Table, play: Play) -> None:
    change = {"type": "change_rules", "preset": "playmonster", "rules": {"triple_ones": 1000}}
    state = play(table(opening_min=0), "111346", "> 111", "bank", "farkle", "111346", "> 111")
    assert _totals(state) == [300, 0]
    later = _command(state, **change)
    assert _totals(later) == [1000, 0]
    assert later.view()["turn_points"] == 1000
    title = later.view()["rules"]
    assert isinstance(title, dict)
    assert title["title"] == "PlayMonster, house rules"
    assert _totals(_command(later, type="undo")) == [300, 0]


def test_rules_by_which_a_turn_could_not_have_been_played_are_refused(
    table: Table, play: Play
) -> None:
    state = play(table("calc"), "222234", "> 2222", "bank")
    with pytest.raises(FarkleError) as caught:
        decide(state, {"type": "change_rules", "preset": "classic"})
    assert caught.value.code == "turn_does_not_fit"
    assert caught.value.words == "A, round 1: 2 2 2 2 cannot be set aside: 2 scores nothing."
    assert caught.value.details["reason"]["code"] == "does_not_score"


def test_points_without_dice_cannot_be_scored_by_other_rules_but_played_to_another_target(
    table: Table,
) -> None:
    state = _command(table("calc"), type="enter_turn", outcome="bank", points=1200)
    with pytest.raises(FarkleError) as caught:
        decide(state, {"type": "change_rules", "preset": "calc", "rules": {"triple_ones": 300}})
    assert caught.value.code == "rules_need_dice"
    shorter = {"type": "change_rules", "preset": "calc", "rules": {"target": 1000}}
    assert _command(state, **shorter).view()["final_round"] is True


# Who begins


def test_roll_off_repeats_among_the_tied(table: Table, play: Play) -> None:
    state = table(players=3)
    assert state.view()["roll_off"] == ["A", "B", "C"]
    state = _command(state, type="roll_off", faces={"A": 2, "B": 5, "C": 5})
    assert state.view()["roll_off"] == ["B", "C"]
    with pytest.raises(FarkleError, match="B, C"):
        decide(state, {"type": "roll_off", "faces": {"A": 1, "B": 2, "C": 3}})
    state = _command(state, type="roll_off", faces={"B": 1, "C": 3})
    assert state.view()["roll_off"] is None
    assert (state.first, state.current) == (2, 2)
    assert play(state, "farkle").current == 0


def test_who_begins_cannot_change_after_the_first_roll(table: Table, play: Play) -> None:
    state = play(table(), "123346")
    with pytest.raises(FarkleError) as caught:
        decide(state, {"type": "first_player", "player": "B"})
    assert caught.value.code == "game_has_begun"
