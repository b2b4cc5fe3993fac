"""Dice that have come to rest are read once, whatever the camera does on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.vision.staged_table import PICTURE_PX, Faults, Scene, readings, row, sighted
from vision.frames import Box, Detection
from vision.roll import RollRead
from vision.settle import REST_S, Phase, Settler, Sight

faces = st.lists(st.integers(1, 6), min_size=1, max_size=6)
rates = st.floats(4, 60)
seeds = st.integers(0, 2**32 - 1)


def throw(
    shown: Sequence[int], *, y_px: float = 200, moving_s: float = 1.0, rest_s: float = 3.0
) -> list[Scene]:
    dice = row(shown, y_px=y_px)
    return [Scene(moving_s, dice, moving=True), Scene(rest_s, dice)]


@settings(max_examples=25, deadline=None)
@given(faces, rates, seeds)
def test_a_roll_is_read_once_with_its_faces_at_any_frame_rate(
    shown: list[int], fps: float, seed: int
) -> None:
    (roll,) = readings(throw(shown), fps, seed=seed)
    assert roll.rolled_faces == tuple(sorted(shown))
    assert roll.kept_faces == ()


@settings(max_examples=25, deadline=None)
@given(faces, rates, seeds)
def test_nothing_is_read_before_the_dice_have_rested_long_enough(
    shown: list[int], fps: float, seed: int
) -> None:
    (roll,) = readings(throw(shown), fps, seed=seed)
    assert roll.time_s >= 1.0 + REST_S - 1e-6
    assert roll.time_s <= 1.0 + max(REST_S + 0.1 + 2 / fps, 5 / fps)


@settings(max_examples=25, deadline=None)
@given(faces, rates, seeds)
def test_nothing_is_read_during_motion(shown: list[int], fps: float, seed: int) -> None:
    assert not readings([Scene(8, row(shown), moving=True)], fps, seed=seed)


@settings(max_examples=25, deadline=None)
@given(faces, rates, st.floats(0.05, 0.5))
def test_dice_that_pause_shorter_than_they_must_rest_are_not_read(
    shown: list[int], fps: float, pause_s: float
) -> None:
    pausing = [scene for _ in range(3) for scene in throw(shown, moving_s=0.5, rest_s=pause_s)]
    assert not readings(pausing, fps)


@settings(max_examples=25, deadline=None)
@given(st.lists(faces, min_size=2, max_size=4), rates, seeds)
def test_each_roll_with_an_emptied_table_between_is_read_once(
    rolls: list[list[int]], fps: float, seed: int
) -> None:
    scenes = [scene for shown in rolls for scene in [*throw(shown), Scene(1.6, ())]]
    read = [roll.rolled_faces for roll in readings(scenes, fps, seed=seed)]
    assert read == [tuple(sorted(shown)) for shown in rolls]


def test_a_die_that_was_set_aside_out_of_sight_is_none_of_those_thrown_later() -> None:
    rolls = [[1, 1, 1], [1, 2], [1, 1]]
    scenes = [
        scene for at, shown in enumerate(rolls) for scene in throw(shown, y_px=150 + 170 * at)
    ]
    read = readings(scenes)
    assert [list(roll.rolled_faces) for roll in read] == rolls
    # Fewer were thrown than were picked up; then dice with a known face, and no bare table between.
    assert [roll.wary for roll in read] == ["", "count", "aside"]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(st.integers(1, 6), min_size=2, max_size=6), min_size=2, max_size=4), rates)
def test_each_roll_of_dice_taken_straight_from_the_table_is_read_once(
    rolls: list[list[int]], fps: float
) -> None:
    # Faces that were all there, without an empty table between, look like dice that were pushed.
    assume(all(Counter(next_) - Counter(one) for one, next_ in pairwise(rolls)))
    scenes = [
        scene for at, shown in enumerate(rolls) for scene in throw(shown, y_px=150 + 170 * at)
    ]
    read = [roll.rolled_faces for roll in readings(scenes, fps)]
    assert read == [tuple(sorted(shown)) for shown in rolls]


@settings(max_examples=25, deadline=None)
@given(faces, st.floats(8, 60), seeds)
def test_faults_of_the_reader_change_neither_the_faces_nor_the_number_of_readings(
    shown: list[int], fps: float, seed: int
) -> None:
    faults = Faults(jitter=0.012, wrong_face=0.08, missed=0.01, dropped_frames=0.1)
    (roll,) = readings(throw(shown, rest_s=8), fps, faults, seed)
    assert len(roll.rolled) == len(shown)
    wrong = sum(a != b for a, b in zip(roll.rolled_faces, sorted(shown), strict=True))
    assert not wrong or roll.ask, "a vote that went wrong is a doubtful one"


@settings(max_examples=25, deadline=None)
@given(faces, rates, st.integers(0, 40), st.integers(0, 5))
def test_one_missed_detection_costs_nothing(
    shown: list[int], fps: float, missing_at: int, which: int
) -> None:
    settler, read = Settler(), []
    for number, sight in enumerate(sighted(throw(shown), fps)):
        dice = sight.dice or ()
        if number == int(fps) + 1 + missing_at:
            dice = dice[: which % len(shown)] + dice[which % len(shown) + 1 :]
        roll = settler.step(Sight(sight.time_s, sight.changed, PICTURE_PX, dice))
        read += [] if roll is None else [roll.rolled_faces]
    assert read == [tuple(sorted(shown))]


@settings(max_examples=25, deadline=None)
@given(faces, rates, seeds)
def test_under_a_hand_nothing_is_read_until_it_has_left(
    shown: list[int], fps: float, seed: int
) -> None:
    dice = row(shown)
    covered = [Scene(1, dice, moving=True), Scene(4, dice, hand=True)]
    assert not readings(covered, fps, seed=seed)
    (roll,) = readings([*covered, Scene(2, dice)], fps, seed=seed)
    assert roll.time_s >= 5 + REST_S - 1e-6
    assert roll.rolled_faces == tuple(sorted(shown))


@settings(max_examples=25, deadline=None)
@given(faces, rates, st.integers(1, 4))
def test_a_hand_that_comes_and_goes_over_resting_dice_makes_no_second_reading(
    shown: list[int], fps: float, times: int
) -> None:
    dice = row(shown)
    waving = [Scene(0.7, dice[:-2], moving=True, hand=True), Scene(1.5, dice)]
    assert len(readings([*throw(shown), *(waving * times)], fps)) == 1


def test_a_die_whose_face_flickers_is_asked_about() -> None:
    settler, read = Settler(), []
    for number, sight in enumerate(sighted(throw([4]), 15)):
        (die,) = sight.dice or ()
        shown = type(die)(die.box, 4 if number % 3 else 6, 0.8)
        roll = settler.step(Sight(sight.time_s, sight.changed, PICTURE_PX, (shown,)))
        read += [] if roll is None else [roll]
    (roll,) = read
    assert roll.rolled_faces == (4,)
    assert roll.ask
    assert roll.certainty < 0.8


def test_looks_that_read_other_faces_on_a_die_at_rest_are_told_as_disagreement() -> None:
    for seed in range(5):
        (roll,) = readings(throw([2, 3, 5]), 10, Faults(wrong_face=0.2), seed)
        assert roll.disagreement
        (roll,) = readings(throw([2, 3, 5]), 10, Faults(jitter=0.01), seed)
        assert not roll.disagreement


def test_a_rolled_die_that_is_not_quite_sure_is_asked_about_where_a_look_saw_another_face() -> None:
    # A benchmark clip showed it: one look in six was sure of another face, and it was right.
    box = Box(0, 0, 60, 60)

    def asked(confidence: float, contested: bool) -> bool:
        die = Detection(box, 3, confidence, (0.0, 0.0, confidence, 0.0, 0.0, 0.0))
        return RollRead(1.0, (die,), (), contested=contested).ask

    assert asked(0.7, contested=True)
    assert not asked(0.7, contested=False)
    told = [readings(throw([2, 3, 5]), 10, Faults(wrong_face=0.2), seed)[0] for seed in range(5)]
    unsure = [any(die.confidence < 0.75 for die in roll.rolled) for roll in told]
    assert [roll.contested for roll in told] == unsure
    assert True in unsure


def test_sure_dice_are_not_asked_about() -> None:
    (roll,) = readings(throw([1, 5]))
    assert not roll.ask
    assert roll.certainty > 0.9


def test_something_that_is_seen_in_half_of_the_looks_is_a_doubtful_die_after_a_while() -> None:
    settler, read = Settler(), []
    for number, sight in enumerate(sighted(throw([2, 3], rest_s=6), 16)):
        dice = sorted(sight.dice or (), key=lambda die: die.box.x1_px)
        seen = tuple(dice if number % 5 < 3 else dice[:1])
        roll = settler.step(Sight(sight.time_s, sight.changed, PICTURE_PX, seen))
        read += [] if roll is None else [roll]
    (roll,) = read
    assert roll.rolled_faces == (2, 3)
    assert roll.ask
    assert roll.time_s > 2.1


def test_a_little_motion_keeps_the_gate_as_it_was() -> None:
    dice = next(iter(sighted([Scene(1, row([6]))], 15))).dice
    settler = Settler()
    for step in range(30):
        settler.step(Sight(step / 15, 0.0007, PICTURE_PX, dice))
    assert settler.phase is Phase.HELD, "a quiet table stays quiet"
    settler.step(Sight(2.0, 0.05, PICTURE_PX, dice))
    for step in range(31, 60):
        settler.step(Sight(step / 15, 0.0007, PICTURE_PX, dice))
        assert settler.phase is Phase.MOVING, "and a moving one moves on"
    for step in range(60, 75):
        settler.step(Sight(step / 15, 0.0, PICTURE_PX, dice))
    assert settler.phase is Phase.HELD


def test_the_phases_follow_a_throw() -> None:
    settler, phases = Settler(), []
    scenes = [Scene(1, ()), *throw([1, 2, 3], rest_s=2), Scene(2, ())]
    for sight in sighted(scenes, 15):
        settler.step(sight)
        if not phases or phases[-1] is not settler.phase:
            phases.append(settler.phase)
    assert [phase.value for phase in phases[:5]] == [
        "empty", "moving", "settling", "settled", "held",
    ]  # fmt: skip
    assert phases[-1] is Phase.EMPTY


def test_a_die_whose_box_jumps_is_asked_about_after_a_while_instead_of_never_read() -> None:
    # Seen from 45 degrees the network boxes now the top of a die, now its front.
    settler = Settler()
    read = []
    for number in range(60):
        time_s, jump = number / 15, 28 * (number // 2 % 2)
        dice = (
            Detection(Box(100, 100, 160, 160), 5, 0.9),
            Detection(Box(300, 100 + jump, 360, 160 + jump), 2 + 2 * (number // 2 % 2), 0.9),
        )
        moving = 0.08 if time_s < 1 else 0.0
        roll = settler.step(Sight(time_s, moving, PICTURE_PX, dice))
        read += [roll] if roll is not None else []
    (roll,) = read
    assert len(roll.rolled) == 2
    assert roll.ask
