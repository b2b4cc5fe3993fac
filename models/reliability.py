"""Whether certainties keep their word: of rolls 90 % certain nine in ten should be right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log

from models.accuracy import Share

EDGES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
"""Where bins of certainty end; the surest rolls, which nobody looks at, are looked at closer."""

_LEAST = 1e-4


@dataclass(frozen=True, slots=True)
class Forecast:
    """What was said of a roll and what came of it: ``certainty`` 0 to 1, ``right`` or not."""

    certainty: float
    right: bool


@dataclass(frozen=True, slots=True)
class Bin:
    """The rolls whose certainties lie between ``low`` and ``high``: their mean, the share right."""

    low: float
    high: float
    said: float
    right: Share


def bins(forecasts: Sequence[Forecast], edges: Sequence[float] = EDGES) -> tuple[Bin, ...]:
    """The bins that hold a roll; a certainty on an edge belongs to the bin above it."""
    found = []
    for low, high in pairwise(edges):
        last = high == edges[-1]
        held = [f for f in forecasts if low <= f.certainty < high or (last and f.certainty == high)]
        if held:
            said = sum(f.certainty for f in held) / len(held)
            found.append(Bin(low, high, said, Share(sum(f.right for f in held), len(held))))
    return tuple(found)


def brier(forecasts: Sequence[Forecast]) -> float:
    """Mean squared distance between what was said and what came, 0 at best (Brier, 1950)."""
    return sum((f.certainty - f.right) ** 2 for f in forecasts) / len(forecasts)


def log_loss(forecasts: Sequence[Forecast]) -> float:
    """Mean negative log probability of what came; certainties are kept off 0 and 1 by 0.0001."""

    def of(forecast: Forecast) -> float:
        sure = min(max(forecast.certainty, _LEAST), 1 - _LEAST)
        return -log(sure if forecast.right else 1 - sure)

    return sum(of(forecast) for forecast in forecasts) / len(forecasts)
