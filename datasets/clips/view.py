"""The camera of a clip, and where on the table its pixels lie."""

from __future__ import annotations

from math import atan, cos, log, radians, sin

import numpy as np

from datasets.rendering.camera import FULL_FRAME_MM, Camera
from datasets.rendering.pips import Floats

SHAPES = ((1.0, 0.5625), (0.5625, 1.0), (1.0, 0.75), (0.75, 1.0))
SHARES = (0.5, 0.25, 0.15, 0.1)
"""Shapes of pictures and how often each is drawn."""

SMALLEST_PX, LARGEST_PX = 25, 110
"""Size of a die in the middle of a picture whose long side has 1280 pixels."""

_NEARER = 0.75

_LOWEST_CM = 15.0
"""A hand must find room between the camera and the table."""

_STEEPEST = radians(74)
"""No ray of the picture may be flatter than this: there is table wherever the camera looks."""


def draw_camera(rng: np.random.Generator, long_px: int, die_cm: float) -> Camera:
    """A phone or webcam over a table: tilt 0 to 60 degrees, dice of SMALLEST_PX to LARGEST_PX."""
    shape = SHAPES[rng.choice(len(SHAPES), p=SHARES)]
    width, height = (int(long_px * side) // 16 * 16 for side in shape)
    focal = float(rng.choice([24, 26, 28, 33, 50], p=[0.2, 0.3, 0.2, 0.2, 0.1]))
    # Whoever has a camera with a small picture puts it nearer to the dice.
    size_px = float(np.exp(rng.uniform(log(SMALLEST_PX), log(LARGEST_PX))))
    size_px *= max(long_px / 1280, _NEARER)
    low, middle, high = rng.uniform(0, 15), rng.uniform(10, 40), rng.uniform(35, 60)
    tilt = radians(float(rng.choice([low, middle, high], p=[0.35, 0.45, 0.2])))
    half_view = atan(FULL_FRAME_MM / 2 / focal * height / max(width, height))
    tilt = min(tilt, _STEEPEST - half_view)
    distance = die_cm * focal / FULL_FRAME_MM * long_px / size_px
    distance = max(distance, _LOWEST_CM / cos(tilt))
    heading = float(rng.uniform(0, 2 * np.pi))
    flat = distance * sin(tilt)
    eye = (flat * cos(heading), flat * sin(heading), distance * cos(tilt))
    roll = float(np.arctan2(-eye[0], -eye[1])) + float(rng.normal(0, 0.1))
    return Camera(width, height, eye, (0.0, 0.0, 0.0), roll, focal, distance)


def smallest_px(camera: Camera) -> float:
    """How small a die may appear where it comes to rest."""
    return SMALLEST_PX * max(camera.long_px / 1280, _NEARER)


def on_table(camera: Camera, pixel: tuple[float, float], height_cm: float = 0.0) -> Floats:
    """The point (x, y) of the plane z = ``height_cm`` that this pixel shows."""
    x = (pixel[0] - camera.width_px / 2) / camera.focal_px
    y = (pixel[1] - camera.height_px / 2) / camera.focal_px
    ray = np.array([x, -y, -1.0]) @ camera.axes()
    eye = np.array(camera.eye_cm)
    reached: Floats = eye + ray * (height_cm - eye[2]) / ray[2]
    return reached[:2]


def inside(camera: Camera, points_cm: Floats, margin_px: float = 0.0) -> bool:
    """Whether all these points lie in the picture, so far from its edge (below 0: beyond it)."""
    at = camera.project(points_cm, distort=False)
    size = np.array([camera.width_px, camera.height_px])
    return bool((at >= margin_px).all() and (at <= size - margin_px).all())


def reach_cm(camera: Camera, middle: Floats, direction: Floats) -> float:
    """How far one can go on the table from ``middle`` this way before leaving the picture."""
    far = 0.0
    while far < 300 and inside(camera, np.array([[*(middle + direction * far), 0.0]])):
        far += 0.5
    return far


def sizes_px(camera: Camera, edge_cm: float, place_cm: Floats) -> float:
    """How large an edge at this place appears, in pixels."""
    depth = float((np.array(camera.eye_cm) - place_cm) @ camera.axes()[2])
    return edge_cm * camera.focal_px / max(depth, 1.0)
