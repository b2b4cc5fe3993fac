"""A picture that was read wrong says why, die by die."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.misses import drawing, faults
from tests.models.judged import die, picture
from vision.frames import Detection


@pytest.mark.parametrize(
    ("read", "faint", "told"),
    [
        ([die(100, 4)], [], ()),
        ([die(100, 5, 0.81)], [], ("a 4 read as 5 (0.81)",)),
        ([], [], ("a 4 was missed",)),
        ([], [die(102, 3, 0.31)], ("a 4 was missed: seen too faintly, as a 3 of 0.31",)),
        ([die(100, 4), die(400, 1, 0.55)], [], ("a 1 read where no die is (0.55)",)),
        (
            [die(100, 4), die(112, 1, 0.5)],
            [],
            ("a 4 was split: a second box on it reads 1 (0.50)",),
        ),
    ],
    ids=["right", "wrong face", "missed", "too faint", "extra", "split"],
)
def test_each_kind_of_mistake_has_its_words(
    read: list[Detection], faint: list[Detection], told: tuple[str, ...]
) -> None:
    assert faults(picture([(100, 4)], read, faint)) == told


def test_a_missed_die_says_what_made_it_hard() -> None:
    assert faults(picture([(0, 4)], [])) == ("a 4 was missed: at the picture's edge",)
    assert faults(picture([(100, 4)], [], side=12)) == ("a 4 was missed: only 12 pixels wide",)
    on_another = faults(picture([(100, 4), (115, 2)], [die(115, 2)]))
    assert on_another == ("a 4 was missed: another die before or upon it",)


def test_the_drawing_shows_the_part_with_dice_and_marks_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "p.png"
    plain = np.full((480, 640, 3), 128, np.uint8)
    assert cv2.imwrite(str(path), plain)
    missed = drawing(picture([(100, 4)], [], path=path))
    assert missed.shape[1] < 640, "cut to where the die is"
    assert _marked(missed, (230, 170, 40))
    wrong = drawing(picture([(100, 4)], [die(100, 5)], path=path), side_px=100)
    assert max(wrong.shape[:2]) == 100
    assert _marked(wrong, (50, 50, 235))
    right = drawing(picture([(100, 4)], [die(100, 4)], path=path))
    assert _marked(right, (80, 190, 80))
    assert not _marked(right, (50, 50, 235))


def _marked(drawn: np.ndarray, colour: tuple[int, int, int]) -> bool:
    return bool((drawn == colour).all(axis=2).any())
