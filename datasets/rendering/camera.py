"""The camera that takes the picture: where it stands, its lens, and where points land.

Lengths are in centimetres, the table is the plane z = 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import atan, cos, radians, sin, tan

import cv2
import numpy as np
import numpy.typing as npt

from datasets.rendering.pips import Floats

FULL_FRAME_MM = 36.0


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera at ``eye_cm`` that looks at ``target_cm``, turned by ``roll_rad`` about its axis.

    ``focal_mm`` is as on full frame, for the picture's long side. ``distortion`` is the first
    radial term of Brown's model on coordinates where half the long side is 1; below 0 for barrels.
    """

    width_px: int
    height_px: int
    eye_cm: tuple[float, float, float]
    target_cm: tuple[float, float, float]
    roll_rad: float = 0.0
    focal_mm: float = 26.0
    focus_cm: float = 40.0
    aperture_cm: float = 0.0
    distortion: float = 0.0

    @property
    def long_px(self) -> int:
        """The longer side of the picture."""
        return max(self.width_px, self.height_px)

    @property
    def focal_px(self) -> float:
        """The focal length in pixels."""
        return self.focal_mm / FULL_FRAME_MM * self.long_px

    def axes(self) -> Floats:
        """Rows: the camera's right, up and backward directions in the world."""
        return _axes(self.eye_cm, self.target_cm, self.roll_rad)

    def project(self, points_cm: Floats, distort: bool = True) -> Floats:
        """Pixels of points in the world: shape (n, 2), pixel centres at halves."""
        seen = (points_cm - np.array(self.eye_cm)) @ self.axes().T
        depth = np.maximum(-seen[:, 2], 1e-6)
        x = seen[:, 0] / depth * self.focal_px + self.width_px / 2
        y = -seen[:, 1] / depth * self.focal_px + self.height_px / 2
        pixels: Floats = np.stack([x, y], 1)
        return self.distorted(pixels) if distort else pixels

    def _middle(self) -> Floats:
        return np.array([self.width_px / 2, self.height_px / 2])

    def distorted(self, pixels: Floats) -> Floats:
        """Where the lens moves what a perfect one would have put at ``pixels``."""
        if not self.distortion:
            return pixels
        half = self.long_px / 2
        at = (pixels - self._middle()) / half
        r2 = np.minimum((at**2).sum(axis=1, keepdims=True), 4.0)
        grown = (1 + self.distortion * r2) / self._kept()
        result: Floats = at * grown * half + self._middle()
        return result

    def _kept(self) -> float:
        """What the distortion is divided by, so that the picture stays filled to its edges."""
        short = min(self.width_px, self.height_px) / self.long_px
        return 1 + self.distortion * (1 + short**2 if self.distortion < 0 else short**2)

    def through_lens(
        self, picture: npt.NDArray[np.float32], nearest: bool = False
    ) -> npt.NDArray[np.float32]:
        """A perfect picture as the lens shows it; ``nearest`` for pictures of numbers."""
        if not self.distortion:
            return picture
        height, width = picture.shape[:2]
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float64) + 0.5
        wanted = (np.stack([xs.ravel(), ys.ravel()], 1) - self._middle()) / (self.long_px / 2)
        wanted *= self._kept()
        source = wanted.copy()
        for _ in range(8):
            r2 = (source**2).sum(axis=1, keepdims=True)
            source = wanted / (1 + self.distortion * r2)
        at = source * (self.long_px / 2) + self._middle() - 0.5
        maps = at.astype(np.float32).reshape(height, width, 2)
        flags = cv2.INTER_NEAREST if nearest else cv2.INTER_LINEAR
        xs32, ys32 = np.ascontiguousarray(maps[..., 0]), np.ascontiguousarray(maps[..., 1])
        moved = cv2.remap(picture, xs32, ys32, flags, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(moved, np.float32)


@lru_cache(64)
def _axes(
    eye_cm: tuple[float, float, float], target_cm: tuple[float, float, float], roll_rad: float
) -> Floats:
    forward = np.array(target_cm) - np.array(eye_cm)
    forward = forward / np.linalg.norm(forward)
    up = np.array([sin(roll_rad), cos(roll_rad), 0.0])
    up = up - forward * (up @ forward)
    up = up / np.linalg.norm(up)
    axes: Floats = np.stack([np.cross(forward, up), up, -forward])
    axes.setflags(write=False)
    return axes


SHAPES = ((1.0, 1.0), (1.0, 0.75), (0.75, 1.0), (1.0, 0.5625), (0.5625, 1.0))


def draw_camera(
    rng: np.random.Generator,
    long_px: int,
    centre_cm: Floats,
    reach_cm: float,
    die_cm: float,
    top_cm: float = 0.0,
) -> Camera:
    """A phone held over a group of dice about ``centre_cm`` with radius ``reach_cm``.

    Height 12 to 120 cm, tilt 0 to 65 degrees. Where a die of ``die_cm`` would be too small to be
    read, it comes nearer, but never nearer than a hand to ``top_cm``, the highest die.
    """
    shape = SHAPES[rng.choice(5, p=[0.1, 0.3, 0.35, 0.1, 0.15])]
    width, height = (int(long_px * side) // 2 * 2 for side in shape)
    lenses, shares = (13, 24, 26, 28, 35, 39, 52, 77), (0.06, 0.2, 0.2, 0.2, 0.1, 0.1, 0.08, 0.06)
    focal = float(rng.choice(lenses, p=shares))
    low, middle, high = rng.uniform(0, 15), rng.uniform(10, 40), rng.uniform(35, 65)
    tilt = radians(float(rng.choice([low, middle, high], p=[0.3, 0.48, 0.22])))
    half_view = atan(FULL_FRAME_MM / 2 / focal)
    short = min(shape) / max(shape)
    close, wide = rng.uniform(0.75, 1.4), rng.uniform(1.2, 2.6)
    room = float(rng.choice([close, wide], p=[0.6, 0.4]))
    distance = (reach_cm + die_cm) / tan(half_view) / max(short, 0.6) * room
    smallest_px = float(np.exp(rng.uniform(np.log(17), np.log(70)))) * long_px / 640
    farthest = die_cm * focal / FULL_FRAME_MM * long_px / smallest_px
    distance = min(distance, farthest)
    up = float(np.clip(distance * cos(tilt), max(12.0, top_cm + 8.0), 120))
    distance = up / cos(tilt)
    in_view = distance * tan(half_view) * short
    slack = max(in_view - reach_cm * 0.6, 1.0)
    x, y = centre_cm[:2] + rng.normal(0, 0.3, 2) * slack
    heading = float(rng.uniform(0, 2 * np.pi))
    eye = (x + distance * sin(tilt) * cos(heading), y + distance * sin(tilt) * sin(heading), up)
    toward = float(np.arctan2(x - eye[0], y - eye[1]))
    roll = toward + float(rng.normal(0, 0.12))
    if tilt < 0.15 or rng.random() < 0.2:
        roll = float(rng.uniform(0, 2 * np.pi))
    sharp = 1.0 if rng.random() < 0.8 else float(rng.uniform(0.75, 1.5))
    wide_open = 2.5 if rng.random() < 0.08 else 1.0
    return Camera(
        width,
        height,
        (float(eye[0]), float(eye[1]), float(eye[2])),
        (float(x), float(y), 0.0),
        roll,
        focal,
        distance * sharp,
        float(rng.uniform(0.1, 0.36)) * wide_open,
        float(rng.uniform(-0.09, 0.03)) if rng.random() < 0.4 else 0.0,
    )
