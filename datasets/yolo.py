"""Dice labels as YOLO writes them, in the layout of ultralytics: one text file a picture.

A line is ``class centre_x centre_y width height``, fractions of the picture's sides. What a class
number means is never guessed: the caller hands in the mapping.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite

from datasets.label_file import check_box
from datasets.labels import FACES, LabelError, LabelledDie

OWN_CLASSES: dict[int, int | None] = dict(enumerate(FACES))
"""What the class numbers of the project's own YOLO files mean."""


def parse_labels(
    text: str, origin: str, classes: Mapping[int, int | None] = OWN_CLASSES
) -> tuple[LabelledDie, ...]:
    """Read the lines of a YOLO text file; ``origin`` names it in the error.

    ``classes`` gives the face of each class number, None for one that is no die and is dropped.
    Raises LabelError ``label_malformed`` for anything but ``class x y w h`` with a known class and
    fractions of the picture.
    """
    dice = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            first, *rest = line.split()
            index = int(first)
            if len(rest) != 4:
                raise ValueError(f"{len(rest)} numbers after the class instead of 4")
            x, y, w, h = (float(value) for value in rest)
            if index not in classes:
                raise ValueError(f"class {index}")
            check_box(x, y, w, h)
        except ValueError as error:
            raise LabelError(
                "label_malformed", f"{origin}, line {number}: not a die label ({error})."
            ) from None
        face = classes[index]
        if face is not None:
            dice.append(LabelledDie(face, x, y, w, h))
    return tuple(dice)


def classes_in(texts: Iterable[str]) -> dict[int, int]:
    """How often each class number occurs; lines that are no labels are left for `parse_labels`."""
    counts: dict[int, int] = {}
    for text in texts:
        for match in re.finditer(r"^\s*(\d+)\s", text, re.MULTILINE):
            index = int(match.group(1))
            counts[index] = counts.get(index, 0) + 1
    return dict(sorted(counts.items()))


def to_lines(dice: Sequence[LabelledDie]) -> str:
    """The YOLO file of these dice; each number reads back to the same bits.

    Dice that nobody could read are left out: YOLO cannot say so.
    """
    lines = []
    for die in dice:
        if not die.readable:
            continue
        values = (die.centre_x_n, die.centre_y_n, die.width_n, die.height_n)
        assert all(isfinite(value) for value in values)
        lines.append(" ".join([str(FACES.index(die.face)), *map(repr, values)]))
    return "".join(line + "\n" for line in lines)


def data_yaml(parts: Mapping[str, str]) -> str:
    """The file that ultralytics reads: where each part's pictures lie, and what classes mean."""
    lines = ["path: ."]
    lines += [f"{part}: {folder}" for part, folder in parts.items()]
    lines += ["names:", *(f'  {index}: "{face}"' for index, face in enumerate(FACES))]
    return "\n".join(lines) + "\n"


def names_in(yaml: str) -> dict[int, str]:
    """The names that a data.yaml gives its classes, for showing; {} when it cannot be told.

    Reads the two forms that tools write (a list or a mapping below ``names``), as words only.
    """
    found = re.search(r"^names:[ \t]*(\[.*?\]|\{.*?\})?[ \t]*$", yaml, re.MULTILINE | re.DOTALL)
    if not found:
        return {}
    if found.group(1):
        items = [item.strip() for item in found.group(1)[1:-1].split(",") if item.strip()]
    else:
        items = []
        for line in yaml[found.end() :].splitlines():
            if not line.strip():
                continue
            if not re.match(r"\s|-", line):
                break
            items.append(line.strip().removeprefix("- "))
    names = {}
    for place, item in enumerate(items):
        numbered = re.match(r"(\d+):\s*(.*)", item)
        index, name = (int(numbered[1]), numbered[2]) if numbered else (place, item)
        names[index] = name.strip().strip("'\"")
    return names
