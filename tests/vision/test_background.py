"""A hand on the table is told from dice, from a put-down glass and from what was there before."""

from __future__ import annotations

import numpy as np

from vision.background import Background, Strange
from vision.frames import Box, Image
from vision.motion import small_grey
from vision.pose import REST

DICE = (Box(600, 300, 660, 360), Box(700, 300, 760, 360))


def scene(*, hand: bool = False, glass: bool = False, die: bool = False, light: int = 0) -> Image:
    image = np.full((720, 1280, 3), 90, np.uint8)
    for box in DICE:
        image[int(box.y1_px) : int(box.y2_px), int(box.x1_px) : int(box.x2_px)] = 230
    if hand:
        image[330:, 640:900] = 170
    if glass:
        image[80:220, 150:290] = 190
    if die:
        image[500:560, 300:360] = 230
    return np.clip(image.astype(int) + light, 0, 255).astype(np.uint8)


def watched(scenes: list[tuple[float, Image]]) -> Strange:
    background, time_s, told = Background(), 0.0, Strange(False)
    for lasts_s, image in scenes:
        for _ in range(round(lasts_s * 10)):
            background.see(small_grey(image), time_s, REST)
            told = background.strange(DICE, 1280)
            time_s += 0.1
    return told


def test_dice_on_a_table_are_nothing_strange() -> None:
    assert watched([(2, scene())]) == Strange(False)


def test_a_hand_that_rests_over_the_dice_is_foreign_until_it_leaves() -> None:
    assert watched([(2, scene()), (3, scene(hand=True))]).foreign
    assert not watched([(2, scene()), (3, scene(hand=True)), (0.2, scene())]).foreign


def test_a_hand_that_was_there_from_the_start_leaves_nothing_strange_behind() -> None:
    assert not watched([(2, scene(hand=True)), (0.3, scene())]).foreign


def test_a_glass_put_down_away_from_the_dice_is_soon_part_of_the_table() -> None:
    assert watched([(2, scene()), (0.4, scene(glass=True))]).foreign
    assert not watched([(2, scene()), (2, scene(glass=True))]).foreign


def test_something_of_a_dies_size_that_was_not_read_is_told() -> None:
    told = watched([(2, scene()), (0.5, scene(die=True))])
    (box,) = told.small
    assert not told.foreign
    assert box.overlap(Box(300, 500, 360, 560)) > 0.6


def test_what_the_edge_cuts_is_told_though_it_is_no_die_that_could_be_read() -> None:
    fingertip = scene()
    fingertip[690:, 300:360] = 170
    told = watched([(2, scene()), (0.5, fingertip)])
    assert told == Strange(False, cut=True)
    assert not told.nothing
    assert watched([(2, scene())]).nothing


def test_brighter_light_is_nothing_strange() -> None:
    assert watched([(2, scene()), (0.5, scene(light=20))]) == Strange(False)


def test_a_die_on_the_remembered_table_is_new_there_and_a_patch_of_the_table_is_not() -> None:
    background = Background()
    for step in range(12):
        background.see(small_grey(scene()), step / 10, REST)
        background.strange(DICE, 1280)
    background.see(small_grey(scene(die=True)), 1.2, REST)
    assert (background.novelty(Box(300, 500, 360, 560), 1280) or 0) > 0.9
    assert background.novelty(Box(900, 500, 960, 560), 1280) == 0
    assert background.novelty(DICE[0], 1280) is None, "where a die always lay nothing is known"
