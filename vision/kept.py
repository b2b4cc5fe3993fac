"""Which dice were kept and which were rolled, told by following the dice of the last reading.

A die that lies where it lay was kept, whatever covered it meanwhile. So was one that slid: seen
again and again on its way, slowly, with the same face up. Every other die was rolled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.association import distances, matched
from vision.frames import Box, Detection
from vision.resting import LEAST_CONFIDENCE, Look

UNMOVED = 0.1
"""A die whose centre lies within this share of its size of where it was has not moved."""

GENTLE_PER_S = 3.0
"""Sizes of a die a second: faster is rolling, not pushing."""

FOLLOWED_S = 0.12
"""Least time between two looks that count as steps of a slide."""

LOST_S = 0.5
"""A die not seen for longer is known again only by its place."""

THROWN_S = 1.5
"""Dice that are thrown together come to lie within this time of one another."""

SURE_CONFIDENCE = 0.65
"""A thing that was not seen to come, there from the start or where nothing has changed, counts as a
kept die if the reader is so sure of it; a button, a coin or a domino's half seldom makes it so."""

HIDDEN_S, FASTEST_PER_S, FARTHEST = 1.0, 6.0, 2.0
"""A die that slides under a finger is not seen for so long at most, and meanwhile comes no farther,
in sizes of a die a second, and at most in all. It may be faster than GENTLE_PER_S: that it shows
the same face all the way tells it from a rolling one."""

_SLACK = 0.2
_SHIFT_SLACK = 0.2
_TOUCHING = 0.03
_MOSTLY, _HALF = 0.6, 0.5
_NEAR = 0.25
_BUMPED = 2.0
_TURNED = 4.0


@dataclass(frozen=True, slots=True)
class Trail:
    """A die of the last reading, where it was last seen, and when.

    ``lifted``: since then the table was seen at rest without it, so that it cannot be pushed.
    ``counts``: False for a doubtful thing that was not seen to come: it may be no die at all.
    """

    die: Detection
    box: Box
    seen_s: float
    lifted: bool = False
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Parted:
    """Dice at rest, held against the trails: ``kept`` with their trails, ``rolled``, ``gone``.

    ``late``: dice that lay there before and had not been seen. ``overlooked``: the trails of dice
    that still lie there and are not seen now.
    """

    kept: tuple[tuple[Trail, Detection], ...]
    rolled: tuple[Detection, ...]
    gone: tuple[Trail, ...]
    late: tuple[Detection, ...] = ()
    overlooked: tuple[Trail, ...] = ()


def lain(die: Detection, time_s: float) -> Trail:
    """The trail of what lies there and was not seen to come."""
    return Trail(die, die.box, time_s, counts=die.confidence >= SURE_CONFIDENCE)


def follow(
    trails: tuple[Trail, ...], dice: Sequence[Detection], time_s: float
) -> tuple[Trail, ...]:
    """The trails after one more look; a die that is not seen again stays where it was.

    Looks that follow one another faster than FOLLOWED_S change nothing, so that many small steps
    of a rolling die are not taken for a gentle push.
    """
    if not trails or time_s - max(trail.seen_s for trail in trails) < FOLLOWED_S:
        return trails
    after = list(trails)
    for old, new in _pairs(trails, dice, time_s):
        after[old] = replace(trails[old], box=dice[new].box, seen_s=time_s, lifted=False)
    return tuple(after)


def lifted(
    trails: Sequence[Trail], looks: Sequence[Look], same: Callable[[Box], bool]
) -> frozenset[Box]:
    """The boxes of the dice that ``looks`` at a table at rest, too few to read it, do not show.

    Somebody picked them up, unless their place looks the ``same``, or something lies where none of
    the dice was: that may be one of them, pushed there.
    """
    places = [trail.die.box for trail in trails] + [trail.box for trail in trails]
    seen = [die.box for look in looks for die in look.dice if _counts(die, look)]
    near = distances(places, seen) <= _NEAR
    if not near.any(axis=0).all():
        return frozenset()
    there = near.any(axis=1).reshape(2, -1).any(axis=0)
    missing = (trails[int(at)].die.box for at in np.flatnonzero(~there))
    return frozenset(box for box in missing if not same(box))


