"""From frames to a roll: the pipeline says once what has come to rest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.detector import Sightings
from vision.frames import Frame, Image
from vision.pipeline import Pipeline, View
from vision.reader import DiceReader

SIDE_PX = 60


@dataclass
class PaintedDetector:
    """Sees squares painted in the colour (30 + 30 * face, 200, 200) as dice."""

    def look(self, image: Image, scale: float = 1.0) -> Sightings:
        boxes, scores = [], []
        dice = (image[..., 1] == 200) & (image[..., 2] == 200)
        for at in range(0, image.shape[1], 100):
            if not dice[:, at : at + 100].any():
                continue
            rows = np.flatnonzero(dice[:, at : at + 100].any(axis=1))
            columns = np.flatnonzero(dice[:, at : at + 100].any(axis=0)) + at
            face = round((int(image[rows[0], columns[0], 0]) - 30) / 30)
            boxes.append([columns[0], rows[0], columns[-1] + 1, rows[-1] + 1])
            scores.append([0.9 if face == other else 0 for other in range(1, 7)])
        return Sightings(
            np.array(boxes, np.float32).reshape(-1, 4), np.array(scores, np.float32).reshape(-1, 6)
        )


def table(faces: list[int], *, y: int = 300) -> Image:
    image = np.full((720, 1280, 3), 90, np.uint8)
    for at, face in enumerate(faces):
        image[y : y + SIDE_PX, 100 * at + 20 : 100 * at + 20 + SIDE_PX] = (30 + 30 * face, 200, 200)
    return image


def views(images: list[tuple[float, Image]], per_s: float = 15) -> list[View]:
    detector = PaintedDetector()
    pipeline = Pipeline(detector, DiceReader(detector))
    shown: list[View] = []
    for lasts_s, image in images:
        for _ in range(round(lasts_s * per_s)):
            shown.append(pipeline.step(Frame(image, len(shown) / per_s, len(shown))))
    return shown


def test_dice_that_appear_and_rest_are_read_once() -> None:
    shown = views([(1, table([])), (0.1, table([2, 2, 2])), (3, table([1, 3, 5], y=500))])
    (roll,) = [view.roll for view in shown if view.roll]
    assert roll.rolled_faces == (1, 3, 5)
    assert 1.7 < roll.time_s < 2.3
    assert [die.face for die in shown[-1].dice] == [1, 3, 5]
