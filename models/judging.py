"""Labelled pictures read as a player's photograph is, and held against their labels."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from tqdm import tqdm

from datasets.labels import LabelledPicture
from models.accuracy import Matching, PictureResult, count, match
from vision.frames import Box
from vision.still import Reader, Still, read_still


@dataclass(frozen=True, slots=True)
class Judged:
    """A labelled picture, what was read in it, and which of it is right.

    ``truth`` are the readable dice, box in pixels of the picture and face; ``matching`` names them
    and the dice of ``still`` by position.
    """

    picture: LabelledPicture
    width_px: int
    height_px: int
    truth: tuple[tuple[Box, int], ...]
    still: Still
    matching: Matching

    @property
    def result(self) -> PictureResult:
        """What counts of it."""
        return count(self.truth, self.still.dice, self.matching, ask=self.still.ask)

    @property
    def right(self) -> frozenset[int]:
        """The positions in ``still.dice`` of dice that are there and show the face read."""
        return frozenset(
            read
            for true, read in self.matching.named
            if self.truth[true][1] == self.still.dice[read].face
        )


def judge(reader: Reader, picture: LabelledPicture, *, confidence: float | None = None) -> Judged:
    """Read one picture. Raises LabelError ``picture_unreadable``."""
    image = picture.load()
    height, width = image.shape[:2]
    truth = tuple((die.box(width, height), die.face) for die in picture.dice if die.readable)
    unreadable = [die.box(width, height) for die in picture.dice if not die.readable]
    still = read_still(reader, image, confidence=confidence)
    return Judged(picture, width, height, truth, still, match(truth, still.dice, unreadable))


def judge_all(
    reader: Reader,
    pictures: Sequence[LabelledPicture],
    name: str,
    *,
    confidence: float | None = None,
    shown: bool = True,
) -> Iterator[Judged]:
    """Read many, with a progress bar of this name where a person looks on."""
    hidden = not (shown and sys.stderr.isatty())
    for picture in tqdm(pictures, desc=name, disable=hidden, file=sys.stderr):
        yield judge(reader, picture, confidence=confidence)


def sample(pictures: Sequence[LabelledPicture], limit: int | None) -> tuple[LabelledPicture, ...]:
    """At most ``limit`` of the pictures, in their order; the same ones each time."""
    if limit is None or limit >= len(pictures):
        return tuple(pictures)
    chosen = np.random.default_rng(0).choice(len(pictures), limit, replace=False)
    return tuple(pictures[index] for index in sorted(chosen))
