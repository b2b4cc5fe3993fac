"""Counting the pips of a die's top face on its own picture, without the network.

Round spots that differ from what is around them in light or hue, all of like size and depth; of the
pips in sight those of the top face are the largest and roundest, since the other faces are seen
from the side. Then the spots have to lie as pips do: corners of a parallelogram (4), with one in
its middle (5) or two on opposite sides (6), three in a row (3), two, or one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import hypot, pi, sqrt
from statistics import median

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Box, Image

SIDE_PX = 64
"""Each die is scaled to this width, whatever its own; larger ones give no better count."""

LEAST_PX = 10
"""A die with a shorter side than this shows no pips."""

_WIDEST_PIP_PX = 19
_EDGE_PX = 3.4
_AREA_PX = (13, 355)
_LEAST_DEPTH = 16.0
_SHARES = (0.35, 0.5, 0.65)
_LEAST_ROUND, _LEAST_SOLID, _ELLIPSE = 0.45, 0.88, 0.2
_MOST_SPOTS = 14

_DISC = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_WIDEST_PIP_PX, _WIDEST_PIP_PX))


@dataclass(frozen=True, slots=True)
class Spot:
    """A round spot in pixels of the scaled die: its middle, area, width over length, and depth.

    ``depth``: how much it differs from what is around it, 0 to 255.
    """

    x_px: float
    y_px: float
    area_px: float
    roundness: float
    depth: float

    @property
    def weight(self) -> float:
        """How much it looks like a pip of the face that looks up."""
        return self.area_px * self.roundness**2 * self.depth

    def distance_px(self, x_px: float, y_px: float) -> float:
        """How far its middle is from a point."""
        return hypot(self.x_px - x_px, self.y_px - y_px)


def count_pips(image: Image, box: Box) -> int | None:
    """The pips of the top face of the die in ``box``; None where that cannot be told."""
    height, width = image.shape[:2]
    x1, y1 = max(0, int(box.x1_px)), max(0, int(box.y1_px))
    x2, y2 = min(width, int(np.ceil(box.x2_px))), min(height, int(np.ceil(box.y2_px)))
    if min(x2 - x1, y2 - y1) < LEAST_PX:
        return None
    small = max(x2 - x1, y2 - y1) < SIDE_PX
    filter_ = cv2.INTER_CUBIC if small else cv2.INTER_AREA
    die = cv2.resize(image[y1:y2, x1:x2], (SIDE_PX, SIDE_PX), interpolation=filter_)
    best: list[Spot] = []
    for spots in _spots(np.asarray(die, np.uint8)):
        for spot in spots:
            alike = [other for other in spots if _alike(other, spot)]
            if sum(each.weight for each in alike) > sum(each.weight for each in best):
                best = alike
    return _face(best)


def _alike(one: Spot, other: Spot) -> bool:
    return (
        0.6 < one.area_px / other.area_px < 1.67
        and one.roundness > other.roundness - 0.25
        and one.depth > 0.5 * other.depth
    )


def _spots(die: Image) -> Iterator[list[Spot]]:
    """The round spots that are darker, lighter or of another hue, one list for each way to look."""
    lab = cv2.cvtColor(die, cv2.COLOR_BGR2LAB)
    for channel in cv2.split(lab):
        smooth = np.asarray(cv2.GaussianBlur(channel, (3, 3), 0), np.uint8)
        for looked_at in (smooth, 255 - smooth):
            depth = np.asarray(cv2.morphologyEx(looked_at, cv2.MORPH_BLACKHAT, _DISC), np.uint8)
            deepest = float(np.percentile(depth[5:-5, 5:-5], 98.5))
            if deepest >= _LEAST_DEPTH and (found := _round_ones(depth, deepest)):
                yield found


def _round_ones(depth: npt.NDArray[np.uint8], deepest: float) -> list[Spot]:
    found: list[Spot] = []
    for share in _SHARES:
        _, mask = cv2.threshold(depth, share * deepest, 255, cv2.THRESH_BINARY)
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for outline in outlines:
            area = cv2.contourArea(outline)
            if not _AREA_PX[0] < area < _AREA_PX[1] or len(outline) < 8:
                continue
            (x, y), (one, other), _ = cv2.fitEllipse(outline)
            roundness = min(one, other) / max(one, other, 1e-6)
            if roundness < _LEAST_ROUND or abs(area / (pi * one * other / 4) - 1) > _ELLIPSE:
                continue
            if area < _LEAST_SOLID * cv2.contourArea(cv2.convexHull(outline)):
                continue
            if not (min(x, y) > _EDGE_PX and max(x, y) < SIDE_PX - _EDGE_PX):
                continue
            if all(each.distance_px(x, y) ** 2 >= max(each.area_px, area) / 2 for each in found):
                found.append(Spot(x, y, area, roundness, float(depth[int(y), int(x)])))
    return found


def _face(spots: Sequence[Spot]) -> int | None:
    """The face of which these are the pips, perhaps with some of another face among them."""
    if not 0 < len(spots) <= _MOST_SPOTS:
        return None
    width_px = 2 * sqrt(median(spot.area_px for spot in spots) / pi)
    fours = _strongest(spots, _parallelograms(spots, width_px))
    if fours:
        strongest = max(fours.values())
        return max(face for face, strength in fours.items() if strength > 0.7 * strongest)
    rows = _strongest(spots, _rows(spots, width_px))
    usual = sum(_size(spot) for spot in spots) / len(spots)
    if rows and rows[3] >= 0.75 * usual:
        return 3
    return len(spots) if len(spots) <= 2 else None


def _size(spot: Spot) -> float:
    return spot.area_px * spot.roundness


def _strongest(
    spots: Sequence[Spot], patterns: Iterator[tuple[int, tuple[int, ...]]]
) -> dict[int, float]:
    """For each face found the mean size of the pips of its clearest pattern."""
    best: dict[int, float] = {}
    for face, pattern in patterns:
        strength = sum(_size(spots[index]) for index in pattern) / len(pattern)
        best[face] = max(best.get(face, 0.0), strength)
    return best


def _parallelograms(
    spots: Sequence[Spot], width_px: float
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Fours, fives and sixes: four corners, and what lies in their middle or on two sides."""
    slack_px = 0.5 * width_px + 1
    for diagonal, across in combinations(combinations(range(len(spots)), 2), 2):
        if set(diagonal) & set(across):
            continue
        x, y = _middle(spots, *diagonal)
        x2, y2 = _middle(spots, *across)
        if hypot(x - x2, y - y2) > slack_px or not _square(spots, diagonal, across, width_px):
            continue
        corners = (*diagonal, *across)
        middle = _at(spots, (x + x2) / 2, (y + y2) / 2, corners, width_px)
        if middle is not None:
            yield 5, (*corners, middle)
            continue
        (a, c), (b, d) = diagonal, across
        sides = []
        for one, other in (((a, b), (c, d)), ((a, d), (b, c))):
            first = _at(spots, *_middle(spots, *one), corners, width_px)
            second = _at(spots, *_middle(spots, *other), corners, width_px)
            if first is not None and second is not None and first != second:
                sides = [first, second]
                break
        yield (6, (*corners, *sides)) if sides else (4, corners)


