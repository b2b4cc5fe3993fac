"""A still picture shows dice only where at least one of them is a sure one."""

from __future__ import annotations

import numpy as np
import pytest

from vision.frames import Box, Detection, Image
from vision.still import PRESENT, read_still

IMAGE = np.zeros((100, 400, 3), np.uint8)


class _Sees:
    """Sees dice of these confidences side by side."""

    def __init__(self, *confidences: float) -> None:
        self.confidences = confidences

    def read(self, image: Image, *, confidence: float | None = None) -> tuple[Detection, ...]:
        return tuple(
            Detection(Box(40.0 * at + 5, 30, 40.0 * at + 35, 60), 5, each)
            for at, each in enumerate(self.confidences)
            if confidence is None or each >= confidence
        )


def test_doubtful_dice_count_beside_a_sure_one() -> None:
    still = read_still(_Sees(0.9, 0.45, 0.2), IMAGE)
    assert [die.confidence for die in still.dice] == [0.9, 0.45]
    assert [die.confidence for die in still.faint] == [0.2]


@pytest.mark.parametrize("confidences", [(0.54,), (0.5, 0.45, 0.42), (0.2,), ()])
def test_a_picture_with_doubtful_dice_alone_shows_none_and_is_asked_about(
    confidences: tuple[float, ...],
) -> None:
    still = read_still(_Sees(*confidences), IMAGE)
    assert still.dice == ()
    assert len(still.faint) == len(confidences)
    assert still.ask
    assert still.certainty <= 0.5


def test_a_single_die_that_is_sure_enough_counts() -> None:
    assert len(read_still(_Sees(PRESENT), IMAGE).dice) == 1


def test_whoever_names_a_threshold_gets_all_dice_above_it() -> None:
    still = read_still(_Sees(0.45, 0.3), IMAGE, confidence=0.25)
    assert [die.confidence for die in still.dice] == [0.45, 0.3]
