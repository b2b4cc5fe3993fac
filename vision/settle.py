"""When the dice have come to rest, and what they then show: one reading for each roll.

Everything goes by the time that comes with each sight, never by a count of frames.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from vision.association import distances, matched, side_px
from vision.certainty import must_ask, roll_certainty
from vision.frames import Box, Detection
from vision.kept import Parted, Trail, follow, part

QUIET_BELOW = 0.005
MOVING_ABOVE = 0.015
"""Shares of changed pixels between which a picture stays what it was, quiet or moving."""

REST_S = 0.6
REST_LOOKS = 4
"""The dice rest when they lay still for so long, in at least so many looks."""

LOOK_S = 0.1
"""Looks that follow one another faster add nothing and are passed over."""

DRIFT = 0.04
"""A die rests while its centre, from the first half of the window to the second, moves less than
this share of its size."""

PATIENCE_S = 2.0
"""After so long without motion a die that is seen in only half of the looks counts, as doubtful."""

_GAP_S = 3.0
_LIFTED_S = 0.6
_SCATTER = 0.15
_SAME_DIE = 0.35
_SEEN = 0.75
_PHANTOM = 0.25


class Phase(Enum):
    """What the table is doing."""

    EMPTY = "empty"
    MOVING = "moving"
    SETTLING = "settling"
    SETTLED = "settled"
    HELD = "held"


@dataclass(frozen=True, slots=True)
class Sight:
    """What one frame says. Boxes in pixels of the frame, which has ``picture_px`` square pixels.

    ``changed`` is the share of pixels in motion, 0 to 1. ``dice`` is None where nobody looked for
    dice. ``foreign``: a hand or another thing that is no die lies on the table.
    """

    time_s: float
    changed: float
    picture_px: float
    dice: tuple[Detection, ...] | None = None
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class RollRead:
    """A roll that has come to rest: the camera's claim, which a person confirms or corrects.

    ``time_s`` is when it was read. A die's confidence is that of its face over the looks that
    voted, with looks that missed it or saw another face counted as 0. ``disagreement``: looks at
    one of the dice at rest read different faces, which is worth learning from.
    """

    time_s: float
    rolled: tuple[Detection, ...]
    kept: tuple[Detection, ...]
    disagreement: bool = False

    @property
    def rolled_faces(self) -> tuple[int, ...]:
        """The faces of the dice that were rolled, in rising order."""
        return tuple(sorted(die.face for die in self.rolled))

    @property
    def kept_faces(self) -> tuple[int, ...]:
        """The faces of the dice that were set aside before, in rising order."""
        return tuple(sorted(die.face for die in self.kept))

    @property
    def certainty(self) -> float:
        """The product of the rolled dice's confidences; not calibrated."""
        return roll_certainty(die.confidence for die in self.rolled)

    @property
    def ask(self) -> bool:
        """Whether one of the rolled dice is doubtful."""
        return must_ask(die.confidence for die in self.rolled)


@dataclass(frozen=True, slots=True)
class _Look:
    time_s: float
    dice: tuple[Detection, ...]


