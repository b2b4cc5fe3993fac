"""The table as it looked when it last lay still: where nothing has changed, nothing was rolled."""

from __future__ import annotations

import numpy as np

from vision.frames import Box
from vision.motion import Grey, changed_pixels
from vision.pose import Pose

_RIM = 0.15
_STEADY = np.ones((3, 3), np.uint8)
_HELD = np.ones((5, 5), np.uint8)


class LastRest:
    """One small grey picture of the table at rest, and how the newest one differs from it.

    `see` every picture, `keep` the newest when the table was found at rest, ask for `change`.
    Boxes are in pixels of a picture ``width_px`` wide, led to where the camera looked at first.
    """

    def __init__(self, *, from_start: bool = True) -> None:
        """``from_start``: what the very first picture shows counts as lying there."""
        self._from_start = from_start
        self._kept: tuple[Grey, Pose] | None = None
        self._now: tuple[Grey, Pose] | None = None
        self._held = False
        self._changed: Grey | None = None

    def see(self, grey: Grey, pose: Pose, *, held: bool) -> None:
        """Take in the newest picture; ``pose`` leads from its pixels to the first view."""
        if self._now is None and self._from_start:
            self._kept = grey, pose
        self._now, self._held, self._changed = (grey, pose), held, None

    def keep(self) -> None:
        """The newest picture is the table at rest."""
        self._kept, self._changed = self._now, None

    def change(self, box: Box, width_px: float) -> float | None:
        """The share, 0 to 1, of a box's middle that looks otherwise than when the table rested.

        None where no rest has been seen yet, or not this place.
        """
        if self._kept is None or self._now is None:
            return None
        (before, pose_before), (now, pose) = self._kept, self._now
        if before.shape != now.shape:
            return None
        if self._changed is None:
            moved = pose.inverse().after(pose_before)
            steady = moved.is_rest and not self._held
            before = before if moved.is_rest else moved.warped(before)
            around = _STEADY if steady else _HELD
            # Both ways: a bare table is like something in a die that lay there, not the reverse.
            other = changed_pixels(before, now, around) | changed_pixels(now, before, around)
            self._changed = other.astype(np.uint8)
        scale = now.shape[1] / width_px
        box = pose.inverse().box(
            Box(box.x1_px * scale, box.y1_px * scale, box.x2_px * scale, box.y2_px * scale)
        )
        across, down = box.width_px * _RIM, box.height_px * _RIM
        rows = slice(max(0, int(box.y1_px + down)), max(0, round(box.y2_px - down)))
        columns = slice(max(0, int(box.x1_px + across)), max(0, round(box.x2_px - across)))
        part = self._changed[rows, columns]
        return float(part.mean()) if part.size else None
