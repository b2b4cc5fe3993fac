"""Exact tables over all rolls: counts of farkles, differences of presets, golden checksums."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from functools import cache
from math import factorial, prod
from pathlib import Path

import pytest

from farkle.dice import FACES, Dice
from farkle.rules import PRESETS, Rules
from farkle.scoring import best_keep, combinations, legal_keeps

GOLDEN = Path(__file__).with_name("golden") / "best_scores.sha256"


@cache
def _best(preset: str, count: int) -> dict[Dice, int]:
    rules = Rules.preset(preset)
    best = {}
    for dice in itertools.combinations_with_replacement(FACES, count):
        keep = best_keep(dice, rules)
        best[dice] = keep.points if keep else 0
    return best


def _ways(dice: Dice) -> int:
    """How many of the 6^n ordered rolls show these dice."""
    return factorial(len(dice)) // prod(factorial(n) for n in Counter(dice).values())


def _farkles(preset: str) -> list[int]:
    return [
        sum(_ways(dice) for dice, points in _best(preset, count).items() if not points)
        for count in range(1, 7)
    ]


@pytest.mark.parametrize("preset", ["playmonster", "patch", "classic", "tenk", "calc"])
def test_farkles_among_all_rolls_are_the_known_counts(preset: str) -> None:
    assert _farkles(preset) == [4, 16, 60, 204, 600, 1080]


@pytest.mark.parametrize("preset", ["tenk_var", "tenk_pocket"])
def test_four_2s_that_cancel_the_turn_add_to_the_farkles(preset: str) -> None:
    assert _farkles(preset) == [4, 16, 60, 205, 626, 1486]


def test_without_three_pairs_more_rolls_of_six_are_farkles() -> None:
    rules = Rules.preset("playmonster").changed(three_pairs=0)
    rolls = itertools.combinations_with_replacement(FACES, 6)
    assert sum(_ways(dice) for dice in rolls if not legal_keeps(dice, rules)) == 1440
    assert _farkles("kcd")[5] == 1440


@pytest.mark.parametrize(
    ("one", "other", "percent"),
    [
        ("playmonster", "classic", 11.6),
        ("playmonster", "calc", 5.8),
        ("playmonster", "calc_double", 8.9),
        ("classic", "calc", 5.8),
        ("classic", "tenk_var", 4.6),
        ("calc", "calc_double", 3.7),
        ("tenk_pocket", "calc", 11.1),
    ],
)
def test_presets_differ_on_the_known_share_of_rolls(one: str, other: str, percent: float) -> None:
    ours, theirs = _best(one, 6), _best(other, 6)
    different = sum(_ways(dice) for dice in ours if ours[dice] != theirs[dice])
    assert round(100 * different / 6**6, 1) == percent


@pytest.mark.parametrize(
    ("preset", "mean"),
    [
        ("playmonster", 388.535),
        ("classic", 413.945),
        ("tenk_var", 431.040),
        ("tenk_pocket", 382.290),
        ("calc", 425.186),
        ("calc_double", 425.529),
    ],
)
def test_mean_of_the_best_score_of_six_dice_is_known(preset: str, mean: float) -> None:
    total = sum(_ways(dice) * points for dice, points in _best(preset, 6).items())
    assert round(total / 6**6, 3) == mean


@cache
def _most_valuable_first(rules: Rules) -> list[tuple[Counter[int], int]]:
    ordered = sorted(combinations(rules), key=lambda part: (-part.points, -len(part.dice)))
    return [(Counter(part.dice), part.points) for part in ordered]


def _greedy_points(dice: Dice, rules: Rules) -> int:
    """The usual shortcut: take the most valuable combination, with most dice, and go on."""
    left, points = Counter(dice), 0
    for part, worth in _most_valuable_first(rules):
        while part <= left:
            left -= part
            points += worth
    return points


@pytest.mark.parametrize(("preset", "wrong"), [("calc", 16), ("classic", 1)])
def test_most_valuable_combination_first_is_wrong_in_known_rolls(preset: str, wrong: int) -> None:
    rules = Rules.preset(preset)
    found = [
        dice
        for count in range(1, 7)
        for dice, points in _best(preset, count).items()
        if _greedy_points(dice, rules) != points
    ]
    assert len(found) == wrong
    for dice in found:
        assert dice.count(1) == (4 if preset == "calc" else 6)


def test_no_roll_has_more_than_fifteen_legal_keeps() -> None:
    longest = max(
        len(legal_keeps(dice, preset.rules))
        for preset in PRESETS.values()
        for dice in itertools.combinations_with_replacement(FACES, 6)
    )
    assert longest == 15


@pytest.mark.parametrize("preset", PRESETS)
def test_best_scores_of_all_rolls_have_not_changed(preset: str) -> None:
    golden = dict(reversed(line.split()) for line in GOLDEN.read_text().splitlines())
    digest = hashlib.sha256()
    for count in range(1, 7):
        best = _best(preset, count)
        scores = (best[tuple(sorted(roll))] for roll in itertools.product(FACES, repeat=count))
        digest.update(",".join(map(str, scores)).encode() + b"\n")
    assert golden[preset] == digest.hexdigest()
