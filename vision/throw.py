"""Whether dice that lie in new places were thrown, or pushed under the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from vision.certainty import DOUBTFUL_BELOW
from vision.frames import Detection
from vision.kept import Parted, Trail
from vision.resting import LEAST_CONFIDENCE

_LIFTED_S = 1.0
_PROOF = 0.5


def is_throw(
    parted: Parted,
    away: Sequence[Trail],
    rest_s: float,
    expected: int | None,
    *,
    others: bool,
    stirred: bool,
) -> bool:
    """Whether dice in new places mean a roll, not one that was pushed quickly or seen late.

    ``away``: the dice that somebody picked up; ``others``: whether dice that were never seen may be
    in hands, too. ``rest_s``: since when they rest. ``expected``: how many the turn says are
    rolled. ``stirred``: something moved since the last rest.
    """
    if not parted.rolled:
        return False
    if len(parted.rolled) == len(parted.gone) == 1 and not away and not others:
        (die,), (trail,) = parted.rolled, parted.gone
        alone = not parted.kept or expected == 1
        if die.face != trail.die.face:
            # A face that can hardly be read is no proof that it is another one.
            return alone or die.confidence >= _PROOF
        # Beside others that lie still it was hardly thrown: they would have been set aside.
        return alone and rest_s - trail.seen_s >= _LIFTED_S
    if pushed(parted, away, expected):
        return False
    # By the votes alone: dice that have only just come are missing in some of the looks.
    votes = (max(die.scores, default=die.confidence) for die in parted.rolled)
    # Where nobody is known to hold dice, a thing beside dice that all lie where they lay has to
    # be a die without doubt: cards and coins come to light when a cup is moved.
    least = LEAST_CONFIDENCE if away or expected == len(parted.rolled) else DOUBTFUL_BELOW
    if parted.kept and not parted.gone and all(vote < least for vote in votes):
        return False
    return bool(parted.gone or away or (others and stirred))


def pushed(parted: Parted, away: Sequence[Trail] = (), expected: int | None = None) -> bool:
    """Whether dice that rest elsewhere were pushed, hidden by the hand.

    All of them have faces of dice that are gone, be it since an earlier rest (``away``). Where just
    as many have gone now, a new roll of two dice and more seldom shows the same. Where more are
    gone, the others are in the hand, for as many dice are thrown as were picked up: unless
    ``expected`` dice are rolled now and so many lie there. If they are no more than half of those
    gone, a die that had been read with doubt stands for any face.
    """
    if not parted.rolled or not parted.gone:
        return False
    missing = [trail.die for trail in (*parted.gone, *away)]
    other = Counter(die.face for die in parted.rolled) - Counter(die.face for die in missing)
    doubtful = sum(die.confidence < DOUBTFUL_BELOW for die in missing)
    if other and (2 * len(parted.rolled) > len(missing) or other.total() > doubtful):
        return False
    if len(parted.rolled) == len(parted.gone) > 1 and not away:
        return True
    return len(parted.rolled) < len(missing) and len(parted.rolled) != expected


def left_away(away: Sequence[Trail], back: Sequence[Detection]) -> tuple[Trail, ...]:
    """The dice that are still away when these have come back, each in place of one, if it can be
    of one with its face."""
    left = list(away)
    for die in sorted(back, key=lambda die: die.face not in {trail.die.face for trail in away}):
        if left:
            same = (at for at, trail in enumerate(left) if trail.die.face == die.face)
            del left[next(same, -1)]
    return tuple(left)


def mixed(parted: Parted) -> bool:
    """Whether dice that were pushed may be among those that count as rolled.

    Nothing lies where it lay, and of two dice and more some show a face that is gone.
    """
    several = len(parted.rolled) > 1 and not parted.kept
    before = {trail.die.face for trail in parted.gone}
    return several and any(die.face in before for die in parted.rolled)
