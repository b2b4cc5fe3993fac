"""Reading dice the classical way, with OpenCV alone: find round spots, gather them, count.

What tutorials on the subject do, made as good as it gets without learning: spots darker and
brighter than what is around them, gathered where they have the same size, lie as near as the pips
of one die, and the ground between them is even. A gathering of one to six spots is a die.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Box, Detection, Image

Floats = npt.NDArray[np.float64]

_WORK_PX = 1280
_REACH = 3.6
"""How far the two pips of a 2 lie apart at most, in widths of a pip."""

_ALIKE = 1.5
"""How much larger than another one a pip of the same die may look."""

_EVEN = 0.5
"""How much the ground between two pips may differ, as a share of how much the pips stand out."""


class PipCounter:
    """Counts pips; no learning, no network."""

    runtime = f"OpenCV {cv2.__version__}"

    def __init__(self) -> None:
        self._finders = []
        for brightness in (0, 255):
            wanted = cv2.SimpleBlobDetector_Params()  # type: ignore[attr-defined]
            wanted.filterByColor, wanted.blobColor = True, brightness
            wanted.filterByArea, wanted.minArea, wanted.maxArea = True, 20, 4000
            wanted.filterByCircularity, wanted.minCircularity = True, 0.7
            wanted.filterByInertia, wanted.minInertiaRatio = True, 0.45
            wanted.filterByConvexity, wanted.minConvexity = True, 0.85
            wanted.minDistBetweenBlobs = 4
            wanted.minThreshold, wanted.maxThreshold, wanted.thresholdStep = 20, 240, 20
            wanted.minRepeatability = 2
            self._finders.append(cv2.SimpleBlobDetector_create(wanted))  # type: ignore[attr-defined]

    def read(self, image: Image) -> tuple[Detection, ...]:
        """The dice of a picture, as far as pips alone tell; boxes in its pixels."""
        scale = min(1.0, _WORK_PX / max(image.shape[:2]))
        if scale < 1:
            image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
        grey = cv2.medianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), 3)
        found: list[Detection] = []
        for finder in self._finders:
            spots = np.array([(*key.pt, key.size) for key in finder.detect(grey)]).reshape(-1, 3)
            groups = _gathered(spots, np.asarray(grey, np.float64))
            found += [_die(group, scale) for group in groups if len(group) <= 6]
        return tuple(_apart(found))


def _gathered(spots: Floats, grey: Floats) -> list[Floats]:
    """The spots in groups that could be the pips of one die each."""
    left = list(range(len(spots)))
    ground = [_ground(spot, grey) for spot in spots]
    groups = []
    while left:
        group = [left.pop()]
        for index in group:
            near = [other for other in left if _same_die(spots[index], spots[other], grey)]
            group += near
            left = [other for other in left if other not in near]
        # A lone spot is a die only where all around it looks like the face of one.
        if len(group) > 1 or ground[group[0]]:
            groups.append(spots[group])
    return groups


def _same_die(one: Floats, other: Floats, grey: Floats) -> bool:
    size = (one[2] + other[2]) / 2
    apart = float(np.hypot(*(one[:2] - other[:2])))
    if apart > _REACH * size or not 1 / _ALIKE < one[2] / other[2] < _ALIKE:
        return False
    # Along the line from pip to pip, outside both, the face of the die is even; a gap between two
    # dice is not.
    steps = np.linspace(0.0, 1.0, 25)
    outside = (steps * apart > 0.8 * one[2]) & ((1 - steps) * apart > 0.8 * other[2])
    if not outside.any():
        return True
    way = one[None, :2] + steps[outside, None] * (other - one)[None, :2]
    seen = grey[way[:, 1].astype(int), way[:, 0].astype(int)]
    stands_out = abs(float(np.median(seen)) - _at(one, grey)) + 1
    return bool(np.ptp(seen) < _EVEN * stands_out)


def _ground(spot: Floats, grey: Floats) -> bool:
    """Whether a ring around a spot is even and clearly unlike the spot, as at the pip of a 1."""
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    seen = []
    for reach in (0.85, 1.2):
        x = np.clip(spot[0] + reach * spot[2] * np.cos(angles), 0, grey.shape[1] - 1).astype(int)
        y = np.clip(spot[1] + reach * spot[2] * np.sin(angles), 0, grey.shape[0] - 1).astype(int)
        seen.append(grey[y, x])
    ring = np.concatenate(seen)
    stands_out = abs(float(np.median(ring)) - _at(spot, grey))
    return stands_out > 40 and float(np.ptp(ring)) < _EVEN * stands_out


def _at(spot: Floats, grey: Floats) -> float:
    return float(grey[int(spot[1]), int(spot[0])])


def _die(spots: Floats, scale: float) -> Detection:
    grown = spots[:, 2:].mean()
    low = (spots[:, :2].min(axis=0) - grown) / scale
    high = (spots[:, :2].max(axis=0) + grown) / scale
    box = Box(float(low[0]), float(low[1]), float(high[0]), float(high[1]))
    return Detection(box, len(spots), 1.0)


def _apart(found: list[Detection]) -> list[Detection]:
    """Of dice that cover each other, the one with the most pips."""
    kept: list[Detection] = []
    for die in sorted(found, key=lambda die: -die.face):
        if all(die.box.overlap(other.box) < 0.1 for other in kept):
            kept.append(die)
    return kept
