"""Drawn dice for tests: a face in any colours, turned and seen from a side."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frames import Image

_OFFSETS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}

Colour = tuple[int, int, int]


def drawn_die(
    face: int,
    *,
    side_px: int = 60,
    turn: float = 0.0,
    die: Colour = (230, 235, 235),
    pips: Colour = (25, 25, 25),
    table: Colour = (70, 110, 90),
    flat: float = 1.0,
    front: int | None = None,
) -> Image:
    """A die that fills the picture; ``turn`` in degrees, ``flat`` how foreshortened its top is.

    ``front``: the face on the side below the top, foreshortened to a third.
    """
    scale = 4
    size = side_px * scale
    picture = np.full((size, size, 3), table, np.uint8)
    half = size * (0.34 if front or turn % 90 else 0.46)
    height = half * flat
    middle = np.array([size / 2, size / 2 - (size * 0.14 if front else 0)])
    angle = np.deg2rad(turn)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])

    def place(x: float, y: float) -> np.ndarray:
        turned = spin @ np.array([x * half, y * half])
        return middle + np.array([turned[0], turned[1] * flat])

    corners = np.array([place(x, y) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    cv2.fillPoly(picture, [corners.astype(np.int32)], die)
    radius = 0.2 * half
    if front is not None:
        left, top = middle[0] - half, middle[1] + height
        low = (round(middle[0] + half), round(top + 0.66 * half))
        darker = tuple(int(each * 0.85) for each in die)
        cv2.rectangle(picture, (round(left), round(top)), low, darker, cv2.FILLED)
        for x, y in _OFFSETS[front]:
            at = (round(middle[0] + 0.5 * x * half), round(top + 0.33 * half + 0.18 * y * half))
            cv2.ellipse(picture, at, (round(radius), round(radius * 0.4)), 0, 0, 360, pips, -1)
    for x, y in _OFFSETS[face]:
        px, py = place(0.52 * x, 0.52 * y)
        axes = (round(radius), round(radius * flat))
        cv2.ellipse(picture, (round(px), round(py)), axes, 0, 0, 360, pips, -1)
    return np.asarray(cv2.resize(picture, (side_px, side_px), interpolation=cv2.INTER_AREA))
