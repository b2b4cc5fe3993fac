"""Clips of drawn dice that are thrown into view and then lie still."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from tests.webapp.drawn_dice import draw_dice
from vision.frames import Image

SIZE = (480, 360)


def thrown(faces: Sequence[int], *, empty: int, still: int) -> Iterator[Image]:
    """The frames of one throw: an empty table, dice on their way, dice at rest."""
    width, height = SIZE
    bare = draw_dice([], width=width, height=height)
    for _ in range(empty):
        yield bare
    table = draw_dice(faces, width=width, height=height)
    for left in range(8, 0, -1):
        shift = np.array([[1, 0, 22 * left], [0, 1, -9 * left]], np.float32)
        moved = cv2.warpAffine(table, shift, (width, height), borderMode=cv2.BORDER_REFLECT)
        yield np.asarray(moved, np.uint8)
    for _ in range(still):
        yield table


def write_mjpeg(path: Path, faces: Sequence[int]) -> Path:
    """A clip for a browser's fake camera, which plays it at 30 a second, again and again: a throw
    within the first second, then dice at rest for nearly a minute."""
    last, encoded = None, b""
    with path.open("wb") as file:
        for frame in thrown(faces, empty=20, still=1600):
            if frame is not last:
                quality = [cv2.IMWRITE_JPEG_QUALITY, 70]
                last, encoded = frame, cv2.imencode(".jpg", frame, quality)[1].tobytes()
            file.write(encoded)
    return path


def write_mp4(path: Path, faces: Sequence[int], *, still: int = 150) -> Path:
    """A recording of one throw, 15 frames a second."""
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 15.0, SIZE)
    for frame in thrown(faces, empty=15, still=still):
        video.write(frame)
    video.release()
    return path
