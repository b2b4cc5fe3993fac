"""How sure a reading is. Not calibrated yet: built from what the network says of itself."""

from __future__ import annotations

import math
from collections.abc import Iterable

DOUBTFUL_BELOW = 0.6
"""A die that the reader is less sure of than this is marked, so that a person looks at it."""

WARY_SURE = 0.5
"""What is left of a roll's certainty where something about it is suspicious."""


def roll_certainty(confidences: Iterable[float]) -> float:
    """The product of the dice's confidences, 0 to 1: an order, not yet a probability."""
    return math.prod(confidences)


def must_ask(confidences: Iterable[float]) -> bool:
    """Whether a person has to look at one of the dice before the roll counts."""
    return any(confidence < DOUBTFUL_BELOW for confidence in confidences)
