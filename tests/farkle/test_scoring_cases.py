"""The best score of the rolls on which the rule sheets differ, and complete lists of set-asides."""

from __future__ import annotations

import pytest

from farkle.rules import Rules
from farkle.scoring import best_keep, is_farkle, legal_keeps

PRESETS = ("playmonster", "classic", "tenk_var", "tenk_pocket", "calc", "calc_double")

# roll, then for each preset the best score and how many dice it uses; "-" is a farkle
CASES = """
1-1-1        300/3   1000/3  1000/3  300/3   1000/3  1000/3
1-1-1-1      1000/4  1100/4  2000/4  600/4   1100/4  2000/4
1-1-1-1-1    2000/5  1200/5  3000/5  900/5   2000/5  4000/5
1-1-1-1-1-1  3000/6  2000/6  4000/6  1500/6  3000/6  8000/6
1-1-1-1-1-5  2050/6  1250/6  3050/6  950/6   2050/6  4050/6
1-1-1-1-5-5  1500/6  1500/6  2100/6  1500/6  1500/6  2100/6
1-1-5-5-5-5  1500/6  1500/6  1500/6  1500/6  1500/6  1500/6
1-1-1-5-5-5  2500/6  1500/6  1500/6  800/6   2500/6  2500/6
1-1-1-2-2-2  2500/6  1200/6  1200/6  500/6   2500/6  2500/6
1-1-1-6-6-6  2500/6  1600/6  1600/6  900/6   2500/6  2500/6
2-2-2-3-3-3  2500/6  500/6   500/6   500/6   2500/6  2500/6
1-1-1-1-2-2  1500/6  1500/6  2000/4  1500/6  1500/6  2000/4
1-1-1-1-2-3  1000/4  1100/4  2000/4  600/4   1100/4  2000/4
2-2-2-2      1000/4  200/3   -       -       1000/4  400/4
2-2-2-2-2    2000/5  200/3   -       -       2000/5  800/5
2-2-2-2-2-2  3000/6  1500/6  -       -       3000/6  2500/6
3-3-3-3-3-3  3000/6  1500/6  1500/6  1500/6  3000/6  2500/6
5-5-5-5      1000/4  550/4   1000/4  1000/4  1000/4  1000/4
5-5-5-5-5    2000/5  600/5   1500/5  1500/5  2000/5  2000/5
5-5-5-5-5-5  3000/6  1500/6  2000/6  2000/6  3000/6  4000/6
6-6-6-6      1000/4  600/3   1200/4  1200/4  1000/4  1200/4
6-6-6-6-6    2000/5  600/3   1800/5  1800/5  2000/5  2400/5
6-6-6-6-6-6  3000/6  1500/6  2400/6  2400/6  3000/6  4800/6
2-2-2-2-3-3  1500/6  1500/6  -       -       1500/6  1500/6
1-1-6-6-6-6  1500/6  1500/6  1500/6  1500/6  1500/6  1500/6
1-5-6-6-6-6  1150/6  750/5   1350/6  1350/6  1150/6  1350/6
1-2-2-2-2-5  1150/6  350/5   -       -       1150/6  550/6
2-2-3-3-4-4  1500/6  1500/6  1500/6  1500/6  1500/6  1500/6
1-1-3-3-5-5  1500/6  1500/6  1500/6  1500/6  1500/6  1500/6
1-2-3-4-5-6  1500/6  3000/6  3000/6  3000/6  1500/6  1500/6
1-2-3-4-5    150/2   150/2   150/2   150/2   150/2   150/2
2-3-4-5-6-6  50/1    50/1    50/1    50/1    50/1    50/1
1-2-4-5-5-5  600/4   600/4   600/4   600/4   600/4   600/4
1-2-2-5-5-6  200/3   200/3   200/3   200/3   200/3   200/3
2-2-3-3-4-6  -       -       -       -       -       -
2-3-4-6      -       -       -       -       -       -
2-3-3-4-4-6  -       -       -       -       -       -
1-1-5-5-5    700/5   700/5   700/5   700/5   700/5   700/5
5            50/1    50/1    50/1    50/1    50/1    50/1
2            -       -       -       -       -       -
2-2          -       -       -       -       -       -
1-5          150/2   150/2   150/2   150/2   150/2   150/2
1-2-2-2-2-2  2100/6  300/4   -       -       2100/6  900/6
2-2-2-2-2-5  2050/6  250/4   -       -       2050/6  850/6
1-2-5-5-5-5  1100/5  650/5   1100/5  1100/5  1100/5  1100/5
4-4-4-4-5-5  1500/6  1500/6  1500/6  1500/6  1500/6  1500/6
1-3-3-3-5    450/5   450/5   450/5   450/5   450/5   450/5
2-2-2-2-4-6  1000/4  200/3   -       -       1000/4  400/4
1-1-2-2-2-2  1500/6  1500/6  -       -       1500/6  1500/6
1-5-5-5-5-5  2100/6  700/6   1600/6  1600/6  2100/6  2100/6
1-1-1-2-2-2  2500/6  1200/6  1200/6  500/6   2500/6  2500/6
2-2-2-5-5-5  2500/6  700/6   700/6   700/6   2500/6  2500/6
2-2-2-4      200/3   200/3   200/3   200/3   200/3   200/3
"""

