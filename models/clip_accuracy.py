"""How good a pipeline is on clips of known truth: rolls read, missed, asked about, read twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import exp

import numpy as np

from datasets.clips.truth import ClipTruth, TrueRoll
from models.accuracy import Share

EARLY_S = 0.5
"""A reading may come so long before the hand has wholly gone: the dice can lie still by then."""

START_S = 3.0
"""Dice that lie there when a clip begins may be read once until then; that counts neither way."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a pipeline claimed at a time of the clip; faces in rising order."""

    time_s: float
    rolled: tuple[int, ...]
    kept: tuple[int, ...]
    ask: bool


@dataclass(frozen=True, slots=True)
class RollResult:
    """A physical roll and the first reading of it, None where it was missed."""

    truth: TrueRoll
    reading: Reading | None

    @property
    def exact(self) -> bool:
        """Whether the rolled dice were read exactly right at first, asked about or not."""
        return self.reading is not None and self.reading.rolled == self.truth.rolled

    @property
    def silent_error(self) -> bool:
        """Whether the reading is wrong and nobody was asked."""
        return self.reading is not None and not self.exact and not self.reading.ask

    @property
    def kept_right(self) -> bool:
        """Whether the dice set aside before were told from the rolled ones, with their faces."""
        return self.reading is not None and self.reading.kept == self.truth.kept

    @property
    def delay_s(self) -> float:
        """From when everything lay still to the reading; NaN where it was missed."""
        return float("nan") if self.reading is None else self.reading.time_s - self.truth.rest_s


@dataclass(frozen=True, slots=True)
class ClipResult:
    """One clip: its rolls, and readings that no roll accounts for."""

    truth: ClipTruth
    rolls: tuple[RollResult, ...]
    duplicates: tuple[Reading, ...]
    false: tuple[Reading, ...]


def judge(truth: ClipTruth, readings: Sequence[Reading]) -> ClipResult:
    """Match readings, in the order of time, to the rolls of a clip.

    A roll's readings are those from EARLY_S before its rest until EARLY_S before the next one's
    rest: the first is its reading, the others are duplicates. Readings before the first roll are
    false, but for one of the dice that lay there at the start.
    """
    begins = [roll.rest_s - EARLY_S for roll in truth.rolls]
    of_roll: list[list[Reading]] = [[] for _ in truth.rolls]
    stray = []
    for reading in readings:
        place = sum(begin <= reading.time_s for begin in begins) - 1
        if place < 0:
            stray.append(reading)
        else:
            of_roll[place].append(reading)
    if truth.lying and stray and stray[0].time_s <= START_S:
        del stray[0]
    return ClipResult(
        truth,
        tuple(
            RollResult(roll, found[0] if found else None)
            for roll, found in zip(truth.rolls, of_roll, strict=True)
        ),
        tuple(reading for found in of_roll for reading in found[1:]),
        tuple(stray),
    )


@dataclass(frozen=True, slots=True)
class Rate:
    """Events an hour with the exact 95 % interval of Poisson's law (F. Garwood, 1936)."""

    events: int
    hours: float

    @property
    def value(self) -> float:
        """Events an hour; NaN when no time was watched."""
        return self.events / self.hours if self.hours else float("nan")

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper end at 95 %."""
        if not self.hours:
            return 0.0, float("inf")
        low = (
            _solve(lambda mean: 1 - _at_most(self.events - 1, mean), 0.025) if self.events else 0.0
        )
        high = _solve(lambda mean: 1 - _at_most(self.events, mean), 0.975)
        return low / self.hours, high / self.hours


def _at_most(count: int, mean: float) -> float:
    term = total = exp(-mean)
    for k in range(1, count + 1):
        term *= mean / k
        total += term
    return total


def _solve(rising: Callable[[float], float], level: float) -> float:
    low, high = 0.0, 1.0
    while rising(high) < level:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if rising(middle) > level else (middle, high)
    return (low + high) / 2


@dataclass(frozen=True, slots=True)
class Quantile:
    """A quantile (``share`` 0 to 1) of values, with a percentile bootstrap interval at 95 %."""

    values: tuple[float, ...]
    share: float

    @property
    def n(self) -> int:
        """Number of values."""
        return len(self.values)

    @property
    def value(self) -> float:
        """The quantile; NaN without values."""
        return float(np.quantile(self.values, self.share)) if self.values else float("nan")

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper end at 95 %, from 2,000 resamples with a fixed seed."""
        if not self.values:
            return 0.0, float("inf")
        drawn = np.random.default_rng(0).integers(0, self.n, (2000, self.n))
        each = np.quantile(np.array(self.values)[drawn], self.share, axis=1)
        low, high = np.percentile(each, [2.5, 97.5])
        return float(low), float(high)


