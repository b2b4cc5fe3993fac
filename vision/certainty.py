"""The probability that a roll was read right, and when a person has to look.

Fitted on readings of labelled photographs, not on what the network says of itself; on which ones
stands in docs/accuracy.md. A die counts as right where there is a die and it shows that face.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from vision.frames import Detection

DOUBTFUL_BELOW = 0.6
"""A die that the reader is less sure of than this is marked, so that a person looks at it."""

UNSURE_BELOW = 0.85
"""A die that is less certain than this is one to ask about."""

WARY_SURE = 0.5
"""What is left of a roll's certainty where something about it is suspicious."""

FAINTEST = 0.1
"""Sightings weaker than this say nothing about a die that was overlooked."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """How a network's confidences become probabilities; belongs to that network.

    ``right``, of a die: a constant and the weight of the log odds of its confidence.
    ``overlooked``, of a sighting too weak to be taken for a die: the same. A roll that is less
    certain than ``ask_below`` is asked about.
    """

    right: tuple[float, float] = (0.04, 2.82)
    overlooked: tuple[float, float] = (0.93, 2.46)
    ask_below: float = 0.7


USUAL = Calibration()
"""For networks that were not calibrated themselves."""


def die_certainty(die: Detection, by: Calibration = USUAL) -> float:
    """The probability, 0 to 1, that there is a die and that its face is the one read."""
    constant, of_odds = by.right
    return logistic(constant + of_odds * log_odds(die.confidence))


def overlooked(sighting: Detection, by: Calibration = USUAL) -> float:
    """The probability, 0 to 1, that a sighting too weak to be a die is one after all."""
    constant, of_odds = by.overlooked
    return logistic(constant + of_odds * log_odds(sighting.confidence))


def roll_certainty(
    dice: Iterable[Detection], faint: Iterable[Detection] = (), by: Calibration = USUAL
) -> float:
    """The probability that every die is right and that none of the ``faint`` sightings is one."""
    every_die = math.prod(die_certainty(die, by) for die in dice)
    return every_die * math.prod(1 - overlooked(sighting, by) for sighting in faint)


def must_ask(
    dice: Iterable[Detection], faint: Iterable[Detection] = (), by: Calibration = USUAL
) -> bool:
    """Whether a person has to look before the roll counts."""
    return roll_certainty(dice, faint, by) < by.ask_below


def log_odds(share: float) -> float:
    """The logarithm of the odds of a share, which is kept within 0.01 and 0.99."""
    bounded = min(max(share, 0.01), 0.99)
    return math.log(bounded / (1 - bounded))


def logistic(odds: float) -> float:
    """The probability of which these are the log odds."""
    return 1 / (1 + math.exp(-max(-700.0, odds)))
