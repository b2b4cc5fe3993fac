"""How good a reader is on labelled pictures: dice found, faces right, extra dice, exact rolls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from datasets.labels import FACES
from vision.frames import Box, Detection

LOOSE_OVERLAP = 0.25
"""Labels differ in what they box (whole die or top face), so a loose overlap names the same die."""

ROLL = 6
"""Most dice in a roll; larger piles are counted apart."""

NO_DIE = 0
"""Stands for a face where there is no die, or none was seen."""


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
    """One picture: how many dice it has, how many were found, found with the right face, extra.

    ``faces`` are the pairs (true face, face read), NO_DIE for the face of a die that was missed
    and for the truth of an extra one. ``ask``: whether a person was to look before it counts.
    """

    dice: int
    found: int
    right: int
    extra: int
    faces: tuple[tuple[int, int], ...] = ()
    ask: bool = False

    @property
    def exact(self) -> bool:
        """Every die found with the right face and nothing extra."""
        return self.right == self.dice and self.extra == 0

    @property
    def silent(self) -> bool:
        """Wrong, and nobody is asked to look."""
        return not self.exact and not self.ask


@dataclass(frozen=True, slots=True)
class Matching:
    """Which detection names which labelled die, by their positions in what was compared.

    ``named`` are the pairs (die, detection); ``missed`` the dice without a detection, ``extra`` the
    detections without a die. What is detected on an unreadable die is in none of them.
    """

    named: tuple[tuple[int, int], ...]
    missed: tuple[int, ...]
    extra: tuple[int, ...]


def match(
    truth: Sequence[tuple[Box, int]], read: Sequence[Detection], unreadable: Sequence[Box] = ()
) -> Matching:
    """Give each detection to a labelled die, the surest first.

    A detection names a die when their boxes overlap by LOOSE_OVERLAP or its centre lies in the
    die's box; of several dice it takes the one it overlaps most. Second detections of a die are
    extra. What is detected on an ``unreadable`` die counts neither way.
    """
    free = list(range(len(truth)))
    named, extra = [], []
    for number in sorted(range(len(read)), key=lambda index: -read[index].confidence):
        die = read[number]
        best, best_share = None, 0.0
        for index in free:
            box = truth[index][0]
            share = die.box.overlap(box)
            if share > best_share and _names(die.box, box):
                best, best_share = index, share
        if best is not None:
            free.remove(best)
            named.append((best, number))
        elif not any(_names(die.box, box) for box in unreadable):
            extra.append(number)
    return Matching(tuple(named), tuple(free), tuple(extra))


def compare(
    truth: Sequence[tuple[Box, int]], read: Sequence[Detection], unreadable: Sequence[Box] = ()
) -> PictureResult:
    """Match detections to labelled dice as `match` does, and count."""
    return count(truth, read, match(truth, read, unreadable))


def count(
    truth: Sequence[tuple[Box, int]],
    read: Sequence[Detection],
    matching: Matching,
    *,
    ask: bool = False,
) -> PictureResult:
    """Count what was matched; ``ask`` is whether a person is asked about the picture."""
    faces = [(truth[die][1], read[number].face) for die, number in matching.named]
    right = sum(true == said for true, said in faces)
    faces += [(truth[die][1], NO_DIE) for die in matching.missed]
    faces += [(NO_DIE, read[number].face) for number in matching.extra]
    return PictureResult(
        len(truth), len(matching.named), right, len(matching.extra), tuple(faces), ask
    )


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
    def silent_errors(self) -> Share:
        """Wrong and not asked about, of pictures with one to six dice."""
        rolls = [r for r in self.results if 0 < r.dice <= ROLL]
        return Share(sum(r.silent for r in rolls), len(rolls))

    @property
    def asked(self) -> Share:
        """Pictures with one to six dice about which a person is asked."""
        rolls = [r for r in self.results if 0 < r.dice <= ROLL]
        return Share(sum(r.ask for r in rolls), len(rolls))

    @property
    def confusion(self) -> Counter[tuple[int, int]]:
        """How often (true face, face read) occurred; NO_DIE for missed and extra dice."""
        return Counter(pair for result in self.results for pair in result.faces)

    def face_recall(self, face: int) -> Share:
        """Dice of this face that were found and read as it."""
        counts = self.confusion
        return Share(counts[face, face], sum(n for (true, _), n in counts.items() if true == face))

    def face_precision(self, face: int) -> Share:
        """Readings of this face that were right."""
        counts = self.confusion
        return Share(counts[face, face], sum(n for (_, said), n in counts.items() if said == face))

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
            "silent_errors_of_at_most_six": self.silent_errors,
            "asked_of_at_most_six": self.asked,
            "nothing_seen_where_no_dice": self.quiet,
        }
        faces: dict[str, object] = {
            str(face): {
                "recall": _told(self.face_recall(face)),
                "precision": _told(self.face_precision(face)),
            }
            for face in FACES
        }
        kinds = (*FACES, NO_DIE)
        confusion = {
            _face_name(true): {_face_name(said): self.confusion[true, said] for said in kinds}
            for true in kinds
        }
        told: dict[str, object] = {name: _told(figure) for name, figure in figures.items()}
        return {**told, "faces": faces, "confusion": confusion}


def _told(figure: Share | Mean) -> dict[str, object]:
    return {
        "value": round(figure.value, 5) if figure.n else None,
        "n": figure.n,
        "interval_95": [round(end, 5) for end in figure.interval] if figure.n else None,
    }


def _face_name(face: int) -> str:
    return str(face) if face != NO_DIE else "none"


def _exact(results: Iterable[PictureResult]) -> Share:
    flags = [result.exact for result in results]
    return Share(sum(flags), len(flags))
