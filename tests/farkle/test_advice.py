"""Advice: the best move is often not the best score, and depends on the situation."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from farkle.advice import Chaser, Situation, advice_to_mapping, advise, explain, situation_of
from farkle.chances import win_probability
from farkle.errors import FarkleError
from farkle.odds import distinct_rolls
from farkle.rules import PRESETS, Rules
from farkle.sheet import GameState
from farkle.win_table import Race
from farkle.worth import chance_of_exactly, chance_to_bank, turn_value

Table = Callable[..., GameState]
Play = Callable[..., GameState]
BankPoints = Callable[[GameState, int], GameState]

# roll, turn points before, then by preset: kept dice, "b" or "r", value
BEST_MOVES = """
122245 0   1 r 370.1        1 r 387.2        1 r 404.2        1 r 403.9
122234 0   1 r 370.1        1 r 387.2        1 r 404.2        1 r 403.9
112346 0   1 r 370.1        1 r 387.2        1 r 404.2        1 r 403.9
112345 0   1 r 370.1        1 r 387.2        1 r 404.2        1 r 403.9
111234 0   1 r 370.1        111 b 1000       111 b 1000       111 b 1000
111122 0   111122 r 1904.6  111122 r 1934.4  111122 r 1954.5  1111 b 2000
111555 0   111555 r 2860.0  111555 r 1934.4  111555 r 2903.7  111555 r 2903.6
123335 0   13335 b 450      13335 b 450      13335 b 450      13335 b 450
123555 0   1555 b 600       1555 b 600       1555 b 600       1555 b 600
123456 0   123456 r 1904.6  123456 r 3371.2  123456 r 1954.5  123456 r 1954.3
222346 0   222 r 254.3      222 r 259.2      222 r 261.0      222 r 260.9
114 0      11 r 257.9       11 r 269.4       11 r 277.3       11 r 277.2
2345 200   5 r 290.2        5 r 295.0        5 r 296.3        5 r 296.3
135 250    15 b 400         15 b 400         15 b 400         15 b 400
113 400    11 b 600         11 b 600         11 b 600         11 b 600
15 500     15 r 1109.6      15 r 1142.5      15 r 1164.9      15 r 1164.6
5 350      5 r 883.7        5 r 918.2        5 r 942.0        5 r 941.6
"""


def _best_moves() -> list[tuple[str, int, str, str, str, float]]:
    rows = []
    for line in BEST_MOVES.strip().split("\n"):
        roll, points, *cells = line.split()
        for number, preset in enumerate(("playmonster", "classic", "calc", "calc_double")):
            kept, action, value = cells[3 * number : 3 * number + 3]
            rows.append((roll, int(points), preset, kept, action, float(value)))
    return rows


@pytest.mark.parametrize(("roll", "points", "preset", "kept", "action", "value"), _best_moves())
def test_best_move_is_the_known_one(
    roll: str, points: int, preset: str, kept: str, action: str, value: float
) -> None:
    best = advise(roll, Rules.preset(preset), Situation(points=points))[0]
    assert "".join(map(str, best.keep.dice)) == kept
    assert best.action == {"b": "bank", "r": "roll"}[action]
    assert round(best.value, 1) == value


@pytest.mark.parametrize("kept", [("11", "playmonster", 331.8), ("11", "classic", 342.0)])
def test_keeping_both_ones_is_known_to_be_worse(kept: tuple[str, str, float]) -> None:
    dice, preset, value = kept
    both = [
        move.value
        for move in advise("112346", Rules.preset(preset))
        if move.keep.dice == tuple(map(int, dice)) and move.action == "roll"
    ]
    assert [round(value, 1) for value in both] == [value]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("points", "dice"), [(0, 6), (250, 3)])
def test_mean_of_the_best_moves_is_the_worth_of_the_throw(
    preset: str, points: int, dice: int
) -> None:
    rules = Rules.preset(preset).changed(farkle_penalty=0)
    total = 0.0
    for roll, ways in distinct_rolls(dice):
        moves = advise(roll, rules, Situation(points=points, opened=False))
        total += ways * (moves[0].value if moves else 0)
    assert total / 6**dice == pytest.approx(turn_value(points, dice, rules, opened=False))


def test_first_roll_bonus_is_part_of_the_advice() -> None:
    rules = Rules.preset("calc").changed(first_roll_bonus=1000)
    total = 0.0
    for roll, ways in distinct_rolls(6):
        moves = advise(roll, rules)
        total += ways * (moves[0].value if moves else 0)
    assert total / 6**6 == pytest.approx(turn_value(0, 6, rules))


def test_moves_are_ranked_and_say_why() -> None:
    moves = advise("122245", Rules.preset("playmonster"))
    assert [move.value for move in moves] == sorted((m.value for m in moves), reverse=True)
    best = moves[0]
    assert best.words == "keep one 1 and roll five: 370 expected"
    assert (best.points, best.dice, best.basis) == (100, 5, "points")
    assert best.farkle_risk == pytest.approx(600 / 7776)
    assert explain(moves) == "Keep one 1 and roll five: 370 expected; banking 350 gives less."
    assert json.loads(json.dumps(advice_to_mapping(moves)))["moves"][0]["dice"] == [1]


@pytest.mark.parametrize(
    ("roll", "points", "sentence"),
    [
        ("135", 250, "Keep one 1 and one 5 and bank 400; rolling one gives less: 317 expected."),
        ("2346", 200, "Nothing scores."),
        ("123456", 0, "Keep all six and roll six: 1,905 expected; banking 1,500 gives less."),
    ],
)
def test_the_best_move_is_explained_in_a_sentence(roll: str, points: int, sentence: str) -> None:
    moves = advise(roll, Rules.preset("playmonster"), Situation(points=points))
    assert explain(moves) == sentence


def test_forced_hot_dice_offer_no_bank() -> None:
    moves = advise("123456", Rules.preset("tenk_var"))
    assert [m.action for m in moves if len(m.keep.dice) == 6] == ["roll"]


def test_below_the_opening_minimum_only_rolling_is_offered() -> None:
    rules = Rules.preset("playmonster")
    moves = advise("1356", rules, Situation(points=200, opened=False))
    assert {move.action for move in moves} == {"roll"}
    assert explain(moves).endswith("expected.")


def test_two_farkles_behind_a_patch_player_banks_what_there_is() -> None:
    rules = Rules.preset("patch")
    careful = advise("1346", rules, Situation(farkles=2))[0]
    assert (careful.action, careful.basis) == ("bank", "long_run")
    assert advise("1346", rules, Situation(farkles=0))[0].action == "roll"
    stop = advise("1346", rules, Situation(points=200, farkles=2, opened=False))[0]
    assert (stop.action, stop.value, stop.basis) == ("bank", 0.0, "points")
    near = advise("1346", rules, Situation(points=350, farkles=2, opened=False))[0]
    assert (near.action, near.dice) == ("roll", 3)


def test_stopping_below_the_opening_minimum_is_not_called_banking() -> None:
    rules = Rules.preset("patch")
    moves = advise("1 2 3", rules, {"points": 200, "opened": False, "farkles": 2})
    assert explain(moves) == (
        "Keep one 1 and stop for no points; rolling two gives less: -349 expected."
    )
    assert {move.banked for move in moves} == {0}
    enough = advise("1 2 3", rules, {"points": 400, "opened": False})
    assert {move.banked for move in enough if move.action == "bank"} == {500}


def test_an_exact_target_is_not_overshot() -> None:
    rules = Rules.preset("calc").changed(exact="overshoot_is_bust")
    moves = advise("123456", rules, Situation(room=50))
    assert {move.keep.dice for move in moves} == {(5,)}
    assert moves[0].action == "bank"
    loose = rules.changed(exact="overshoot_not_bankable")
    for move in advise("123456", loose, Situation(room=50)):
        assert (move.action == "bank") <= (move.points <= 50)
        assert move.points <= 50 or move.value == 0


def test_a_situation_may_be_given_as_a_mapping() -> None:
    rules = Rules.preset("patch")
    given = advise("15", rules, {"points": 500, "farkles": 1, "opened": True})
    assert given == advise("15", rules, Situation(points=500, farkles=1))
    assert advise("15", rules, {"lead": None}) == advise("15", rules)


@pytest.mark.parametrize(
    "wrong",
    [
        {"point": 50},
        {"points": 25},
        {"points": -50},
        {"points": "50"},
        {"points": True},
        {"opened": 1},
        {"farkles": -1},
        {"lead": 10},
    ],
)
def test_a_situation_that_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(FarkleError) as caught:
        advise("15", Rules(), wrong)
    assert caught.value.code == "situation_wrong"


# The final round


def test_last_player_maximizes_the_chance_to_pass_the_leader() -> None:
    rules = Rules.preset("calc").changed(tie="first_reached")
    moves = advise("122346", rules, Situation(lead=500))
    assert moves[0].basis == "chance"
    assert moves[0].action == "roll"
    total = 0.0
    for roll, ways in distinct_rolls(6):
        found = advise(roll, rules, Situation(lead=500))
        total += ways * (found[0].value if found else 0)
    assert total / 6**6 == pytest.approx(chance_to_bank(550, rules))


def test_a_tie_counts_half_where_the_win_is_shared() -> None:
    rules = Rules.preset("calc")
    bank = [m for m in advise("555234", rules, Situation(lead=500)) if m.action == "bank"]
    assert max(move.value for move in bank) == 0.5
    rules = rules.changed(tie="first_reached")
    bank = [m for m in advise("555234", rules, Situation(lead=500)) if m.action == "bank"]
    assert max(move.value for move in bank) == 0.0


def test_who_still_plays_is_taken_into_account() -> None:
    rules = Rules.preset("playmonster")
    situation = Situation(lead=200, chasers=(Chaser(behind=300), Chaser(behind=700, opened=False)))
    banked = next(m for m in advise("555234", rules, situation) if m.action == "bank")
    expected = (1 - chance_to_bank(850, rules)) * (1 - chance_to_bank(1250, rules))
    assert banked.points == 500
    assert banked.value == pytest.approx(expected)
    alone = next(m for m in advise("555234", rules, Situation(lead=200)) if m.action == "bank")
    assert alone.value == 1.0


def test_situation_is_read_from_the_sheet(
    table: Table, play: Play, bank_points: BankPoints
) -> None:
    state = table("patch", players=3, opening_min=0)
    assert situation_of(state) == Situation(
        race=Race(began=True, opened=True, their_opened=True), rivals=2
    )
    state = bank_points(bank_points(play(state, "farkle"), 9500), 9000)
    state = play(bank_points(play(state, "farkle"), 600), "123346", "> 1", "again", "12346")
    situation = situation_of(state)
    assert situation.points == 100
    assert situation.lead == 1100
    assert situation.chasers == (Chaser(behind=9000),)
    assert situation.farkles == 0
    assert advise("12346", state.rules, state) == advise("12346", state.rules, situation)
    chance = advise("12346", state.rules, state)[0]
    assert chance.basis == "chance"
    assert "% to win" in chance.words


def test_farkles_and_room_are_read_from_the_sheet(table: Table, play: Play) -> None:
    state = table("calc", players=1, exact="overshoot_is_bust", target=1000)
    state = play(state, "farkle", "farkle")
    assert situation_of(state) == Situation(farkles=2, room=1000, rivals=0)


@pytest.mark.parametrize(
    "state",
    [
        {"points": None},
        {"points": 10**12},
        {"points": 1.0},
        {"lead": 10**12},
        {"room": 10**12},
        {"farkles": None},
        {"farkles": -1},
        {"opened": 1},
        {"me": 50.0, "them": 0},
        "points",
        [1],
        5,
    ],
)
def test_situations_that_cannot_be_are_refused_with_a_code(state: Any) -> None:
    with pytest.raises(FarkleError) as refusal:
        advise("115", Rules(), state)
    assert refusal.value.code == "situation_wrong"


def test_totals_may_be_numpys_own() -> None:
    rules = Rules.preset("classic")
    known = win_probability(rules, 7200, 8450, farkles=1)
    assert win_probability(rules, np.int64(7200), np.int64(8450), farkles=np.int64(1)) == known  # type: ignore[arg-type]


def test_a_row_of_farkles_counts_with_an_exact_target_too() -> None:
    rules = Rules.preset("patch").changed(exact="overshoot_is_bust")
    best = advise("1335", rules, Situation(farkles=2, room=6000))
    assert (best[0].action, best[0].basis) == ("bank", "long_run")
    far = advise("1335", Rules.preset("patch"), Situation(farkles=2))
    assert best[0].value == pytest.approx(far[0].value)
    closed = advise("1335", rules, Situation(450, opened=False, farkles=2, room=6000))
    assert closed[0].action == "bank"


def test_nobody_passes_a_player_who_hit_the_exact_target_but_may_meet_there() -> None:
    rules = Rules.preset("calc").changed(exact="overshoot_is_bust")
    after = (Chaser(behind=5000), Chaser(behind=-50))
    best = advise("5", rules, Situation(points=50, room=100, lead=100, chasers=after))[0]
    meets = chance_of_exactly(50, rules)
    assert best.action == "bank"
    assert best.value == pytest.approx((1 - meets) / 2 + meets / 3, abs=1e-3)
    rules = rules.changed(tie="first_reached")
    assert {move.value for move in advise("5", rules, Situation(50, room=100, lead=100))} == {0.0}
