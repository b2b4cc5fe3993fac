"""Small picture sets for tests: plain pictures with labels, in any folder."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from hypothesis import strategies as st

from datasets.label_file import to_text
from datasets.labels import FACES, Facts, LabelledDie, LabelledPicture

_fraction = st.floats(0.001, 0.999)
_words = st.text(max_size=12)

dice = st.builds(
    LabelledDie,
    face=st.sampled_from(FACES),
    centre_x_n=_fraction,
    centre_y_n=_fraction,
    width_n=_fraction,
    height_n=_fraction,
    outline_n=st.lists(st.tuples(_fraction, _fraction), max_size=5).map(tuple),
    visibility=st.none() | st.floats(0, 1),
    leaning=st.none() | st.booleans(),
    readable=st.booleans(),
    said_by=_words,
)
facts = st.builds(
    Facts,
    session=_words,
    camera=_words,
    model_sha256=_words,
    source=_words,
    licence=_words,
    attribution=_words,
    settings=st.dictionaries(_words, _words | st.booleans() | st.integers(-9, 9), max_size=3),
)


def draw(path: Path, seed: int, width: int = 64, height: int = 48) -> Path:
    """A picture of random blocks; each seed gives one that looks like no other."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(seed)
    blocks = rng.integers(0, 256, (12, 16, 3), np.uint8)
    image = cv2.resize(blocks, (width, height), interpolation=cv2.INTER_NEAREST)
    assert cv2.imwrite(str(path), image)
    return path


def label(
    picture: Path,
    dice: tuple[LabelledDie, ...],
    session: str = "",
    size: tuple[int, int] = (64, 48),
) -> None:
    """Put our own label file beside a picture."""
    labelled = LabelledPicture(picture, dice, Facts(session=session))
    picture.with_suffix(".json").write_text(to_text(labelled, *size), encoding="utf-8")


def yolo_set(folder: Path, count: int = 3, classes: int = 6) -> Path:
    """A set in the layout of ultralytics with one die a picture, of the classes in turn."""
    for number in range(count):
        draw(folder / "train" / "images" / f"p{number}.jpg", number)
        labels = folder / "train" / "labels"
        labels.mkdir(parents=True, exist_ok=True)
        (labels / f"p{number}.txt").write_text(f"{number % classes} 0.5 0.25 0.125 0.25\n")
    return folder
