"""The overlay shows every die on a copy of the picture, at any size."""

from __future__ import annotations

import numpy as np
import pytest

from vision.frames import Box, Detection
from vision.overlay import draw_overlay


def die(x1: float, y1: float, x2: float, y2: float, face: int = 5) -> Detection:
    return Detection(Box(x1, y1, x2, y2), face, 0.9)


def test_the_picture_itself_is_left_alone() -> None:
    image = np.full((200, 300, 3), 90, dtype=np.uint8)
    drawn = draw_overlay(image, [die(50, 60, 120, 130)])
    assert (image == 90).all()
    assert drawn.shape == image.shape
    assert (drawn != 90).any()


def test_no_detection_leaves_the_picture_as_it_is() -> None:
    image = np.full((20, 30, 3), 90, dtype=np.uint8)
    assert (draw_overlay(image, []) == image).all()


def test_different_values_look_different() -> None:
    image = np.full((200, 300, 3), 90, dtype=np.uint8)
    looks = {draw_overlay(image, [die(50, 60, 120, 130, face)]).tobytes() for face in range(1, 7)}
    assert len(looks) == 6


def test_the_middle_of_a_die_stays_visible() -> None:
    image = np.full((400, 400, 3), 90, dtype=np.uint8)
    drawn = draw_overlay(image, [die(100, 100, 200, 200)])
    assert (drawn[120:180, 120:180] == 90).all()


@pytest.mark.parametrize("height_px", [60, 300, 3000])
def test_the_tag_takes_a_readable_share_of_any_picture(height_px: int) -> None:
    image = np.full((height_px, height_px, 3), 90, dtype=np.uint8)
    side = height_px / 10
    drawn = draw_overlay(image, [die(4 * side, 4 * side, 5 * side, 5 * side)])
    above = (drawn[: int(4 * side) - 1] != 90).any(axis=2)
    tag_rows = int(above.any(axis=1).sum())
    assert tag_rows >= max(9, height_px / 40)


@pytest.mark.parametrize(
    "box", [(-20, -20, 15, 15), (285, 185, 340, 240), (0, 0, 300, 200), (150, 90, 150, 90)]
)
def test_boxes_over_the_edge_and_empty_ones_are_drawn_without_fault(
    box: tuple[float, float, float, float],
) -> None:
    image = np.full((200, 300, 3), 90, dtype=np.uint8)
    assert (draw_overlay(image, [die(*box)]) != 90).any()
