"""What the table looks like without dice, and whether something lies on it that is no die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Box
from vision.motion import Grey
from vision.pose import Pose

LEARNT_S = 0.4
"""A pixel never seen without dice before is the table when it stayed alike for so long."""

RELEARNT_S = 6.0
"""A pixel of the table that changed is the new table after so long: a lamp, a resting arm."""

PUT_DOWN_S = 1.2
"""A thing that lies alone, away from the dice and the picture's edge, is table after so long."""

_ALIKE_LEVELS = 14
_FOREIGN_LEVELS = 26
_MARGIN = 0.4
_NEAR = 1.0
_LARGE = 1.4
_LARGE_SHARE = 0.008
_DIE_LIKE = 0.3
_TINY_PX = 8
_RIM = 0.15
_MOSTLY = 0.8
_EDGES = np.ones((3, 3), np.uint8)

_Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Strange:
    """What lies on the table and is no die that the reader knows; boxes in pixels of the picture.

    ``foreign``: something large, a hand. ``small``: things of about a die's size. ``cut``: the
    picture's edge cuts something of such a size, which may be a fingertip.
    """

    foreign: bool
    small: tuple[Box, ...] = ()
    cut: bool = False

    @property
    def nothing(self) -> bool:
        """Whether nothing lies there."""
        return not (self.foreign or self.small or self.cut)


