"""Parts of a picture that bodies may change: where they are and where their shadows fall."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.clips.film import Linear
from datasets.rendering.camera import Camera
from datasets.rendering.light import Lamp
from datasets.rendering.pips import Floats

Window = tuple[int, int, int, int]
"""A part of a picture: x and y of its first and past its last pixel."""

_MARGIN_PX = 20
_BLEND_PX = 14
"""Over so many pixels a part goes over into what is around it; less than the margin."""

_SAME, _OTHER = 0.04, 0.1
"""Up to what difference, relative and softened, a place is taken for unchanged; and for changed."""

_SOFT_PX = 2.5

_AROUND = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]], float)


def with_shadows(points_cm: Floats, lamps: tuple[Lamp, ...]) -> Floats:
    """These points and where the lamps and the light of the room drop their shadows."""
    heights = np.maximum(points_cm[:, 2:], 0)
    feet = points_cm[:, :2]
    fallen = [feet + way * 0.6 * heights for way in _AROUND]
    for lamp in lamps:
        place = np.array(lamp.position_cm)
        if lamp.kind == "sun":
            fallen.append(feet - place[:2] / place[2] * heights)
            continue
        half = np.array(lamp.size_cm) / 2
        for x, y in _AROUND:
            source = place + np.array([half[0] * x, half[0] * y, 0])
            above = np.maximum(source[2] - heights, 2.0)
            fallen.append(feet + (feet - source[:2]) * heights / above)
    flat = np.concatenate(fallen)
    return np.concatenate([points_cm, np.column_stack([flat, np.zeros(len(flat))])])


def window_of(camera: Camera, points_cm: Floats) -> Window | None:
    """The part of this camera's picture that these points change; None where it is none."""
    depth = (np.array(camera.eye_cm) - points_cm) @ camera.axes()[2]
    ahead = points_cm[depth > 2]
    if not len(ahead):
        return None
    at = camera.project(ahead, distort=False)
    size = np.array([camera.width_px, camera.height_px])
    low = np.clip(np.floor(at.min(axis=0)) - _MARGIN_PX, 0, size).astype(int)
    high = np.clip(np.ceil(at.max(axis=0)) + _MARGIN_PX, 0, size).astype(int)
    if (high <= low).any():
        return None
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def share_of(camera: Camera, window: Window) -> float:
    """How much of the picture it is, 0 to 1."""
    x1, y1, x2, y2 = window
    return (x2 - x1) * (y2 - y1) / (camera.width_px * camera.height_px)


def pasted(picture: Linear, part: Linear, window: Window) -> Linear:
    """A copy of the picture with what has changed in this part of it, without a seam.

    Where the part differs by no more than few light paths do, the picture stays as it was, so that
    nothing trembles around what moves.
    """
    height, width = picture.shape[:2]
    x1, y1, x2, y2 = window
    across, down = _ramp(x1, x2, width), _ramp(y1, y2, height)
    made = picture.copy()
    before = made[y1:y2, x1:x2]
    middle = (part + before) / 2 + np.float32(0.1) * before.mean(axis=(0, 1))
    apart = (np.abs(part - before) / middle).max(axis=2)
    apart = np.asarray(cv2.GaussianBlur(apart, (0, 0), _SOFT_PX), np.float32)
    changed = np.clip((apart - _SAME) / (_OTHER - _SAME), 0, 1)
    before += (part - before) * (down[:, None] * across[None] * changed)[..., None]
    return made


def _ramp(low: int, high: int, size: int) -> Linear:
    """From 0 at the window's ends to 1 inside, but 1 where they are the picture's ends."""
    places = np.arange(high - low, dtype=np.float32) + np.float32(0.5)
    first = places / _BLEND_PX if low > 0 else np.ones_like(places)
    last = places[::-1] / _BLEND_PX if high < size else np.ones_like(places)
    return np.asarray(np.clip(np.minimum(first, last), 0, 1), np.float32)
