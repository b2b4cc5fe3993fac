"""Follows how a hand-held camera drifts, by the corners of what does not move on its own."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Box
from vision.motion import Grey
from vision.pose import REST, Pose

_STILL_PX = 0.3
"""Less than this at the corners of the small picture is noise, and a camera on a stand rests."""

_FAR_PX = 12.0
_MOST_CORNERS = 90
_LEAST_CORNERS = 12
_AGREED = 0.6
_SPREAD = 0.12
_WITHIN_PX = 0.7
_ALIKE_LEVELS = 8
_ALIKE_SHARE = 0.001
_STEEP_LEVELS = 14
_EDGE_LEVELS = 9
_LEAST_EDGES = 60
_BETTER = 0.04
_BACK = 0.92
_HELD = 30

_Points = npt.NDArray[np.float32]


class Steady:
    """Tells for each small picture the pose that leads back to where the camera looked at first."""

    def __init__(self) -> None:
        self.pose = REST
        self._key: Grey | None = None
        self._key_pose = REST
        self._corners: _Points = np.zeros((0, 1, 2), np.float32)
        self._last: Grey | None = None
        self._first: Grey | None = None
        self._drifting = 0

    @property
    def held(self) -> bool:
        """Whether the camera is held in a hand: it moved not long ago."""
        return self._drifting > 0

    def follow(self, grey: Grey, dice: Sequence[Box] = ()) -> Pose:
        """The pose of this picture. ``dice``: boxes in its pixels, which may move on their own."""
        if self._key is None or self._first is None or self._key.shape != grey.shape:
            self.pose = REST
            self._first = grey
            self._anchor(grey, dice)
            return self.pose
        if not self.pose.is_rest and _edges_alike(self._first, grey, REST) > _BACK:
            self.pose = REST
            self._anchor(grey, dice)
        moved = self._since(self._key, self._corners, grey)
        if moved is None and self._last is not None:
            # The key's corners went, with a hand or with dice: go on from the picture before.
            self._anchor(self._last, dice)
            moved = self._since(self._last, self._corners, grey)
            self._anchor(grey, dice) if moved is None else None
            moved = moved or REST
        if moved is not None:
            height, width = grey.shape
            reach = moved.reach(width, height)
            before, self.pose = self.pose, self._key_pose
            if reach >= _STILL_PX:
                self.pose = self._key_pose.after(moved)
            self._drifting = _HELD if self.pose != before else max(0, self._drifting - 1)
            if reach > _FAR_PX:
                self._anchor(grey, dice)
        self._last = grey
        return self.pose

    def _anchor(self, grey: Grey, dice: Sequence[Box]) -> None:
        self._key, self._key_pose = grey, self.pose
        self._corners = _corners(grey, dice)

    @staticmethod
    def _since(key: Grey, corners: _Points, grey: Grey) -> Pose | None:
        """The pose from ``grey`` to ``key``; None where the corners do not agree on one."""
        if (cv2.absdiff(key, grey) > _ALIKE_LEVELS).mean() < _ALIKE_SHARE:
            return REST
        if len(corners) < _LEAST_CORNERS:
            return None
        after, found, _ = cv2.calcOpticalFlowPyrLK(
            key, grey, corners, np.empty_like(corners), winSize=(13, 13), maxLevel=2
        )
        seen = found.ravel() == 1
        if seen.sum() < _LEAST_CORNERS:
            return None
        old, new = corners[seen, 0], after[seen, 0]
        matrix, agreed = cv2.estimateAffinePartial2D(
            new, old, method=cv2.RANSAC, ransacReprojThreshold=_WITHIN_PX, maxIters=200
        )
        if matrix is None or agreed is None:
            return None
        inside = agreed.ravel() == 1
        if inside.sum() < max(_LEAST_CORNERS, _AGREED * len(corners)):
            return None
        spread = old[inside].std(axis=0) / max(grey.shape)
        if spread.min() < _SPREAD / 2 or spread.max() < _SPREAD:
            return None
        pose = Pose(
            float(matrix[0, 0]), float(matrix[1, 0]), float(matrix[0, 2]), float(matrix[1, 2])
        )
        if not 0.8 < np.hypot(pose.a, pose.b) < 1.25:
            return None
        # A hand with rings has corners, too: the edges of the whole picture have to agree.
        if _edges_alike(key, grey, pose) < _edges_alike(key, grey, REST) + _BETTER:
            return REST
        return pose


def _edges_alike(key: Grey, grey: Grey, pose: Pose) -> float:
    """The share of the key's edges, 0 to 1, that lie in the other picture where the pose says."""
    steep = cv2.max(
        cv2.convertScaleAbs(cv2.Sobel(key, cv2.CV_16S, 1, 0), alpha=0.25),
        cv2.convertScaleAbs(cv2.Sobel(key, cv2.CV_16S, 0, 1), alpha=0.25),
    )
    edges = steep > _STEEP_LEVELS
    if edges.sum() < _LEAST_EDGES:
        return 0.0
    moved = grey if pose.is_rest else pose.warped(grey)
    return float((cv2.absdiff(key, moved)[edges] < _EDGE_LEVELS).mean())


def _corners(grey: Grey, dice: Sequence[Box]) -> _Points:
    mask = np.full(grey.shape, 255, np.uint8)
    for box in dice:
        mask[
            max(0, int(box.y1_px) - 2) : int(box.y2_px) + 3,
            max(0, int(box.x1_px) - 2) : int(box.x2_px) + 3,
        ] = 0
    found = cv2.goodFeaturesToTrack(grey, _MOST_CORNERS, 0.02, 7, mask=mask)
    if found is None or len(found) < 2 * _LEAST_CORNERS:
        # A bare table: the dice themselves are all there is to hold on to.
        found = cv2.goodFeaturesToTrack(grey, _MOST_CORNERS, 0.02, 7)
    return np.zeros((0, 1, 2), np.float32) if found is None else np.asarray(found, np.float32)