class Background:
    """A memory of the table, pixel by pixel, on small grey pictures of one size.

    ``see`` every picture; ask for ``strange`` on pictures in which little moves, with the boxes of
    the dice. Dice are never learnt as table. What has lain still since the first picture is.
    """

    def __init__(self) -> None:
        self._grey: npt.NDArray[np.int16] | None = None
        self._time_s = 0.0
        self._candidate = np.zeros((0, 0), np.int16)
        self._since_s = np.zeros((0, 0))
        self._table = np.zeros((0, 0), np.int16)
        self._older = np.zeros((0, 0), np.int16)
        self._known = np.zeros((0, 0), bool)

    def see(self, grey: Grey, time_s: float, pose: Pose) -> None:
        """Take note of a picture: which pixels stay as they were, and since when.

        ``pose`` leads from its pixels to where the camera looked at first.
        """
        inside = np.ones(grey.shape, bool)
        if not pose.is_rest:
            inside = pose.warped(np.full(grey.shape, 255, np.uint8), 0) == 255
            grey = pose.warped(grey)
        now = grey.astype(np.int16)
        if self._grey is None or self._grey.shape != now.shape:
            self._candidate = now.copy()
            self._since_s = np.full(now.shape, time_s)
            self._table = np.zeros_like(now)
            self._older = np.zeros_like(now)
            self._known = np.zeros(now.shape, bool)
        else:
            # The camera's exposure follows the scene: it is no change of what lies there.
            now = now + np.int16(np.median(self._candidate[::4, ::4] - now[::4, ::4]))
        other = (np.abs(now - self._candidate) > _ALIKE_LEVELS) | ~inside
        self._candidate[other] = now[other]
        self._since_s[other] = time_s
        self._grey, self._time_s = now, time_s

    def novelty(self, box: Box, width_px: float) -> float | None:
        """The share, 0 to 1, of a box's middle that differs from the bare table.

        None where the bare table there has not been seen. Pixels as for `strange`.
        """
        if self._grey is None:
            return None
        scale = self._grey.shape[1] / width_px
        across, down = box.width_px * _RIM, box.height_px * _RIM
        rows = slice(
            max(0, int((box.y1_px + down) * scale)), max(1, round((box.y2_px - down) * scale))
        )
        columns = slice(
            max(0, int((box.x1_px + across) * scale)), max(1, round((box.x2_px - across) * scale))
        )
        known = self._known[rows, columns]
        if not known.size or known.mean() < _MOSTLY:
            return None
        now = self._grey[rows, columns]
        apart = np.minimum(
            np.abs(now - self._table[rows, columns]), np.abs(now - self._older[rows, columns])
        )
        return float((apart[known] > _ALIKE_LEVELS).mean())

    def strange(self, dice: Sequence[Box], width_px: float) -> Strange:
        """What the last picture shows on the table besides dice; learns the table where none lies.

        Boxes are in pixels of a picture ``width_px`` wide, led to where the camera looked at first.
        """
        if self._grey is None:
            return Strange(False)
        scale = self._grey.shape[1] / width_px
        boxes = [
            (box.x1_px * scale, box.y1_px * scale, box.x2_px * scale, box.y2_px * scale)
            for box in dice
        ]
        bare = self._bare(boxes)
        difference = self._grey - self._table
        seen = bare & self._known
        if seen.any():
            difference = difference - np.int16(np.median(difference[seen][::8]))
        before = difference + self._table - self._older
        strange = seen & (np.minimum(np.abs(difference), np.abs(before)) > _FOREIGN_LEVELS)
        still_s = self._time_s - self._since_s
        learnt = bare & (still_s >= np.where(self._known, RELEARNT_S, LEARNT_S))
        foreign, cut, small = False, False, []
        for part, box in self._parts(strange & ~learnt):
            kind = self._judge(part, box, boxes, float(np.median(still_s[part])))
            if kind == "table":
                learnt |= part
            foreign |= kind == "foreign"
            cut |= kind == "cut"
            if kind == "small":
                x1, y1, x2, y2 = (side / scale for side in box)
                small.append(Box(x1, y1, x2, y2))
        self._learn(learnt)
        return Strange(foreign, tuple(small), cut)

    def _learn(self, learnt: _Mask) -> None:
        """Take what is seen there for the table; what it was before is not forgotten at once.

        A hand that rested long enough to be learnt leaves the table behind that was there before.
        """
        other = learnt & self._known & (np.abs(self._candidate - self._table) > _ALIKE_LEVELS)
        self._older[other] = self._table[other]
        new = learnt & ~self._known
        self._older[new] = self._candidate[new]
        self._table[learnt] = self._candidate[learnt]
        self._known |= learnt

    def _bare(self, boxes: Sequence[tuple[float, float, float, float]]) -> _Mask:
        bare = np.ones(self._known.shape, bool)
        for x1, y1, x2, y2 in boxes:
            across, down = _MARGIN * (x2 - x1), _MARGIN * (y2 - y1)
            rows = slice(max(0, int(y1 - down)), max(0, int(np.ceil(y2 + down))))
            columns = slice(max(0, int(x1 - across)), max(0, int(np.ceil(x2 + across))))
            bare[rows, columns] = False
        return bare

    @staticmethod
    def _parts(strange: _Mask) -> list[tuple[_Mask, tuple[float, float, float, float]]]:
        opened = cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_OPEN, _EDGES)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(opened)
        parts: list[tuple[_Mask, tuple[float, float, float, float]]] = []
        for label in range(1, count):
            x, y, width, height, _ = (int(each) for each in stats[label])
            parts.append((labels == label, (x, y, x + width, y + height)))
        return parts

    def _judge(
        self,
        part: _Mask,
        box: tuple[float, float, float, float],
        dice: Sequence[tuple[float, float, float, float]],
        still_s: float,
    ) -> str:
        areas = [(x2 - x1) * (y2 - y1) for x1, y1, x2, y2 in dice]
        die = float(np.median(areas)) if areas else _LARGE_SHARE * part.size
        area = float(part.sum())
        if area < (_DIE_LIKE * die if areas else _TINY_PX):
            return "speck"
        if self._left_behind(part):
            return "table"
        near = any(
            box[0] < x2 + _NEAR * (x2 - x1)
            and box[2] > x1 - _NEAR * (x2 - x1)
            and box[1] < y2 + _NEAR * (y2 - y1)
            and box[3] > y1 - _NEAR * (y2 - y1)
            for x1, y1, x2, y2 in dice
        )
        rows, columns = part.shape
        at_edge = box[0] <= 1 or box[1] <= 1 or box[2] >= columns - 1 or box[3] >= rows - 1
        if area < _LARGE * die:
            return "small" if not at_edge else "cut"
        if not near and not at_edge and still_s >= PUT_DOWN_S:
            return "table"
        return "foreign"

    def _left_behind(self, part: _Mask) -> bool:
        """Whether the strange part is bare table, learnt while something lay on it that has gone.

        A thing has an edge around it. If the remembered picture has the edge and the present one
        has none, the thing was in the remembered one.
        """
        assert self._grey is not None
        ring = cv2.dilate(part.astype(np.uint8), _EDGES) - cv2.erode(part.astype(np.uint8), _EDGES)
        around = ring == 1
        if not around.any():
            return False
        now, before = _steepness(self._grey)[around], _steepness(self._table)[around]
        return bool(now.mean() < 0.6 * before.mean())


def _steepness(grey: npt.NDArray[np.int16]) -> npt.NDArray[np.float32]:
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0)
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    return np.asarray(cv2.magnitude(across, down), np.float32)
