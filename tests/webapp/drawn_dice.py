"""Dice drawn for the tests, and a reader that really looks for them in the pixels."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.certainty import USUAL
from vision.detector import Sightings
from vision.frames import Box, Detection, Image

PIPS = {
    1: [(0.5, 0.5)],
    2: [(0.25, 0.25), (0.75, 0.75)],
    3: [(0.25, 0.25), (0.5, 0.5), (0.75, 0.75)],
    4: [(0.27, 0.27), (0.73, 0.27), (0.27, 0.73), (0.73, 0.73)],
    5: [(0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)],
    6: [(0.27, 0.2), (0.73, 0.2), (0.27, 0.5), (0.73, 0.5), (0.27, 0.8), (0.73, 0.8)],
}


def draw_dice(faces: Sequence[int], *, width: int = 1600, height: int = 1200) -> Image:
    """A green table with ivory dice on it, three in a row, each turned a little."""
    picture = _table(width, height)
    size = height // 7
    for index, face in enumerate(faces):
        x = int(width * (0.25 + 0.25 * (index % 3))) + 23 * (index % 2)
        y = int(height * (0.28 + 0.27 * (index // 3))) - 31 * (index % 2)
        _draw_die(picture, face, (x, y), size, 7.0 * index - 15)
    return picture


def draw_lying(dice: Sequence[tuple[int, tuple[int, int]]], *, width: int, height: int) -> Image:
    """The same table with dice that lie at certain places: face, and centre in pixels."""
    picture = _table(width, height)
    for face, centre in dice:
        _draw_die(picture, face, centre, height // 7, 9.0)
    return picture


def as_jpeg(picture: Image) -> bytes:
    """The picture as a phone would send it."""
    done, encoded = cv2.imencode(".jpg", picture)
    assert done
    return encoded.tobytes()


class PipCounter:
    """Reads drawn dice: bright blobs are dice, the dark blobs within them pips."""

    calibration = USUAL

    @property
    def detector(self) -> PipCounter:
        """What the live camera looks with."""
        return self

    def find(self, image: Image, *, near: bool = False) -> Sightings:
        """Where dice are."""
        return self.look(image)

    def look_again(self, image: Image, candidates: Sightings, die_px: float) -> Sightings:
        """The same once more."""
        return self.look(image)

    def look(self, image: Image, scale: float = 1.0) -> Sightings:
        """The same dice as one look of a network would see them."""
        dice = self.read(image)
        boxes = [[d.box.x1_px, d.box.y1_px, d.box.x2_px, d.box.y2_px] for d in dice]
        scores = [[d.confidence * (face == d.face) for face in range(1, 7)] for d in dice]
        return Sightings(
            np.array(boxes, np.float32).reshape(-1, 4), np.array(scores, np.float32).reshape(-1, 6)
        )

    def read(self, image: Image, *, confidence: float | None = None) -> tuple[Detection, ...]:
        """The drawn dice from left to right, in bands from top to bottom."""
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        smallest = (image.shape[0] // 25) ** 2
        found = []
        for bright in _blobs(grey > 150):
            x, y, width, height, area = bright
            if area < smallest:
                continue
            # Pips are darker than the table, which shows in the corners of a turned die's box.
            dark = grey[y : y + height, x : x + width] < 50
            pips = [pip for pip in _blobs(dark) if pip[4] > area / 300]
            if 1 <= len(pips) <= 6:
                box = Box(float(x), float(y), float(x + width), float(y + height))
                found.append(Detection(box, len(pips), 0.95))
        band = image.shape[0] / 5
        return tuple(sorted(found, key=lambda die: (die.box.centre_px[1] // band, die.box.x1_px)))


def _table(width: int, height: int) -> Image:
    picture = np.full((height, width, 3), (60, 95, 45), np.uint8)
    noise = np.random.default_rng(7).integers(-8, 9, picture.shape, dtype=np.int16)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def _blobs(mask: npt.NDArray[np.bool_]) -> list[tuple[int, int, int, int, int]]:
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    return [tuple(int(value) for value in row) for row in stats[1:]]


def _draw_die(
    picture: Image, face: int, centre: tuple[int, int], size: int, degrees: float
) -> None:
    turn = np.deg2rad(degrees)
    across = np.array([np.cos(turn), np.sin(turn)]) * size
    down = np.array([-np.sin(turn), np.cos(turn)]) * size
    corner = np.array(centre) - across / 2 - down / 2
    outline = np.array([corner, corner + across, corner + across + down, corner + down])
    cv2.fillPoly(picture, [outline.astype(np.int32)], (214, 232, 240), cv2.LINE_AA)
    for u, v in PIPS[face]:
        place = corner + u * across + v * down
        cv2.circle(picture, place.astype(int).tolist(), size // 11, (25, 22, 20), -1, cv2.LINE_AA)
