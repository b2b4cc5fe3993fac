"""A still picture read with its doubts: what lies there, how certain that is, whether to ask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from farkle.dice import MAX_DICE
from vision.certainty import (
    FAINTEST,
    USUAL,
    WARY_SURE,
    Calibration,
    must_ask,
    roll_certainty,
)
from vision.doubt import reasons
from vision.frames import Detection, Image
from vision.reader import CONFIDENCE

PRESENT = 0.55
"""A picture in which no sighting is as strong as this shows no dice: dominoes, buttons and the like
rarely pass for sure dice, and among real dice one is nearly always sure."""


class Reader(Protocol):
    """What finds dice in a picture; its ``calibration``, where it has one, is its network's."""

    def read(self, image: Image, *, confidence: float | None = None) -> tuple[Detection, ...]:
        """The dice in ``image``; the reader's own threshold where ``confidence`` is None."""


@dataclass(frozen=True, slots=True)
class Still:
    """What was read from one still picture; boxes in its pixels.

    ``faint`` are sightings too weak to be taken for dice. ``certainty`` is the probability, 0 to 1,
    that all dice are right and none was overlooked; ``ask`` whether a person should look before
    the roll counts. ``reasons``: for each die why to look at it, "" for none.
    """

    dice: tuple[Detection, ...]
    faint: tuple[Detection, ...]
    certainty: float
    ask: bool
    reasons: tuple[str, ...]


def read_still(reader: Reader, image: Image, *, confidence: float | None = None) -> Still:
    """Read a picture; ``confidence`` is the least that a die must have.

    Default: CONFIDENCE, where one of them has PRESENT; else none counts.
    """
    least = CONFIDENCE if confidence is None else confidence
    everything = reader.read(image, confidence=min(least, FAINTEST))
    if confidence is None and all(die.confidence < PRESENT for die in everything):
        least = PRESENT
    dice = tuple(die for die in everything if die.confidence >= least)
    faint = tuple(die for die in everything if die.confidence < least)
    height_px, width_px = image.shape[:2]
    by: Calibration = getattr(reader, "calibration", USUAL)
    return judged(dice, faint, width_px, height_px, by)


def judged(
    dice: tuple[Detection, ...],
    faint: Sequence[Detection],
    width_px: float,
    height_px: float,
    by: Calibration = USUAL,
) -> Still:
    """The same for a picture of this size that was read already.

    Asked about is also what no roll can be: no die at all, or more than a player throws.
    """
    why = reasons(dice, (), width_px, height_px, by)
    suspicious = (
        not 0 < len(dice) <= MAX_DICE  # either some were missed or others are none
        or any(reason not in ("", "unsure") for reason in why)
    )
    certainty = roll_certainty(dice, faint, by) * (WARY_SURE if suspicious else 1.0)
    ask = suspicious or must_ask(dice, faint, by)
    return Still(dice, tuple(faint), certainty, ask, why)
