"""Published results of other people's analyses of the game, reproduced."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from farkle.odds import distinct_rolls, farkle_probability, mean_best_score
from farkle.rules import Rules
from farkle.scoring import legal_keeps
from farkle.turn_table import Array, Ends, solve_turn
from farkle.worth import bank_thresholds, long_run, turn_value

PLAIN = Ends(lambda points: points)

# R. McKenna, "A Sound Strategy for Farkle Dice"
MCKENNA = Rules(
    triple_ones=1000,
    kind_mode="multiple",
    kind_mult=(2, 3, 4),
    straight=1500,
    three_pairs=750,
    four_plus_pair=0,
    two_triplets=0,
    six_as_three_pairs=False,
    opening_min=0,
)


def test_farkle_stats_exact_fractions_with_play_stopping_at_9950() -> None:
    """tomdodd4598/farkle-stats, in agreement with Possibly Wrong, "Analysis of Farkle" (2013)."""
    table = solve_turn(Rules.preset("playmonster"), PLAIN, 9950)
    assert table.first == pytest.approx(542.063223899469, abs=1e-9)
    published = (
        200.89786181929483,
        172.4741947121895,
        182.64951880298506,
        218.3039043671769,
        300.37776405232194,
    )
    for dice, value in enumerate(published, 1):
        assert table.roll_value(0, dice) == pytest.approx(value, abs=1e-9)
    gains = {
        (300, 3): 26.0185,
        (350, 3): 11.8885,
        (400, 3): -2.2360,
        (900, 4): 7.5230,
        (950, 4): -0.4611,
        (2750, 5): 1.2364,
        (2800, 5): -2.6600,
    }
    for (points, dice), gain in gains.items():
        assert round(table.roll_value(points, dice) - points, 4) == gain


def test_mckenna_table() -> None:
    table = solve_turn(MCKENNA, PLAIN, 10_000)
    assert round(table.first, 3) == 548.858
    published = {
        (50, 5): 363.834,
        (100, 5): 399.911,
        (100, 4): 274.776,
        (200, 2): 221.706,
        (250, 1): 274.669,
        (250, 3): 293.4,
        (300, 3): 329.228,
        (400, 3): 400.947,
        (1000, 4): 1002.188,
        (300, 6): 802.0,
        (1100, 6): 1528.007,
    }
    for (points, dice), value in published.items():
        assert round(table.roll_value(points, dice), 3) == value
    assert table.roll_value(1050, 4) < 1050
    assert table.bank_from(5) == 3050


def test_busche_super_farkle_throws_six_dice_below_16400() -> None:
    """M. Busche, on the scoring of Facebook's game, which is McKenna's chart."""
    assert bank_thresholds(MCKENNA)[5] == 16_400


def test_busche_zilch_points_per_turn() -> None:
    """M. Busche, "Maximizing Expected Scores in the Game of Zilch" (2010)."""
    zilch = Rules(
        triple_ones=1000,
        kind_mode="double",
        straight=1500,
        three_pairs=1500,
        four_plus_pair=1500,
        two_triplets=0,
        six_nothing=500,
        opening_min=0,
        bank_min=300,
        farkle_streak=3,
        farkle_penalty=500,
    )
    found = long_run(zilch)
    assert round(found.per_turn, 3) == 620.855
    assert len(found.tables) == 3


def test_busche_and_neller_scoring_of_singles_and_triples_only() -> None:
    """The minimal scoring of "Optimal Play of the Farkle Dice Game" (2017)."""
    rules = Rules(
        triple_ones=1000,
        kind_mode="none",
        straight=0,
        three_pairs=0,
        four_plus_pair=0,
        two_triplets=0,
        opening_min=0,
    )
    assert round(turn_value(0, 6, rules), 3) == 446.571


def test_kingdom_come_with_one_two_three_and_any_number_of_rolls() -> None:
    """KCD Farkle Solver prints 399 for one roll; its 517.95 for more was not reproduced."""
    rules = Rules.preset("kcd")
    menus = {
        dice: [
            (ways, [(keep.points, dice - len(keep.dice)) for keep in legal_keeps(roll, rules)])
            for roll, ways in distinct_rolls(dice)
        ]
        for dice in range(1, 7)
    }

    @cache
    def throw(points: int, dice: int, rolls: int) -> float:
        total = 0.0
        for ways, keeps in menus[dice]:
            total += ways * max(
                (have(points + gain, left or 6, rolls - 1) for gain, left in keeps), default=0.0
            )
        return total / 6**dice

    def have(points: int, dice: int, rolls: int) -> float:
        return max(points, throw(points, dice, rolls)) if rolls else points

    assert round(throw(0, 6, 1), 3) == round(float(mean_best_score(6, rules)), 3) == 399.113
    assert round(throw(0, 6, 2), 3) == 505.513
    assert round(turn_value(0, 6, rules), 3) == 564.438
    assert round(float(farkle_probability(6, rules)), 5) == 0.03086


def test_farkle_games_odds_page_is_right_up_to_five_dice() -> None:
    rules = Rules.preset("playmonster")
    scoring = [6**n * (1 - farkle_probability(n, rules)) for n in range(1, 7)]
    assert scoring == [2, 20, 156, 1092, 7176, 45576]


def test_possibly_wrong_values_hold_without_a_stop_too() -> None:
    values: Array = np.array([turn_value(0, n, Rules.preset("patch")) for n in range(1, 7)])
    assert values[5] == pytest.approx(542.063244, abs=1e-6)
