"""A folder of pictures is a source of frames."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.picture_folder import STEP_S, PictureFolder
from vision.source import SourceError
from vision.sources import open_source


def test_pictures_are_frames_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for number in (10, 9, 2):
        cv2.imwrite(str(tmp_path / f"shot {number}.png"), np.full((8, 8, 3), number, np.uint8))
    (tmp_path / "shot 3.png").write_bytes(b"damaged")
    (tmp_path / "notes.txt").write_text("no picture")
    frames = list(open_source(str(tmp_path), fast=True).frames())
    assert [int(frame.image[0, 0, 0]) for frame in frames] == [2, 9, 10]
    assert [frame.time_s for frame in frames] == pytest.approx([0, 2 * STEP_S, 3 * STEP_S])


def test_a_folder_without_pictures_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no pictures") as refused:
        list(PictureFolder(tmp_path).frames())
    assert refused.value.code == "folder_empty"
