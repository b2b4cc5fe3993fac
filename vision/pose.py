"""How the camera has turned and moved since it first looked: a similarity of the picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Box

Small = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Pose:
    """Maps (x, y) to (a x - b y + x_px, b x + a y + y_px): turn, enlarge, shift."""

    a: float = 1.0
    b: float = 0.0
    x_px: float = 0.0
    y_px: float = 0.0

    @property
    def is_rest(self) -> bool:
        """Whether it changes nothing."""
        return self == REST

    def after(self, first: Pose) -> Pose:
        """The pose that does ``first`` and then this one."""
        if first.is_rest:
            return self
        if self.is_rest:
            return first
        x_px, y_px = self.point(first.x_px, first.y_px)
        return Pose(
            self.a * first.a - self.b * first.b, self.b * first.a + self.a * first.b, x_px, y_px
        )

    def inverse(self) -> Pose:
        """The pose that undoes this one."""
        if self.is_rest:
            return self
        size = self.a**2 + self.b**2
        a, b = self.a / size, -self.b / size
        return Pose(a, b, -(a * self.x_px - b * self.y_px), -(b * self.x_px + a * self.y_px))

    def point(self, x_px: float, y_px: float) -> tuple[float, float]:
        """Where a point comes to lie."""
        return (
            self.a * x_px - self.b * y_px + self.x_px,
            self.b * x_px + self.a * y_px + self.y_px,
        )

    def box(self, box: Box) -> Box:
        """Where a box comes to lie; it is moved and enlarged but stays upright."""
        if self.is_rest:
            return box
        x_px, y_px = self.point(*box.centre_px)
        size = float(np.hypot(self.a, self.b))
        across, down = box.width_px * size / 2, box.height_px * size / 2
        return Box(x_px - across, y_px - down, x_px + across, y_px + down)

    def scaled(self, scale: float) -> Pose:
        """The same in a picture enlarged by ``scale``."""
        if self.is_rest:
            return self
        return Pose(self.a, self.b, self.x_px * scale, self.y_px * scale)

    def reach(self, width_px: float, height_px: float) -> float:
        """How far a corner of a picture of this size is moved at most, in pixels."""
        corners = (0.0, 0.0), (width_px, 0.0), (0.0, height_px), (width_px, height_px)
        return max(
            float(np.hypot(x - x0, y - y0))
            for (x0, y0), (x, y) in ((corner, self.point(*corner)) for corner in corners)
        )

    def warped(self, picture: Small, border: int | None = None) -> Small:
        """The picture moved; where nothing is known its edge goes on, or the value ``border``."""
        matrix = np.array([[self.a, -self.b, self.x_px], [self.b, self.a, self.y_px]])
        height, width = picture.shape[:2]
        mode = cv2.BORDER_REPLICATE if border is None else cv2.BORDER_CONSTANT
        moved = cv2.warpAffine(
            picture, matrix, (width, height), borderMode=mode, borderValue=border or 0
        )
        return np.asarray(moved, np.uint8)


REST = Pose()
