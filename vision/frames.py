"""The values every part of the reader shares: pictures, boxes and detections."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
"""A decoded picture: height x width x 3, BGR, 8 bits, already rotated as EXIF asks."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a camera or clip.

    ``time_s``: seconds since the start of its source by the source's own clock, which for a file
    is that of its recording. ``number`` counts the source's frames from 0; a gap means that frames
    were dropped.
    """

    image: Image
    time_s: float
    number: int


@dataclass(frozen=True, slots=True)
class Box:
    """An axis-aligned box in pixels of the picture it belongs to, origin at the top left."""

    x1_px: float
    y1_px: float
    x2_px: float
    y2_px: float

    @property
    def width_px(self) -> float:
        """Horizontal extent in pixels."""
        return self.x2_px - self.x1_px

    @property
    def height_px(self) -> float:
        """Vertical extent in pixels."""
        return self.y2_px - self.y1_px

    @property
    def centre_px(self) -> tuple[float, float]:
        """The middle of the box as (x, y) in pixels."""
        return (self.x1_px + self.x2_px) / 2, (self.y1_px + self.y2_px) / 2

    @property
    def area_px(self) -> float:
        """Area in square pixels; 0 for an empty box."""
        return max(0.0, self.width_px) * max(0.0, self.height_px)

    def overlap(self, other: Box) -> float:
        """Intersection over union with another box of the same picture, 0 to 1."""
        width = min(self.x2_px, other.x2_px) - max(self.x1_px, other.x1_px)
        height = min(self.y2_px, other.y2_px) - max(self.y1_px, other.y1_px)
        if width <= 0 or height <= 0:
            return 0.0
        shared = width * height
        return shared / (self.area_px + other.area_px - shared)


@dataclass(frozen=True, slots=True)
class Detection:
    """One die seen in a picture: where it lies, the value of its top face (1 to 6), how sure.

    ``scores``: confidence for each of the six faces, where they are known.
    """

    box: Box
    face: int
    confidence: float
    scores: tuple[float, ...] = field(default=(), compare=False, repr=False)
