"""How good a reader is on labelled pictures: dice found, faces right, extra dice, exact rolls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from vision.frames import Box, Detection

LOOSE_OVERLAP = 0.25
"""Labels differ in what they box (whole die or top face), so a loose overlap names the same die."""

ROLL = 6
"""Most dice in a roll; larger piles are counted apart."""


@dataclass(frozen=True, slots=True)
class Share:
    """A proportion: ``hits`` of ``n``, with its Wilson score interval at 95 %.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    Journal of the American Statistical Association 22 (1927).
    """

    hits: int
    n: int

    @property
    def value(self) -> float:
        """The proportion; NaN when nothing was counted."""
        return self.hits / self.n if self.n else float("nan")

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper end at 95 %."""
        if not self.n:
            return 0.0, 1.0
        z, p, n = 1.959964, self.value, self.n
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean count a picture, with a percentile bootstrap interval at 95 %."""

    counts: tuple[int, ...]

    @property
    def n(self) -> int:
        """Number of pictures."""
        return len(self.counts)

    @property
    def value(self) -> float:
        """The mean; NaN when nothing was counted."""
        return sum(self.counts) / self.n if self.n else float("nan")

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper end at 95 %, from 2,000 resamples with a fixed seed."""
        if not self.n:
            return 0.0, float("inf")
        drawn = np.random.default_rng(0).integers(0, self.n, (2000, self.n))
        low, high = np.percentile(np.array(self.counts)[drawn].mean(axis=1), [2.5, 97.5])
        return float(low), float(high)


@dataclass(frozen=True, slots=True)
class PictureResult:
    """One picture: how many dice it has, how many were found, found with the right face, extra."""

    dice: int
    found: int
    right: int
    extra: int

    @property
    def exact(self) -> bool:
        """Every die found with the right face and nothing extra."""
        return self.right == self.dice and self.extra == 0


def compare(
    truth: Sequence[tuple[Box, int]], read: Sequence[Detection], unreadable: Sequence[Box] = ()
) -> PictureResult:
    """Match detections to labelled dice, the surest first, and count.

    A detection names a die when their boxes overlap by LOOSE_OVERLAP or its centre lies in the
    die's box; of several dice it takes the one it overlaps most. Second detections of a die are
    extra. What is detected on an ``unreadable`` die counts neither way.
    """
    free = list(range(len(truth)))
    found = right = extra = 0
    for die in sorted(read, key=lambda detection: -detection.confidence):
        best, best_share = None, 0.0
        for index in free:
            box = truth[index][0]
            share = die.box.overlap(box)
            if share > best_share and _names(die.box, box):
                best, best_share = index, share
        if best is None:
            extra += not any(_names(die.box, box) for box in unreadable)
            continue
        free.remove(best)
        found += 1
        right += truth[best][1] == die.face
    return PictureResult(len(truth), found, right, extra)


def _names(detected: Box, labelled: Box) -> bool:
    x, y = detected.centre_px
    inside = labelled.x1_px <= x <= labelled.x2_px and labelled.y1_px <= y <= labelled.y2_px
    return inside or detected.overlap(labelled) >= LOOSE_OVERLAP


@dataclass(slots=True)
class Tally:
    """The results of many pictures."""

    results: list[PictureResult] = field(default_factory=list)

    def add(self, result: PictureResult) -> None:
        """Count one more picture."""
        self.results.append(result)

    @property
    def die_recall(self) -> Share:
        """Dice found, whatever face was read."""
        return Share(sum(r.found for r in self.results), sum(r.dice for r in self.results))

    @property
    def face_accuracy(self) -> Share:
        """Right faces among the dice found."""
        return Share(sum(r.right for r in self.results), sum(r.found for r in self.results))

    @property
    def extra_dice(self) -> Mean:
        """Detections that are no die, a picture."""
        return Mean(tuple(r.extra for r in self.results))

    @property
    def exact_rolls(self) -> Share:
        """Pictures read exactly right, of those with dice."""
        return _exact(r for r in self.results if r.dice)

    @property
    def exact_small_rolls(self) -> Share:
        """Pictures read exactly right, of those with one to six dice."""
        return _exact(r for r in self.results if 0 < r.dice <= ROLL)

    @property
    def quiet(self) -> Share:
        """Pictures without dice on which nothing was detected."""
        bare = [r for r in self.results if not r.dice]
        return Share(sum(r.extra == 0 for r in bare), len(bare))

    def to_mapping(self) -> dict[str, object]:
        """All figures with n and interval, for JSON."""
        figures: dict[str, Share | Mean] = {
            "die_recall": self.die_recall,
            "face_accuracy": self.face_accuracy,
            "extra_dice": self.extra_dice,
            "exact_rolls": self.exact_rolls,
            "exact_rolls_of_at_most_six": self.exact_small_rolls,
            "nothing_seen_where_no_dice": self.quiet,
        }
        return {
            name: {
                "value": round(figure.value, 5) if figure.n else None,
                "n": figure.n,
                "interval_95": [round(end, 5) for end in figure.interval] if figure.n else None,
            }
            for name, figure in figures.items()
        }


def _exact(results: Iterable[PictureResult]) -> Share:
    flags = [result.exact for result in results]
    return Share(sum(flags), len(flags))
