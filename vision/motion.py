"""How much of the picture changes: measured on a small grey copy, over a fixed stretch of time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Box, Image
from vision.pose import Pose

Grey = npt.NDArray[np.uint8]
"""A small copy of a picture, height x width, 8 bits."""

SMALL_PX = 320
"""Longest side of the small copy."""

LAG_S = 0.13
"""A picture is compared with the one this much older, so that the frame rate does not matter."""

_CAMERA_STIRS = 0.25
_CHANGED_LEVELS = 14
_SHIFT_PX = np.ones((3, 3), np.uint8)
_HELD_SHIFT_PX = np.ones((5, 5), np.uint8)
_ROUGHLY = 4


def small_grey(image: Image) -> Grey:
    """The picture in grey, its longest side SMALL_PX; averaging takes the sensor's noise out."""
    coarse = max(image.shape[:2]) // (2 * SMALL_PX)
    if coarse > 1:
        # Averaging all pixels of a large picture costs more than all the rest of the gauge.
        image = image[:: coarse // 2 or 1, :: coarse // 2 or 1]
    scale = SMALL_PX / max(image.shape[:2])
    size = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


class MotionGauge:
    """Remembers the last moment of small pictures and says what share of the pixels changed.

    What the camera's own motion explains is no change, nor is a shift by a single pixel (by two
    while the camera moves), nor a change of the whole picture's brightness.
    """

    def __init__(self) -> None:
        self._past: deque[tuple[float, Grey, Pose]] = deque()
        self._other: npt.NDArray[np.bool_] | None = None

    def stirred(self, boxes: Iterable[Box]) -> float:
        """The largest share of changed pixels in one of these boxes of the last small picture.

        A die that turns on its spot changes little of the picture, but much of itself. What half
        of the dice do alike is the camera's doing: a smooth table gives nothing else to tell it by.
        """
        if self._other is None:
            return 0.0
        shares = []
        for box in boxes:
            rows = slice(max(0, round(box.y1_px)), max(0, round(box.y2_px)))
            columns = slice(max(0, round(box.x1_px)), max(0, round(box.x2_px)))
            part = self._other[rows, columns]
            shares.append(float(part.mean()) if part.size else 0.0)
        alike = sorted(shares)[(len(shares) - 1) // 2] if len(shares) > 1 else 0.0
        return max(shares, default=0.0) - min(alike, _CAMERA_STIRS)

    def changed(
        self,
        grey: Grey,
        time_s: float,
        pose: Pose,
        tray: Grey | None = None,
        *,
        held: bool = False,
    ) -> float:
        """The share of pixels, 0 to 1, that differ from the picture about LAG_S ago.

        ``pose`` leads from the small picture to where the camera looked at first. 0 for the first
        picture; 1 where the size of the picture changed. ``tray``: 1 where changes count, else 0.
        ``held``: the camera is in a hand, so that small shifts mean nothing.
        """
        if self._past and self._past[0][1].shape != grey.shape:
            self._past.clear()
            self._past.append((time_s, grey, pose))
            return 1.0
        self._past.append((time_s, grey, pose))
        # A tiny allowance: times of frames are sums of fractions.
        while len(self._past) > 2 and self._past[1][0] <= time_s - LAG_S + 1e-6:
            self._past.popleft()
        _, before, pose_before = self._past[0]
        self._other = None
        if before is grey:
            return 0.0
        moved = pose.inverse().after(pose_before)
        inside = slice(None), slice(None)
        if not moved.is_rest:
            height, width = grey.shape
            reach = moved.reach(width, height)
            before = moved.warped(before)
            edge = min(int(np.ceil(reach)), min(width, height) // 4)
            inside = slice(edge, height - edge), slice(edge, width - edge)
        other = np.zeros(grey.shape, bool)
        steady = moved.is_rest and not held
        around = _SHIFT_PX if steady else _HELD_SHIFT_PX
        other[inside] = changed_pixels(before[inside], grey[inside], around)
        if not steady:
            # What is left of edges that tremble is thin; a hand or a die that moves is not.
            other = cv2.morphologyEx(other.astype(np.uint8), cv2.MORPH_OPEN, _SHIFT_PX) > 0
        if tray is not None:
            other &= tray > 0
        # Nothing trembles before a camera on a stand: there a die's slightest rocking shows.
        self._other = _differs(before, grey) if steady else other
        return float(other[inside].mean())


def changed_pixels(before: Grey, after: Grey, around: Grey) -> npt.NDArray[np.bool_]:
    before = _as_bright(before, after)
    # A pixel counts when nothing around its old place was like it: edges that tremble do not.
    above = cv2.subtract(after, cv2.dilate(before, around))
    below = cv2.subtract(cv2.erode(before, around), after)
    return np.asarray(cv2.max(above, below) > _CHANGED_LEVELS, bool)


def _differs(before: Grey, after: Grey) -> npt.NDArray[np.bool_]:
    apart = cv2.absdiff(_as_bright(before, after), after)
    return np.asarray(apart > _CHANGED_LEVELS, bool)


def _as_bright(before: Grey, after: Grey) -> Grey:
    brighter = float(np.median(after[::_ROUGHLY, ::_ROUGHLY])) - float(
        np.median(before[::_ROUGHLY, ::_ROUGHLY])
    )
    if abs(brighter) >= 2:
        before = np.clip(before + np.int16(brighter), 0, 255).astype(np.uint8)
    return before
