"""A folder of pictures as a source of frames: each picture is a frame, in the order of names."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from vision.decode import PictureError, open_picture
from vision.frames import Frame
from vision.source import SourceError

STEP_S = 0.1
"""The pictures of a folder are taken to be so far apart."""

SUFFIXES = {".jpg", ".jpeg", ".png", ".webp"}


class PictureFolder:
    """The pictures of a folder, STEP_S apart; without waiting where ``fast``."""

    def __init__(
        self, path: Path, *, fast: bool = False, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self.name = path.name
        self._path = path
        self._fast = fast
        self._sleep = sleep
        self._closed = False

    def frames(self) -> Iterator[Frame]:
        """The pictures that can be read; SourceError ``folder_empty`` where there is none."""
        paths = [path for path in self._path.iterdir() if path.suffix.lower() in SUFFIXES]
        given = False
        for number, path in enumerate(sorted(paths, key=_order)):
            if self._closed:
                return
            try:
                image = open_picture(path).image
            except (PictureError, OSError):
                continue  # one damaged picture is a dropped frame
            if given and not self._fast:
                self._sleep(STEP_S)
            given = True
            yield Frame(image, number * STEP_S, number)
        if not given:
            raise SourceError(
                "folder_empty",
                f"The folder {self.name} holds no pictures that can be read.",
                passing=False,
            )

    def close(self) -> None:
        """End before the next picture."""
        self._closed = True


def _order(path: Path) -> list[tuple[int, str]]:
    """Names sort by their numbers: 9.jpg comes before 10.jpg."""
    parts = re.split(r"(\d+)", path.name.lower())
    return [(int(part), "") if part.isdigit() else (-1, part) for part in parts]
