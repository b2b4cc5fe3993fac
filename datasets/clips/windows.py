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

_MARGIN_PX, _MARGIN = 20, 0.05
"""What a part has about its bodies, in pixels and in shares of the picture's long side, if more."""

_BLEND = 0.8
"""Over so much of the margin a part goes over into what is around it."""

_SAME, _OTHER = 0.03, 0.08
"""Up to what change of its light a place is taken for unchanged, and from which for changed."""

_SOFT_PX = 4.0
_WIDER_PX = 3

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
    margin = _margin(camera.long_px)
    low = np.clip(np.floor(at.min(axis=0)) - margin, 0, size).astype(int)
    high = np.clip(np.ceil(at.max(axis=0)) + margin, 0, size).astype(int)
    if (high <= low).any():
        return None
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def share_of(camera: Camera, window: Window) -> float:
    """How much of the picture it is, 0 to 1."""
    x1, y1, x2, y2 = window
    return (x2 - x1) * (y2 - y1) / (camera.width_px * camera.height_px)


def covered(camera: Camera, bodies: list[Floats], window: Window) -> Linear:
    """Where in this window the bodies are, 0 to 1; each is the hull of its points."""
    x1, y1, x2, y2 = window
    mask = np.zeros((y2 - y1, x2 - x1), np.float32)
    for body in bodies:
        ahead = body[(np.array(camera.eye_cm) - body) @ camera.axes()[2] > 2]
        if len(ahead) > 2:
            at = np.clip(camera.project(ahead, distort=False) - (x1, y1), -4000, 4000)
            hull = cv2.convexHull(np.round(at).astype(np.int32))
            cv2.fillConvexPoly(mask, hull, 1.0)
    wider = cv2.dilate(mask, np.ones((2 * _WIDER_PX + 1,) * 2, np.uint8))
    return np.asarray(cv2.GaussianBlur(wider, (0, 0), 1.0), np.float32)


def pasted(picture: Linear, part: Linear, window: Window, bodies: Linear) -> Linear:
    """A copy of the picture with the part in its window, without a seam.

    Where the bodies are (``bodies``, 0 to 1) the part is taken as it is. Elsewhere only how much
    lighter or darker it is, smoothly, so that a table keeps its grain, which few light paths do not
    show; and where that is next to nothing the picture stays as it was, so that nothing trembles.
    """
    height, width = picture.shape[:2]
    x1, y1, x2, y2 = window
    made = picture.copy()
    before = made[y1:y2, x1:x2]
    away = (1 - bodies)[..., None] + np.float32(1e-4)
    floor = np.float32(0.02) * before.mean() + np.float32(1e-6)
    old, new = (cv2.GaussianBlur(p * away, (0, 0), _SOFT_PX) for p in (before, part))
    change = np.clip((new + floor) / (old + floor), 0.05, 8) - 1
    size = np.abs(change).max(axis=2, keepdims=True)
    change *= np.clip((size - _SAME) / (_OTHER - _SAME), 0, 1)
    shaded = before * (1 + change)
    fresh = shaded + (part - shaded) * bodies[..., None]
    blend = _BLEND * _margin(max(width, height))
    across, down = _ramp(x1, x2, width, blend), _ramp(y1, y2, height, blend)
    before += (fresh - before) * (down[:, None] * across[None])[..., None]
    return made


def _margin(long_px: int) -> float:
    return max(_MARGIN_PX, _MARGIN * long_px)


def _ramp(low: int, high: int, size: int, blend: float) -> Linear:
    """From 0 at the window's ends to 1 inside, but 1 where they are the picture's ends."""
    places = np.arange(high - low, dtype=np.float32) + np.float32(0.5)
    first = places / np.float32(blend) if low > 0 else np.ones_like(places)
    last = places[::-1] / np.float32(blend) if high < size else np.ones_like(places)
    return np.asarray(np.clip(np.minimum(first, last), 0, 1), np.float32)
