"""The probability that a roll was read right, and when a person has to look.

Fitted on readings of labelled photographs, not on what the network says of itself; on which ones
stands in docs/accuracy.md. A die counts as right where there is a die and it shows that face.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from vision.frames import Detection

DOUBTFUL_BELOW = 0.6
"""A die that the reader is less sure of than this is marked, so that a person looks at it."""

ASK_BELOW = 0.7
"""A roll that is less certain than this is asked about."""

UNSURE_BELOW = 0.85
"""A die that is less certain than this is one to ask about."""

WARY_SURE = 0.5
"""What is left of a roll's certainty where something about it is suspicious."""

FAINTEST = 0.1
"""Sightings weaker than this say nothing about a die that was overlooked."""

_RIGHT = (0.04, 2.82)
"""Of a die: constant, weight of the log odds of its confidence."""

_OVERLOOKED = (0.93, 2.46)
"""Of a sighting too weak to be taken for a die: the same."""


def die_certainty(die: Detection) -> float:
    """The probability, 0 to 1, that there is a die and that its face is the one read."""
    constant, of_odds = _RIGHT
    return _logistic(constant + of_odds * _log_odds(die.confidence))


def overlooked(sighting: Detection) -> float:
    """The probability, 0 to 1, that a sighting too weak to be a die is one after all."""
    constant, of_odds = _OVERLOOKED
    return _logistic(constant + of_odds * _log_odds(sighting.confidence))


def roll_certainty(dice: Iterable[Detection], faint: Iterable[Detection] = ()) -> float:
    """The probability that every die is right and that none of the ``faint`` sightings is one."""
    every_die = math.prod(die_certainty(die) for die in dice)
    return every_die * math.prod(1 - overlooked(sighting) for sighting in faint)


def must_ask(dice: Iterable[Detection], faint: Iterable[Detection] = ()) -> bool:
    """Whether a person has to look before the roll counts."""
    return roll_certainty(dice, faint) < ASK_BELOW


def _log_odds(share: float) -> float:
    bounded = min(max(share, 0.01), 0.99)
    return math.log(bounded / (1 - bounded))


def _logistic(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))
