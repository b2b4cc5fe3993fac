"""Everybody's chance to win, at every moment of a game."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from farkle.advice import standing_worth
from farkle.chances import win_probability
from farkle.forecast import Forecast, forecast
from farkle.outcomes import outcomes
from farkle.rules import PRESETS, Rules
from farkle.sheet import GameState
from farkle.solver import solve
from farkle.worth import chance_to_reach, turn_table, turn_value

Table = Callable[..., GameState]
Play = Callable[..., GameState]
BankPoints = Callable[[GameState, int], GameState]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_outcomes_of_a_turn_have_its_worth_as_their_mean(preset: str) -> None:
    rules = Rules.preset(preset).changed(farkle_penalty=0)
    chances = outcomes(turn_table(rules), 0, 6)
    assert chances.sum() == pytest.approx(1)
    mean = float((50 * np.arange(len(chances))) @ chances)
    assert mean == pytest.approx(turn_value(0, 6, rules), abs=1e-6)


def test_the_outcomes_from_the_middle_of_a_turn_have_its_worth_as_their_mean() -> None:
    rules = Rules.preset("calc")
    chances = outcomes(turn_table(rules, points=600), 600, 2)
    mean = float((50 * np.arange(len(chances))) @ chances)
    assert mean == pytest.approx(turn_value(600, 2, rules))
    assert chances[:12].sum() == pytest.approx(chances[0])


def test_two_players_have_the_exact_chance(table: Table, bank_points: BankPoints) -> None:
    state = table("calc")
    begun = forecast(state)
    assert begun.basis == "exact"
    assert begun.chances[0] == pytest.approx(win_probability(state.rules, 0, 0))
    state = bank_points(bank_points(state, 1000), 300)
    later = forecast(state)
    assert later.chances[0] == pytest.approx(win_probability(state.rules, 1000, 300))
    assert sum(later.chances) == pytest.approx(1)


def test_who_begins_the_round_counts_where_it_is_finished(
    table: Table, bank_points: BankPoints
) -> None:
    state = bank_points(table("classic"), 1000)
    second = forecast(state).chances[1]
    assert second == pytest.approx(win_probability(state.rules, 0, 1000, began=False))
    assert second != pytest.approx(win_probability(state.rules, 0, 1000, began=True))


def test_the_chance_follows_the_dice_of_the_turn(table: Table, play: Play) -> None:
    state = table("calc")
    before = forecast(state).chances[0]
    straight = forecast(play(state, "123456")).chances[0]
    poor = forecast(play(state, "223465")).chances[0]
    farkled = forecast(play(state, "223446")).chances[0]
    assert straight > before > poor > farkled
    assert farkled == pytest.approx(1 - win_probability(state.rules, 0, 0))
    kept = play(state, "123456", "> 123456")
    assert forecast(kept).chances[0] == pytest.approx(straight)
    rolled_on = forecast(play(kept, "again")).chances[0]
    assert rolled_on == pytest.approx(standing_worth(kept)[0])


def test_the_last_turn_of_two_is_exact_without_a_table(
    table: Table, bank_points: BankPoints
) -> None:
    state = table("calc", target=1000, straight=1000)
    state = bank_points(bank_points(state, 800), 1200)
    assert state.waiting == ()
    found = forecast(state)
    tie = chance_to_reach(400, state.rules) - chance_to_reach(450, state.rules)
    assert found.basis == "exact"
    assert chance_to_reach(450, state.rules) < found.chances[0]
    assert found.chances[0] < chance_to_reach(450, state.rules) + tie


def test_games_played_to_the_end_come_near_the_exact_chance(
    table: Table, bank_points: BankPoints
) -> None:
    state = bank_points(bank_points(table("kcd", target=1000), 400), 300)
    assert forecast(state).basis == "played"
    exact = forecast(state, solve(state.rules))
    assert exact.basis == "exact"
    # Playing for points is not quite playing to win.
    assert forecast(state).chances == pytest.approx(exact.chances, abs=0.06)


def test_the_chances_of_many_players_add_up_and_favour_who_leads(
    table: Table, bank_points: BankPoints
) -> None:
    state = table("classic", players=4)
    for points in (1000, 4000, 2000, 50):
        state = bank_points(state, points)
    found = forecast(state)
    assert found.basis == "played"
    assert sum(found.chances) == pytest.approx(1)
    assert max(found.chances) == found.chances[1]
    assert min(found.chances) == found.chances[3]
    assert found == forecast(state)


def test_who_has_retired_has_no_chance(table: Table, play: Play, bank_points: BankPoints) -> None:
    state = bank_points(table("classic", players=3), 1000)
    from farkle.sheet import apply, decide

    for event in decide(state, {"type": "retire_player", "player": "C"}):
        state = apply(state, event)
    found = forecast(state)
    assert found.chances[2] == 0
    assert found.basis == "exact"
    assert sum(found.chances) == pytest.approx(1)


def test_when_the_game_is_over_the_winners_share_what_is_certain(
    table: Table, bank_points: BankPoints
) -> None:
    state = bank_points(bank_points(table("calc", target=500), 500), 500)
    assert forecast(state) == Forecast((0.5, 0.5), "certain")


def test_the_last_round_of_three_ends_with_one_winner(
    table: Table, bank_points: BankPoints
) -> None:
    state = table("calc", players=3, target=1000)
    state = bank_points(state, 1500)
    found = forecast(state)
    reach = chance_to_reach(1550, state.rules)
    assert found.basis == "exact"
    assert found.chances[0] == pytest.approx((1 - reach) ** 2, abs=0.03)
