"""What the dice in a picture mean for the roll at hand: which to keep, what to ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from vision.certainty import USUAL, Calibration, must_ask
from vision.frames import Detection
from webapp.languages import listed, t


@dataclass(frozen=True, slots=True)
class Proposal:
    """A reading held against the dice in hand; nothing of it counts before a person confirms it.

    ``left_out`` are the positions in the reading of dice that were probably set aside earlier in
    the turn. ``doubtful``: positions of those to look at. ``match`` is ``exact``, ``more``,
    ``fewer`` or ``none``; ``words`` say what to do, in the reader's language.
    """

    match: str
    left_out: frozenset[int]
    doubtful: frozenset[int]
    words: str


def propose(
    dice: Sequence[Detection],
    in_hand: int,
    set_aside: Sequence[int],
    reasons: Sequence[str] = (),
    by: Calibration = USUAL,
) -> Proposal:
    """Compare the dice seen with the ``in_hand`` dice to roll and the faces set aside before.

    ``reasons``: for each die why to look at it, "" for none; none at all for no doubts.

    When exactly the dice set aside lie in the picture too, they are left out by face: which of
    two dice with the same face is meant makes no difference to the roll.
    """
    aside = left_out([die.face for die in dice], in_hand, set_aside)
    rest = [index for index in range(len(dice)) if index not in aside]
    why = {index: reasons[index] for index in rest if index < len(reasons) and reasons[index]}
    if len(rest) == in_hand and not why and must_ask([dice[index] for index in rest], by=by):
        # No die is doubtful by itself, but all of them together are.
        why = {min(rest, key=lambda index: dice[index].confidence): "unsure"}
    doubtful = frozenset(why)
    seen = len(rest)
    if not seen:
        return Proposal(
            "none",
            aside,
            doubtful,
            t("photo-none"),
        )
    if seen > in_hand:
        words = t("photo-more", seen=seen, hand=in_hand, excess=seen - in_hand)
        return Proposal("more", aside, doubtful, words)
    if seen < in_hand:
        words = t("photo-fewer", seen=seen, hand=in_hand, missing=in_hand - seen)
        return Proposal("fewer", aside, doubtful, words)
    words = t("photo-exact", seen=seen)
    if aside:
        faces = [str(face) for face in sorted(dice[index].face for index in aside)]
        words = t("photo-left-out", seen=len(dice), faces=listed(faces))
    if why:
        first = next(iter(why.values())).replace("_", "-")
        look = t("offer-doubtful", count=len(why)) if len(why) > 1 else t(f"reason-{first}")
        words = f"{words} {look}"
    return Proposal("exact", aside, doubtful, words)


def left_out(faces: Sequence[int], in_hand: int, set_aside: Sequence[int]) -> frozenset[int]:
    """Positions of the dice that were ``set_aside`` before, if exactly those lie there as well."""
    if not set_aside or len(faces) != in_hand + len(set_aside):
        return frozenset()
    wanted = Counter(set_aside)
    if wanted - Counter(faces):
        return frozenset()
    found = set()
    for index, face in enumerate(faces):
        if wanted[face]:
            wanted[face] -= 1
            found.add(index)
    return frozenset(found)