# preset and roll, then every legal set-aside with its points
COMPLETE = """
classic 124555: 1555=600 555=500 155=200 15=150 1=100 55=100 5=50
patch 115555: 115555=1500 15555=1100 5555=1000 11555=700 1555=600 555=500 1155=300 115=250
  11=200 155=200 15=150 1=100 55=100 5=50
playmonster 111155: 111155=1500 11115=1050 1111=1000 11155=400 1115=350 111=300 1155=300 115=250
  11=200 155=200 15=150 1=100 55=100 5=50
calc 111155: 111155=1500 11115=1150 1111=1100 11155=1100 1115=1050 111=1000 1155=300 115=250
  11=200 155=200 15=150 1=100 55=100 5=50
calc_double 111155: 111155=2100 11115=2050 1111=2000 11155=1100 1115=1050 111=1000 1155=300
  115=250 11=200 155=200 15=150 1=100 55=100 5=50
classic 222233: 222233=1500 222=200
playmonster 222233: 222233=1500 2222=1000 222=200
tenk_var 222233:
classic 222222: 222222=1500 222=200
calc_double 222222: 222222=2500 22222=800 2222=400 222=200
playmonster 122225: 122225=1150 12222=1100 22225=1050 2222=1000 12225=350 1222=300 2225=250
  222=200 15=150 1=100 5=50
tenk_pocket 111666: 111666=900 11666=800 1666=700 666=600 111=300 11=200 1=100
"""


def _cases() -> list[tuple[str, str, str]]:
    rows = [line.split() for line in CASES.split("\n") if line]
    return [
        (roll, preset, expected)
        for roll, *columns in rows
        for preset, expected in zip(PRESETS, columns, strict=True)
    ]


def _complete() -> list[tuple[str, str, dict[str, int]]]:
    rows = []
    for entry in COMPLETE.replace("\n  ", " ").strip().split("\n"):
        head, _, keeps = entry.partition(":")
        preset, roll = head.split()
        found = dict(keep.split("=") for keep in keeps.split())
        rows.append((preset, roll, {dice: int(points) for dice, points in found.items()}))
    return rows


@pytest.mark.parametrize(("roll", "preset", "expected"), _cases())
def test_best_keep_is_the_one_of_the_table(roll: str, preset: str, expected: str) -> None:
    rules = Rules.preset(preset)
    best = best_keep(roll, rules)
    if expected == "-":
        assert best is None
        assert is_farkle(roll, rules)
    else:
        points, _, used = expected.partition("/")
        assert best is not None
        assert (best.points, len(best.dice)) == (int(points), int(used))


@pytest.mark.parametrize(("preset", "roll", "expected"), _complete())
def test_every_legal_set_aside_is_listed_and_no_other(
    preset: str, roll: str, expected: dict[str, int]
) -> None:
    keeps = legal_keeps(roll, Rules.preset(preset))
    assert {"".join(map(str, keep.dice)): keep.points for keep in keeps} == expected
    assert len(keeps) == len(expected)


@pytest.mark.parametrize(("same", "other"), [("patch", "playmonster"), ("tenk", "classic")])
def test_presets_that_share_a_chart_score_alike(same: str, other: str) -> None:
    for roll in ("111111", "111122", "222222", "115555", "123456", "223344", "1122", "666655"):
        ours, theirs = (best_keep(roll, Rules.preset(name)) for name in (same, other))
        assert ours is not None
        assert theirs is not None
        assert ours.points == theirs.points


@pytest.mark.parametrize(
    ("roll", "preset", "words"),
    [
        ("444523", "playmonster", "three 4s 400 + 5 50"),
        ("115234", "playmonster", "two 1s 200 + 5 50"),
        ("111", "playmonster", "three 1s 300"),
        ("1111", "calc", "three 1s 1,000 + 1 100"),
        ("111155", "calc", "four 1s and two 5s 1,500"),
        ("111155", "calc_double", "four 1s 2,000 + two 5s 100"),
        ("222333", "classic", "three 3s 300 + three 2s 200"),
        ("222333", "calc", "two triplets 2,500"),
        ("222222", "classic", "three pairs 1,500"),
        ("123456", "classic", "straight 3,000"),
        ("123455", "kcd", "straight 1-5 500 + 5 50"),
        ("234566", "kcd", "straight 2-6 750"),
    ],
)
def test_reading_names_each_combination(roll: str, preset: str, words: str) -> None:
    best = best_keep(roll, Rules.preset(preset))
    assert best is not None
    assert best.words == words
    assert sum(part.points for part in best.reading) == best.points
    assert sorted(face for part in best.reading for face in part.dice) == list(best.dice)


def test_six_of_a_kind_read_as_pairs_or_triplets_is_an_option() -> None:
    classic = Rules.preset("classic").changed(six_as_three_pairs=False)
    double = Rules.preset("calc_double").changed(six_as_two_triplets=False)
    assert [keep.points for keep in legal_keeps("222222", classic)] == [400, 200]
    assert [keep.points for keep in legal_keeps("222222", double)] == [1600, 800, 400, 200]


def test_six_dice_without_a_scoring_one_may_be_worth_points() -> None:
    rules = Rules(six_nothing=500)
    (only,) = legal_keeps("223346", rules)
    assert (only.points, only.dice) == (500, (2, 2, 3, 3, 4, 6))
    assert is_farkle("22334", rules)
    assert is_farkle("222246", rules.changed(cancel_2s=4))
