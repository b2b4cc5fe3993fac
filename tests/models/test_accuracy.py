"""Judging a reader: a roll counts only if every die is right and nothing is extra."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.accuracy import Mean, Share, Tally, compare
from vision.frames import Box, Detection


def _die(x: float, face: int, confidence: float = 0.9, side: float = 20) -> Detection:
    return Detection(Box(x, 0, x + side, side), face, confidence)


def _truth(*dice: tuple[float, int]) -> list[tuple[Box, int]]:
    return [(Box(x, 0, x + 20, 20), face) for x, face in dice]


def test_all_dice_right_is_exact() -> None:
    result = compare(_truth((0, 3), (50, 5)), [_die(51, 5), _die(1, 3)])
    assert (result.dice, result.found, result.right, result.extra) == (2, 2, 2, 0)
    assert result.exact


def test_a_wrong_face_is_found_but_not_right() -> None:
    result = compare(_truth((0, 3), (50, 5)), [_die(0, 4), _die(50, 5)])
    assert (result.found, result.right, result.extra, result.exact) == (2, 1, 0, False)


def test_swapped_faces_of_two_dice_are_not_exact() -> None:
    assert not compare(_truth((0, 3), (50, 5)), [_die(0, 5), _die(50, 3)]).exact


def test_a_second_detection_of_a_die_is_extra() -> None:
    result = compare(_truth((0, 3)), [_die(0, 3), _die(2, 3, 0.5)])
    assert (result.found, result.extra, result.exact) == (1, 1, False)


def test_a_missed_die_is_not_exact() -> None:
    result = compare(_truth((0, 3), (50, 5)), [_die(0, 3)])
    assert (result.found, result.extra, result.exact) == (1, 0, False)


def test_a_box_of_the_whole_die_matches_a_label_of_its_top_face() -> None:
    assert compare(_truth((0, 3)), [Detection(Box(-8, -4, 26, 36), 3, 0.9)]).exact


def test_a_picture_without_dice_is_quiet_only_without_detections() -> None:
    tally = Tally()
    tally.add(compare([], []))
    tally.add(compare([], [_die(0, 1)]))
    assert (tally.quiet.hits, tally.quiet.n) == (1, 2)
    assert tally.exact_rolls.n == 0
    assert tally.extra_dice.value == 0.5


def test_piles_are_counted_apart_from_rolls() -> None:
    tally = Tally()
    pile = _truth(*((30.0 * index, 1) for index in range(7)))
    tally.add(compare(pile, []))
    tally.add(compare(_truth((0, 2)), [_die(0, 2)]))
    assert (tally.exact_rolls.hits, tally.exact_rolls.n) == (1, 2)
    assert (tally.exact_small_rolls.hits, tally.exact_small_rolls.n) == (1, 1)
    record = tally.to_mapping()["die_recall"]
    assert isinstance(record, dict)
    assert record["value"] == 0.125
    assert record["n"] == 8


def test_wilson_interval_of_a_known_case() -> None:
    # 45 of 50: Wilson score interval at 95 %, worked by hand from the formula.
    low, high = Share(45, 50).interval
    assert (low, high) == pytest.approx((0.78640, 0.95652), abs=5e-5)


@given(st.integers(1, 500), st.data())
def test_the_interval_holds_the_share_and_stays_within_zero_and_one(
    n: int, data: st.DataObject
) -> None:
    share = Share(data.draw(st.integers(0, n)), n)
    low, high = share.interval
    assert 0 <= low <= share.value + 1e-9
    assert share.value - 1e-9 <= high <= 1


@given(st.lists(st.integers(0, 5), min_size=1, max_size=40))
def test_the_bootstrap_interval_holds_the_mean(counts: list[int]) -> None:
    mean = Mean(tuple(counts))
    low, high = mean.interval
    assert low - 1e-9 <= mean.value <= high + 1e-9


def test_what_is_seen_on_a_die_that_nobody_could_read_counts_neither_way() -> None:
    unreadable = [Box(100, 0, 120, 20)]
    read = [_die(0, 3), _die(102, 5)]
    assert compare(_truth((0, 3)), read, unreadable).exact
    assert compare(_truth((0, 3)), read).extra == 1
