"""Pips are counted without the network: on any colours, turned, seen from a side."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.drawn_dice import Colour, drawn_die
from vision.frames import Box, Image
from vision.pips import count_pips

FACES = (1, 2, 3, 4, 5, 6)


def counted(picture: Image) -> int | None:
    return count_pips(picture, Box(0, 0, picture.shape[1], picture.shape[0]))


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize(
    ("die", "pips"),
    [
        ((230, 235, 235), (25, 25, 25)),
        ((30, 30, 160), (240, 240, 240)),
        ((30, 200, 220), (20, 20, 120)),
        ((60, 150, 60), (60, 110, 200)),
    ],
    ids=["dark on white", "white on red", "red on yellow", "orange on green, as light"],
)
def test_pips_are_counted_whatever_their_colour(face: int, die: Colour, pips: Colour) -> None:
    assert counted(drawn_die(face, die=die, pips=pips)) == face


def _turned(face: int, side_px: int) -> list[int | None]:
    """What is counted on thirty drawn dice, turned, a little from the side, with noise."""
    rng = np.random.default_rng(side_px)
    found = []
    for _ in range(30):
        turn, flat = rng.uniform(0, 360), rng.uniform(0.75, 1.0)
        clean = drawn_die(face, side_px=side_px, turn=turn, flat=flat)
        noise = rng.normal(0, 3, clean.shape)
        found.append(counted(np.clip(clean + noise, 0, 255).astype(np.uint8)))
    return found


@pytest.mark.parametrize("face", [3, 4, 5, 6])
@pytest.mark.parametrize("side_px", [30, 50, 100])
def test_pips_are_counted_however_the_die_is_turned(face: int, side_px: int) -> None:
    assert _turned(face, side_px).count(face) == 30


@pytest.mark.parametrize("face", [1, 2])
@pytest.mark.parametrize("side_px", [30, 50, 100])
def test_few_pips_are_at_times_counted_as_up_to_three_but_never_as_more(
    face: int, side_px: int
) -> None:
    found = _turned(face, side_px)
    assert found.count(face) >= 12
    assert set(found) <= {None, 1, 2, 3}


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("front", [2, 5])
def test_what_shows_on_the_front_does_not_count(face: int, front: int) -> None:
    assert counted(drawn_die(face, side_px=90, flat=0.8, front=front)) == face


def test_where_no_pip_shows_nothing_is_counted() -> None:
    plain = np.full((60, 60, 3), 128, np.uint8)
    assert counted(plain) is None
    assert counted(drawn_die(4)[:8]) is None, "too small"
    stripes = plain.copy()
    stripes[:, ::12] = 20
    assert counted(stripes) is None


def test_spots_that_do_not_lie_as_pips_do_are_no_face() -> None:
    scattered = np.full((64, 64, 3), 230, np.uint8)
    for at in ((15, 14), (47, 20), (30, 47)):
        cv2.circle(scattered, at, 5, (20, 20, 20), cv2.FILLED, cv2.LINE_AA)
    assert counted(scattered) is None


def test_a_die_is_counted_where_its_box_lies() -> None:
    table = np.full((200, 300, 3), (70, 110, 90), np.uint8)
    table[20:80, 30:90] = drawn_die(2)
    table[120:180, 200:260] = drawn_die(5)
    assert count_pips(table, Box(30, 20, 90, 80)) == 2
    assert count_pips(table, Box(200, 120, 260, 180)) == 5
    assert count_pips(table, Box(-40, 20, 9, 80)) is None
