"""Labelled dice pictures: what is known about a picture and about each die in it.

The class order is defined here and nowhere else: class ``i`` is the top face ``FACES[i]``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
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
    """A die with the value of its top face; centre and size are fractions of the picture's sides.

    The box holds what is visible of the die. ``outline_n`` are the corners of the top face, (x, y)
    as fractions of the picture's sides, empty when nobody drew them. ``visibility`` is the visible
    share of the die's silhouette and ``leaning`` says whether the die stands on an edge; both are
    None when nobody looked. A die with ``readable`` false is there, but nobody could read it in
    this picture: it is neither taught nor scored. ``said_by`` names who gave the value: a person,
    a model, a renderer, a set from outside; "" when that is not known.
    """

    face: int
    centre_x_n: float
    centre_y_n: float
    width_n: float
    height_n: float
    outline_n: tuple[tuple[float, float], ...] = ()
    visibility: float | None = None
    leaning: bool | None = None
    readable: bool = True
    said_by: str = ""

    def box(self, width_px: float, height_px: float) -> Box:
        """The box in pixels of a picture of this size."""
        x, y = self.centre_x_n * width_px, self.centre_y_n * height_px
        half_width, half_height = self.width_n * width_px / 2, self.height_n * height_px / 2
        return Box(x - half_width, y - half_height, x + half_width, y + half_height)


@dataclass(frozen=True, slots=True)
class Facts:
    """Where a picture comes from and how it was taken; "" stands for what is not known.

    ``session`` names one evening, table or render run: pictures of one session never end up on both
    sides of a split. ``model_sha256`` is the network whose reading was corrected. ``settings`` are
    further words about how it was taken, such as the light, the surface or the reason why it was
    kept.
    """

    session: str = ""
    camera: str = ""
    model_sha256: str = ""
    source: str = ""
    licence: str = ""
    attribution: str = ""
    settings: dict[str, str | float | int | bool] = field(default_factory=dict)


NOTHING_KNOWN = Facts()


@dataclass(frozen=True, slots=True)
class LabelledPicture:
    """A picture file with the dice in it; no dice means that the picture is known to have none."""

    path: Path
    dice: tuple[LabelledDie, ...]
    facts: Facts = NOTHING_KNOWN

    def load(self) -> Image:
        """The decoded picture (BGR). Raises LabelError ``picture_unreadable``."""
        image = cv2.imread(str(self.path), cv2.IMREAD_COLOR)
        if image is None:
            raise LabelError("picture_unreadable", f"{self.path} cannot be read as a picture.")
        return image  # type: ignore[return-value]  # cv2 promises no dtype

    @property
    def mask_path(self) -> Path:
        """Where the instance mask lies if there is one: value i is die i, counted from 1."""
        return self.path.parent.parent / "masks" / f"{self.path.stem}.png"


def find_pictures(folder: Path) -> Iterator[Path]:
    """All picture files of a folder, sorted; looks into ``images/`` where there is one."""
    inner = folder / "images"
    home = inner if inner.is_dir() else folder
    yield from sorted(p for p in home.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES)


def read_folder(folder: Path) -> tuple[LabelledPicture, ...]:
    """The labelled pictures of a folder, in the project's own form or as YOLO.

    A picture in ``folder/images`` takes its label from the JSON file beside it, else from
    ``folder/labels``; with neither it counts as one without dice. Raises LabelError
    ``folder_missing``, ``folder_empty`` or ``label_malformed``.
    """
    from datasets.label_file import read_label_file
    from datasets.yolo import parse_labels

    if not folder.is_dir():
        raise LabelError("folder_missing", f"There is no folder {folder}.")
    pictures = []
    for path in find_pictures(folder):
        own, yolo = path.with_suffix(".json"), folder / "labels" / f"{path.stem}.txt"
        if own.is_file():
            pictures.append(read_label_file(own))
        elif yolo.is_file():
            text = yolo.read_text(encoding="utf-8")
            pictures.append(LabelledPicture(path, parse_labels(text, str(yolo))))
        else:
            pictures.append(LabelledPicture(path, ()))
    if not pictures:
        raise LabelError("folder_empty", f"{folder} holds no pictures.")
    return tuple(pictures)
