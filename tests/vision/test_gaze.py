"""The live look finds dice that the looks at a still picture would not look for."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from vision.detector import Sightings
from vision.frames import Image
from vision.gaze import Gaze
from vision.reader import DiceReader

PLAIN_PX = 17.0
"""How wide a die must be at the network's input to be seen."""


@dataclass(frozen=True)
class Seer:
    """Sees dice painted as single pixels: value 250 + face, all ``side_px`` wide; a big one always.

    A pixel of 200 is a thing of 90 pixels that passes for a 4.
    """

    side_px: float
    scales: list[float] = field(default_factory=list)

    def look(self, image: Image, scale: float = 1.0) -> Sightings:
        if image.shape == TABLE:
            self.scales.append(scale)
        boxes, scores = [], []
        for y, x in np.argwhere(image[..., 2] >= 200):
            value = int(image[y, x, 2])
            side, face = (90.0, 4) if value == 200 else (self.side_px, value - 249)
            if value == 200 or side * scale >= PLAIN_PX:
                boxes.append([x - side / 2, y - side / 2, x + side / 2, y + side / 2])
                scores.append([0.8 if each == face else 0.0 for each in range(1, 7)])
        return Sightings(
            np.array(boxes, np.float32).reshape(-1, 4), np.array(scores, np.float32).reshape(-1, 6)
        )


TABLE = (480, 640, 3)


def _table(*things: tuple[int, int, int]) -> Image:
    image = np.zeros(TABLE, np.uint8)
    for x, y, value in things:
        image[y, x, 2] = value
    return image


def test_small_dice_beside_a_large_thing_are_voted_on() -> None:
    # In a benchmark clip two of three dice were never voted on: a domino lay beside them.
    table = _table((100, 300, 200), (420, 120, 251), (500, 90, 254))
    gaze = Gaze(DiceReader(Seer(20.0)))
    assert [die.face for die in gaze.vote(table)] == [4, 2, 5]


def test_dice_that_were_seen_while_they_moved_are_voted_on() -> None:
    gaze = Gaze(DiceReader(Seer(28.0)))
    table = _table((100, 300, 200), (420, 120, 251))
    assert [die.face for die in gaze.follow(table)] == [4, 2]
    gaze.vote(_table((100, 300, 200)))  # a hand was over it
    gaze.vote(table)
    gaze.vote(table)
    assert [die.face for die in gaze.vote(table)] == [4, 2]


def test_the_first_vote_looks_at_the_whole_picture_from_near_only_once() -> None:
    # Small dice alone made it look twice: to find them, and for more beside them.
    seer = Seer(24.0)
    Gaze(DiceReader(seer)).vote(_table((420, 120, 251), (500, 90, 254)))
    assert sorted(seer.scales) == pytest.approx([512 / 640, 1.3])
