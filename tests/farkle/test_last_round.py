"""Everybody's share of the win in the last round of three and more."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from bench.plain_race import best_turn
from farkle import last_round as module
from farkle.advice import advise, standing_worth
from farkle.forecast import _played, forecast
from farkle.last_round import last_round
from farkle.odds import distinct_rolls
from farkle.rules import Rules
from farkle.sheet import GameState, apply, decide

Table = Callable[..., GameState]
Play = Callable[..., GameState]
BankPoints = Callable[[GameState, int], GameState]

SMALL = {"target": 600, "straight": 300, "three_pairs": 250, "four_plus_pair": 250}


def ending(table: Table, bank: BankPoints, points: tuple[int, ...], **house: object) -> GameState:
    """A game in its last round, after turns with these points."""
    players = int(house.pop("players", 3))  # type: ignore[call-overload]
    state = table("classic", players=players, final_round="one_more_each", **{**SMALL, **house})
    for each in points:
        state = bank(state, each) if each else farkle(state)
    assert state.waiting is not None
    return state


def farkle(state: GameState) -> GameState:
    return apply(state, decide(state, {"type": "farkle"})[0])


def shares(state: GameState) -> tuple[float, ...]:
    found = last_round(state)
    assert found is not None
    return found


def best_share(rules: Rules, level: int, pass_: Callable[[int], float], tie: float) -> float:
    """The share of a player who is so many points behind, solved plainly."""
    return best_turn(
        rules,
        lambda points: pass_(points) if points > level else tie if points == level else 0.0,
        0.0,
        0.0,
        level + 1000,
        None,
    )


@pytest.mark.parametrize("house", [{}, {"tie": "first_reached"}])
def test_the_last_two_play_as_a_plain_solver_does(
    table: Table, bank_points: BankPoints, house: dict[str, object]
) -> None:
    state = ending(table, bank_points, (0, 500, 500, 700), **house)
    assert (state.current, state.waiting) == (1, (2,))
    rules = state.rules
    breaks = rules.tie == "first_reached"

    def last(lead: int, holders: int) -> float:
        tie = 0.0 if breaks else 1 / (holders + 1)
        return best_share(rules, lead - 500, lambda _: 1.0, tie)

    # So far ahead, the last one hardly comes.
    known = {lead: last(lead, 1) for lead in (*range(700, 2000, 50), 2950)}
    mine = best_share(
        rules,
        200,
        lambda points: 1 - known[500 + points if points < 1500 else 2950],
        0.0 if breaks else (1 - last(700, 2)) / 2,
    )
    assert shares(state)[1] == pytest.approx(mine, abs=5e-4)
    passed = bank_points(state, 450)
    assert shares(passed) == pytest.approx((0, 1 - known[950], known[950]), abs=1e-6)
    tied = bank_points(state, 200)
    share = last(700, 1 if breaks else 2)
    kept = (1 - share) * np.array([1, 0] if breaks else [0.5, 0.5])
    assert shares(tied) == pytest.approx((*kept, share), abs=1e-6)


@pytest.mark.parametrize("players", [3, 4])
def test_the_shares_are_the_mean_of_those_after_each_roll(
    table: Table, bank_points: BankPoints, play: Play, players: int
) -> None:
    state = ending(table, bank_points, (0, *(500,) * (players - 1), 700), players=players)
    state = play(state, "122334", "> 1", "again", "15234", "> 1 5", "again")
    mean = np.zeros(players)
    for roll, ways in distinct_rolls(3):
        mean += ways / 6**3 * np.array(shares(play(state, " ".join(map(str, roll)))))
    assert shares(state) == pytest.approx(tuple(mean))
    assert sum(shares(state)) == pytest.approx(1)
    kept = play(state, "1 2 3", "> 1")
    better = max(shares(play(kept, move))[1] for move in ("again", "bank"))
    assert shares(kept)[1] == pytest.approx(better)


def test_the_last_player_has_the_chance_that_the_advice_tells(
    table: Table, bank_points: BankPoints, play: Play
) -> None:
    state = ending(table, bank_points, (0, 500, 500, 700, 0))
    for now in (state, play(state, "1 2 2 3 4 5"), play(state, "1 2 2 3 4 5", "> 1")):
        assert shares(now)[2] == pytest.approx(standing_worth(now)[0])


def test_who_meets_two_leaders_shares_with_both(table: Table, bank_points: BankPoints) -> None:
    state = ending(table, bank_points, (0, 500, 500, 700, 200))
    assert [player.total for player in state.players] == [700, 700, 500]
    assert shares(state)[2] == pytest.approx(standing_worth(state)[0])
    best = advise("1 1 2 3 4 6", state.rules, state)
    assert next(m for m in best if m.banked == 200).value == pytest.approx(1 / 3)


def test_who_can_only_meet_an_exact_target_shares_the_win(
    table: Table, bank_points: BankPoints
) -> None:
    state = ending(table, bank_points, (0, 400, 300, 600), exact="overshoot_is_bust")
    leader, second, third = shares(state)
    assert second > 0.1
    assert third > 0.1
    assert leader + second + third == pytest.approx(1)
    alone = ending(
        table, bank_points, (0, 400, 300, 600), exact="overshoot_is_bust", tie="first_reached"
    )
    assert shares(alone) == pytest.approx((1, 0, 0))


@pytest.mark.parametrize("house", [{}, {"exact": "overshoot_is_bust"}])
def test_games_played_to_the_end_come_near(
    table: Table, bank_points: BankPoints, house: dict[str, object]
) -> None:
    state = ending(table, bank_points, (0, 400, 300, 600), **house)
    found = forecast(state)
    assert found.basis == "exact"
    assert _played(state) == pytest.approx(found.chances, abs=0.08)


def test_a_playoff_past_an_exact_target_is_not_lost_by_all(
    table: Table, bank_points: BankPoints
) -> None:
    house = {"exact": "overshoot_is_bust", "tie": "playoff"}
    state = ending(table, bank_points, (0, 300, 300, 600, 300, 300), **house)
    assert state.in_playoff
    found = forecast(state)
    assert found.basis == "played"
    ahead = forecast(bank_points(state, 300))
    assert ahead.chances[0] > found.chances[0]


def test_it_says_nothing_where_more_than_points_pass_on(
    table: Table, bank_points: BankPoints
) -> None:
    assert last_round(table("classic", players=3)) is None
    for house in ({"piggyback": "dice_only"}, {"bank_min": 50}, {"first_roll_bonus": 50}):
        assert last_round(ending(table, bank_points, (0, 500, 500, 700), **house)) is None
    many = module.MOST_WAITING + 3
    assert (
        last_round(ending(table, bank_points, (0, *(500,) * (many - 1), 700), players=many)) is None
    )


def test_a_confirmed_farkle_and_a_farkle_on_the_table_are_worth_the_same(
    table: Table, bank_points: BankPoints, play: Play
) -> None:
    state = ending(table, bank_points, (0, 500, 500, 700))
    lies = play(state, "2 2 3 3 4 6")
    lost = apply(lies, decide(lies, {"type": "farkle"})[0])
    assert shares(lies) == pytest.approx(shares(lost))


@pytest.mark.parametrize("house", [{"exact": "overshoot_not_bankable"}, {}])
def test_a_turn_that_went_far_past_the_lead_is_worked_out_too(
    table: Table, bank_points: BankPoints, play: Play, house: dict[str, object]
) -> None:
    state = ending(table, bank_points, (0, 400, 300, 600), **house)
    for _ in range(3):
        state = play(state, "1 1 1 1 1 1", "> 1 1 1 1 1 1", "again")
    assert state.turn is not None
    assert state.turn.points == 6000
    share = shares(state)[1]
    assert share == pytest.approx(0) if house else share > 0.9
    assert sum(shares(play(state, "1 2 3 4 5 6"))) == pytest.approx(1)
