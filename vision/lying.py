"""Dice that lie still in a picture that does not: a hand's tremble, a flickering lamp, a screen."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

import numpy as np

from vision.association import side_px
from vision.frames import Detection
from vision.resting import LEAST_CONFIDENCE, Look, tracks

LYING_S = 0.6
LYING_LOOKS = 3
"""Dice lie when they were seen where they are for so long, in at least so many looks."""

TREMBLES = 3.0
"""So many times the share of changed pixels that opens the gate may be no more than a tremble."""

_RECENT_S = 1.2
_STRAYS = 0.15
_OFTEN, _SELDOM = 0.75, 0.25


class Lying:
    """Remembers the last looks, whatever moved meanwhile, and says whether the dice lay still."""

    def __init__(self) -> None:
        self._looks: deque[Look] = deque()

    def see(self, time_s: float, dice: Sequence[Detection]) -> None:
        """Take note of one look."""
        self._looks.append(Look(time_s, tuple(dice)))
        # More than is needed would only make dice that have just come to rest wait longer.
        while len(self._looks) > LYING_LOOKS and self._looks[1].time_s <= time_s - LYING_S + 1e-6:
            self._looks.popleft()

    def forget(self) -> None:
        """Something new begins."""
        self._looks.clear()

    def still(self, time_s: float, least: int = 1) -> bool:
        """Whether the same dice, ``least`` of them or more, lay where they lie in all late looks.

        Each with the same face in most: one that turns on its spot does not lie.
        """
        looks = tuple(self._looks)
        if len(looks) < LYING_LOOKS or looks[-1].time_s - looks[0].time_s < LYING_S - 1e-6:
            return False
        if time_s - looks[0].time_s > _RECENT_S:
            return False
        dice, agreeing, sightings = 0, 0, 0
        for track in tracks(looks):
            share = len(track) / len(looks)
            # Weak sightings alone come and go; where there is a die they say that it is there.
            sure = [die.face for die in track if die.confidence >= LEAST_CONFIDENCE]
            if share <= _SELDOM or not sure:
                continue
            if share < _OFTEN or _strays(track):
                return False
            dice += 1
            agreeing += Counter(sure).most_common(1)[0][1]
            sightings += len(sure)
        return dice >= max(1, least) and agreeing >= _OFTEN * sightings


def _strays(track: Sequence[Detection]) -> bool:
    centres = np.array([die.box.centre_px for die in track])
    apart = np.linalg.norm(centres - np.median(centres, axis=0), axis=1)
    return bool(apart.max() > _STRAYS * side_px(track[-1].box))