def _square(
    spots: Sequence[Spot], diagonal: tuple[int, int], across: tuple[int, int], width_px: float
) -> bool:
    """Whether the corners are apart as those of a face that is not seen too much from the side."""
    a, b, d = spots[diagonal[0]], spots[across[0]], spots[across[1]]
    one, other = (b.x_px - a.x_px, b.y_px - a.y_px), (d.x_px - a.x_px, d.y_px - a.y_px)
    lengths = hypot(*one), hypot(*other)
    if min(lengths) < 1.15 * width_px or max(lengths) > 2.6 * min(lengths):
        return False
    return abs(one[0] * other[1] - one[1] * other[0]) >= 0.5 * lengths[0] * lengths[1]


def _rows(spots: Sequence[Spot], width_px: float) -> Iterator[tuple[int, tuple[int, ...]]]:
    for one, other in combinations(range(len(spots)), 2):
        far = spots[one].distance_px(spots[other].x_px, spots[other].y_px) > 2.2 * width_px
        middle = _at(spots, *_middle(spots, one, other), (one, other), width_px)
        if far and middle is not None:
            yield 3, (one, middle, other)


def _middle(spots: Sequence[Spot], one: int, other: int) -> tuple[float, float]:
    a, b = spots[one], spots[other]
    return (a.x_px + b.x_px) / 2, (a.y_px + b.y_px) / 2


def _at(
    spots: Sequence[Spot], x_px: float, y_px: float, used: Sequence[int], width_px: float
) -> int | None:
    """The spot at this place, if one is there that is not used yet."""
    for index, spot in enumerate(spots):
        if index not in used and spot.distance_px(x_px, y_px) < 0.45 * width_px + 1:
            return index
    return None
