"""Scores, odds and worth of turns, against the plain solver that shares no code with them."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bench.plain_solver import PlainSolver, keeps_of
from farkle.advice import Situation, advise
from farkle.dice import FACES
from farkle.odds import farkle_probability
from farkle.rules import PRESETS, Rules
from farkle.scoring import best_keep, is_farkle, legal_keeps
from farkle.worth import chance_of_exactly, chance_to_bank, turn_value

POINTS = st.integers(0, 60).map(lambda step: 50 * step)
THREE_POINTS = st.tuples(POINTS, POINTS, POINTS)

ANY_RULES = st.builds(
    Rules,
    single1=st.sampled_from([0, 50, 100, 200]),
    single5=st.sampled_from([0, 50, 100]),
    triple_ones=POINTS,
    kind_mode=st.sampled_from(["none", "fixed", "multiple", "double"]),
    kind_fixed=THREE_POINTS,
    kind_mult=st.tuples(*[st.integers(0, 5)] * 3),
    straight=POINTS,
    straight_1_5=st.sampled_from([0, 500]),
    straight_2_6=st.sampled_from([0, 750]),
    three_pairs=POINTS,
    four_plus_pair=POINTS,
    two_triplets=POINTS,
    six_as_three_pairs=st.booleans(),
    six_as_two_triplets=st.booleans(),
    six_nothing=st.sampled_from([0, 0, 500]),
    opening_min=st.sampled_from([0, 350, 500, 1000]),
    below_opening=st.sampled_from(["must_roll", "stop_zero", "stop_is_farkle"]),
    bank_min=st.sampled_from([0, 0, 300]),
    hot_dice=st.sampled_from(["optional", "forced"]),
    cancel_2s=st.sampled_from([0, 2, 3, 4]),
    cancel_2s_is_farkle=st.booleans(),
    first_roll_bonus=st.sampled_from([0, 500, 1000]),
    first_roll_bonus_on=st.sampled_from(["all_six", "any"]),
    farkle_streak=st.integers(1, 3),
    farkle_penalty=st.sampled_from([0, 500, 1000]),
)

ALL_ROLLS = [
    roll for dice in range(1, 7) for roll in itertools.combinations_with_replacement(FACES, dice)
]


def assert_all_rolls_agree(rules: Rules, seed: int) -> None:
    order = random.Random(seed)
    for roll in ALL_ROLLS:
        thrown = order.sample(roll, len(roll))
        expected = keeps_of(roll, rules)
        assert {keep.dice: keep.points for keep in legal_keeps(thrown, rules)} == expected, roll
        best = best_keep(thrown, rules)
        assert (best.points if best else 0) == max(expected.values(), default=0), roll
        assert is_farkle(thrown, rules) == (not expected), roll


@pytest.mark.parametrize("preset", PRESETS)
def test_every_roll_scores_as_the_plain_solver_says(preset: str) -> None:
    assert len(ALL_ROLLS) == 923
    assert_all_rolls_agree(Rules.preset(preset), seed=len(preset))


@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ANY_RULES, st.integers(0, 1000))
def test_every_roll_scores_so_under_any_rules(rules: Rules, seed: int) -> None:
    assert_all_rolls_agree(rules, seed)


@pytest.mark.parametrize("preset", ["patch", "tenk_var", "kcd"])
def test_the_plain_solver_finds_the_same_worth_of_a_turn(preset: str) -> None:
    rules = Rules.preset(preset)
    assert_turns_agree(rules, PlainSolver(rules, top=20_000), abs_error=1e-4)


@settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ANY_RULES)
def test_it_finds_the_same_under_any_rules(rules: Rules) -> None:
    assert_turns_agree(rules, PlainSolver(rules, top=30_000), abs_error=1e-4)


def assert_turns_agree(rules: Rules, plain: PlainSolver, abs_error: float) -> None:
    for dice in range(1, 7):
        assert farkle_probability(dice, rules) == plain.farkle_probability(dice)
    for farkles, opened in ((0, True), (2, True), (2, False)):
        for points, dice in ((0, 6), (0, 1), (0, 3), (300, 2), (450, 6), (1000, 4), (2500, 5)):
            expected = plain.turn_value(points, dice, farkles, opened)
            found = turn_value(points, dice, rules, farkles, opened)
            assert found == pytest.approx(expected, abs=abs_error), (points, dice, farkles, opened)


@settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ANY_RULES, st.data())
def test_the_best_move_is_worth_what_the_plain_solver_says(
    rules: Rules, data: st.DataObject
) -> None:
    rules = rules.changed(farkle_penalty=0)
    plain = PlainSolver(rules, top=30_000)
    opened = data.draw(st.booleans())
    for _ in range(40):
        roll = data.draw(st.sampled_from(ALL_ROLLS[1:]))
        points = data.draw(st.integers(1, 40)) * 50
        moves = advise(roll, rules, Situation(points=points, opened=opened))
        assert bool(moves) == bool(keeps_of(roll, rules))
        if moves:
            expected = plain.best_move(roll, points, 0, opened)
            assert moves[0].value == pytest.approx(expected, abs=1e-4)


@settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ANY_RULES, st.sampled_from([50, 250, 500, 1200]), st.booleans())
def test_chances_to_come_to_points_are_the_same_under_any_rules(
    rules: Rules, goal: int, opened: bool
) -> None:
    plain = PlainSolver(rules, top=10_000)
    for points, dice in ((0, 6), (0, 2), (200, 3), (400, 6)):
        at_least = chance_to_bank(goal, rules, points, dice, opened)
        assert at_least == pytest.approx(plain.chance(goal, points, dice, opened), abs=1e-6)
        exactly = chance_of_exactly(goal, rules, points, dice, opened)
        expected = plain.chance(goal, points, dice, opened, exactly=True)
        assert exactly == pytest.approx(expected, abs=1e-6)


# Bugs that the comparison found.


def test_a_first_roll_with_a_bonus_beyond_where_one_always_banks_keeps_its_points() -> None:
    rules = Rules(
        kind_mode="double",
        triple_ones=1000,
        cancel_2s=3,
        bank_min=300,
        opening_min=0,
        first_roll_bonus=1000,
    )
    expected = PlainSolver(rules, top=16_000).turn_value(0, 6)
    assert turn_value(0, 6, rules) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(("minimum", "opened"), [("opening_min", False), ("bank_min", True)])
def test_a_minimum_beyond_where_one_always_banks_can_still_be_met(
    minimum: str, opened: bool
) -> None:
    rules = Rules(cancel_2s=2).changed(opening_min=0).changed(**{minimum: 3000})
    expected = PlainSolver(rules, top=12_000).turn_value(0, 6, 0, opened)
    assert expected > 10
    assert turn_value(0, 6, rules, opened=opened) == pytest.approx(expected, abs=1e-6)


def test_in_the_final_round_a_high_opening_minimum_can_still_be_met() -> None:
    rules = Rules(opening_min=6000)
    moves = advise("123456", rules, Situation(lead=500, opened=False))
    assert moves[0].value > 0.001


@pytest.mark.parametrize("house", [{"hot_dice": "forced"}, {"six_nothing": 3000}])
def test_where_six_dice_are_always_thrown_the_table_reaches_far_enough(
    house: dict[str, object],
) -> None:
    rules = Rules.from_mapping(
        {"cancel_2s": 2, "straight": 3000, "three_pairs": 1950, "kind_mode": "double", **house}
    ).changed(cancel_2s=2 if "hot_dice" in house else 0)
    expected = PlainSolver(rules, top=60_000)
    for points, dice in ((0, 6), (450, 6), (1500, 3)):
        value = expected.turn_value(points, dice)
        assert turn_value(points, dice, rules) == pytest.approx(value, abs=1e-6)
