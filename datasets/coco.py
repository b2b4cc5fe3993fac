"""Dice labels as COCO: one JSON file for all pictures, boxes as left, top, width, height in pixels.

Each annotation also carries the project's own record under ``dicesight``, which COCO's readers
leave alone; with it a set comes back bit for bit, with all that COCO itself cannot say.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import PurePosixPath
from typing import Any

from datasets.label_file import check_box, die_from_mapping, die_to_mapping
from datasets.labels import FACES, NOTHING_KNOWN, Facts, LabelError, LabelledDie

_DIGITS = 6


@dataclass(frozen=True, slots=True)
class CocoPicture:
    """One picture of a COCO file: its name there, its size in pixels, its dice."""

    name: str
    width_px: int
    height_px: int
    dice: tuple[LabelledDie, ...]
    facts: Facts = NOTHING_KNOWN


@dataclass(frozen=True, slots=True)
class CocoFile:
    """A COCO file taken apart: pictures, their annotations as they stand, names of categories."""

    pictures: dict[int, Mapping[str, Any]]
    annotations: dict[int, list[Mapping[str, Any]]]
    categories: dict[int, str]

    def counts(self) -> dict[int, int]:
        """How many annotations each category has."""
        found: dict[int, int] = dict.fromkeys(self.categories, 0)
        for entries in self.annotations.values():
            for entry in entries:
                key = int(entry["category_id"])
                found[key] = found.get(key, 0) + 1
        return found


def to_text(pictures: Sequence[CocoPicture]) -> str:
    """The COCO file of these pictures. Category ``i`` (1 to 6) is the face ``i``."""
    images: list[dict[str, Any]] = []
    annotations: list[dict[str, Any]] = []
    for number, picture in enumerate(pictures, start=1):
        entry: dict[str, Any] = {
            "id": number,
            "file_name": picture.name,
            "width": picture.width_px,
            "height": picture.height_px,
        }
        facts = {key: value for key, value in asdict(picture.facts).items() if value}
        if facts:
            entry["dicesight"] = facts
        images.append(entry)
        for die in picture.dice:
            annotations.append(_annotation(die, picture, number, len(annotations) + 1))
    categories = [{"id": face, "name": str(face), "supercategory": "die"} for face in FACES]
    mapping = {"images": images, "annotations": annotations, "categories": categories}
    return json.dumps(mapping, ensure_ascii=False, allow_nan=False) + "\n"


def _annotation(die: LabelledDie, picture: CocoPicture, image: int, number: int) -> dict[str, Any]:
    box = die.box(picture.width_px, picture.height_px)
    values = [box.x1_px, box.y1_px, box.width_px, box.height_px]
    entry: dict[str, Any] = {
        "id": number,
        "image_id": image,
        "category_id": die.face,
        "bbox": [round(value, _DIGITS) for value in values],
        "area": round(box.area_px, _DIGITS),
        "iscrowd": 0,
        "dicesight": die_to_mapping(die),
    }
    if die.outline_n:
        corners = [(x * picture.width_px, y * picture.height_px) for x, y in die.outline_n]
        entry["segmentation"] = [[round(v, _DIGITS) for corner in corners for v in corner]]
    if not die.readable:
        entry["ignore"] = 1
    return entry


def take_apart(text: str, origin: str) -> CocoFile:
    """Read a COCO file's parts; raises LabelError ``label_malformed`` naming what is wrong."""
    try:
        mapping = json.loads(text)
        if not isinstance(mapping, dict):
            raise ValueError("no object")
        categories = {int(c["id"]): str(c["name"]) for c in mapping.get("categories", [])}
        pictures = {int(entry["id"]): entry for entry in mapping["images"]}
        annotations: dict[int, list[Mapping[str, Any]]] = {key: [] for key in pictures}
        for entry in mapping["annotations"]:
            key = int(entry["image_id"])
            if key not in annotations:
                raise ValueError(f"annotation {entry.get('id')} is of no picture here ({key})")
            int(entry["category_id"])
            annotations[key].append(entry)
        if len(pictures) != len(mapping["images"]):
            raise ValueError("two pictures have the same id")
        for entry in pictures.values():
            str(entry["file_name"]), int(entry["width"]), int(entry["height"])
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        words = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
        raise LabelError("label_malformed", f"{origin}: not a COCO file ({words}).") from None
    return CocoFile(pictures, annotations, categories)


def read_picture(
    coco: CocoFile, key: int, classes: Mapping[int, int | None], origin: str
) -> CocoPicture:
    """One picture with its dice; ``classes`` gives each category's face, None for what is no die.

    Raises LabelError ``label_malformed``.
    """
    entry = coco.pictures[key]
    name, width, height = str(entry["file_name"]), int(entry["width"]), int(entry["height"])
    dice = []
    try:
        path = PurePosixPath(name.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts:
            raise ValueError(f"file name {name!r} leads out of the set")
        if width <= 0 or height <= 0:
            raise ValueError("width and height are not above 0")
        for annotation in coco.annotations[key]:
            category = int(annotation["category_id"])
            if category not in classes:
                raise ValueError(f"category {category}")
            face = classes[category]
            if face is not None:
                dice.append(_die(annotation, face, width, height))
        facts = Facts(**entry["dicesight"]) if "dicesight" in entry else NOTHING_KNOWN
    except (KeyError, TypeError, ValueError) as error:
        raise LabelError("label_malformed", f"{origin}, {name}: {error}.") from None
    return CocoPicture(name, width, height, tuple(dice), facts)


def _die(annotation: Mapping[str, Any], face: int, width: int, height: int) -> LabelledDie:
    left, top, w, h = (float(value) for value in annotation["bbox"])
    x_n, y_n, w_n, h_n = (left + w / 2) / width, (top + h / 2) / height, w / width, h / height
    check_box(x_n, y_n, w_n, h_n)
    if "dicesight" not in annotation:
        return LabelledDie(face, x_n, y_n, w_n, h_n)
    own = die_from_mapping(annotation["dicesight"])
    box = own.box(width, height)
    differs = max(
        abs(box.x1_px - left), abs(box.y1_px - top), abs(box.width_px - w), abs(box.height_px - h)
    )
    # Somebody else's tool may have moved the box or changed the class and kept our record.
    if differs > 0.01 or own.face != face:
        return LabelledDie(face, x_n, y_n, w_n, h_n)
    return own
