"""A staged table: dice with known places and faces over time, sighted as a camera would."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from vision.frames import Box, Detection
from vision.roll import RollRead
from vision.settle import Settler, Sight

PICTURE_PX = 1280.0 * 960.0
SIDE_PX = 60.0


@dataclass(frozen=True, slots=True)
class Die:
    """A die of the stage: its centre in pixels, and the face it shows."""

    x_px: float
    y_px: float
    face: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A stretch of time: dice at rest, or tumbling (``moving``), or covered by a hand."""

    lasts_s: float
    dice: tuple[Die, ...]
    moving: bool = False
    hand: bool = False
    slid_px: tuple[float, float] = (0.0, 0.0)
    """How far the last die is pushed, slowly, in the course of the scene."""


@dataclass(frozen=True, slots=True)
class Faults:
    """What goes wrong on the way: each a share of the sightings, 0 to 1, or of a die's size."""

    jitter: float = 0.0
    wrong_face: float = 0.0
    missed: float = 0.0
    dropped_frames: float = 0.0


def sighted(
    scenes: Sequence[Scene], fps: float, faults: Faults = Faults(), seed: int = 0
) -> Iterator[Sight]:
    """The sights of the scenes, one after another; dice come in an order without meaning."""
    chance = np.random.default_rng(seed)
    time_s, start_s = 0.0, 0.0
    for scene in scenes:
        while time_s < start_s + scene.lasts_s:
            part = (time_s - start_s) / scene.lasts_s
            if chance.random() >= faults.dropped_frames:
                yield _sight(scene, part, time_s, faults, chance)
            time_s += 1 / fps
        start_s += scene.lasts_s


def _sight(
    scene: Scene, part: float, time_s: float, faults: Faults, chance: np.random.Generator
) -> Sight:
    slides = scene.slid_px != (0.0, 0.0)
    found = []
    for index, die in enumerate(scene.dice):
        x, y, face = die.x_px, die.y_px, die.face
        if scene.moving:
            x, y = chance.uniform(100, 1180), chance.uniform(100, 860)
            face = int(chance.integers(1, 7))
        elif slides and index == len(scene.dice) - 1:
            x, y = x + part * scene.slid_px[0], y + part * scene.slid_px[1]
        if chance.random() < faults.missed:
            continue
        if chance.random() < faults.wrong_face:
            face = face % 6 + 1
        x += SIDE_PX * chance.uniform(-1, 1) * faults.jitter
        y += SIDE_PX * chance.uniform(-1, 1) * faults.jitter
        half = SIDE_PX / 2
        found.append(Detection(Box(x - half, y - half, x + half, y + half), face, 0.9))
    order = chance.permutation(len(found))
    changed = 0.08 if scene.moving else 0.02 if slides else 0.0
    return Sight(time_s, changed, PICTURE_PX, tuple(found[index] for index in order), scene.hand)


def readings(
    scenes: Sequence[Scene], fps: float = 15, faults: Faults = Faults(), seed: int = 0
) -> list[RollRead]:
    """What a new settler reads of the scenes."""
    settler = Settler()
    read = (settler.step(sight) for sight in sighted(scenes, fps, faults, seed))
    return [roll for roll in read if roll is not None]


def row(faces: Sequence[int], *, y_px: float = 200, x_px: float = 150) -> tuple[Die, ...]:
    """Dice in a row, two sizes apart."""
    return tuple(Die(x_px + 2 * SIDE_PX * at, y_px, face) for at, face in enumerate(faces))


def thrown(dice: tuple[Die, ...]) -> list[Scene]:
    """A throw of these dice, and then a rest."""
    return [Scene(0.8, dice, moving=True), Scene(2.5, dice)]