def returned(
    parted: Parted, away: Sequence[Trail], looks: Sequence[tuple[float, Sequence[Detection]]]
) -> tuple[Parted, tuple[Trail, ...]]:
    """The same without the dice that were taken for picked up and were seen to slide, and the
    trails that are still ``away``. ``looks``: times and dice of all late looks, in their order.
    """
    left, kept, rolled = list(away), list(parted.kept), []
    for die in parted.rolled:
        slid = (each for each in left if each.die.face == die.face and _slid(each, die, looks))
        trail = next(slid, None)
        if trail is None:
            rolled.append(die)
        else:
            left.remove(trail)
            kept.append((trail, die))
    return replace(parted, kept=tuple(kept), rolled=tuple(rolled)), tuple(left)


def _slid(trail: Trail, die: Detection, looks: Sequence[tuple[float, Sequence[Detection]]]) -> bool:
    """Whether looks show a die with this face all the way from there to here, step by step."""
    box, seen_s = trail.box, trail.seen_s
    for time_s, dice in looks:
        if time_s <= seen_s:
            continue
        if time_s - seen_s > HIDDEN_S:
            return False
        boxes = [each.box for each in dice if each.face == die.face]
        apart = distances([box], boxes)[0]
        reach = min(FARTHEST, _SLACK + FASTEST_PER_S * (time_s - seen_s))
        if boxes and apart.min() <= reach:
            box, seen_s = boxes[int(np.argmin(apart))], time_s
    return bool(distances([box], [die.box])[0, 0] <= _NEAR)


def _counts(die: Detection, look: Look) -> bool:
    return die.confidence >= LEAST_CONFIDENCE or die.box in look.new


def part(trails: tuple[Trail, ...], resting: Sequence[Detection], time_s: float) -> Parted:
    """Part the dice that rest since ``time_s`` into kept and rolled ones."""
    # First by place: tumbling dice may have led a trail astray while a hand covered its die.
    places, boxes = [trail.die.box for trail in trails], [die.box for die in resting]
    pairs = list(matched(places, boxes, distances(places, boxes) <= UNMOVED))
    moved = [old for old in range(len(trails)) if old not in {old for old, _ in pairs}]
    others = [new for new in range(len(resting)) if new not in {new for _, new in pairs}]
    slid = _pairs(tuple(trails[old] for old in moved), [resting[new] for new in others], time_s)
    pairs += [(moved[old], others[new]) for old, new in slid]
    known = {new for _, new in pairs}
    found = {old for old, _ in pairs}
    return Parted(
        tuple((trails[old], resting[new]) for old, new in pairs),
        tuple(die for index, die in enumerate(resting) if index not in known),
        tuple(trail for index, trail in enumerate(trails) if index not in found),
    )


def corrected(parted: Parted, same: Callable[[Box], bool]) -> Parted:
    """The same, with what the pictures say: ``same`` tells of a place that it has not changed.

    A die that appears where the table looks as when it last lay still was there all the time. A
    die that is missing where the table looks the same was only overlooked. Where a known die lies
    or lay the picture says nothing: another one may lie there now.
    """
    before = [trail.die.box for trail, _ in parted.kept] + [t.die.box for t in parted.gone]
    late = tuple(die for die in parted.rolled if _apart(die.box, before) and same(die.box))
    rolled = tuple(die for die in parted.rolled if die not in late)
    now = [die.box for _, die in parted.kept] + [die.box for die in rolled]
    overlooked = tuple(
        trail for trail in parted.gone if _apart(trail.die.box, now) and same(trail.die.box)
    )
    gone = tuple(trail for trail in parted.gone if trail not in overlooked)
    return Parted(parted.kept, rolled, gone, late, overlooked)


def recognised(parted: Parted) -> Parted:
    """The same, where one die is gone and one lies elsewhere whose looks disagree.

    It shows the face of the one that is gone if half as much speaks for that as for any other.
    """
    if len(parted.rolled) != 1 or len(parted.gone) != 1:
        return parted
    (die,), face = parted.rolled, parted.gone[0].die.face
    if not die.scores or die.scores[face - 1] < _HALF * max(die.scores):
        return parted
    same = replace(die, face=face, confidence=min(die.confidence, die.scores[face - 1]))
    return replace(parted, rolled=(same,))


