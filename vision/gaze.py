"""The live look: as little of the network as the moment needs.

While dice roll, one small look at the whole picture now and then. Once it is quiet, the dice are
found as in a still picture, and then each look shows them at another of the sizes that vote.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.detector import Sightings
from vision.frames import Box, Detection, Image
from vision.reader import DIE_SIZES_PX, DiceReader, detections, merged

FOLLOWED_PX = 30.0
"""Width of a die at the network's input in the looks that follow it."""

LEAST_SIDE_PX, MOST_SIDE_PX = 320, 640
"""Longest side of the picture in the looks that follow dice."""

FIND_EVERY = 3
"""The whole picture is searched for dice at every so many of the looks that vote."""

FAINT = 0.12
"""Sightings weaker than this do not vote."""

_MOST_DICE = 24
_GROWN = 0.4


class Gaze:
    """Looks for dice in the pictures of one camera; remembers how large they are and where."""

    def __init__(self, reader: DiceReader) -> None:
        self._reader = reader
        self._side_px: float | None = None
        self._voted = 0
        self._known: Sightings | None = None
        self._followed: Sightings | None = None

    def rest(self) -> None:
        """Forget where the dice lay: they have moved."""
        self._voted = 0
        self._known = None

    def follow(self, image: Image) -> tuple[Detection, ...]:
        """One cheap look at the whole picture, enough to see where dice are."""
        longest = max(image.shape[:2])
        seen_px = float(MOST_SIDE_PX)
        if self._side_px is not None:
            seen_px = FOLLOWED_PX / self._side_px * longest
        side_px = min(max(seen_px, LEAST_SIDE_PX), MOST_SIDE_PX, longest)
        seen = self._reader.detector.look(image, side_px / longest)
        self._followed = seen.chosen(seen.strengths >= FAINT)
        return detections(seen, FAINT)

    def vote(self, image: Image, places: Sequence[Box] = ()) -> tuple[Detection, ...]:
        """One look at one of the sizes that read faces well, each call the next one.

        ``places``: where something of a die's size lies that no look at the whole picture found.
        """
        if self._known is None or self._voted % FIND_EVERY == 0:
            looks = [self._reader.find(image, near=self._voted == 0)]
            if self._followed is not None:
                # Seen from nearer while it moved, perhaps, than by the looks that find.
                looks.append(self._followed)
            self._known = merged(looks)
            self._known = self._known.chosen(np.arange(min(len(self._known), _MOST_DICE)))
        # Alternating far and near sizes, so that any few looks in a row have seen several.
        die_px = DIE_SIZES_PX[self._voted % len(DIE_SIZES_PX)]
        self._voted += 1
        looked_at = _with(self._known, places)
        if not len(looked_at):
            return ()
        dice = detections(self._reader.look_again(image, looked_at, die_px), FAINT)
        if dice:
            self._side_px = float(np.median([_side_px(die.box) for die in dice]))
        return dice


def _with(known: Sightings, places: Sequence[Box]) -> Sightings:
    if not places:
        return known
    boxes = np.array([[p.x1_px, p.y1_px, p.x2_px, p.y2_px] for p in places], np.float32)
    # What differs from the table is seldom the whole die.
    grown = _GROWN * float((boxes[:, 2:] - boxes[:, :2]).max())
    boxes += np.array([-grown, -grown, grown, grown], np.float32)
    return Sightings(
        np.concatenate([known.boxes_px, boxes]),
        np.concatenate([known.scores, np.zeros((len(places), 6), np.float32)]),
    )


def _side_px(box: Box) -> float:
    return float(np.sqrt(box.area_px))
