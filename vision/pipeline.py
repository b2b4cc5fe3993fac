"""From frames to rolls: what the camera sees now, and each roll once, when it has come to rest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from vision.background import Background, Strange
from vision.certainty import UNSURE_BELOW, die_certainty
from vision.detector import Detector
from vision.doubt import covered_share, reasons
from vision.frames import Box, Detection, Frame, Image
from vision.gaze import Gaze
from vision.kept import SURE_CONFIDENCE
from vision.last_rest import LastRest
from vision.lying import TREMBLES, Lying
from vision.motion import MotionGauge, small_grey
from vision.pose import REST, Pose
from vision.reader import DiceReader
from vision.resting import LEAST_CONFIDENCE
from vision.roll import RollRead
from vision.settle import LOOK_S, STIRRED_ABOVE, Phase, Settler, Sight
from vision.steady import Steady
from vision.tray import Polygon, holds, mask

FOLLOW_S = 0.15
"""Between looks while known dice move: often enough to tell pushed dice from rolled ones."""

GLANCE_S = 0.3
"""Between looks while things move and no dice are known, or while a hand rests on the table."""

CHECK_S = 0.4
"""Between comparisons with the bare table while nothing is expected to change."""

HAND_S = 3.0
"""What lies still there for longer, and is no die, is waited for no more, but asked about."""

NEW_ABOVE = 0.5
"""Share of a faint die's place that must differ from the bare table for it to count as a die."""

SAME_BELOW = 0.2
"""Where less than this share has changed since the table last lay still, nothing new lies. In clips
places that stayed the same changed by 0.12 at most, faint dice on a cloth of their grey by 0.28."""

MOST_PLACES = 4
"""So many unread things on the table are looked at closely."""

AWAKE_S = 2.0
"""So long the dice are looked at after a comparison found something new."""

