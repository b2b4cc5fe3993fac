"""Which dice lay still over a stretch of looks, and what the looks together say they show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.association import distances, matched, side_px
from vision.frames import Box, Detection

DRIFT = 0.06
"""A die rests while its centre, from the first half of the window to the second, moves less than
this share of its size, or less than DRIFT_PX."""

DRIFT_PX = 1.5

LEAST_CONFIDENCE = 0.4
"""What the looks are less sure of on average is no die; the threshold of still pictures too."""

LEAST_OF_NEW = 0.15
"""The same where the bare table is remembered and something now lies on it."""

PATIENT_DRIFT = 0.25
"""The same after a long wait without motion: boxes that jump then are a fault of the reader."""

_FAINT = 0.25
_SCATTER = 0.2
_SAME_DIE = 0.35
_SAME_DIE_PATIENT = 0.6
_JUMPING = 0.5
_SEEN = 0.75
_PHANTOM = 0.25


@dataclass(frozen=True, slots=True)
class Look:
    """The dice that one look saw. ``new``: the boxes of those that hide the remembered table."""

    time_s: float
    dice: tuple[Detection, ...]
    new: frozenset[Box] = frozenset()


def rest(looks: Sequence[Look], *, patient: bool) -> tuple[Detection, ...] | None:
    """The dice that lay still over all ``looks``, from left to right; None while one does not.

    Also None while it is open whether something is a die: seen too often for a fault of the
    reader and too seldom for a die. A ``patient`` caller has waited long enough to take the half,
    and takes a box that jumps, or is now the die's top and now its front, for a doubtful die.
    """
    dice = []
    new = frozenset[Box]().union(*(look.new for look in looks))
    for track in tracks(looks, _SAME_DIE_PATIENT if patient else _SAME_DIE):
        share = len(track) / len(looks)
        is_new = sum(die.box in new for die in track) > len(track) / 2
        least = LEAST_OF_NEW if is_new else LEAST_CONFIDENCE
        if share < 0.5 if patient else share <= _PHANTOM:
            continue
        strength = sum(die.confidence for die in track) / len(looks)
        if strength < (least if patient else min(least, _FAINT)):
            continue
        open_yet = share < _SEEN or strength < LEAST_CONFIDENCE
        drifts = _drifts(track)
        if (open_yet or drifts) and not (patient and _drift(track) < PATIENT_DRIFT):
            return None
        die = _vote(track, len(looks))
        if drifts:
            die = replace(die, confidence=die.confidence * _JUMPING)
        if share < _SEEN:
            # That so many looks missed it is more than one doubt among others.
            die = replace(die, confidence=die.confidence * share)
        dice.append(die)
    return tuple(sorted(dice, key=lambda die: die.box.centre_px))


def faint(looks: Sequence[Look], taken: Sequence[Detection] = ()) -> tuple[Detection, ...]:
    """What the looks saw too weakly or too seldom for a die, without what was ``taken`` for one."""
    voted = (_vote(t, len(looks)) for t in tracks(looks) if len(t) > len(looks) * _PHANTOM)
    boxes = {die.box for die in taken}
    return tuple(die for die in voted if die.confidence < LEAST_CONFIDENCE and die.box not in boxes)


def tracks(looks: Sequence[Look], same_die: float = _SAME_DIE) -> list[list[Detection]]:
    """The sightings of each die, in the order of the looks.

    From one sighting to the next its centre may jump by ``same_die`` of its size.
    """
    tracks: list[list[Detection]] = []
    for look in looks:
        before = [track[-1].box for track in tracks]
        after = [die.box for die in look.dice]
        pairs = matched(before, after, distances(before, after) <= same_die)
        for old, new in pairs:
            tracks[old].append(look.dice[new])
        known = {new for _, new in pairs}
        tracks += [[die] for index, die in enumerate(look.dice) if index not in known]
    return tracks


def disagree(looks: Sequence[Look], resting: Sequence[Detection]) -> bool:
    """Whether looks read different faces, each with confidence, on one of the dice that rest."""
    at_rest = [die.box for die in resting]
    for track in tracks(looks):
        seen = [track[-1].box]
        faces = {die.face for die in track if die.confidence >= LEAST_CONFIDENCE}
        if len(faces) > 1 and matched(seen, at_rest, distances(seen, at_rest) <= _SAME_DIE):
            return True
    return False


def _drift(track: Sequence[Detection]) -> float:
    """How far the centre moves from the first half to the second, in sizes of the die."""
    centres = np.array([die.box.centre_px for die in track])
    half = max(1, len(centres) // 2)
    apart = np.linalg.norm(centres[:half].mean(axis=0) - centres[-half:].mean(axis=0))
    return float(apart) / side_px(track[-1].box)


def _drifts(track: Sequence[Detection]) -> bool:
    centres = np.array([die.box.centre_px for die in track])
    side = side_px(track[-1].box)
    scatter = np.linalg.norm(centres - np.median(centres, axis=0), axis=1).max() / side
    floor = DRIFT_PX / side
    return bool(_drift(track) >= max(DRIFT, floor) or scatter >= max(_SCATTER, 2 * floor))


def _vote(track: Sequence[Detection], looks: int) -> Detection:
    votes = np.zeros(6)
    for die in track:
        if die.scores:
            votes += die.scores
        else:
            votes[die.face - 1] += die.confidence
    votes /= looks
    face = int(np.argmax(votes)) + 1
    sides = np.median(
        [[die.box.x1_px, die.box.y1_px, die.box.x2_px, die.box.y2_px] for die in track], axis=0
    )
    scores = tuple(float(vote) for vote in votes)
    return Detection(Box(*(float(side) for side in sides)), face, scores[face - 1], scores)
