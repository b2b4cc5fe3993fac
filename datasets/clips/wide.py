"""One picture for a camera that sways: seen by the camera at rest, with room about it.

A camera in a hand moves by a hundredth of its distance. What it sees then is what it sees at rest,
bent by the homography of a plane at half a die's height; the error is about a pixel.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import cv2
import numpy as np

from datasets.clips.film import Linear
from datasets.clips.ground import homography
from datasets.clips.story import Story
from datasets.rendering.camera import Camera

_SPARE_PX = 3


def wide_camera(story: Story) -> Camera:
    """The story's camera at rest, whose picture has room for wherever it looks."""
    camera = story.camera
    corners = np.array(list(product((0, camera.width_px), (0, camera.height_px))), float)
    farthest = 0.0
    for time_s in np.arange(0, story.frames, 0.5) / story.fps:
        moved = story.sway.camera_at(camera, float(time_s))
        if moved is not camera:
            back = homography(camera) @ np.linalg.inv(homography(moved))
            at = np.column_stack([corners, np.ones(4)]) @ back.T
            farthest = max(farthest, float(np.abs(at[:, :2] / at[:, 2:] - corners).max()))
    if farthest == 0:
        return camera
    room = int(np.ceil((farthest + _SPARE_PX) / 8)) * 8
    width, height = camera.width_px + 2 * room, camera.height_px + 2 * room
    # The same focal length in pixels: millimetres are told for the picture's long side.
    focal_mm = camera.focal_mm * camera.long_px / max(width, height)
    return replace(camera, width_px=width, height_px=height, focal_mm=focal_mm)


def seen_by(camera: Camera, wide: Camera, picture: Linear, height_cm: float) -> Linear:
    """The wide picture as this camera sees it."""
    matrix = homography(camera, height_cm) @ np.linalg.inv(homography(wide, height_cm))
    size = (camera.width_px, camera.height_px)
    seen = cv2.warpPerspective(
        picture, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(np.maximum(seen, 0), np.float32)
