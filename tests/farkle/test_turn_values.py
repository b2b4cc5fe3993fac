"""What turns are worth: the known numbers of every preset, and an independent plain solver."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farkle.errors import FarkleError
from farkle.odds import distinct_rolls
from farkle.rules import Rules
from farkle.scoring import is_cancelled, legal_keeps
from farkle.turn_table import NEVER, Ends, solve_turn
from farkle.worth import (
    bank_thresholds,
    chance_of_exactly,
    chance_to_bank,
    chance_to_reach,
    long_run,
    reach_chances,
    take_over_from,
    turn_table,
    turn_value,
)


@pytest.mark.parametrize(
    ("preset", "value", "thresholds"),
    [
        ("playmonster", 542.0632, (300, 250, 400, 950, 2800, 16800)),
        ("classic", 576.7566, (300, 250, 450, 1050, 2950, 17900)),
        ("tenk", 576.7566, (300, 250, 450, 1050, 2950, 17900)),
        ("tenk_var", 601.3164, (350, 250, 450, 1050, 2950, 13400)),
        ("tenk_pocket", 525.7741, (300, 250, 400, 950, 2600)),
        ("calc", 601.5587, (350, 300, 450, 1050, 3100, 18400)),
        ("calc_double", 601.1605, (350, 300, 450, 1050, 3100, 18400)),
    ],
)
def test_optimal_turn_value_and_thresholds_of_presets(
    preset: str, value: float, thresholds: tuple[int, ...]
) -> None:
    rules = Rules.preset(preset)
    assert round(turn_value(0, 6, rules), 4) == value
    assert bank_thresholds(rules)[: len(thresholds)] == thresholds


@pytest.mark.parametrize(
    ("preset", "value", "thresholds", "opens"),
    [
        ("playmonster", 510.195, (500, 500, 500, 950, 2800, 16800), 0.52742),
        ("tenk", 552.508, (500, 500, 500, 1050, 2950), 0.55873),
        ("tenk_var", 580.136, (500, 500, 500, 1050, 2950), 0.56103),
        ("tenk_pocket", 491.386, (), 0.51561),
    ],
)
def test_before_opening(
    preset: str, value: float, thresholds: tuple[int, ...], opens: float
) -> None:
    rules = Rules.preset(preset)
    assert round(turn_value(0, 6, rules, opened=False), 3) == value
    assert bank_thresholds(rules, opened=False)[: len(thresholds)] == thresholds
    assert round(chance_to_reach(50, rules, opened=False), 5) == opens


@pytest.mark.parametrize(
    ("preset", "values"),
    [
        ("playmonster", (200.898, 172.474, 182.650, 218.304, 300.378, 542.063)),
        ("classic", (212.586, 181.479, 193.987, 234.238, 319.829, 576.757)),
        ("calc", (220.753, 187.797, 199.832, 243.340, 338.671, 601.559)),
        ("calc_double", (220.623, 187.697, 199.740, 243.208, 338.341, 601.161)),
    ],
)
def test_values_of_throwing_dice_from_no_points(preset: str, values: tuple[float, ...]) -> None:
    rules = Rules.preset(preset)
    assert tuple(round(turn_value(0, n, rules), 3) for n in range(1, 7)) == values


@pytest.mark.parametrize(("on", "value"), [("all_six", 678.355), ("any", 1475.922)])
def test_first_roll_bonus(on: str, value: float) -> None:
    rules = Rules.preset("tenk_var").changed(first_roll_bonus=1000, first_roll_bonus_on=on)
    assert round(turn_value(0, 6, rules), 3) == value
    plain = Rules.preset("tenk_var")
    assert turn_value(300, 6, rules) == pytest.approx(turn_value(300, 6, plain))


@pytest.mark.parametrize(
    ("preset", "per_turn", "rows"),
    [
        (
            "patch",
            538.794,
            [
                (300, 250, 400, 950, 2750, 16800),
                (200, 150, 300, 850, 2700, 16700),
                (50, 50, 50, 50, 1800, 15800),
            ],
        ),
        (
            "calc",
            598.009,
            [
                (300, 250, 400, 1050, 3100, 18400),
                (200, 150, 350, 950, 3000, 18300),
                (50, 50, 50, 50, 2100, 17400),
            ],
        ),
        (
            "tenk_var",
            597.200,
            [(300, 250, 400, 1000, 2900), (200, 150, 300, 900, 2800), (50, 50, 50, 50, 1950)],
        ),
    ],
)
def test_long_run_with_a_penalty_for_three_farkles(
    preset: str, per_turn: float, rows: list[tuple[int, ...]]
) -> None:
    rules = Rules.preset(preset).changed(farkle_penalty=1000)
    assert round(long_run(rules).per_turn, 3) == per_turn
    for farkles, row in enumerate(rows):
        assert bank_thresholds(rules, farkles, in_the_long_run=True)[: len(row)] == row


def test_without_a_penalty_the_long_run_is_the_single_turn() -> None:
    rules = Rules.preset("calc")
    assert long_run(rules).per_turn == turn_value(0, 6, rules)


@pytest.mark.parametrize("house", [{"penalty_reset": False}, {"farkle_streak": 1}])
def test_long_run_satisfies_its_own_equations(house: dict[str, object]) -> None:
    rules = Rules.preset("tenk_var").changed(
        farkle_penalty=500, cancel_2s=3, cancel_2s_is_farkle=False, **house
    )
    found = long_run(rules)
    for own, table in zip(found.row_worth, found.tables, strict=True):
        assert table.first == pytest.approx(found.per_turn + own, abs=1e-6)
    assert found.row_worth[0] == 0
    assert found.per_turn < turn_value(0, 6, rules.changed(farkle_penalty=0))


def test_two_farkles_behind_an_unopened_patch_player() -> None:
    rules = Rules.preset("patch")
    assert round(turn_value(0, 6, rules, farkles=2, opened=False), 2) == 271.03
    table = turn_table(rules, farkles=2, opened=False)
    highest_stop = {1: 450, 2: 450, 3: 350, 4: 250, 5: 0, 6: 0}
    for dice, highest in highest_stop.items():
        for points in range(50, 500, 50):
            stops = table.bank_value(points) >= table.roll_value(points, dice)
            assert stops == (points <= highest), (dice, points)


@pytest.mark.parametrize(
    ("preset", "chances"),
    [
        (
            "playmonster",
            {
                50: 0.97685,
                250: 0.90188,
                500: 0.52742,
                1000: 0.27708,
                1500: 0.16242,
                2000: 0.09152,
                3000: 0.03077,
                5000: 0.00327,
            },
        ),
        (
            "classic",
            {
                50: 0.97685,
                250: 0.90124,
                500: 0.55873,
                1000: 0.30792,
                1500: 0.16590,
                2000: 0.09477,
                3000: 0.04207,
                5000: 0.00558,
            },
        ),
        (
            "calc",
            {
                50: 0.97685,
                250: 0.90188,
                500: 0.57260,
                1000: 0.34759,
                1500: 0.18940,
                2000: 0.10759,
                3000: 0.03795,
                5000: 0.00437,
            },
        ),
        ("calc_double", {500: 0.57011, 1000: 0.33050, 2000: 0.11272}),
    ],
)
def test_chance_to_collect_at_least(preset: str, chances: dict[int, float]) -> None:
    rules = Rules.preset(preset)
    assert {goal: round(chance_to_reach(goal, rules), 5) for goal in chances} == chances


@pytest.mark.parametrize(
    ("preset", "chances"),
    [
        ("playmonster", {50: 0.66510, 100: 0.85929, 150: 0.76075, 200: 0.79375, 500: 0.32375}),
        ("classic", {500: 0.31753, 1000: 0.17019}),
        ("calc", {1000: 0.20482}),
    ],
)
def test_chance_to_collect_exactly(preset: str, chances: dict[int, float]) -> None:
    rules = Rules.preset(preset)
    assert {goal: round(chance_of_exactly(goal, rules), 5) for goal in chances} == chances


def test_exactly_fifty_is_the_chance_of_a_five() -> None:
    assert chance_of_exactly(50, Rules.preset("calc")) == pytest.approx(1 - (5 / 6) ** 6)
    assert chance_of_exactly(50, Rules(), opened=False) == 0
    assert chance_of_exactly(100, Rules.preset("calc"), points=150) == 0


@pytest.mark.parametrize(
    ("preset", "points"),
    [
        ("playmonster", (1150, 800, 650, 500, 350)),
        ("classic", (1250, 900, 650, 500, 350)),
        ("calc", (1300, 900, 700, 550, 400)),
    ],
)
def test_points_from_which_taking_over_pays(preset: str, points: tuple[int, ...]) -> None:
    assert take_over_from(Rules.preset(preset)) == points


@pytest.mark.parametrize(
    "rules",
    [
        Rules.preset("playmonster"),
        Rules.preset("tenk_var"),
        Rules(bank_min=300),
        Rules.preset("calc").changed(first_roll_bonus=500, first_roll_bonus_on="any"),
        Rules.preset("calc").changed(first_roll_bonus=500),
    ],
)
def test_one_table_holds_the_chances_of_all_goals(rules: Rules) -> None:
    chances = reach_chances(rules, 1500, opened=False)
    for goal in (0, 50, 300, 500, 550, 1500):
        single = chance_to_bank(goal, rules, opened=False)
        assert chances[goal // 50] == pytest.approx(single, abs=1e-9)


SMALL_RULES = st.builds(
    Rules,
    triple_ones=st.sampled_from([300, 1000]),
    kind_mode=st.sampled_from(["none", "fixed", "multiple", "double"]),
    three_pairs=st.sampled_from([0, 500]),
    two_triplets=st.sampled_from([0, 2500]),
    straight_2_6=st.sampled_from([0, 700]),
    hot_dice=st.sampled_from(["optional", "forced"]),
    cancel_2s=st.sampled_from([0, 3]),
    cancel_2s_is_farkle=st.booleans(),
    six_nothing=st.sampled_from([0, 300]),
    opening_min=st.sampled_from([0, 350]),
    below_opening=st.sampled_from(["must_roll", "stop_zero", "stop_is_farkle"]),
    bank_min=st.sampled_from([0, 200]),
)


@settings(max_examples=10, deadline=None)
@given(SMALL_RULES, st.sampled_from([0.0, -500.0]), st.booleans())
def test_table_agrees_with_a_plain_recursion(rules: Rules, farkle: float, limited: bool) -> None:
    """The recursion goes through all rolls and all keeps. Play is cut off at some points, from
    which on everything is banked and worth so much that having more points is always better."""
    top, limit, zero = 400, 300 if limited else None, -70.0
    rules = rules if limited else rules.changed(hot_dice="optional", six_nothing=0)
    choices = {
        dice: [
            (
                ways,
                [(k.points, dice - len(k.dice)) for k in legal_keeps(roll, rules)],
                is_cancelled(roll, rules),
            )
            for roll, ways in distinct_rolls(dice)
        ]
        for dice in range(1, 7)
    }

    def bank(points: float) -> float:
        if points >= top:
            return points + 100_000
        if points < max(rules.bank_min, rules.opening_min):
            return NEVER
        return points

    def have(points: int, left: int) -> float:
        if limit is not None and points > limit:
            return farkle
        if points >= top:
            return bank(points)
        if not left and rules.hot_dice == "forced":
            return throw(points, 6)
        return max(bank(points), throw(points, left or 6))

    @cache
    def throw(points: int, dice: int) -> float:
        total = 0.0
        for ways, keeps, cancelled in choices[dice]:
            if keeps:
                total += ways * max(have(points + gain, left) for gain, left in keeps)
            elif cancelled and not rules.cancel_2s_is_farkle:
                total += ways * zero
            else:
                total += ways * farkle
        return total / 6**dice

    ends = Ends(np.vectorize(bank, otypes=[float]), farkle, zero, limit)
    table = solve_turn(rules, ends, top)
    for points in (0, 50, 200, 250, 300):
        for dice in range(1, 7):
            assert table.roll_value(points, dice) == pytest.approx(throw(points, dice))


def test_forced_hot_dice_make_it_harder_to_bank_than_to_reach() -> None:
    rules = Rules.preset("tenk_var")
    assert round(chance_to_reach(500, rules), 5) == 0.56103
    assert round(chance_to_bank(500, rules), 5) == 0.55778
    assert chance_to_bank(500, Rules()) == chance_to_reach(500, Rules())


@pytest.mark.parametrize(("points", "dice"), [(25, 6), (-50, 6), (50, 0), (50, 7), (10**9, 1)])
def test_states_that_do_not_exist_are_refused(points: int, dice: int) -> None:
    with pytest.raises(FarkleError):
        turn_value(points, dice, Rules())


@pytest.mark.parametrize("dice", [-1, 0, 7, 2.0, None])
@pytest.mark.parametrize("chance", [chance_to_reach, chance_to_bank, chance_of_exactly])
def test_chances_of_no_such_dice_are_refused(chance: Any, dice: Any) -> None:
    with pytest.raises(FarkleError) as refusal:
        chance(500, Rules(), dice=dice)
    assert refusal.value.code == "dice_count_wrong"


@pytest.mark.parametrize("farkles", [-1, 1.5, "2", None, True])
def test_rows_of_farkles_that_do_not_exist_are_refused(farkles: Any) -> None:
    patch = Rules.preset("patch")
    for asked in (
        lambda: turn_value(0, 6, patch, farkles=farkles),
        lambda: bank_thresholds(patch, farkles),
        lambda: bank_thresholds(patch, farkles, in_the_long_run=True),
    ):
        with pytest.raises(FarkleError) as refusal:
            asked()
        assert refusal.value.code == "situation_wrong"


def test_very_many_points_are_banked() -> None:
    assert turn_value(100_000, 6, Rules()) < 100_000
    assert turn_value(100_000, 6, Rules()) > 97_000
