"""Where nothing has changed since the table last lay still, nothing was rolled."""

from __future__ import annotations

import numpy as np

from vision.frames import Box, Image
from vision.last_rest import LastRest
from vision.motion import small_grey
from vision.pose import REST, Pose

PLACE = Box(300, 200, 360, 260)


def table(*, die: bool = False, light: int = 0, shift: int = 0) -> Image:
    image = np.full((720, 1280, 3), 90, np.uint8)
    image[400:500, 700:1100:40] = 180
    if die:
        image[200:260, 300:360] = 230
        image[215:225, 315:325] = image[235:245, 335:345] = 30
    image = np.roll(image, shift, axis=1)
    return np.clip(image.astype(int) + light, 0, 255).astype(np.uint8)


def change(before: Image, now: Image, pose: Pose = REST, *, held: bool = False) -> float | None:
    last = LastRest()
    last.see(small_grey(before), REST, held=held)
    last.keep()
    last.see(small_grey(now), pose, held=held)
    return last.change(PLACE, 1280)


def test_a_die_that_comes_and_a_die_that_goes_both_change_their_place() -> None:
    assert (change(table(), table(die=True)) or 0) > 0.8
    assert (change(table(die=True), table()) or 0) > 0.8


def test_a_place_is_the_same_in_other_light_and_from_a_hand_that_has_drifted() -> None:
    for die in (False, True):
        assert change(table(die=die), table(die=die)) == 0
        assert change(table(die=die), table(die=die, light=25)) == 0
        drifted = table(die=die, shift=8)
        assert change(table(die=die), drifted, Pose(x_px=-2), held=True) == 0


def test_what_the_first_picture_shows_lies_there_unless_it_is_to_count_as_thrown() -> None:
    for from_start, told in ((True, 0.0), (False, None)):
        last = LastRest(from_start=from_start)
        assert last.change(PLACE, 1280) is None
        last.see(small_grey(table(die=True)), REST, held=False)
        assert last.change(PLACE, 1280) == told
