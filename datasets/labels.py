"""Labelled dice pictures on disk: a picture beside a YOLO text file, one line a die.

The class order is defined here and nowhere else: class ``i`` is the top face ``FACES[i]``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from vision.frames import Box, Image

FACES = (1, 2, 3, 4, 5, 6)
PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp"})


class LabelError(ValueError):
    """A label file or picture folder that cannot be used; ``code`` is stable, ``words`` say why."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code
        self.words = words


@dataclass(frozen=True, slots=True)
class LabelledDie:
    """A die as a person labelled it; centre and size are fractions of the picture's sides."""

    face: int
    centre_x_n: float
    centre_y_n: float
    width_n: float
    height_n: float

    def box(self, width_px: float, height_px: float) -> Box:
        """The box in pixels of a picture of this size."""
        x, y = self.centre_x_n * width_px, self.centre_y_n * height_px
        half_width, half_height = self.width_n * width_px / 2, self.height_n * height_px / 2
        return Box(x - half_width, y - half_height, x + half_width, y + half_height)


@dataclass(frozen=True, slots=True)
class LabelledPicture:
    """A picture file with the dice in it; no dice means that the picture is known to have none."""

    path: Path
    dice: tuple[LabelledDie, ...]

    def load(self) -> Image:
        """The decoded picture (BGR). Raises LabelError ``picture_unreadable``."""
        image = cv2.imread(str(self.path), cv2.IMREAD_COLOR)
        if image is None:
            raise LabelError("picture_unreadable", f"{self.path} cannot be read as a picture.")
        return image  # type: ignore[return-value]  # cv2 promises no dtype


def parse_labels(text: str, origin: str) -> tuple[LabelledDie, ...]:
    """Read the lines of a YOLO text file; ``origin`` names it in the error.

    Raises LabelError ``label_malformed`` for anything but ``class x y w h`` with class 0 to 5 and
    fractions of the picture.
    """
    dice = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            first, *rest = line.split()
            index, (x, y, w, h) = int(first), (float(value) for value in rest)
            if not (0 <= index < len(FACES)):
                raise ValueError(f"class {index}")
            if not (0 <= x <= 1 and 0 <= y <= 1 and 0 < w <= 1 and 0 < h <= 1):
                raise ValueError("box outside the picture")
        except ValueError as error:
            raise LabelError(
                "label_malformed", f"{origin}, line {number}: not a die label ({error})."
            ) from None
        dice.append(LabelledDie(FACES[index], x, y, w, h))
    return tuple(dice)


def find_pictures(folder: Path) -> Iterator[Path]:
    """All picture files of a folder, sorted; looks into ``images/`` where there is one."""
    inner = folder / "images"
    home = inner if inner.is_dir() else folder
    yield from sorted(p for p in home.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES)


def read_folder(folder: Path) -> tuple[LabelledPicture, ...]:
    """The labelled pictures of ``folder/images`` with ``folder/labels``.

    A picture without a label file counts as one without dice. Raises LabelError
    ``folder_missing``, ``folder_empty`` or ``label_malformed``.
    """
    if not folder.is_dir():
        raise LabelError("folder_missing", f"There is no folder {folder}.")
    pictures = []
    for path in find_pictures(folder):
        label = folder / "labels" / f"{path.stem}.txt"
        text = label.read_text(encoding="utf-8") if label.is_file() else ""
        pictures.append(LabelledPicture(path, parse_labels(text, str(label))))
    if not pictures:
        raise LabelError("folder_empty", f"{folder} holds no pictures.")
    return tuple(pictures)
