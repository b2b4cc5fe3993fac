"""Exact odds of a single roll: farkles, scores, and the different choices that rolls offer."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import factorial, prod
from types import MappingProxyType

from farkle.dice import FACES, MAX_DICE, Dice
from farkle.errors import FarkleError
from farkle.rules import Rules, checked_rules
from farkle.scoring import Keep, is_cancelled, legal_keeps, with_first_roll_bonus
from farkle.whole import whole_number

Option = tuple[int, int]
"""A choice after a roll: points set aside, and dice to throw next (six when all are aside)."""


@dataclass(frozen=True, slots=True)
class Menus:
    """All rolls of some dice, by what they let the player choose.

    ``ways`` counts the ordered rolls that offer each menu of options; ``farkles`` those that
    offer nothing and ``cancelled`` those that the 2s cancel. Together they are 6^n.
    """

    ways: Mapping[tuple[Option, ...], int]
    farkles: int
    cancelled: int


def farkle_probability(dice: int, rules: Rules) -> Fraction:
    """The chance that a roll of so many dice has no legal keep (rolls cancelled by 2s included).

    >>> farkle_probability(2, Rules.preset("classic"))
    Fraction(4, 9)
    """
    count = checked_dice_count(dice)
    menus = roll_menus(count, checked_rules(rules))
    return Fraction(menus.farkles + menus.cancelled, 6**count)


def score_distribution(dice: int, rules: Rules) -> Mapping[int, Fraction]:
    """The chance of each best score of one roll of so many dice; 0 stands for a farkle."""
    found: Counter[int] = Counter()
    count = checked_dice_count(dice)
    for roll, ways in distinct_rolls(count):
        keeps = legal_keeps(roll, rules)
        found[keeps[0].points if keeps else 0] += ways
    return {points: Fraction(ways, 6**count) for points, ways in sorted(found.items())}


def mean_best_score(dice: int, rules: Rules) -> Fraction:
    """The mean of the best score of one roll of so many dice."""
    distribution = score_distribution(dice, rules)
    return sum((points * chance for points, chance in distribution.items()), Fraction(0))


@lru_cache(maxsize=MAX_DICE)
def distinct_rolls(dice: int) -> tuple[tuple[Dice, int], ...]:
    """All rolls of so many dice in rising order, each with the number of its ordered rolls."""
    return tuple(
        (roll, factorial(dice) // prod(factorial(n) for n in Counter(roll).values()))
        for roll in itertools.combinations_with_replacement(FACES, dice)
    )


@lru_cache(maxsize=512)
def roll_menus(
    dice: int, rules: Rules, with_dominated: bool = False, is_first: bool = False
) -> Menus:
    """What the rolls of so many dice let the player choose.

    Options with fewer points and the same dice to throw are left out, unless ``with_dominated``
    (with an exact target, fewer points can be better). ``is_first`` adds the first-roll bonus.
    """
    ways: Counter[tuple[Option, ...]] = Counter()
    farkles = cancelled = 0
    for roll, count in distinct_rolls(dice):
        keeps: tuple[Keep, ...] = legal_keeps(roll, rules)
        if is_first:
            keeps = tuple(with_first_roll_bonus(keep, rules) for keep in keeps)
        if keeps:
            ways[_menu(keeps, dice, with_dominated)] += count
        elif is_cancelled(roll, rules):
            cancelled += count
        else:
            farkles += count
    return Menus(MappingProxyType(dict(ways)), farkles, cancelled)


def _menu(keeps: tuple[Keep, ...], dice: int, with_dominated: bool) -> tuple[Option, ...]:
    options = {(keep.points, (dice - len(keep.dice)) or MAX_DICE) for keep in keeps}
    if with_dominated:
        return tuple(sorted(options))
    best: dict[int, int] = {}
    for points, left in options:
        best[left] = max(points, best.get(left, 0))
    return tuple(sorted((points, left) for left, points in best.items()))


def checked_dice_count(dice: object) -> int:
    """A number of dice to throw; raises FarkleError ``dice_count_wrong``."""
    count = whole_number(dice)
    if count is None or not 1 <= count <= MAX_DICE:
        raise FarkleError("dice_count_wrong", "The number of dice is 1 to 6.")
    return count
