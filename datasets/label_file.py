"""The project's own label file: a JSON file beside the picture, read strictly.

Floats are written so that they read back to the same bits; what is unknown is left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from datasets.labels import FACES, Facts, LabelError, LabelledDie, LabelledPicture

FORMAT = 1
_DIE_KEYS = frozenset(
    {"face", "box_n", "outline_n", "visibility", "leaning", "readable", "said_by"}
)
_PICTURE_KEYS = frozenset({"format", "picture", "width_px", "height_px", "dice", "facts"})
_FACT_KEYS = frozenset(f.name for f in fields(Facts))


def die_to_mapping(die: LabelledDie) -> dict[str, Any]:
    """A die as JSON has it."""
    mapping: dict[str, Any] = {
        "face": die.face,
        "box_n": [die.centre_x_n, die.centre_y_n, die.width_n, die.height_n],
    }
    if die.outline_n:
        mapping["outline_n"] = [list(corner) for corner in die.outline_n]
    if die.visibility is not None:
        mapping["visibility"] = die.visibility
    if die.leaning is not None:
        mapping["leaning"] = die.leaning
    if not die.readable:
        mapping["readable"] = False
    if die.said_by:
        mapping["said_by"] = die.said_by
    return mapping


def die_from_mapping(mapping: object) -> LabelledDie:
    """The die of a JSON object; raises ValueError with words about what is wrong."""
    values = _object(mapping, _DIE_KEYS, {"face", "box_n"}, "a die")
    face = values["face"]
    if isinstance(face, bool) or face not in FACES:
        raise ValueError(f"face {face!r} is not one of 1 to 6")
    x, y, w, h = _numbers(values["box_n"], 4, "box_n")
    check_box(x, y, w, h)
    outline = values.get("outline_n", [])
    if not isinstance(outline, list):
        raise ValueError("outline_n is no list of corners")
    corners = tuple(_numbers(corner, 2, "a corner of outline_n") for corner in outline)
    visibility = values.get("visibility")
    if visibility is not None:
        (visibility,) = _numbers([visibility], 1, "visibility")
        if not 0 <= visibility <= 1:
            raise ValueError(f"visibility {visibility} is not between 0 and 1")
    leaning, readable = values.get("leaning"), values.get("readable", True)
    if not isinstance(leaning, bool | None) or not isinstance(readable, bool):
        raise ValueError("leaning and readable are true or false")
    said_by = values.get("said_by", "")
    if not isinstance(said_by, str):
        raise ValueError("said_by is no text")
    outline_n = tuple((a, b) for a, b in corners)
    return LabelledDie(face, x, y, w, h, outline_n, visibility, leaning, readable, said_by)


def check_box(x: float, y: float, w: float, h: float) -> None:
    """Raises ValueError unless these are fractions of a picture: a centre and a size."""
    if not (0 <= x <= 1 and 0 <= y <= 1 and 0 < w <= 1 and 0 < h <= 1):
        raise ValueError("box outside the picture")


def to_text(picture: LabelledPicture, width_px: int, height_px: int) -> str:
    """The label file of a picture of this size."""
    facts = {key: value for key, value in asdict(picture.facts).items() if value}
    mapping = {
        "format": FORMAT,
        "picture": picture.path.name,
        "width_px": width_px,
        "height_px": height_px,
        "dice": [die_to_mapping(die) for die in picture.dice],
        "facts": facts,
    }
    return json.dumps(mapping, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def from_text(text: str, folder: Path, origin: str) -> LabelledPicture:
    """The labelled picture of a label file whose picture lies in ``folder``.

    ``origin`` names the file in the error. Raises LabelError ``label_malformed``.
    """
    try:
        mapping = json.loads(text, parse_constant=_refuse)
        values = _object(mapping, _PICTURE_KEYS, {"format", "picture", "dice"}, "a label file")
        if values["format"] != FORMAT:
            raise ValueError(f"format {values['format']!r} is not {FORMAT}")
        name, dice = values["picture"], values["dice"]
        if not isinstance(name, str) or name != Path(name).name or name in {"", ".", ".."}:
            raise ValueError(f"picture {name!r} is no file name")
        if not isinstance(dice, list):
            raise ValueError("dice is no list")
        read = tuple(die_from_mapping(die) for die in dice)
        facts = _facts(values.get("facts", {}))
    except (ValueError, RecursionError) as error:
        raise LabelError("label_malformed", f"{origin}: not a label file ({error}).") from None
    return LabelledPicture(folder / name, read, facts)


def read_label_file(path: Path) -> LabelledPicture:
    """The labelled picture of a label file beside it; LabelError ``label_malformed``."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise LabelError("label_malformed", f"{path}: not a label file (no UTF-8).") from None
    return from_text(text, path.parent, str(path))


def _facts(mapping: object) -> Facts:
    values = _object(mapping, _FACT_KEYS, set(), "facts")
    settings = values.get("settings", {})
    if not isinstance(settings, dict) or not all(
        isinstance(value, str | float | int | bool) for value in settings.values()
    ):
        raise ValueError("settings hold something but words and numbers")
    texts = {key: value for key, value in values.items() if key != "settings"}
    if not all(isinstance(value, str) for value in texts.values()):
        raise ValueError("facts hold something but words")
    return Facts(**texts, settings=settings)


def _object(mapping: object, known: frozenset[str], needed: set[str], what: str) -> dict[str, Any]:
    if not isinstance(mapping, Mapping):
        raise ValueError(f"{what} is no object")
    if missing := needed - set(mapping):
        raise ValueError(f"{what} lacks {', '.join(sorted(missing))}")
    if unknown := set(mapping) - known:
        raise ValueError(f"{what} has unknown fields: {', '.join(sorted(unknown))}")
    return dict(mapping)


def _numbers(values: object, count: int, what: str) -> tuple[float, ...]:
    if not isinstance(values, list) or len(values) != count:
        raise ValueError(f"{what} is no list of {count} numbers")
    if any(isinstance(v, bool) or not isinstance(v, int | float) for v in values):
        raise ValueError(f"{what} holds something but numbers")
    return tuple(float(v) for v in values)


def _refuse(constant: str) -> float:
    raise ValueError(f"{constant} is no number")