class Settler:
    """Follows one table and gives each roll once, when it rests."""

    def __init__(self) -> None:
        self.phase = Phase.EMPTY
        self._moving = False
        self._stirred = False
        self._looks: list[_Look] = []
        self._quiet_since_s = 0.0
        self._trails: tuple[Trail, ...] = ()
        self._away = 0
        self._die_px: float | None = None

    @property
    def quiet(self) -> bool:
        """Whether nothing moved in the last sight."""
        return not self._moving

    @property
    def idle(self) -> bool:
        """Whether nothing is expected to change: the table is empty or its roll has been read."""
        return self.quiet and self.phase in (Phase.EMPTY, Phase.HELD)

    def step(self, sight: Sight) -> RollRead | None:
        """Take in one sight, later than all before; the roll, at the moment when it is settled."""
        self._gate(sight)
        if sight.dice is not None:
            self._trails = follow(self._trails, sight.dice, sight.time_s)
            if sight.dice:
                self._die_px = float(np.median([die.box.area_px for die in sight.dice]))
        if self._moving or sight.foreign:
            self._stirred = True
            self._looks.clear()
            self.phase = Phase.MOVING
            return None
        if sight.dice is None or self._too_soon(sight.time_s):
            return None
        self._remember(_Look(sight.time_s, sight.dice))
        if self.phase in (Phase.MOVING, Phase.SETTLED):
            self.phase = Phase.HELD if self.phase is Phase.SETTLED else Phase.SETTLING
        elif self.phase is Phase.EMPTY and sight.dice:
            self.phase = Phase.SETTLING
        if not self._long_enough(self._looks):
            return None
        patient = sight.time_s - self._quiet_since_s >= PATIENCE_S
        resting = rest(self._looks, patient=patient)
        if resting is None:
            self.phase = Phase.SETTLING
            return None
        return self._at_rest(resting)

    def _gate(self, sight: Sight) -> None:
        low, high = QUIET_BELOW, MOVING_ABOVE
        if self._die_px is not None:
            # Dice far from the camera cover little: a single one must be able to open the gate.
            die = self._die_px / sight.picture_px
            low, high = max(0.001, min(low, 0.3 * die)), max(0.002, min(high, die))
        self._moving = sight.changed > (low if self._moving else high)

    def _too_soon(self, time_s: float) -> bool:
        # A tiny allowance here and below: times of frames are sums of fractions.
        return bool(self._looks) and time_s - self._looks[-1].time_s < LOOK_S - 1e-6

    def _remember(self, look: _Look) -> None:
        if self._looks and look.time_s - self._looks[-1].time_s > _GAP_S:
            self._looks.clear()
        if not self._looks:
            self._quiet_since_s = look.time_s
        self._looks.append(look)
        while self._long_enough(self._looks[1:]):
            del self._looks[0]

    @staticmethod
    def _long_enough(looks: Sequence[_Look]) -> bool:
        return len(looks) >= REST_LOOKS and looks[-1].time_s - looks[0].time_s >= REST_S - 1e-6

    def _at_rest(self, resting: tuple[Detection, ...]) -> RollRead | None:
        time_s = self._looks[-1].time_s
        since_s = self._looks[0].time_s
        stirred, self._stirred = self._stirred, False
        if not resting:
            self._trails = ()
            self._away = 0
            self.phase = Phase.EMPTY
            return None
        parted = part(self._trails, resting, since_s)
        kept = tuple(_still(trail, die, time_s) for trail, die in parted.kept)
        rolled = tuple(Trail(die, die.box, time_s) for die in parted.rolled)
        # Without motion a die that is missing was only overlooked; after it, it was taken away.
        taken = parted.gone if stirred or rolled else ()
        if not self._trails or self._is_roll(parted, since_s):
            self._trails = kept + rolled
            self._away = max(0, self._away + len(taken) - len(rolled))
            self.phase = Phase.SETTLED
            seen_kept = tuple(trail.die for trail in kept)
            return RollRead(time_s, parted.rolled, seen_kept, _disagree(self._looks, resting))
        self._trails = kept + rolled + (() if taken else parted.gone)
        self._away += len(taken) if not rolled else 0
        self.phase = Phase.HELD
        return None

    def _is_roll(self, parted: Parted, since_s: float) -> bool:
        """Whether dice in new places mean a roll, not one that was pushed quickly or seen late."""
        if not parted.rolled:
            return False
        if len(parted.rolled) == len(parted.gone) == 1 and not self._away:
            (die,), (trail,) = parted.rolled, parted.gone
            return die.face != trail.die.face or since_s - trail.seen_s >= _LIFTED_S
        return bool(parted.gone or self._away)


def rest(looks: Sequence[_Look], *, patient: bool) -> tuple[Detection, ...] | None:
    """The dice that lay still over all ``looks``, from left to right; None while one does not.

    Also None while it is open whether something is a die: seen too often for a fault of the
    reader and too seldom for a die. A ``patient`` caller has waited long enough to take the half.
    """
    dice = []
    for track in _tracks(looks):
        share = len(track) / len(looks)
        if share < 0.5 if patient else share <= _PHANTOM:
            continue
        if (share < _SEEN and not patient) or _drifts(track):
            return None
        dice.append(_vote(track, len(looks)))
    return tuple(sorted(dice, key=lambda die: die.box.centre_px))


def _tracks(looks: Sequence[_Look]) -> list[list[Detection]]:
    """The sightings of each die, in the order of the looks."""
    tracks: list[list[Detection]] = []
    for look in looks:
        before = [track[-1].box for track in tracks]
        after = [die.box for die in look.dice]
        pairs = matched(before, after, distances(before, after) <= _SAME_DIE)
        for old, new in pairs:
            tracks[old].append(look.dice[new])
        known = {new for _, new in pairs}
        tracks += [[die] for index, die in enumerate(look.dice) if index not in known]
    return tracks


def _disagree(looks: Sequence[_Look], resting: Sequence[Detection]) -> bool:
    """Whether looks read different faces on one of the dice that rest."""
    at_rest = [die.box for die in resting]
    for track in _tracks(looks):
        seen = [track[-1].box]
        if matched(seen, at_rest, distances(seen, at_rest) <= _SAME_DIE) and (
            len({die.face for die in track}) > 1
        ):
            return True
    return False


def _drifts(track: Sequence[Detection]) -> bool:
    centres = np.array([die.box.centre_px for die in track])
    side = side_px(track[-1].box)
    half = max(1, len(centres) // 2)
    drift = np.linalg.norm(centres[:half].mean(axis=0) - centres[-half:].mean(axis=0)) / side
    scatter = np.linalg.norm(centres - np.median(centres, axis=0), axis=1).max() / side
    return bool(drift >= DRIFT or scatter >= _SCATTER)


def _vote(track: Sequence[Detection], looks: int) -> Detection:
    votes = [sum(die.confidence for die in track if die.face == face) for face in range(1, 7)]
    face = int(np.argmax(votes)) + 1
    sides = np.median(
        [[die.box.x1_px, die.box.y1_px, die.box.x2_px, die.box.y2_px] for die in track], axis=0
    )
    return Detection(Box(*(float(side) for side in sides)), face, votes[face - 1] / looks)


def _still(trail: Trail, die: Detection, time_s: float) -> Trail:
    """The trail of a kept die where it lies now; its face stays the one that was read."""
    return Trail(replace(trail.die, box=die.box), die.box, time_s)
