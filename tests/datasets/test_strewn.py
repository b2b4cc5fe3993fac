"""Pictures of tables without dice are made of single things, none of which calls itself a die."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from datasets.labels import LabelError, read_folder
from datasets.strewn import find_photographs, find_things, strew_things
from dicesight import main

RED = (0, 0, 255, 255)


@pytest.fixture
def things(tmp_path: Path) -> Path:
    """A folder with a red disc and, under names that speak of dice, two blue squares."""
    folder = tmp_path / "things"
    (folder / "toys").mkdir(parents=True)
    disc = np.zeros((80, 80, 4), np.uint8)
    cv2.circle(disc, (40, 40), 38, RED, -1)
    cv2.imwrite(str(folder / "toys" / "disc.png"), disc)
    square = np.full((80, 80, 4), (255, 0, 0, 255), np.uint8)
    for name in ("two_dice_01", "Domino"):
        cv2.imwrite(str(folder / f"{name}.png"), square)
    return folder


def test_things_whose_names_speak_of_dice_are_left_out(things: Path) -> None:
    assert [path.name for path in find_things(things)] == ["disc.png"]


def test_a_folder_without_pictures_is_refused_in_words(tmp_path: Path) -> None:
    for find in (find_things, find_photographs):
        with pytest.raises(LabelError) as refused:
            find(tmp_path)
        assert refused.value.code == "folder_empty"


def test_the_things_lie_on_the_tables_and_no_die_is_labelled(things: Path, tmp_path: Path) -> None:
    done: list[int] = []
    out = tmp_path / "out"
    strew_things(out, find_things(things), (), 3, 1, lambda now, wanted: done.append(now))
    pictures = read_folder(out)
    assert done == [1, 2, 3]
    assert [picture.dice for picture in pictures] == [(), (), ()]
    for picture in pictures:
        blue, green, red = (picture.load()[..., band].astype(int) for band in range(3))
        share = ((red - np.maximum(blue, green)) > 120).mean()
        assert 0.005 < share < 0.9


def test_the_same_seed_gives_the_same_pictures_and_a_stopped_run_goes_on(
    things: Path, tmp_path: Path
) -> None:
    photograph = tmp_path / "photographs" / "grey.jpg"
    photograph.parent.mkdir()
    cv2.imwrite(str(photograph), np.full((300, 500, 3), 90, np.uint8))
    command = [
        "strew",
        "--things",
        str(things),
        "--photographs",
        str(photograph.parent),
        "--seed",
        "3",
    ]
    bytes_of = []
    for count, name in ((2, "a"), (3, "a"), (3, "b")):
        out = tmp_path / name
        given = [*command, "--count", str(count), "--out", str(out)]
        result = CliRunner().invoke(main, given, catch_exceptions=False)
        assert result.exit_code == 0
        bytes_of.append([path.read_bytes() for path in sorted((out / "images").iterdir())])
    assert [len(each) for each in bytes_of] == [2, 3, 3]
    assert bytes_of[1] == bytes_of[2]
    assert bytes_of[0] == bytes_of[1][:2]