@dataclass(slots=True)
class ClipTally:
    """The results of many clips, and how long each frame took."""

    results: list[ClipResult] = field(default_factory=list)
    frame_ms: list[float] = field(default_factory=list)

    def _rolls(self) -> list[RollResult]:
        return [roll for result in self.results for roll in result.rolls]

    def _share(self, flags: Sequence[bool]) -> Share:
        return Share(sum(flags), len(flags))

    @property
    def exact(self) -> Share:
        """Rolls whose first reading was exactly right."""
        return self._share([roll.exact for roll in self._rolls()])

    @property
    def silent_errors(self) -> Share:
        """Rolls read wrong without asking."""
        return self._share([roll.silent_error for roll in self._rolls()])

    @property
    def asked(self) -> Share:
        """Rolls about which a person was asked, of those read."""
        read = [roll.reading for roll in self._rolls() if roll.reading is not None]
        return self._share([reading.ask for reading in read])

    @property
    def asked_in_vain(self) -> Share:
        """Rolls that were read right and still asked about, of those read right."""
        right = [roll.reading for roll in self._rolls() if roll.reading is not None and roll.exact]
        return self._share([reading.ask for reading in right])

    @property
    def missed(self) -> Share:
        """Rolls that were never read."""
        return self._share([roll.reading is None for roll in self._rolls()])

    @property
    def duplicates(self) -> Share:
        """Rolls that were read more than once."""
        rolls = self._rolls()
        twice = sum(min(len(result.duplicates), len(result.rolls)) for result in self.results)
        return Share(twice, len(rolls))

    @property
    def kept_right(self) -> Share:
        """Rolls with dice set aside before whose kept dice were all told, of those read."""
        with_kept = [r for r in self._rolls() if r.truth.kept and r.reading is not None]
        return self._share([roll.kept_right for roll in with_kept])

    @property
    def early(self) -> Share:
        """Clips with rolls that had a reading before anything lay still."""
        clips = [result for result in self.results if result.truth.kind == "roll"]
        return self._share([bool(result.false) for result in clips])

    @property
    def false_an_hour(self) -> Rate:
        """False reads an hour on clips without a roll."""
        bare = [result for result in self.results if result.truth.kind == "no_roll"]
        return Rate(
            sum(len(result.false) for result in bare),
            sum(result.truth.duration_s for result in bare) / 3600,
        )

    def delay(self, share: float) -> Quantile:
        """A quantile of the seconds from the last motion to the reading."""
        read = [roll.delay_s for roll in self._rolls() if roll.reading is not None]
        return Quantile(tuple(read), share)

    def to_mapping(self) -> dict[str, object]:
        """All figures with n and interval, for JSON."""
        shares: dict[str, Share | Quantile] = {
            "exact_at_first": self.exact,
            "silent_errors": self.silent_errors,
            "asked": self.asked,
            "asked_in_vain": self.asked_in_vain,
            "missed": self.missed,
            "duplicates": self.duplicates,
            "kept_right": self.kept_right,
            "clips_read_too_early": self.early,
            "delay_s_median": self.delay(0.5),
            "delay_s_95": self.delay(0.95),
        }
        told: dict[str, object] = {
            name: {
                "value": round(figure.value, 4) if figure.n else None,
                "n": figure.n,
                "interval_95": [round(end, 4) for end in figure.interval] if figure.n else None,
            }
            for name, figure in shares.items()
        }
        rate = self.false_an_hour
        told["false_reads_an_hour"] = {
            "value": round(rate.value, 2) if rate.hours else None,
            "events": rate.events,
            "hours": round(rate.hours, 4),
            "interval_95": [round(end, 2) for end in rate.interval] if rate.hours else None,
        }
        if self.frame_ms:
            told["ms_a_frame"] = {
                "mean": round(float(np.mean(self.frame_ms)), 1),
                "p95": round(float(np.quantile(self.frame_ms, 0.95)), 1),
                "n": len(self.frame_ms),
            }
        return told
