"""Laws of scoring, against an independent search through all partitions of the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from farkle.rules import Rules
from farkle.scoring import best_keep, legal_keeps, sub_dice

DICE = st.lists(st.integers(1, 6), min_size=1, max_size=6)
POINTS = st.integers(0, 80).map(lambda step: 50 * step)
THREE_POINTS = st.tuples(POINTS, POINTS, POINTS)

RULES = st.builds(
    Rules,
    single1=POINTS,
    single5=POINTS,
    triple_ones=POINTS,
    kind_mode=st.sampled_from(["none", "fixed", "multiple", "double"]),
    kind_fixed=THREE_POINTS,
    kind_mult=st.tuples(*[st.integers(0, 9)] * 3),
    straight=POINTS,
    straight_1_5=POINTS,
    straight_2_6=POINTS,
    three_pairs=POINTS,
    four_plus_pair=POINTS,
    two_triplets=POINTS,
    six_as_three_pairs=st.booleans(),
    six_as_two_triplets=st.booleans(),
)


def _partitions(dice: list[int]) -> Iterator[list[list[int]]]:
    """Every way to split the dice into groups, with repetitions among equal dice."""
    if not dice:
        yield []
        return
    for smaller in _partitions(dice[1:]):
        yield [[dice[0]], *smaller]
        for number, group in enumerate(smaller):
            yield [*smaller[:number], [dice[0], *group], *smaller[number + 1 :]]


def _group_points(group: list[int], rules: Rules) -> int:
    """The best points of a group as one single combination; 0 if it is none."""
    counts = Counter(group)
    shape = sorted(counts.values())
    found = [0]
    if shape == [1]:
        found.append({1: rules.single1, 5: rules.single5}.get(group[0], 0))
    if len(counts) == 1 and len(group) >= 3:
        triple = rules.triple_ones if group[0] == 1 else 100 * group[0]
        extra = len(group) - 3
        if extra == 0:
            found.append(triple)
        elif rules.kind_mode == "fixed":
            found.append(rules.kind_fixed[extra - 1])
        elif rules.kind_mode == "multiple":
            found.append(triple * rules.kind_mult[extra - 1])
        elif rules.kind_mode == "double":
            found.append(triple * 2**extra)
    found.append(
        {
            (1, 2, 3, 4, 5, 6): rules.straight,
            (1, 2, 3, 4, 5): rules.straight_1_5,
            (2, 3, 4, 5, 6): rules.straight_2_6,
        }.get(tuple(sorted(group)), 0)
    )
    if shape == [2, 2, 2] or (shape == [6] and rules.six_as_three_pairs):
        found.append(rules.three_pairs)
    if shape == [2, 4]:
        found.append(rules.four_plus_pair)
    if shape == [3, 3] or (shape == [6] and rules.six_as_two_triplets):
        found.append(rules.two_triplets)
    return max(found)


def _exhaustive_points(dice: list[int], rules: Rules) -> int:
    """The best points over all partitions whose every group scores; 0 if there is none."""
    best = 0
    for partition in _partitions(dice):
        points = [_group_points(group, rules) for group in partition]
        if all(points):
            best = max(best, sum(points))
    return best


@settings(max_examples=60, deadline=None)
@given(DICE, RULES)
def test_points_of_every_keep_are_the_best_of_all_partitions(dice: list[int], rules: Rules) -> None:
    expected = {}
    for part in sub_dice(tuple(sorted(dice))):
        points = _exhaustive_points(list(part), rules)
        if points:
            expected[part] = points
    assert {keep.dice: keep.points for keep in legal_keeps(dice, rules)} == expected


@settings(max_examples=60, deadline=None)
@given(st.permutations([1, 1, 3, 5, 5, 6]), st.permutations([2, 2, 2, 1, 4, 4]))
def test_order_of_the_dice_does_not_matter(first: list[int], second: list[int]) -> None:
    rules = Rules.preset("calc")
    assert legal_keeps(first, rules) == legal_keeps("113556", rules)
    assert legal_keeps(second, rules) == legal_keeps("122244", rules)


@settings(max_examples=60, deadline=None)
@given(DICE.filter(lambda dice: len(dice) < 6), st.integers(1, 6), RULES)
def test_another_die_never_lowers_the_best_score(dice: list[int], die: int, rules: Rules) -> None:
    before, after = best_keep(dice, rules), best_keep([*dice, die], rules)
    if before is not None:
        assert after is not None
        assert after.points >= before.points


@settings(max_examples=60, deadline=None)
@given(DICE, RULES)
def test_keeps_come_best_first_each_once_and_explained(dice: list[int], rules: Rules) -> None:
    keeps = legal_keeps(dice, rules)
    order = [(-keep.points, len(keep.dice)) for keep in keeps]
    assert order == sorted(order)
    assert len({keep.dice for keep in keeps}) == len(keeps)
    for keep in keeps:
        assert sum(part.points for part in keep.reading) == keep.points
        assert Counter(face for part in keep.reading for face in part.dice) == Counter(keep.dice)
        assert not Counter(keep.dice) - Counter(dice)


@settings(max_examples=60, deadline=None)
@given(DICE, RULES)
def test_together_two_keeps_of_different_faces_are_worth_their_sum_at_least(
    dice: list[int], rules: Rules
) -> None:
    points = {keep.dice: keep.points for keep in legal_keeps(dice, rules)}
    for one, its in points.items():
        for other, theirs in points.items():
            both = tuple(sorted(one + other))
            if not set(one) & set(other):
                assert points[both] >= its + theirs
