"""What moves on the table counts as motion; what the camera does itself does not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.frames import Box, Image
from vision.motion import MotionGauge, small_grey
from vision.pose import REST, Pose
from vision.steady import Steady

TABLE = np.random.default_rng(5).integers(0, 255, (36, 64, 3), np.uint8)


def table(*, shift: tuple[int, int] = (0, 0), die: tuple[int, int] | None = None) -> Image:
    """A spotted table, 640 x 360, seen by a camera moved by ``shift``; a die is a white square."""
    image = TABLE.repeat(12, axis=0).repeat(12, axis=1)
    x, y = shift
    image = np.ascontiguousarray(image[30 + y : 390 + y, 60 + x : 700 + x])
    if die is not None:
        image[die[1] : die[1] + 40, die[0] : die[0] + 40] = 255
    return image


def changes(images: list[Image], per_s: float = 15) -> list[float]:
    gauge, steady = MotionGauge(), Steady()
    told = []
    for number, image in enumerate(images):
        small = small_grey(image)
        told.append(gauge.changed(small, number / per_s, steady.follow(small)))
    return told


def test_a_still_table_has_no_motion_whatever_the_sensors_noise() -> None:
    chance = np.random.default_rng(1)
    noisy = [
        np.clip(table() + chance.normal(0, 6, (360, 640, 3)), 0, 255).astype(np.uint8)
        for _ in range(8)
    ]
    assert max(changes(noisy)) < 0.0003


def test_a_die_that_moves_is_motion() -> None:
    told = changes([table(die=(100 + 20 * step, 150)) for step in range(8)])
    assert min(told[1:]) > 0.003


def test_the_drift_of_a_hand_held_camera_is_none() -> None:
    told = changes([table(shift=(2 * step, step)) for step in range(8)])
    assert max(told) < 0.002


def test_a_die_that_moves_in_a_drifting_picture_is_motion() -> None:
    told = changes([table(shift=(2 * s, s), die=(100 + 25 * s, 150)) for s in range(8)])
    assert min(told[1:]) > 0.003


def test_a_change_of_exposure_is_none() -> None:
    bright = np.clip(table().astype(int) // 2 + 60, 0, 255).astype(np.uint8)
    assert max(changes([bright, bright, np.clip(bright + 12, 0, 255).astype(np.uint8)])) < 0.0003


def test_a_die_that_turns_on_its_spot_changes_much_of_itself() -> None:
    gauge = MotionGauge()
    plain = np.full((360, 640, 3), 60, np.uint8)
    turned = plain.copy()
    turned[100:140, 100:140] = 255
    for number, image in enumerate((plain, turned)):
        gauge.changed(small_grey(image), number / 10, REST)
    assert gauge.stirred([Box(50, 50, 70, 70)]) > 0.5
    assert gauge.stirred([Box(200, 50, 220, 70)]) == 0


def test_the_pose_of_a_drifting_camera_leads_back_to_where_it_looked_at_first() -> None:
    steady = Steady()
    for step in range(40):
        pose = steady.follow(small_grey(table(shift=(step, 0))))
    x_px, y_px = pose.point(100, 90)
    assert x_px == pytest.approx(100 + 39 / 2, abs=1)
    assert y_px == pytest.approx(90, abs=1)
    assert steady.held


def test_a_camera_on_a_stand_has_no_pose_whatever_moves_before_it() -> None:
    steady = Steady()
    for step in range(20):
        steady.follow(small_grey(table(die=(50 + 25 * step, 100))))
    assert steady.pose.is_rest


poses = st.builds(
    Pose,
    st.floats(0.8, 1.2),
    st.floats(-0.3, 0.3),
    st.floats(-50, 50),
    st.floats(-50, 50),
)


@given(poses, poses, st.floats(-300, 300), st.floats(-300, 300))
def test_poses_compose_and_invert(one: Pose, other: Pose, x_px: float, y_px: float) -> None:
    assert one.after(other).point(x_px, y_px) == pytest.approx(
        one.point(*other.point(x_px, y_px)), abs=1e-6
    )
    assert one.inverse().point(*one.point(x_px, y_px)) == pytest.approx((x_px, y_px), abs=1e-6)


def test_thin_edges_that_tremble_before_a_camera_in_a_hand_are_none() -> None:
    # Printed pages left the gate open for as long as the phone was held.
    chance = np.random.default_rng(3)
    gauge = MotionGauge()
    told = []
    for number in range(8):
        page = np.full((240, 320), 220, np.uint8)
        page[:, 20::24] = 60
        page[:, 20 + int(chance.integers(-1, 2)) * 4 :: 24] = 60
        pose = Pose(1.0, 0.0, 0.4 * number, 0.0)
        told.append(gauge.changed(page, number / 15, pose, held=True))
    assert max(told) < 0.001


def test_dice_that_all_stir_alike_are_moved_by_the_camera_and_one_alone_by_itself() -> None:
    def stirred(moved: set[int]) -> float:
        gauge = MotionGauge()
        boxes = [Box(40 + 60 * at, 100, 60 + 60 * at, 120) for at in range(4)]
        for step in range(3):
            grey = np.full((240, 320), 90, np.uint8)
            for at, box in enumerate(boxes):
                left = int(box.x1_px) + 4 + (step if at in moved else 0)
                grey[104:116, left : left + 12] = 240
            gauge.changed(grey, step * 0.2, REST)
        return gauge.stirred(boxes)

    assert stirred(set()) == 0
    assert stirred({0, 1, 2, 3}) < 0.01
    assert stirred({2}) > 0.05
