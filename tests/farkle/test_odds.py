"""Exact odds of single rolls."""

from __future__ import annotations

from fractions import Fraction

import pytest

from farkle.errors import FarkleError
from farkle.odds import farkle_probability, mean_best_score, roll_menus, score_distribution
from farkle.rules import PRESETS, Rules


@pytest.mark.parametrize("preset", ["playmonster", "patch", "classic", "tenk", "calc"])
def test_farkle_probability_is_the_exact_fraction(preset: str) -> None:
    rules = Rules.preset(preset)
    counts = (4, 16, 60, 204, 600, 1080)
    for dice, count in enumerate(counts, 1):
        assert farkle_probability(dice, rules) == Fraction(count, 6**dice)


def test_rolls_cancelled_by_2s_count_as_farkles() -> None:
    rules = Rules.preset("tenk_var")
    assert farkle_probability(6, rules) == Fraction(1486, 46656)
    assert roll_menus(6, rules).cancelled == 6**6 - sum(
        (roll_menus(6, rules).farkles, *roll_menus(6, rules).ways.values())
    )


def test_six_dice_without_a_scoring_one_that_pay_are_no_farkle() -> None:
    assert farkle_probability(6, Rules(six_nothing=500)) == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_score_distributions_add_up(preset: str) -> None:
    rules = Rules.preset(preset)
    for dice in range(1, 7):
        distribution = score_distribution(dice, rules)
        assert sum(distribution.values()) == 1
        assert distribution.get(0, 0) == farkle_probability(dice, rules)
        assert list(distribution) == sorted(distribution)


def test_distribution_of_one_die_is_as_everyone_knows() -> None:
    distribution = score_distribution(1, Rules.preset("classic"))
    assert distribution == {0: Fraction(2, 3), 50: Fraction(1, 6), 100: Fraction(1, 6)}
    assert mean_best_score(1, Rules.preset("classic")) == 25


@pytest.mark.parametrize("dice", [0, 7, True, 2.0, None])
def test_numbers_of_dice_that_do_not_exist_are_refused(dice: object) -> None:
    with pytest.raises(FarkleError, match="1 to 6"):
        farkle_probability(dice, Rules())  # type: ignore[arg-type]
