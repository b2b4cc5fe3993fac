"""When the dice have come to rest, and what they then show: one reading for each roll.

Everything goes by the time that comes with each sight, never by a count of frames.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from vision.frames import Box, Detection
from vision.kept import (
    Trail,
    corrected,
    follow,
    lain,
    lay_before,
    lifted,
    part,
    recognised,
    returned,
    shifted,
)
from vision.resting import LEAST_CONFIDENCE, Look, disagree, faint, rest
from vision.roll import RollRead
from vision.throw import is_throw, left_away, mixed

QUIET_BELOW = 0.001
MOVING_ABOVE = 0.003
"""Shares of changed pixels between which a picture stays what it was, quiet or moving."""

STIRRED_ABOVE = 0.1
"""Share of changed pixels of a single die from which on it moves, or something moves over it."""

REST_S = 0.6
REST_LOOKS = 4
"""The dice rest when they lay still for so long, in at least so many looks."""

LOOK_S = 0.1
"""Looks that follow one another faster add nothing and are passed over."""

_CONTESTED = 0.75
"""A rolled die that is less sure is asked about where a look saw another face on it."""

_ASKED_LATE = 0.5
"""A die that comes to light beside a roll is asked about from this confidence on."""

PATIENCE_S = 1.2
"""After so long without motion a die that is seen in only half of the looks counts, as doubtful."""

LAST_REST_S = 0.25
LAST_LOOKS = 3
"""What must do at the end of a clip, where nothing more will come, and to tell what was lifted."""

_MOST_LOOKS = 120
_GAP_S = 3.0
_SAME_PLACE = 0.3


class Phase(Enum):
    """What the table is doing."""

    EMPTY = "empty"
    MOVING = "moving"
    SETTLING = "settling"
    SETTLED = "settled"
    HELD = "held"


def _unknown(box: Box) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Sight:
    """What one frame says. Boxes in pixels of the frame, which has ``picture_px`` square pixels.

    ``changed`` is the share of pixels in motion, 0 to 1; ``stirred`` the largest such share within
    the place of a known die. ``dice`` is None where nobody looked for
    dice. ``foreign``: a hand or another thing that is no die lies on the table. ``expected``: how
    many dice the turn says are rolled. ``unsteady``: the camera is held in a hand.
    ``covered``: something may hide dice, but has done so for too long to wait.
    ``new``: the boxes of dice where the bare table is remembered and looks otherwise now. ``same``
    tells of a place whether it looks as it did when the settler last came to a decision.
    ``clear``: nothing lies there but the dice.
    """

    time_s: float
    changed: float
    picture_px: float
    dice: tuple[Detection, ...] | None = None
    foreign: bool = False
    expected: int | None = None
    unsteady: bool = False
    stirred: float = 0.0
    covered: bool = False
    new: frozenset[Box] = frozenset()
    same: Callable[[Box], bool] = _unknown
    clear: bool = True


class Settler:
    """Follows one table and gives each roll once, when it rests."""

    def __init__(self, *, at_start: bool = False) -> None:
        """``at_start``: dice that lie still when the camera is switched on are a roll, too."""
        self.phase = Phase.EMPTY
        self._known = at_start
        self._moving = False
        self._stirred = False
        self._looks: list[Look] = []
        self._quiet_since_s = 0.0
        self._trails: tuple[Trail, ...] = ()
        self._away: tuple[Trail, ...] = ()
        self._others_away = False
        self._bare = False
        self._while_moving: deque[tuple[float, tuple[Detection, ...]]] = deque(maxlen=_MOST_LOOKS)
        self._seen: deque[tuple[float, tuple[Detection, ...]]] = deque(maxlen=_MOST_LOOKS)
        self._faint: tuple[Detection, ...] = ()
        self._missing = frozenset[Box]()
        self._die_px: float | None = None
        self.decided = False
        """Whether the last step found what lies on the table, be it a roll or not."""

    @property
    def quiet(self) -> bool:
        """Whether nothing moved in the last sight."""
        return not self._moving

    @property
    def idle(self) -> bool:
        """Whether nothing is expected to change: the table is empty or its roll has been read."""
        looked = bool(self._looks)
        return self._known and looked and self.quiet and self.phase in (Phase.EMPTY, Phase.HELD)

    def step(self, sight: Sight) -> RollRead | None:
        """Take in one sight, later than all before; the roll, at the moment when it is settled."""
        self.decided = False
        self._moving = self.moves(sight.changed, sight.picture_px)
        if sight.dice is not None:
            self._trails = follow(self._trails, sight.dice, sight.time_s)
            self._seen.append((sight.time_s, sight.dice))
            if sight.dice:
                self._die_px = float(np.median([die.box.area_px for die in sight.dice]))
        self._moving |= sight.stirred > STIRRED_ABOVE
        if self._moving or sight.foreign:
            self._stirred = True
            self._known = True
            self._pick_up()
            if sight.dice is not None:
                self._bare |= not sight.dice
                self._while_moving.append((sight.time_s, sight.dice))
            self._looks.clear()
            self.phase = Phase.MOVING
            return None
        if sight.dice is None or self._too_soon(sight.time_s):
            return None
        if not self._known:
            self._trails = _first_trails(sight)
            self._others_away = True
        self._remember(Look(sight.time_s, sight.dice, sight.new))
        if self.phase in (Phase.MOVING, Phase.SETTLED):
            self.phase = Phase.HELD if self.phase is Phase.SETTLED else Phase.SETTLING
        elif self.phase is Phase.EMPTY and sight.dice:
            self.phase = Phase.SETTLING
        if not self._long_enough(self._looks):
            self._missing = frozenset()
            if self._short_rest() and sight.clear:
                self._missing = lifted(self._trails, self._looks, sight.same)
            return None
        self._missing = frozenset()
        patient = sight.time_s - self._quiet_since_s >= PATIENCE_S
        resting = rest(self._looks, patient=patient)
        if resting is None:
            self.phase = Phase.SETTLING
            return None
        return self._at_rest(resting, sight, patient=patient)

    def end(self, same: Callable[[Box], bool] = _unknown) -> RollRead | None:
        """The roll that lay still but not yet long enough when the source ended, if there is one.

        Call it once, after the last step. ``same``: as in a sight.
        """
        if self.phase is not Phase.SETTLING or not self._short_rest():
            return None
        last = self._looks[-1]
        resting = rest(self._looks, patient=True)
        if resting is None:
            return None
        return self._at_rest(resting, Sight(last.time_s, 0.0, 1.0, same=same), patient=True)

    @property
    def following(self) -> tuple[Box, ...]:
        """Where the dice of the last reading were last seen, whose ways have to be followed."""
        return tuple(trail.box for trail in self._trails)

    def moves(self, changed: float, picture_px: float) -> bool:
        """Whether a picture of which this share changed counts as moving, after the last sight."""
        low, high = self.gate(picture_px)
        return changed > (low if self._moving else high)

    def gate(self, picture_px: float) -> tuple[float, float]:
        """The shares of changed pixels below which a picture is quiet and above which it moves."""
        if self._die_px is None:
            return QUIET_BELOW, MOVING_ABOVE
        # Dice far from the camera cover little: a single one must be able to open the gate.
        die = self._die_px / picture_px
        low, high = min(QUIET_BELOW, 0.12 * die), min(MOVING_ABOVE, 0.35 * die)
        return max(0.0003, low), max(0.0008, high)

    def _too_soon(self, time_s: float) -> bool:
        # A tiny allowance here and below: times of frames are sums of fractions.
        return bool(self._looks) and time_s - self._looks[-1].time_s < LOOK_S - 1e-6

    def _remember(self, look: Look) -> None:
        if self._looks and look.time_s - self._looks[-1].time_s > _GAP_S:
            self._looks.clear()
        if not self._looks:
            self._quiet_since_s = look.time_s
        self._looks.append(look)
        while self._long_enough(self._looks[1:]):
            del self._looks[0]

    def _pick_up(self) -> None:
        """What the rest that has just ended did not show, and was too short to read, was lifted."""
        if self._missing:
            self._trails = tuple(
                replace(trail, lifted=trail.lifted or trail.die.box in self._missing)
                for trail in self._trails
            )
            self._missing = frozenset()

    def _short_rest(self) -> bool:
        return _lasts(self._looks, LAST_LOOKS, LAST_REST_S)

    @staticmethod
    def _long_enough(looks: Sequence[Look]) -> bool:
        return _lasts(looks, REST_LOOKS, REST_S)

    def _at_rest(
        self, resting: tuple[Detection, ...], sight: Sight, *, patient: bool
    ) -> RollRead | None:
        time_s = self._looks[-1].time_s
        since_s = self._looks[0].time_s
        self.decided = True
        if not self._known:
            self._known, self._stirred = True, False
            self._faint = faint(self._looks)
            self._trails = tuple(lain(die, time_s) for die in resting)
            self._others_away = True  # who knows how many are in hands
            self.phase = Phase.HELD if resting else Phase.EMPTY
            return None
        trails = shifted(self._trails, resting, unsteady=sight.unsteady)
        parted = corrected(part(trails, resting, since_s), sight.same)
        picked_up = tuple(trail for trail in parted.gone if trail.lifted)
        away = (*self._away, *picked_up)
        parted = replace(parted, gone=tuple(t for t in parted.gone if not t.lifted))
        parted, away = returned(parted, away, self._seen)
        parted = recognised(lay_before(parted, self._while_moving, since_s))
        if not resting and not parted.overlooked:
            if sight.covered:
                self.decided = False
                self.phase = Phase.HELD
                return None
            self._faint = faint(self._looks)
            self._stirred = False
            self._trails = self._away = ()
            self._while_moving.clear()
            self._others_away = False
            self.phase = Phase.EMPTY
            return None
        roll = (
            bool(parted.rolled)
            if not trails
            else is_throw(
                parted,
                away,
                since_s,
                sight.expected,
                others=self._others_away,
                stirred=self._stirred,
            )
        )
        if roll and not patient and sight.expected not in (None, len(parted.rolled)):
            self.decided = False
            self.phase = Phase.SETTLING  # another die may yet be seen, or one that is none go
            return None
        if sight.covered and not roll:
            self.decided = False
            self.phase = Phase.HELD  # what is hidden has not gone
            return None
        stirred, self._stirred = self._stirred, False
        bare, self._bare = self._bare, False
        self._while_moving.clear()
        kept = tuple(_still(trail, die, time_s) for trail, die in parted.kept)
        late = tuple(lain(die, time_s) for die in parted.late)
        kept += late
        rolled = tuple(Trail(die, die.box, time_s) for die in parted.rolled)
        # Without motion a die that is missing was only overlooked; after it, it was taken away.
        taken = parted.gone if stirred or rolled else ()
        self._trails = kept + rolled
        self._trails += tuple(replace(trail, lifted=False) for trail in parted.overlooked)
        if roll:
            # What was not thrown with the others is out of play, or in somebody's hand.
            fewer = bool(left_away((*away, *taken), parted.rolled))
            self._others_away = fewer
            self._away = ()
            self.phase = Phase.SETTLED
            seen_kept = tuple(trail.die for trail in kept if trail.counts)
            wary = "count" if fewer else "aside" if not bare and mixed(parted) else ""
            return RollRead(
                time_s,
                parted.rolled,
                seen_kept,
                disagree(self._looks, resting),
                disagree(
                    self._looks, [die for die in parted.rolled if die.confidence < _CONTESTED]
                ),
                wary="late" if any(trail.die.confidence >= _ASKED_LATE for trail in late) else wary,
                faint=self._new_faint(resting),
            )
        if not taken:
            self._trails += parted.gone
        self._away = away + left_away(taken, parted.rolled)
        self.phase = Phase.HELD
        return None

    def _new_faint(self, resting: Sequence[Detection]) -> tuple[Detection, ...]:
        """Weak sightings where there was none before: a patch of the cloth goes on being one."""
        before, self._faint = self._faint, faint(self._looks, resting)
        return tuple(
            each
            for each in self._faint
            if all(each.box.overlap(old.box) < _SAME_PLACE for old in before)
        )


def _first_trails(sight: Sight) -> tuple[Trail, ...]:
    """What lies there before anything has moved, told by a single look in case it moves soon."""
    dice = (die for die in sight.dice or () if die.confidence >= LEAST_CONFIDENCE)
    return tuple(lain(die, sight.time_s) for die in dice)


def _lasts(looks: Sequence[Look], least: int, lasts_s: float) -> bool:
    return len(looks) >= least and looks[-1].time_s - looks[0].time_s >= lasts_s - 1e-6


def _still(trail: Trail, die: Detection, time_s: float) -> Trail:
    """The trail of a kept die where it lies now; its face stays the one that was read."""
    return Trail(replace(trail.die, box=die.box), die.box, time_s, counts=trail.counts)
