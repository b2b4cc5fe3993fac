"""The marked part of the table: a polygon outside of which nothing counts."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

Polygon = tuple[tuple[float, float], ...]
"""Corners (x, y) in shares of the picture's width and height, 0 to 1; at least three."""


def holds(tray: Polygon | None, x_n: float, y_n: float) -> bool:
    """Whether a point, in shares of the picture, lies in the tray; true where there is none."""
    if tray is None or len(tray) < 3:
        return True
    inside = False
    for (x1, y1), (x2, y2) in zip(tray, (*tray[1:], tray[0]), strict=True):
        if (y1 > y_n) != (y2 > y_n) and x_n < x1 + (x2 - x1) * (y_n - y1) / (y2 - y1):
            inside = not inside
    return inside


def mask(tray: Polygon | None, shape: Sequence[int]) -> npt.NDArray[np.uint8] | None:
    """A picture of this shape (height, width), 1 in the tray and 0 outside; None without a tray."""
    if tray is None or len(tray) < 3:
        return None
    height, width = shape[:2]
    corners = np.array([[round(x * width), round(y * height)] for x, y in tray], np.int32)
    drawn = np.zeros((height, width), np.uint8)
    cv2.fillPoly(drawn, [corners], 1)
    return drawn
