"""The public names take what a program may hand them: iterables, numpy's numbers, mappings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest

from farkle import (
    Chaser,
    FarkleError,
    GameState,
    Rules,
    Situation,
    advise,
    bank_thresholds,
    best_keep,
    chance_of_exactly,
    chance_to_bank,
    chance_to_reach,
    farkle_probability,
    fold,
    is_farkle,
    legal_keeps,
    long_run,
    new_game,
    score_distribution,
    solve,
    take_over_from,
    turn_value,
    win_probability,
)

ROLL = (5, 1, 2, 1, 6, 3)

FORMS: dict[str, Callable[[], Iterable[int] | str]] = {
    "tuple": lambda: ROLL,
    "list": lambda: list(ROLL),
    "generator": lambda: (face for face in ROLL),
    "iterator": lambda: iter(ROLL),
    "elements of a counter": lambda: Counter(ROLL).elements(),
    "array": lambda: np.array(ROLL),
    "small array": lambda: np.array(ROLL, dtype=np.uint8),
    "numbers of numpy": lambda: [np.int64(face) for face in ROLL],
    "map": lambda: map(int, "512163"),
    "text": lambda: "5 1 2 1 6 3",
    "bytes of a text": lambda: bytearray(ROLL).__iter__(),
}


@pytest.mark.parametrize("form", FORMS)
def test_dice_are_any_iterable_of_whole_numbers(form: str) -> None:
    rules, dice = Rules(), FORMS[form]
    keeps = legal_keeps(dice(), rules)
    assert keeps == legal_keeps(ROLL, rules)
    assert {type(face) for keep in keeps for face in keep.dice} == {int}
    assert best_keep(dice(), rules) == keeps[0]
    assert not is_farkle(dice(), rules)
    assert advise(dice(), rules) == advise(ROLL, rules)


@pytest.mark.parametrize(
    "dice",
    [
        [1.0],
        [True],
        [None],
        ["x"],
        [np.array([1])],
        [np.bool_(True)],
        5,
        None,
        b"15",
        [[1]],
        np.array(5),
    ],
)
def test_what_is_no_dice_is_refused_with_a_code(dice: Any) -> None:
    for asked in (legal_keeps, best_keep, is_farkle, advise):
        with pytest.raises(FarkleError) as refusal:
            asked(dice, Rules())
        assert refusal.value.code == "dice_not_readable"


def test_numbers_may_be_numpys_own() -> None:
    rules = Rules.preset("classic")
    six, three, points = np.int64(6), np.uint8(3), np.int64(300)
    assert farkle_probability(six, rules) == Fraction(5, 216)  # type: ignore[arg-type]
    assert score_distribution(three, rules) == score_distribution(3, rules)  # type: ignore[arg-type]
    assert turn_value(points, three, rules) == turn_value(300, 3, rules)  # type: ignore[arg-type]
    assert chance_to_reach(points, rules) == chance_to_reach(300, rules)  # type: ignore[arg-type]


@pytest.mark.parametrize(("points", "dice"), [(300, True), (300, 3.0), (300.0, 3), (True, 3)])
def test_what_is_no_number_is_refused_with_a_code(points: Any, dice: Any) -> None:
    with pytest.raises(FarkleError, match="number"):
        turn_value(points, dice, Rules())


class Fifty:
    """What only stands for a number."""

    def __index__(self) -> int:
        return 50


def test_numbers_may_be_of_any_type_that_stands_for_one() -> None:
    rules, points = Rules(), cast(int, Fifty())
    assert turn_value(points, 3, rules) == turn_value(50, 3, rules)
    assert chance_of_exactly(points, rules, points) == chance_of_exactly(50, rules, 50)
    assert chance_to_bank(points, rules) == chance_to_bank(50, rules)
    assert long_run(rules, points).per_turn == long_run(rules).per_turn
    chasers = (Chaser(points),)
    expected = advise("1 5", rules, Situation(lead=100, chasers=(Chaser(50),)))
    assert advise("1 5", rules, Situation(lead=100, chasers=chasers)) == expected


@pytest.mark.parametrize("behind", [True, 50.0, "50", None, float("nan"), 51, 10**30])
def test_a_rival_is_behind_by_points_of_the_grid(behind: Any) -> None:
    with pytest.raises(FarkleError, match="multiple of 50") as refusal:
        Chaser(behind)
    assert refusal.value.code == "situation_wrong"


def test_points_that_no_table_could_reach_are_refused() -> None:
    with pytest.raises(FarkleError, match="up to 2,000,000"):
        long_run(Rules(), 10**30)


WITH_RULES: dict[str, Callable[[Any], object]] = {
    "legal_keeps": lambda rules: legal_keeps("1", rules),
    "best_keep": lambda rules: best_keep("1", rules),
    "is_farkle": lambda rules: is_farkle("1", rules),
    "farkle_probability": lambda rules: farkle_probability(1, rules),
    "score_distribution": lambda rules: score_distribution(1, rules),
    "turn_value": lambda rules: turn_value(0, 6, rules),
    "chance_to_reach": lambda rules: chance_to_reach(50, rules),
    "chance_to_bank": lambda rules: chance_to_bank(50, rules),
    "chance_of_exactly": lambda rules: chance_of_exactly(50, rules),
    "bank_thresholds": bank_thresholds,
    "long_run": long_run,
    "take_over_from": take_over_from,
    "advise": lambda rules: advise("1", rules),
    "win_probability": lambda rules: win_probability(rules, 0, 0),
    "solve": solve,
}


@pytest.mark.parametrize("rules", ["classic", {"preset": "classic"}, None, Rules])
@pytest.mark.parametrize("name", WITH_RULES)
def test_what_are_no_rules_is_refused_with_a_code(name: str, rules: Any) -> None:
    with pytest.raises(FarkleError, match=r"Rules\.preset") as refusal:
        WITH_RULES[name](rules)
    assert refusal.value.code == "rules_not_readable"


def test_rules_are_made_from_a_mapping_of_every_option_of_the_sheets() -> None:
    values: dict[str, object] = {
        "single1": 100,
        "single5": np.int64(50),
        "triple_ones": 1000,
        "kind_mode": "multiple",
        "kind_fixed": (1000, 2000, 3000),
        "kind_mult": [2, np.int64(3), 4],
        "straight": 1500,
        "three_pairs": 750,
        "four_plus_pair": 0,
        "two_triplets": 2500,
        "six_as_three_pairs": False,
        "six_as_two_triplets": True,
        "opening_min": 500,
        "below_opening": "stop_zero",
        "hot_dice": "forced",
        "cancel_2s": 4,
        "first_roll_bonus": 1000,
        "first_roll_bonus_on": "any",
        "farkle_ends_turn": True,
        "piggyback": "dice_and_points",
        "farkle_streak": 3,
        "farkle_penalty": -1000,
        "penalty_reset": False,
        "allow_negative": False,
        "target": 5000,
        "exact": "overshoot_is_bust",
        "final_round": "sudden_death",
        "tie": "playoff",
        "first_player": "chosen",
    }
    rules = Rules.from_mapping(values)
    assert rules.farkle_penalty == 1000
    assert rules.kind_mult == (2, 3, 4)
    assert {type(number) for number in (rules.single5, *rules.kind_mult)} == {int}
    assert Rules.from_mapping(rules.to_mapping()) == rules
    assert rules == Rules.from_mapping({**values, "farkle_penalty": np.int64(1000)})


def test_the_state_of_the_advice_may_have_any_form() -> None:
    rules = Rules.preset("patch")
    situation = Situation(points=0, opened=False, farkles=0)
    expected = advise(ROLL, rules, situation)
    assert advise(ROLL, rules, {"opened": False}) == expected
    assert advise(ROLL, rules, state=situation) == expected
    state = fold([new_game({"a": "Ann"}, "patch")])
    assert isinstance(state, GameState)
    assert advise(ROLL, rules, state) == expected
