"""From frames to rolls: what the camera sees now, and each roll once, when it has come to rest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.certainty import DOUBTFUL_BELOW
from vision.detector import Detector
from vision.frames import Box, Detection, Frame
from vision.motion import MotionGauge, small_grey
from vision.reader import DiceReader
from vision.settle import LOOK_S, Phase, RollRead, Settler, Sight

LIVE_LOOK_PX = 640
"""Longest side of the picture in a live look."""

LEAST_CONFIDENCE = 0.35
"""Of a die in a live look."""

_SAME = 0.5

Polygon = tuple[tuple[float, float], ...]
"""Corners (x, y) in shares of the picture's width and height, 0 to 1."""


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die as it lies in the newest frame, for drawing it.

    ``kept``: set aside before. ``doubtful``: a person has to look at it; ``reason`` then is
    "unsure", "leaning", "stacked", "half_visible", "outside" or "covered", else "".
    """

    box: Box
    face: int
    confidence: float
    kept: bool
    doubtful: bool
    reason: str


@dataclass(frozen=True, slots=True)
class View:
    """What the camera sees at ``time_s``; boxes in pixels of a frame ``width_px`` wide.

    ``roll`` is there in exactly the one view in which a physical roll has settled. ``foreign``: a
    hand or another thing that is no die lies on the table.
    """

    time_s: float
    phase: Phase
    width_px: int
    height_px: int
    dice: tuple[SeenDie, ...]
    roll: RollRead | None
    foreign: bool


class Pipeline:
    """Follows the table of one camera; for one thread."""

    def __init__(
        self, detector: Detector, reader: DiceReader, *, tray: Polygon | None = None
    ) -> None:
        self.tray = tray
        self._detector = detector
        self._reader = reader
        self._gauge = MotionGauge()
        self._settler = Settler()
        self._looked_s = -np.inf
        self._dice: tuple[Detection, ...] = ()
        self._kept: tuple[Box, ...] = ()
        self._width_px, self._height_px = 1, 1

    def step(self, frame: Frame, *, expected: int | None = None) -> View:
        """Take in a frame, later than all before.

        ``expected``: how many dice the turn says are rolled, where that is known.
        """
        height, width = frame.image.shape[:2]
        self._width_px, self._height_px = width, height
        changed = self._gauge.changed(small_grey(frame.image), frame.time_s)
        dice = None
        if frame.time_s - self._looked_s >= LOOK_S - 1e-6:
            self._looked_s = frame.time_s
            dice = self._dice = self._look(frame)
        roll = self._settler.step(Sight(frame.time_s, changed, float(width * height), dice))
        if roll is not None:
            self._kept = tuple(die.box for die in roll.kept)
            self._dice = (*roll.rolled, *roll.kept)
        return View(
            frame.time_s,
            self._settler.phase,
            width,
            height,
            tuple(self._seen(die) for die in self._dice),
            roll,
            False,
        )

    def end(self) -> RollRead | None:
        """The roll that was about to settle when the source ended, if one was."""
        return None

    def mark(self, x_n: float, y_n: float, kept: bool) -> None:
        """A person says of the die at (x, y), 0 to 1, whether it was kept or rolled."""
        x_px, y_px = x_n * self._width_px, y_n * self._height_px
        for die in self._dice:
            box = die.box
            if box.x1_px <= x_px <= box.x2_px and box.y1_px <= y_px <= box.y2_px:
                others = tuple(each for each in self._kept if each.overlap(box) <= _SAME)
                self._kept = (*others, box) if kept else others

    def _look(self, frame: Frame) -> tuple[Detection, ...]:
        scale = LIVE_LOOK_PX / max(frame.image.shape[:2])
        seen = self._detector.look(frame.image, scale)
        return tuple(
            Detection(
                Box(*(float(side) for side in box)), int(score.argmax()) + 1, float(score.max())
            )
            for box, score in zip(seen.boxes_px, seen.scores, strict=True)
            if score.max() >= LEAST_CONFIDENCE
        )

    def _seen(self, die: Detection) -> SeenDie:
        kept = any(die.box.overlap(box) > _SAME for box in self._kept)
        doubtful = die.confidence < DOUBTFUL_BELOW
        reason = "unsure" if doubtful else ""
        return SeenDie(die.box, die.face, die.confidence, kept, doubtful, reason)
