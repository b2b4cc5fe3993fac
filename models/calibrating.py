"""Fitting what makes probabilities of a network's confidences to readings that were checked.

Logistic regression on the log odds of a die's confidence (is it a die that shows this face?) and
of a weak sighting's (is it a die after all?), by Newton's method, each weight drawn towards 0 by a
ridge of 1 so that a clean separation gives finite odds (le Cessie and van Houwelingen, 1992).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from models.accuracy import LOOSE_OVERLAP, ROLL
from models.judging import Judged
from models.reliability import Forecast
from vision.certainty import USUAL, Calibration, log_odds
from vision.frames import Box
from vision.still import judged as judged_still

RIDGE = 1.0

SILENT = 0.005
"""Of all rolls at most this share may be wrong without asking."""

LEAST_ASK, MOST_ASK = 0.5, 0.995
"""The threshold is looked for between these: below the first lies whatever is suspicious."""

_FEW = 10


class TooFewError(ValueError):
    """There is too little to fit to; ``code`` is stable, ``words`` say what is missing."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.code = "too_few_readings"
        self.words = words


@dataclass(frozen=True, slots=True)
class Threshold:
    """What asking below ``ask_below`` leads to: silent errors and questions among ``n`` rolls."""

    ask_below: float
    silent: int
    asked: int
    n: int


def rolls(found: Sequence[Judged]) -> list[Judged]:
    """The pictures that could be a roll: with one to six dice."""
    return [judged for judged in found if 0 < len(judged.truth) <= ROLL]


def fit(found: Sequence[Judged]) -> Calibration:
    """The calibration that makes these readings likeliest; asks as the usual one does.

    Raises TooFewError where the readings hold hardly a die read right or wrong.
    """
    sure, right, weak, there = [], [], [], []
    for judged in found:
        for number, die in enumerate(judged.still.dice):
            sure.append(log_odds(die.confidence))
            right.append(number in judged.right)
        missed = [judged.truth[index][0] for index in judged.matching.missed]
        for sighting in judged.still.faint:
            weak.append(log_odds(sighting.confidence))
            there.append(any(_same(sighting.box, box) for box in missed))
    if min(sum(right), len(right) - sum(right)) < _FEW:
        raise TooFewError(
            f"Of {len(right)} dice that were read, {len(right) - sum(right)} were wrong: the odds "
            f"can only be fitted to at least {_FEW} right and {_FEW} wrong ones."
        )
    of_dice = _logistic_fit(sure, right)
    if min(sum(there), len(there) - sum(there)) < _FEW:
        return replace(USUAL, right=of_dice)
    return replace(USUAL, right=of_dice, overlooked=_logistic_fit(weak, there))


def _same(sighting: Box, die: Box) -> bool:
    x, y = sighting.centre_px
    inside = die.x1_px <= x <= die.x2_px and die.y1_px <= y <= die.y2_px
    return inside or sighting.overlap(die) >= LOOSE_OVERLAP


def _logistic_fit(odds: Sequence[float], came: Sequence[bool]) -> tuple[float, float]:
    x: npt.NDArray[np.float64] = np.stack([np.ones(len(odds)), np.array(odds, float)], axis=1)
    y = np.array(came, float)
    ridge = np.diag([1e-6, RIDGE])
    weights = np.zeros(2)
    for _ in range(100):
        chance = 1 / (1 + np.exp(-np.clip(x @ weights, -500, 500)))
        slope = x.T @ (chance - y) + ridge @ weights
        curve = (x * (chance * (1 - chance))[:, None]).T @ x + ridge
        step = np.linalg.solve(curve, slope)
        # Far steps overshoot where nearly all are right; the way there is the same.
        weights -= step * min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-12))
        if float(np.abs(step).max()) < 1e-9:
            break
    return float(weights[0]), float(weights[1])


def forecasts(found: Sequence[Judged], by: Calibration) -> list[Forecast]:
    """What this calibration says of readings, and what came of them."""
    return [
        Forecast(
            judged_still(
                judged.still.dice,
                judged.still.faint,
                judged.width_px,
                judged.height_px,
                by,
            ).certainty,
            judged.result.exact,
        )
        for judged in found
    ]


def held_out(sets: Mapping[str, Sequence[Judged]]) -> list[Forecast]:
    """What is said of each set by a calibration that was fitted to the others only."""
    said: list[Forecast] = []
    for name, found in sets.items():
        others = [judged for other, held in sets.items() if other != name for judged in held]
        said += forecasts(found, fit(others))
    return said


def threshold(said: Sequence[Forecast], silent: float = SILENT) -> Threshold | None:
    """The lowest threshold with at most this share of silent errors; None where none keeps to it.

    Everything below LEAST_ASK is asked about anyway.
    """
    for ask_below in np.arange(LEAST_ASK, MOST_ASK + 1e-9, 0.005):
        found = asking(said, round(float(ask_below), 3))
        if found.silent <= silent * found.n:
            return found
    return None


def asking(said: Sequence[Forecast], ask_below: float) -> Threshold:
    """What comes of asking below this certainty."""
    kept = [forecast for forecast in said if forecast.certainty >= ask_below]
    silent = sum(not forecast.right for forecast in kept)
    return Threshold(ask_below, silent, len(said) - len(kept), len(said))
