"""Judged pictures for tests, made up without a network."""

from __future__ import annotations

from pathlib import Path

from datasets.labels import LabelledDie, LabelledPicture
from models.accuracy import match
from models.judging import Judged
from vision.frames import Box, Detection
from vision.still import judged as judged_still

SIDE = 40.0


def die(x: float, face: int, confidence: float = 0.9, y: float = 100.0) -> Detection:
    """A die read at (x, y), 40 pixels wide."""
    return Detection(Box(x, y, x + SIDE, y + SIDE), face, confidence)


def picture(
    truth: list[tuple[float, int]],
    read: list[Detection],
    faint: list[Detection] | None = None,
    path: Path = Path("p.jpg"),
    size: tuple[int, int] = (640, 480),
    side: float = SIDE,
) -> Judged:
    """A judged picture with the true dice (x, face) at y = 100."""
    width, height = size
    dice = tuple(
        LabelledDie(
            face, (x + side / 2) / width, (100 + side / 2) / height, side / width, side / height
        )
        for x, face in truth
    )
    boxes = tuple((each.box(width, height), each.face) for each in dice)
    still = judged_still(tuple(read), faint or [], width, height)
    labelled = LabelledPicture(path, dice)
    return Judged(labelled, width, height, boxes, still, match(boxes, still.dice))
