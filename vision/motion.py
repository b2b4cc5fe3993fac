"""How much of the picture changes: measured on a small grey copy, over a fixed stretch of time."""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Image

Grey = npt.NDArray[np.uint8]
"""A small copy of a picture, height x width, 8 bits."""

SMALL_PX = 160
"""Longest side of the small copy."""

LAG_S = 0.2
"""A picture is compared with the one this much older, so that the frame rate does not matter."""

_CHANGED_LEVELS = 14


def small_grey(image: Image) -> Grey:
    """The picture in grey, its longest side SMALL_PX; averaging takes the sensor's noise out."""
    scale = SMALL_PX / max(image.shape[:2])
    size = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


class MotionGauge:
    """Remembers the last moment of small pictures and says what share of the pixels changed."""

    def __init__(self) -> None:
        self._past: deque[tuple[float, Grey]] = deque()

    def changed(self, grey: Grey, time_s: float) -> float:
        """The share of pixels, 0 to 1, that differ from the picture about LAG_S ago.

        0 for the first picture; 1 where the size of the picture changed.
        """
        if self._past and self._past[0][1].shape != grey.shape:
            self._past.clear()
            self._past.append((time_s, grey))
            return 1.0
        self._past.append((time_s, grey))
        # A tiny allowance: times of frames are sums of fractions.
        while len(self._past) > 2 and self._past[1][0] <= time_s - LAG_S + 1e-6:
            self._past.popleft()
        before = self._past[0][1].astype(np.int16)
        return float((np.abs(before - grey) > _CHANGED_LEVELS).mean())
