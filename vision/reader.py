"""The reader of a still picture: find the dice, then look again at the size that reads best.

The network knows faces best when a die is about ``BEST_DIE_PX`` wide at its input, whatever the
picture's size. The first look finds the dice in the whole picture; further looks are taken at
windows around them, scaled to that size. A die counts as far as the looks agree on it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from vision.detector import Detector, Floats, Sightings, overlaps, suppress
from vision.frames import Box, Detection, Image

FIRST_LOOK_PX = 640
"""Longest side of the picture in the first look."""

BEST_DIE_PX = 80
"""Width of a die at the network's input in the second look."""

CONFIDENCE = 0.4
"""Default threshold of a detection's confidence."""

_CANDIDATE = 0.12
_WINDOW_PX = 640
_MOST_WINDOWS = 16
_MOST_ENLARGED = 3.0
_SAME_DIE = 0.4


class DiceReader:
    """Reads the dice of a still picture by two looks of a detector."""

    def __init__(self, detector: Detector) -> None:
        self._detector = detector

    def read(self, image: Image, *, confidence: float | None = None) -> tuple[Detection, ...]:
        """The dice of a picture, from left to right, each once.

        ``confidence`` is the least that a detection must have (0 to 1, default CONFIDENCE).
        Boxes are in pixels of ``image``.
        """
        least = CONFIDENCE if confidence is None else confidence
        first = self.first_look(image)
        merged = self.second_look(image, first)
        return _detections(merged, least)

    def first_look(self, image: Image) -> Sightings:
        """Candidates in the whole picture; the far ones are looked for at twice the size."""
        scale = FIRST_LOOK_PX / max(image.shape[:2])
        seen = self._detector.look(image, scale)
        return seen.chosen(seen.strengths >= _CANDIDATE)

    def second_look(self, image: Image, first: Sightings) -> Sightings:
        """The candidates read again near the best size, with those that only this look sees."""
        if not len(first):
            return first
        parts = []
        for window, scale in _windows(first, image.shape[1], image.shape[0]):
            x1, y1, x2, y2 = window
            view = np.ascontiguousarray(image[y1:y2, x1:x2])
            seen = self._detector.look(view, scale).moved(1.0, x1, y1)
            parts.append(seen.chosen(_whole(seen.boxes_px, window, image)))
        second = suppress(
            Sightings(
                np.concatenate([part.boxes_px for part in parts]),
                np.concatenate([part.scores for part in parts]),
            ),
            _SAME_DIE,
        )
        return _agree(first, second)


def _whole(boxes: Floats, window: tuple[int, int, int, int], image: Image) -> npt.NDArray[np.bool_]:
    """Which boxes do not touch an edge of the window that is not an edge of the picture."""
    x1, y1, x2, y2 = window
    height, width = image.shape[:2]
    inner = np.array([x1 > 0, y1 > 0, x2 < width, y2 < height])
    gap = np.stack([boxes[:, 0] - x1, boxes[:, 1] - y1, x2 - boxes[:, 2], y2 - boxes[:, 3]], axis=1)
    whole: npt.NDArray[np.bool_] = ~((gap < 2) & inner).any(axis=1)
    return whole


def _windows(
    seen: Sightings, width: int, height: int
) -> Iterator[tuple[tuple[int, int, int, int], float]]:
    """Windows (x1, y1, x2, y2) that hold every candidate whole, each with its enlargement.

    Greedy: the strongest candidate not yet held, and all that fit into a window around it with
    dice of much the same size.
    """
    boxes = seen.boxes_px
    sides = np.sqrt(np.prod(boxes[:, 2:] - boxes[:, :2], axis=1))
    left = np.ones(len(boxes), bool)
    for _ in range(_MOST_WINDOWS):
        if not left.any():
            return
        start = int(np.flatnonzero(left)[0])
        alike = left & (sides > sides[start] / 1.6) & (sides < sides[start] * 1.6)
        side = float(np.median(sides[alike]))
        scale = min(BEST_DIE_PX / side, _MOST_ENLARGED)
        reach = _WINDOW_PX / scale
        margin = 0.75 * side
        held = np.zeros(len(boxes), bool)
        held[start] = True
        hull = boxes[start].copy()
        distances = np.abs(boxes[:, :2] - boxes[start, :2]).max(axis=1)
        for index in np.argsort(distances):
            if not alike[index]:
                continue
            grown = np.concatenate(
                [np.minimum(hull[:2], boxes[index, :2]), np.maximum(hull[2:], boxes[index, 2:])]
            )
            if (grown[2:] - grown[:2]).max() + 2 * margin <= reach or index == start:
                hull, held[index] = grown, True
        left &= ~held
        x1, y1 = np.maximum(hull[:2] - margin, 0).astype(int)
        x2, y2 = np.ceil(np.minimum(hull[2:] + margin, [width, height])).astype(int)
        yield (int(x1), int(y1), int(x2), int(y2)), scale


def _agree(first: Sightings, second: Sightings) -> Sightings:
    """The second look's dice, their scores averaged with the first's where both saw the die.

    A die that only one look saw keeps half its strength.
    """
    boxes, scores = [], []
    taken = np.zeros(len(first), bool)
    for box, score in zip(second.boxes_px, second.scores, strict=True):
        shares = np.where(taken, 0, overlaps(box, first.boxes_px))
        partner = int(shares.argmax()) if len(shares) else -1
        if partner >= 0 and shares[partner] > _SAME_DIE:
            taken[partner] = True
            score = 0.65 * score + 0.35 * first.scores[partner]
        else:
            score = 0.65 * score
        boxes.append(box)
        scores.append(score)
    for index in np.flatnonzero(~taken):
        boxes.append(first.boxes_px[index])
        scores.append(0.35 * first.scores[index])
    return suppress(
        Sightings(np.array(boxes, np.float32).reshape(-1, 4), np.array(scores).reshape(-1, 6)),
        _SAME_DIE,
    )


def _detections(seen: Sightings, least: float) -> tuple[Detection, ...]:
    found = [
        Detection(Box(*(float(side) for side in box)), int(score.argmax()) + 1, float(score.max()))
        for box, score in zip(seen.boxes_px, seen.scores, strict=True)
        if score.max() >= least
    ]
    return tuple(sorted(found, key=lambda die: die.box.centre_px))
