"""Which dice were kept and which were rolled, told by following the dice of the last reading.

A die that lies where it lay was kept, whatever covered it meanwhile. So was one that slid: seen
again and again on its way, slowly, with the same face up. Every other die was rolled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.association import distances, matched
from vision.frames import Box, Detection

UNMOVED = 0.1
"""A die whose centre lies within this share of its size of where it was has not moved."""

GENTLE_PER_S = 3.0
"""Sizes of a die a second: faster is rolling, not pushing."""

FOLLOWED_S = 0.12
"""Least time between two looks that count as steps of a slide."""

LOST_S = 0.5
"""A die not seen for longer is known again only by its place."""

_SLACK = 0.2


@dataclass(frozen=True, slots=True)
class Trail:
    """A die of the last reading, where it was last seen, and when."""

    die: Detection
    box: Box
    seen_s: float


@dataclass(frozen=True, slots=True)
class Parted:
    """Dice at rest, held against the trails: ``kept`` with their trails, ``rolled``, ``gone``."""

    kept: tuple[tuple[Trail, Detection], ...]
    rolled: tuple[Detection, ...]
    gone: tuple[Trail, ...]


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
        after[old] = replace(trails[old], box=dice[new].box, seen_s=time_s)
    return tuple(after)


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
