"""Label files are read strictly: a wrong line is named, never guessed around."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.labels import FACES, LabelError, LabelledDie, read_folder
from datasets.yolo import parse_labels

_FRACTION = st.floats(0.01, 0.99)


def _picture(folder: Path, name: str) -> None:
    (folder / "images").mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / "images" / name), np.zeros((20, 40, 3), np.uint8))


def test_class_numbers_stand_for_the_faces_one_to_six() -> None:
    text = "".join(f"{index} 0.5 0.5 0.1 0.1\n" for index in range(6))
    assert tuple(die.face for die in parse_labels(text, "x")) == FACES == (1, 2, 3, 4, 5, 6)


@given(st.integers(0, 5), _FRACTION, _FRACTION, _FRACTION, _FRACTION)
def test_a_written_label_reads_back_to_the_same_box(
    index: int, x: float, y: float, w: float, h: float
) -> None:
    (die,) = parse_labels(f"{index} {x!r} {y!r} {w!r} {h!r}", "x")
    assert die == LabelledDie(index + 1, x, y, w, h)
    box = die.box(200, 100)
    assert box.centre_px == pytest.approx((200 * x, 100 * y))
    assert (box.width_px, box.height_px) == pytest.approx((200 * w, 100 * h))


@pytest.mark.parametrize(
    "line",
    ["6 0.5 0.5 0.1 0.1", "-1 0.5 0.5 0.1 0.1", "0 0.5 0.5 0.1", "0 1.5 0.5 0.1 0.1", "one two"],
)
def test_a_wrong_line_is_refused_with_its_number(line: str) -> None:
    with pytest.raises(LabelError, match="line 2") as caught:
        parse_labels("0 0.5 0.5 0.1 0.1\n" + line, "roll.txt")
    assert caught.value.code == "label_malformed"


def test_a_folder_pairs_pictures_with_labels_and_takes_unlabelled_ones_as_empty(
    tmp_path: Path,
) -> None:
    _picture(tmp_path, "b.png")
    _picture(tmp_path, "a.png")
    (tmp_path / "labels").mkdir()
    (tmp_path / "labels" / "b.txt").write_text("4 0.5 0.5 0.1 0.2\n")
    first, second = read_folder(tmp_path)
    assert (first.path.name, first.dice) == ("a.png", ())
    assert [die.face for die in second.dice] == [5]
    assert second.load().shape == (20, 40, 3)


def test_missing_and_empty_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(LabelError) as missing:
        read_folder(tmp_path / "nowhere")
    assert missing.value.code == "folder_missing"
    (tmp_path / "images").mkdir()
    with pytest.raises(LabelError) as empty:
        read_folder(tmp_path)
    assert empty.value.code == "folder_empty"


def test_a_file_that_is_no_picture_is_named_when_it_is_loaded(tmp_path: Path) -> None:
    _picture(tmp_path, "a.png")
    (tmp_path / "images" / "a.png").write_bytes(b"nothing")
    with pytest.raises(LabelError, match=r"a\.png"):
        read_folder(tmp_path)[0].load()
