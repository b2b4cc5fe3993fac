"""The first looks find the dice; looks at sizes that read well settle them, or vote in doubt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pytest

from tests.vision.drawn_dice import drawn_die
from vision.detector import Sightings
from vision.frames import Image
from vision.reader import (
    DIE_SIZES_PX,
    FAR_LOOK_PX,
    FIRST_LOOK_PX,
    GLANCE_PX,
    NEAR_LOOK_PX,
    DiceReader,
)

Dice = list[tuple[float, float, float, int]]


@dataclass
class TableDetector:
    """Sees known dice (x, y, side, face) painted as marks; how well depends on their seen size.

    Each die is a pixel of value (face, number, 255) at its centre, so that the detector finds in a
    window only what the window shows.
    """

    dice: Dice
    score: Callable[[float, int], dict[int, float]]
    looks: list[tuple[tuple[int, int], float]] = field(default_factory=list)

    def look(self, image: Image, scale: float = 1.0) -> Sightings:
        self.looks.append((image.shape[:2], scale))
        boxes, scores = [], []
        for y, x in np.argwhere(image[..., 2] == 255):
            _, number, _ = image[y, x]
            _, _, side, face = self.dice[number]
            row = np.zeros(6, np.float32)
            for seen_face, score in self.score(side * scale, face).items():
                row[seen_face - 1] = score
            boxes.append([x - side / 2, y - side / 2, x + side / 2, y + side / 2])
            scores.append(row)
        return Sightings(
            np.array(boxes, np.float32).reshape(-1, 4), np.array(scores, np.float32).reshape(-1, 6)
        )


def _table(dice: Dice, width: int, height: int) -> Image:
    image = np.zeros((height, width, 3), np.uint8)
    for number, (x, y, _, face) in enumerate(dice):
        image[int(y), int(x)] = (face, number, 255)
    return image


def _blind_when_small(size: float, face: int) -> dict[int, float]:
    """Reads a wrong face, weakly, where the die is small."""
    return {face: 0.9} if size > 36 else {face % 6 + 1: 0.5, face: 0.2}


def test_small_dice_are_read_right_by_the_looks_that_vote() -> None:
    dice: Dice = [(400.0 + 130 * i, 900.0, 90.0, i % 6 + 1) for i in range(6)]
    detector = TableDetector(dice, _blind_when_small)
    read = DiceReader(detector).read(_table(dice, 2400, 1800))
    assert [die.face for die in read] == [1, 2, 3, 4, 5, 6]
    assert read[0].box.centre_px == pytest.approx((400, 900), abs=1)


def _voting(detector: TableDetector, side: float) -> list[float]:
    """How wide a die of this side was in the looks at windows."""
    return [scale * side for (height, _), scale in detector.looks if height < 1000]


def test_a_die_that_two_looks_are_sure_of_is_not_looked_at_again() -> None:
    dice: Dice = [(500.0, 500.0, 100.0, 4)]
    detector = TableDetector(dice, lambda size, face: {face: 0.9 if size > 40 else 0.8})
    (die,) = DiceReader(detector).read(_table(dice, 1000, 1000))
    assert _voting(detector, 100) == pytest.approx(DIE_SIZES_PX[:1])
    assert (die.face, die.confidence) == (4, pytest.approx(0.85))


@pytest.mark.parametrize(
    "again",
    [{4: 0.6}, {3: 0.95}, {}, {4: 0.75, 6: 0.2}],
    ids=["not quite sure", "another face", "not seen", "perhaps another face"],
)
def test_a_doubtful_die_is_looked_at_in_each_of_the_sizes_that_vote(
    again: dict[int, float],
) -> None:
    dice: Dice = [(500.0, 500.0, 100.0, 4)]

    def score(size: float, face: int) -> dict[int, float]:
        return again if abs(size - DIE_SIZES_PX[0]) < 2 else {face: 0.9}

    detector = TableDetector(dice, score)
    (die,) = DiceReader(detector).read(_table(dice, 1000, 1000))
    assert _voting(detector, 100) == pytest.approx(DIE_SIZES_PX)
    assert die.face == 4
    assert die.confidence == pytest.approx((again.get(4, 0) + 0.9 + 0.9) / 3)


def test_only_the_window_of_the_doubtful_die_is_looked_at_again() -> None:
    dice: Dice = [(100.0 + 160 * i, 500.0, 90.0, i % 6 + 1) for i in range(6)]
    detector = TableDetector(dice, lambda size, face: {face: 0.6 if face == 2 else 0.9})
    read = DiceReader(detector).read(_table(dice, 1000, 1000))
    assert [die.face for die in read] == [1, 2, 3, 4, 5, 6]
    assert [die.confidence for die in read] == pytest.approx([0.9, 0.6, 0.9, 0.9, 0.9, 0.9])
    _, first, *again = [shape for shape, _ in detector.looks]
    assert len(again) == len(DIE_SIZES_PX) - 1
    assert first[1] > 900
    assert all(width < 300 for _, width in again)


def test_something_faint_that_the_second_look_does_not_see_costs_no_more_looks() -> None:
    dice: Dice = [(300.0, 300.0, 80.0, 5), (600.0, 600.0, 80.0, 1)]

    def score(size: float, face: int) -> dict[int, float]:
        if face == 1:
            return {1: 0.2} if size > 45 else {}
        return {face: 0.9}

    detector = TableDetector(dice, score)
    (die,) = DiceReader(detector).read(_table(dice, 640, 640), confidence=0.1)
    assert die.face == 5
    assert len(detector.looks) == 2


def test_a_die_that_only_the_second_look_sees_is_looked_at_again_and_read() -> None:
    dice: Dice = [(300.0, 300.0, 80.0, 5), (350.0, 300.0, 80.0, 2)]

    def score(size: float, face: int) -> dict[int, float]:
        return {face: 0.9} if face == 5 or size != pytest.approx(64) else {}

    read = DiceReader(TableDetector(dice, score)).read(_table(dice, 640, 640))
    assert [die.face for die in read] == [5, 2]
    assert read[1].confidence == pytest.approx(0.9)


def test_dice_that_fill_the_picture_are_looked_at_from_afar() -> None:
    dice: Dice = [(500.0, 500.0, 700.0, 3)]
    detector = TableDetector(dice, lambda size, face: {face: 0.9 if size < 300 else 0.2})
    (die,) = DiceReader(detector).read(_table(dice, 1000, 1000))
    assert die.face == 3
    assert [scale for _, scale in detector.looks[:3]] == [0.32, 0.512, 0.256]


@pytest.mark.parametrize(("side", "wide"), [(250.0, 42.0), (140.0, 56.0), (100.0, 42.0)])
def test_the_look_that_settles_shows_dice_at_another_size_than_the_glance_did(
    side: float, wide: float
) -> None:
    dice: Dice = [(500.0, 500.0, side, 4)]
    detector = TableDetector(dice, lambda size, face: {face: 0.9})
    DiceReader(detector).read(_table(dice, 1000, 1000))
    assert [scale * side for _, scale in detector.looks] == pytest.approx([0.32 * side, wide])


def test_a_pip_of_a_very_large_die_does_not_become_a_die_of_its_own() -> None:
    dice: Dice = [(500.0, 500.0, 400.0, 6), (400.0, 400.0, 70.0, 1)]

    def score(size: float, face: int) -> dict[int, float]:
        return {face: 0.9 if face == 6 or size > 40 else 0.3}

    (die,) = DiceReader(TableDetector(dice, score)).read(_table(dice, 1000, 1000))
    assert die.face == 6


def test_dice_that_lie_in_what_only_seems_to_be_a_large_one_are_read() -> None:
    dice: Dice = [(500.0, 500.0, 400.0, 6), (400.0, 400.0, 90.0, 1), (600.0, 600.0, 90.0, 2)]

    def score(size: float, face: int) -> dict[int, float]:
        return {face: 0.45 if face == 6 else 0.9}

    read = DiceReader(TableDetector(dice, score)).read(_table(dice, 1000, 1000))
    assert [die.face for die in read if die.confidence > 0.6] == [1, 2]


def _seen_from(least: dict[int, float]) -> Callable[[float, int], dict[int, float]]:
    """A score for each face: a mat is any large thing, dice are seen from some size on."""

    def score(size: float, face: int) -> dict[int, float]:
        if face == 6:  # the mat
            return {4: 0.55}
        return {face: 0.85} if size >= least.get(face, 16) else {}

    return score


def test_small_dice_on_a_mat_that_passes_for_a_large_die_are_read_and_the_mat_is_not() -> None:
    small: Dice = [(560.0, 460.0, 22.0, 2), (640.0, 500.0, 22.0, 5), (700.0, 440.0, 22.0, 1)]
    table = _table([(620.0, 470.0, 260.0, 6), *small], 1280, 960)
    detector = TableDetector([(620.0, 470.0, 260.0, 6), *small], _seen_from({}))
    assert [die.face for die in DiceReader(detector).read(table)] == [2, 5, 1]


def test_a_large_die_stays_one_though_its_pip_passes_for_a_sure_one() -> None:
    dice: Dice = [(500.0, 500.0, 260.0, 6), (560.0, 560.0, 30.0, 1)]
    read = DiceReader(TableDetector(dice, _seen_from({1: 20}))).read(_table(dice, 1000, 1000))
    assert 4 in [die.face for die in read]


def test_beside_small_dice_those_are_read_that_were_too_small_to_be_seen_from_afar() -> None:
    dice: Dice = [(600.0, 460.0, 22.0, 3), (660.0, 460.0, 18.0, 2)]
    detector = TableDetector(dice, _seen_from({}))
    read = DiceReader(detector).read(_table(dice, 1280, 960))
    assert [die.face for die in read] == [3, 2]


def test_the_majority_of_the_looks_decides_a_face() -> None:
    dice: Dice = [(500.0, 500.0, 200.0, 6)]
    middle = sorted(DIE_SIZES_PX)[1]

    def score(size: float, face: int) -> dict[int, float]:
        return {5: 0.8} if abs(size - middle) < 2 else {face: 0.66}

    (die,) = DiceReader(TableDetector(dice, score)).read(_table(dice, 1000, 1000))
    assert die.face == 6
    assert die.confidence == pytest.approx(0.44)


def test_a_picture_without_candidates_is_looked_at_whole_from_three_distances() -> None:
    detector = TableDetector([], _blind_when_small)
    assert DiceReader(detector).read(_table([], 1600, 1200)) == ()
    distances = (GLANCE_PX, FIRST_LOOK_PX, NEAR_LOOK_PX)
    assert [scale * 1600 for _, scale in detector.looks] == pytest.approx(distances)


def test_where_nobody_glanced_dice_that_no_look_shows_plainly_are_looked_for_from_afar() -> None:
    detector = TableDetector([], _blind_when_small)
    assert not len(DiceReader(detector).find(_table([], 1600, 1200)))
    distances = (FIRST_LOOK_PX, FAR_LOOK_PX, NEAR_LOOK_PX)
    assert [scale * 1600 for _, scale in detector.looks] == pytest.approx(distances)


@pytest.mark.parametrize(
    ("dice", "score", "enough"),
    [
        ([(500.0, 500.0, 200.0, 4), (800.0, 300.0, 80.0, 1)], 0.9, True),
        ([(500.0, 500.0, 200.0, 4), (800.0, 300.0, 70.0, 1)], 0.9, False),
        ([(500.0, 500.0, 400.0, 4)], 0.9, False),
        ([(500.0, 500.0, 200.0, 4)], 0.3, False),
    ],
    ids=["large and plain", "a small one", "a very large one", "a faint one"],
)
def test_a_glance_is_enough_where_all_it_shows_are_large_and_plain_dice(
    dice: Dice, score: float, enough: bool
) -> None:
    detector = TableDetector(dice, lambda size, face: {face: score})
    DiceReader(detector).read(_table(dice, 1000, 1000))
    whole = [scale * 1000 for shape, scale in detector.looks if shape == (1000, 1000)]
    assert (pytest.approx(FIRST_LOOK_PX) in whole) != enough


def test_small_dice_are_looked_for_once_more_from_near_but_hardly_enlarged() -> None:
    dice: Dice = [(1500.0, 1000.0, 50.0, 2)]
    detector = TableDetector(dice, lambda size, face: {face: 0.9} if size > 15 else {})
    (die,) = DiceReader(detector).read(_table(dice, 3000, 2000))
    assert die.face == 2
    detector = TableDetector([(200.0, 200.0, 20.0, 2)], lambda size, face: {face: 0.9})
    DiceReader(detector).read(_table(detector.dice, 500, 500))
    assert [scale for _, scale in detector.looks[:3]] == pytest.approx([0.64, 1.024, 1.3])


@pytest.mark.parametrize("score", [0.9, 0.35], ids=["plain", "in doubt"])
def test_the_whole_picture_is_looked_at_from_near_only_once(score: float) -> None:
    # Where all small dice were in doubt, the near look that had found them was taken once more.
    dice: Dice = [(600.0, 460.0, 40.0, 3), (660.0, 560.0, 40.0, 2)]
    detector = TableDetector(dice, lambda size, face: {face: score})
    DiceReader(detector).read(_table(dice, 1280, 960), confidence=0.1)
    whole = [scale * 1280 for shape, scale in detector.looks if shape == (960, 1280)]
    assert whole == pytest.approx([GLANCE_PX, FIRST_LOOK_PX, NEAR_LOOK_PX])


def test_a_thing_that_only_one_voting_look_takes_for_a_die_is_not_reported() -> None:
    least = min(DIE_SIZES_PX)

    def score(size: float, face: int) -> dict[int, float]:
        return {face: 0.6} if size < least + 2 else {}

    detector = TableDetector([(300.0, 300.0, 40.0, 2)], score)
    assert DiceReader(detector).read(_table(detector.dice, 640, 640)) == ()


def test_a_pile_wider_than_a_window_is_read_in_several_windows_and_each_die_once() -> None:
    dice: Dice = [
        (60.0 + 150 * (i % 12), 80.0 + 150 * (i // 12), 70.0, i % 6 + 1) for i in range(60)
    ]
    detector = TableDetector(dice, lambda size, face: {face: 0.9})
    read = DiceReader(detector).read(_table(dice, 2000, 900))
    assert len(read) == 60
    assert sorted(die.face for die in read) == sorted(face for *_, face in dice)
    assert len(detector.looks) > 2


def test_dice_of_very_different_size_are_both_read() -> None:
    dice: Dice = [(200.0, 200.0, 40.0, 3), (700.0, 500.0, 300.0, 6)]

    def score(size: float, face: int) -> dict[int, float]:
        return {face: 0.9} if 30 < size < 90 else {face: 0.3}

    read = DiceReader(TableDetector(dice, score)).read(_table(dice, 1200, 900))
    assert [die.face for die in read] == [3, 6]
    assert min(die.confidence for die in read) > 0.6


def test_the_least_confidence_is_respected() -> None:
    dice: Dice = [(300.0, 300.0, 80.0, 5)]
    reader = DiceReader(TableDetector(dice, lambda size, face: {face: 0.7}))
    assert len(reader.read(_table(dice, 640, 640), confidence=0.65)) == 1
    assert reader.read(_table(dice, 640, 640), confidence=0.75) == ()


def test_where_the_looks_hesitate_the_pips_in_the_picture_decide() -> None:
    class Hesitant:
        def look(self, image: Image, scale: float = 1.0) -> Sightings:
            box, row = [30, 30, 90, 90], [0, 0, 0, 0.2, 0.5, 0]
            return Sightings(np.array([box], np.float32), np.array([row], np.float32))

    table = np.full((300, 300, 3), (70, 110, 90), np.uint8)
    (die,) = DiceReader(Hesitant()).read(table, confidence=0.1)
    assert die.face == 5
    table[30:90, 30:90] = drawn_die(4)
    (die,) = DiceReader(Hesitant()).read(table)
    assert die.face == 4