_SAME = 0.5


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die as it lies in the newest frame, for drawing it.

    ``kept``: set aside before. ``doubtful``: a person has to look at it; ``reason`` then is
    "unsure", "leaning", "stacked", "half_visible", "outside" or "covered", else "".
    """

    box: Box
    face: int
    confidence: float
    kept: bool
    doubtful: bool
    reason: str


@dataclass(frozen=True, slots=True)
class View:
    """What the camera sees at ``time_s``; boxes in pixels of a frame ``width_px`` wide.

    ``roll`` is there in exactly the one view in which a physical roll has settled. ``foreign``: a
    hand or another thing that is no die lies on the table.
    """

    time_s: float
    phase: Phase
    width_px: int
    height_px: int
    dice: tuple[SeenDie, ...]
    roll: RollRead | None
    foreign: bool


class Pipeline:
    """Follows the table of one camera; for one thread.

    ``gaze``, ``steady``, ``gauge`` and ``background`` are its parts, there to be measured.
    ``tray``: outside of it dice do not count. ``at_start``: dice that already lie still when the
    first frame comes are read as a roll, which they are not otherwise.
    """

    def __init__(
        self,
        detector: Detector,
        reader: DiceReader,
        *,
        tray: Polygon | None = None,
        at_start: bool = False,
    ) -> None:
        self.tray = tray
        self.gaze = Gaze(reader if reader.detector is detector else DiceReader(detector))
        self.steady = Steady()
        self.gauge = MotionGauge()
        self.background = Background()
        self._by = reader.calibration
        self.last_rest = LastRest(from_start=not at_start)
        self._settler = Settler(at_start=at_start)
        self._lying = Lying()
        self._strange = Strange(False)
        self._looked_s = self._checked_s = -np.inf
        self._awake_until_s = -np.inf
        self._covered_since_s: float | None = None
        self._dice: tuple[Detection, ...] = ()
        self._outside: tuple[Detection, ...] = ()
        self._reasons: dict[Box, str] = {}
        self._kept: tuple[Box, ...] = ()
        self._pose = REST
        self._width_px, self._height_px = 1, 1

    def step(self, frame: Frame, *, expected: int | None = None) -> View:
        """Take in a frame, later than all before.

        ``expected``: how many dice the turn says are rolled, where that is known.
        """
        height, width = frame.image.shape[:2]
        if (width, height) != (self._width_px, self._height_px):
            self._width_px, self._height_px = width, height
        small = small_grey(frame.image)
        scale = small.shape[1] / width
        back = self._pose.inverse()
        boxes = [_scaled(back.box(die.box), scale) for die in self._dice]
        small_pose = self.steady.follow(small, boxes)
        self._pose = small_pose.scaled(1 / scale)
        changed = self.gauge.changed(
            small,
            frame.time_s,
            small_pose,
            mask(self.tray, small.shape),
            held=self.steady.held,
        )
        self.background.see(small, frame.time_s, small_pose)
        self.last_rest.see(small, small_pose, held=self.steady.held)
        stirred = self.gauge.stirred(boxes)
        moves = stirred > STIRRED_ABOVE or self._settler.moves(changed, float(width * height))
        if moves and self._settler.idle:
            self._lying.forget()  # what stirs a table at rest may be a die that comes rolling
        if moves and self._only_trembles(frame.time_s, changed, float(width * height)):
            moves, changed, stirred = False, 0.0, 0.0
        covered = self._covered(frame.time_s, moves=moves)
        dice = self._look(frame, moves=moves, covered=covered)
        if dice is not None:
            self._lying.see(frame.time_s, dice)
        sight = Sight(
            frame.time_s,
            changed,
            float(width * height),
            dice,
            self._strange.foreign and not moves and not covered,
            expected,
            self.steady.held,
            stirred,
            covered,
            self._new_on_table(dice),
            self._same,
            self._strange.nothing,
        )
        roll = self._judged(self._settler.step(sight), expected)
        if self._settler.decided:
            self.last_rest.keep()
        return self._view(frame.time_s, roll)

    def end(self) -> RollRead | None:
        """The roll that was about to settle when the source ended, if one was."""
        return self._judged(self._settler.end(self._same), None)

    def mark(self, x_n: float, y_n: float, kept: bool) -> None:
        """A person says of the die at (x, y), 0 to 1, whether it was kept or rolled."""
        x_px, y_px = self._pose.point(x_n * self._width_px, y_n * self._height_px)
        for die in self._dice:
            box = die.box
            if box.x1_px <= x_px <= box.x2_px and box.y1_px <= y_px <= box.y2_px:
                others = tuple(each for each in self._kept if each.overlap(box) <= _SAME)
                self._kept = (*others, box) if kept else others

    def _new_on_table(self, dice: tuple[Detection, ...] | None) -> frozenset[Box]:
        """The boxes of faint dice that hide the remembered table: something lies there."""
        return frozenset(
            die.box
            for die in dice or ()
            if die.confidence < LEAST_CONFIDENCE
            and (self.background.novelty(die.box, self._width_px) or 0.0) > NEW_ABOVE
        )

    def _was_there(self, die: Detection) -> bool:
        """Whether a doubtful die is a part of the table as it was: a print, a domino's half."""
        if die.confidence >= SURE_CONFIDENCE:
            return False
        if any(die.box.overlap(known) > _SAME for known in self._settler.following):
            return False  # what was taken for a die goes on being one, or it would come and go
        return self._same(die.box, SAME_BELOW / 2)  # between the two it is asked about

    def _same(self, box: Box, below: float = SAME_BELOW) -> bool:
        """Whether a place looks as it did when the table last lay still."""
        change = self.last_rest.change(box, self._width_px)
        return change is not None and change < below

    def _only_trembles(self, time_s: float, changed: float, picture_px: float) -> bool:
        """Whether little more than before moves, and all dice known are seen to lie still."""
        most = TREMBLES * self._settler.gate(picture_px)[1]
        return changed < most and self._lying.still(time_s, len(self._settler.following))

    def _covered(self, time_s: float, *, moves: bool) -> bool:
        """Whether something that may hide dice has lain there too long to be waited for."""
        if moves or not self._strange.foreign:
            self._covered_since_s = None
            return False
        if self._covered_since_s is None:
            self._covered_since_s = time_s
        return time_s - self._covered_since_s >= HAND_S

    def _look(self, frame: Frame, *, moves: bool, covered: bool) -> tuple[Detection, ...] | None:
        """The dice of this frame, led to where the camera looked at first; None without a look."""
        if moves:
            self.gaze.rest()
            self._strange = Strange(False)
            wait_s = FOLLOW_S if self._settler.following else GLANCE_S
            return (
                self._anchored(self.gaze.follow(frame.image)) if self._due(frame, wait_s) else None
            )
        if self._strange.foreign and not covered:
            if not self._due(frame, GLANCE_S):
                return None
            dice = self._anchored(self.gaze.follow(frame.image))
            self._compare(frame, dice)
            return dice
        if self._settler.idle and frame.time_s > self._awake_until_s:
            if frame.time_s - self._checked_s < CHECK_S:
                return None
            self._compare(frame, self._dice)
            if self._strange.foreign or self._strange.small:
                self._awake_until_s = frame.time_s + AWAKE_S
            return None
        if not self._due(frame, LOOK_S):
            return None
        back = self._pose.inverse()
        places = [back.box(box) for box in self._strange.small[:MOST_PLACES]]
        dice = self._anchored(self.gaze.vote(frame.image, places))
        self._compare(frame, dice)
        return tuple(die for die in dice if not self._was_there(die))

    def _due(self, frame: Frame, wait_s: float) -> bool:
        if frame.time_s - self._looked_s < wait_s - 1e-6:
            return False
        self._looked_s = frame.time_s
        return True

    def _anchored(self, dice: Iterable[Detection]) -> tuple[Detection, ...]:
        inside: list[Detection] = []
        outside: list[Detection] = []
        for die in dice:
            x_px, y_px = die.box.centre_px
            counts = holds(self.tray, x_px / self._width_px, y_px / self._height_px)
            die = die if self._pose.is_rest else replace(die, box=self._pose.box(die.box))
            (inside if counts else outside).append(die)
        self._dice, self._outside = tuple(inside), tuple(outside)
        return self._dice

    def _compare(self, frame: Frame, dice: Iterable[Detection]) -> None:
        self._checked_s = frame.time_s
        boxes = [die.box for die in (*dice, *self._outside)]
        self._strange = self.background.strange(boxes, self._width_px)

    def _judged(self, roll: RollRead | None, expected: int | None) -> RollRead | None:
        """The roll in pixels of the newest frame, with what makes it doubtful."""
        if roll is None:
            return None
        self._dice = (*roll.rolled, *roll.kept)
        self._kept = tuple(die.box for die in roll.kept)
        back = self._pose.inverse()
        rolled, kept = _led(roll.rolled, back), _led(roll.kept, back)
        why = reasons(rolled, kept, self._width_px, self._height_px, self._by)
        self._reasons = dict(zip((die.box for die in roll.rolled), why, strict=True))
        told = expected == len(rolled)
        wary = "" if told and roll.wary in ("count", "aside") else roll.wary
        hidden = any(not self._same(box) for box in self._strange.small)
        if hidden and not told:
            wary = "hidden"
        if self._strange.foreign:
            wary = "covered"
        if expected not in (None, len(rolled)):
            wary = "count"
        return replace(roll, rolled=rolled, kept=kept, reasons=why, wary=wary, by=self._by)

    def _view(self, time_s: float, roll: RollRead | None) -> View:
        back = self._pose.inverse()
        return View(
            time_s,
            self._settler.phase,
            self._width_px,
            self._height_px,
            tuple(
                self._seen(die, back, outside=outside)
                for dice, outside in ((self._dice, False), (self._outside, True))
                for die in dice
            ),
            roll,
            self._strange.foreign,
        )

    def _seen(self, die: Detection, back: Pose, *, outside: bool) -> SeenDie:
        kept = any(die.box.overlap(box) > _SAME for box in self._kept)
        unsure = "unsure" if die_certainty(die, self._by) < UNSURE_BELOW else ""
        reason = self._reasons.get(die.box, unsure)
        if outside:
            reason = "outside"
        elif any(covered_share(die.box, box) > 0 for box in self._strange.small):
            reason = "covered"
        return SeenDie(back.box(die.box), die.face, die.confidence, kept, bool(reason), reason)


def _led(dice: Iterable[Detection], pose: Pose) -> tuple[Detection, ...]:
    return tuple(replace(die, box=pose.box(die.box)) for die in dice)


def _scaled(box: Box, scale: float) -> Box:
    return Box(box.x1_px * scale, box.y1_px * scale, box.x2_px * scale, box.y2_px * scale)


__all__ = ["Image", "Phase", "Pipeline", "Polygon", "RollRead", "SeenDie", "View"]
