"""From frames to a roll: the pipeline says once what has come to rest."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytest

from vision.certainty import Calibration
from vision.detector import Sightings
from vision.frames import Frame, Image
from vision.pipeline import Pipeline, Polygon, View
from vision.reader import DiceReader
from vision.roll import RollRead

SIDE_PX = 60


@dataclass
class PaintedDetector:
    """Sees squares painted in the colour (30 + 30 * face, 200, 200) as dice."""

    def look(self, image: Image, scale: float = 1.0) -> Sightings:
        boxes, scores = [], []
        dice = (image[..., 1] == 200) & (image[..., 2] == 200)
        for at in range(0, image.shape[1], 100):
            if not dice[:, at : at + 100].any():
                continue
            rows = np.flatnonzero(dice[:, at : at + 100].any(axis=1))
            columns = np.flatnonzero(dice[:, at : at + 100].any(axis=0)) + at
            face = round((int(image[rows[0], columns[0], 0]) - 30) / 30)
            boxes.append([columns[0], rows[0], columns[-1] + 1, rows[-1] + 1])
            scores.append([0.9 if face == other else 0 for other in range(1, 7)])
        return Sightings(
            np.array(boxes, np.float32).reshape(-1, 4), np.array(scores, np.float32).reshape(-1, 6)
        )


def table(faces: list[int], *, y: int = 300) -> Image:
    image = np.full((720, 1280, 3), 90, np.uint8)
    for at, face in enumerate(faces):
        image[y : y + SIDE_PX, 100 * at + 20 : 100 * at + 20 + SIDE_PX] = (30 + 30 * face, 200, 200)
    return image


def pipeline(*, tray: Polygon | None = None, at_start: bool = False) -> Pipeline:
    detector = PaintedDetector()
    return Pipeline(detector, DiceReader(detector), tray=tray, at_start=at_start)


def views(
    images: list[tuple[float, Image]],
    per_s: float = 15,
    *,
    watched: Pipeline | None = None,
    expected: int | None = None,
) -> list[View]:
    watched = watched or pipeline()
    shown: list[View] = []
    for lasts_s, image in images:
        for _ in range(round(lasts_s * per_s)):
            frame = Frame(image, len(shown) / per_s, len(shown))
            shown.append(watched.step(frame, expected=expected))
    return shown


def rolls(shown: list[View]) -> list[RollRead]:
    return [view.roll for view in shown if view.roll]


THROW = [(1.0, table([])), (0.2, table([2, 2, 2], y=100))]


def test_dice_that_appear_and_rest_are_read_once() -> None:
    shown = views([(1, table([])), (0.1, table([2, 2, 2])), (3, table([1, 3, 5], y=500))])
    (roll,) = [view.roll for view in shown if view.roll]
    assert roll.rolled_faces == (1, 3, 5)
    assert 1.7 < roll.time_s < 2.3
    assert [die.face for die in shown[-1].dice] == [1, 3, 5]


@pytest.mark.parametrize("per_s", [5, 30, 60])
def test_the_frame_rate_changes_neither_the_number_of_readings_nor_the_faces(per_s: float) -> None:
    (roll,) = rolls(views([*THROW, (2, table([6, 4]))], per_s))
    assert roll.rolled_faces == (4, 6)


def test_dice_that_lie_there_from_the_start_are_no_roll_and_count_as_kept() -> None:
    still, thrown = table([2]), table([2, 3, 5])
    throw = [(2.0, still), (0.3, table([2, 4, 4, 4])), (2.0, thrown)]
    (roll,) = rolls(views(throw))
    assert (roll.rolled_faces, roll.kept_faces) == ((3, 5), (2,))
    (first,) = rolls(views([(3.0, still)], watched=pipeline(at_start=True)))
    assert first.rolled_faces == (2,)


def test_what_lies_outside_the_tray_does_not_count_and_says_so() -> None:
    left = ((0.0, 0.0), (0.17, 0.0), (0.17, 1.0), (0.0, 1.0))
    shown = views([*THROW, (2, table([1, 5, 6, 3]))], watched=pipeline(tray=left))
    (roll,) = rolls(shown)
    assert roll.rolled_faces == (1, 5)
    assert [die.reason for die in shown[-1].dice if die.face in (3, 6)] == ["outside"] * 2


def test_another_number_of_dice_than_expected_is_waited_for_and_asked_about() -> None:
    scene = [*THROW, (3, table([1, 5]))]
    (as_expected,) = rolls(views(scene, expected=2))
    (fewer,) = rolls(views(scene, expected=3))
    assert not as_expected.ask
    assert fewer.ask
    assert fewer.wary == "count"
    assert as_expected.time_s + 0.3 < fewer.time_s < as_expected.time_s + 1.5


def test_under_a_hand_nothing_is_read_until_it_leaves() -> None:
    dice = table([1, 5, 6])
    covered = dice.copy()
    covered[250:, 150:400] = 170
    scene = [*THROW, (0.3, table([2, 2, 2], y=150)), (2.0, covered), (2.0, dice)]
    (roll,) = rolls(views(scene))
    assert roll.rolled_faces == (1, 5, 6)
    assert roll.time_s > 3.5 + 0.6


def test_a_roll_that_rests_when_the_clip_ends_is_read_at_the_end() -> None:
    watched = pipeline()
    assert not rolls(views([*THROW, (0.55, table([1, 5]))], watched=watched))
    roll = watched.end()
    assert roll is not None
    assert roll.rolled_faces == (1, 5)
    moving = pipeline()
    views(THROW, watched=moving)
    assert moving.end() is None


def test_a_person_can_mark_a_die_as_kept_and_take_it_back() -> None:
    watched = pipeline()
    shown = views([*THROW, (2, table([1, 5]))], watched=watched)
    assert not any(die.kept for die in shown[-1].dice)
    watched.mark(150 / 1280, 330 / 720, True)
    frame = Frame(table([1, 5]), 4.0, 100)
    assert [(die.face, die.kept) for die in watched.step(frame).dice] == [(1, False), (5, True)]
    watched.mark(150 / 1280, 330 / 720, False)
    assert not any(die.kept for die in watched.step(Frame(frame.image, 4.1, 101)).dice)


def test_a_hand_held_camera_reads_once_with_boxes_in_the_newest_picture() -> None:
    cloth = np.random.default_rng(2).integers(60, 120, (90, 150, 3), np.uint8)
    cloth = cloth.repeat(10, axis=0).repeat(10, axis=1)

    def seen(step: int, faces: list[int], y: int = 300) -> Image:
        image, dice = cloth[50:770, 60:1340].copy(), table(faces, y=y)
        image[dice[..., 1] == 200] = dice[dice[..., 1] == 200]
        matrix = np.array([[1.0, 0, 0.4 * step], [0, 1.0, 0.6 * step]])
        moved = cv2.warpAffine(image, matrix, (1280, 720), flags=cv2.INTER_NEAREST)
        return np.asarray(moved, np.uint8)

    images = [seen(step, []) for step in range(12)]
    images += [seen(step, [2, 2], y=100 + 20 * step) for step in range(12, 16)]
    images += [seen(step, [1, 5], y=420) for step in range(16, 46)]
    shown = views([(1 / 15, image) for image in images])
    (roll,) = rolls(shown)
    assert roll.rolled_faces == (1, 5)
    (die, _) = sorted(shown[-1].dice, key=lambda die: die.face)
    assert die.box.centre_px == pytest.approx((50 + 0.4 * 45, 450 + 0.6 * 45), abs=6)


def test_a_quiet_table_costs_no_looks() -> None:
    watched = pipeline()
    looks = []
    look = watched.gaze.vote
    watched.gaze.vote = lambda *seen: looks.append(1) or look(*seen)  # type: ignore[method-assign, func-returns-value]
    views([*THROW, (8, table([1, 5]))], watched=watched)
    assert len(looks) < 25


@dataclass
class TakenIn:
    """Takes what is painted in (7, 90, 90) for a 4, once ``fooled``, with this confidence."""

    confidence: float
    fooled: bool = False

    def look(self, image: Image, scale: float = 1.0) -> Sightings:
        seen = PaintedDetector().look(image)
        rows, columns = np.nonzero((image == (7, 90, 90)).all(axis=2))
        if not self.fooled or not len(rows):
            return seen
        box = [columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]
        return Sightings(
            np.concatenate([seen.boxes_px, np.array([box], np.float32)]),
            np.concatenate([seen.scores, np.array([[0, 0, 0, self.confidence, 0, 0]], np.float32)]),
        )


def sheet(faces: list[int], *, y: int = 300, hand: bool = False) -> Image:
    image = table(faces, y=y)
    image[500:560, 900:960] = (7, 90, 90)
    if hand:
        image[:400, 700:1000] = 170
    return image


@pytest.mark.parametrize("confidence", [0.5, 0.8])
def test_a_print_that_lay_there_before_the_throw_is_not_rolled_however_it_looks_later(
    confidence: float,
) -> None:
    detector = TakenIn(confidence)
    watched = Pipeline(detector, DiceReader(detector))
    shown = views([(1.5, sheet([])), (0.2, sheet([2, 2], y=100))], watched=watched)
    detector.fooled = True
    for _ in range(30):
        shown.append(watched.step(Frame(sheet([1, 3]), len(shown) / 15, len(shown))))
    (roll,) = rolls(shown)
    assert roll.rolled_faces == (1, 3)
    assert roll.kept_faces == ((4,) if confidence > 0.65 else ())
    assert roll.wary == ("late" if confidence > 0.65 else ""), "a sure die is asked about"


@pytest.mark.parametrize("confidence", [0.5, 0.8])
def test_a_print_that_is_taken_for_a_die_after_a_hand_has_waved_is_no_roll(
    confidence: float,
) -> None:
    detector = TakenIn(confidence)
    watched = Pipeline(detector, DiceReader(detector))
    shown = views([(0.3, sheet([2])), (0.7, sheet([2], hand=True))], watched=watched)
    detector.fooled = True
    for _ in range(60):
        shown.append(watched.step(Frame(sheet([2]), len(shown) / 15, len(shown))))
    assert not rolls(shown)


def test_what_lay_unread_beside_an_earlier_roll_hides_nothing_of_the_next_one() -> None:
    def littered(faces: list[int], y: int) -> Image:
        image = table(faces, y=y)
        image[500:560, 900:960] = 170
        return image

    scene = [*THROW, (1.2, littered([1, 5], 300)), (0.2, littered([2, 2], 100))]
    first, second = rolls(views([*scene, (1.5, littered([3, 6], 600))]))
    assert first.wary == "hidden"
    assert second.rolled_faces == (3, 6)
    assert second.wary == ""


def test_a_roll_is_as_certain_as_its_networks_own_odds_say() -> None:
    detector = PaintedDetector()
    boaster = Calibration(right=(-3.0, 1.0), ask_below=0.9)
    watched = Pipeline(detector, DiceReader(detector, calibration=boaster))
    shown = views([*THROW, (2, table([1, 3]))], watched=watched)
    (doubted,) = rolls(shown)
    assert doubted.ask
    assert {die.reason for die in shown[-1].dice} == {"unsure"}
    (trusted,) = rolls(views([*THROW, (2, table([1, 3]))]))
    assert not trusted.ask
    assert doubted.certainty < trusted.certainty