def lay_before(
    parted: Parted, looks: Sequence[tuple[float, Sequence[Detection]]], since_s: float
) -> Parted:
    """The same, with dice that were pushed under the hand, then lay there while others were thrown.

    They were seen where they are now for THROWN_S longer than the last one of those that rest, and
    show the face of a die that is gone. ``looks``: times and dice of the looks while something
    moved, in their order; ``since_s``: when the rest began.
    """
    seen_s = [min(since_s, _there_since(die.box, looks)) for die in parted.rolled]
    left, kept, rolled = list(parted.gone), list(parted.kept), []
    for die, die_s in zip(parted.rolled, seen_s, strict=True):
        trail = next((each for each in left if each.die.face == die.face), None)
        if trail is not None and max(seen_s) - die_s >= THROWN_S:
            left.remove(trail)
            kept.append((trail, die))
        else:
            rolled.append(die)
    return replace(parted, kept=tuple(kept), rolled=tuple(rolled), gone=tuple(left))


def _there_since(box: Box, looks: Sequence[tuple[float, Sequence[Detection]]]) -> float:
    """Since when a die was seen at this place in most looks; infinity where it was in none."""
    since_s, there = np.inf, 0
    for count, (time_s, dice) in enumerate(reversed(looks), start=1):
        if (distances([box], [die.box for die in dice]) <= _NEAR).any():
            there += 1
            if there >= _MOSTLY * count:
                since_s = time_s
    return since_s


def shifted(
    trails: tuple[Trail, ...], resting: Sequence[Detection], *, unsteady: bool
) -> tuple[Trail, ...]:
    """The trails moved together by the shift that explains most of the resting dice.

    For a table that was bumped and, where the camera is ``unsteady``, for one that has turned its
    view. Dice that all lie as they lay, only elsewhere, were not rolled: where no shift explains
    clearly more than none, there was none.
    """
    least = 2 if unsteady else 3
    if len(trails) < 2 or len(resting) < 2:
        return trails
    old = np.array([trail.die.box.centre_px for trail in trails])
    new = np.array([die.box.centre_px for die in resting])
    size = float(np.median([np.sqrt(trail.die.box.area_px) for trail in trails]))
    same: npt.NDArray[np.bool_] = np.equal.outer(
        np.array([trail.die.face for trail in trails]), np.array([die.face for die in resting])
    )
    unmoved = int(
        (same & (np.linalg.norm(old[:, None] - new[None], axis=2) < UNMOVED * size)).any(1).sum()
    )
    best, found = unmoved, np.zeros(2)
    for one, other in np.argwhere(same):
        shift = new[other] - old[one]
        if np.abs(shift).max() > (_TURNED if unsteady else _BUMPED) * size:
            continue
        apart = np.linalg.norm(old[:, None] + shift - new[None], axis=2)
        fits = same & (apart < _SHIFT_SLACK * size)
        explained = int(fits.any(axis=1).sum())
        everything = explained == len(trails) == len(resting)
        if explained > best and (explained >= max(least, unmoved + 2) or everything):
            best = explained
            pairs = [(row, int(np.argmin(apart[row]))) for row in np.flatnonzero(fits.any(axis=1))]
            found = np.median([new[column] - old[row] for row, column in pairs], axis=0)
    if not found.any():
        return trails
    return tuple(
        replace(
            trail,
            die=replace(trail.die, box=_moved(trail.die.box, found)),
            box=_moved(trail.box, found),
        )
        for trail in trails
    )


def _moved(box: Box, shift: npt.NDArray[np.float64]) -> Box:
    x_px, y_px = float(shift[0]), float(shift[1])
    return Box(box.x1_px + x_px, box.y1_px + y_px, box.x2_px + x_px, box.y2_px + y_px)


def _apart(box: Box, others: Sequence[Box]) -> bool:
    return all(box.overlap(other) <= _TOUCHING for other in others)


def _pairs(
    trails: tuple[Trail, ...], dice: Sequence[Detection], time_s: float
) -> tuple[tuple[int, int], ...]:
    before = [trail.box for trail in trails]
    after = [die.box for die in dice]
    apart = distances(before, after)
    unseen_s = np.array([max(0.0, time_s - trail.seen_s) for trail in trails])
    reach = np.where(unseen_s > LOST_S, UNMOVED, _SLACK + GENTLE_PER_S * unseen_s)
    same_face: npt.NDArray[np.bool_] = np.equal.outer(
        np.array([trail.die.face for trail in trails]), np.array([die.face for die in dice])
    )
    allowed = (apart <= UNMOVED) | (same_face & (apart <= reach[:, None]))
    return matched(before, after, allowed)
