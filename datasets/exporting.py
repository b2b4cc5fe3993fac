"""Handing picture sets out: as YOLO in the layout of ultralytics, as COCO, or in our own form."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from datasets import coco, yolo
from datasets.importing import Layout
from datasets.labels import LabelError, LabelledPicture
from datasets.shelf import Version


@dataclass(frozen=True, slots=True)
class _Item:
    picture: LabelledPicture
    stem: str
    part: str
    width_px: int
    height_px: int

    @property
    def name(self) -> str:
        return self.stem + self.picture.path.suffix.lower()


def export(
    versions: Sequence[Version],
    target: Path,
    layout: Layout,
    parts: Mapping[str, Sequence[str]] | None = None,
) -> int:
    """Write the pictures of these versions to ``target``, which appears whole or not at all.

    ``parts`` gives the keys of each part; without it everything is one part, ``train``. Returns the
    number of pictures. Raises LabelError ``target_exists`` and ``split_unfitting``.
    """
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise LabelError("target_exists", f"{target} exists and is not an empty folder.")
    items = _items(versions, parts)
    writers: dict[Layout, Callable[[Path, Sequence[_Item]], None]] = {
        "yolo": _yolo,
        "coco": _coco,
        "own": _own,
    }
    target.parent.mkdir(parents=True, exist_ok=True)
    making = Path(tempfile.mkdtemp(prefix=".exporting-", dir=target.parent))
    try:
        writers[layout](making, items)
        (making / "SOURCES.md").write_text(_sources(versions), encoding="utf-8")
        making.chmod(0o755)
        if target.exists():
            target.rmdir()
        making.rename(target)
    except BaseException:
        shutil.rmtree(making, ignore_errors=True)
        raise
    return len(items)


def _items(
    versions: Sequence[Version], parts: Mapping[str, Sequence[str]] | None
) -> tuple[_Item, ...]:
    part_of = None
    if parts is not None:
        part_of = {key: part for part, keys in parts.items() for key in keys}
    found, used = [], set()
    for version in versions:
        for picture in version.pictures():
            key = f"{version.label}/images/{picture.path.name}"
            part = "train" if part_of is None else part_of.get(key)
            if part is None:
                raise LabelError("split_unfitting", f"The split says nothing of {key}.")
            used.add(key)
            alone = len(versions) == 1
            stem = picture.path.stem if alone else f"{version.name}-{picture.path.stem}"
            size = version.measures[picture.path.name]
            found.append(_Item(picture, stem, part, size["width_px"], size["height_px"]))
    if part_of is not None and (missing := set(part_of) - used):
        raise LabelError(
            "split_unfitting", f"The split names what is not exported: {min(missing)}."
        )
    if len({item.stem.casefold() for item in found}) < len(found):
        raise LabelError("split_unfitting", "Two versions of one set cannot be exported together.")
    return tuple(found)


def _copy(item: _Item, folder: Path, name: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    # The version's own files are read-only; copies are the owner's to change.
    shutil.copyfile(item.picture.path, folder / name)


def _yolo(target: Path, items: Sequence[_Item]) -> None:
    for item in items:
        _copy(item, target / "images" / item.part, item.name)
        labels = target / "labels" / item.part
        labels.mkdir(parents=True, exist_ok=True)
        text = yolo.to_lines(item.picture.dice)
        (labels / f"{item.stem}.txt").write_text(text, encoding="utf-8")
    parts = dict.fromkeys(item.part for item in items)
    folders = {part: f"images/{part}" for part in parts}
    # ultralytics wants both of these to be named.
    first = next(iter(folders.values()))
    folders = {"train": folders.get("train", first), "val": folders.get("val", first), **folders}
    (target / "data.yaml").write_text(yolo.data_yaml(folders), encoding="utf-8")


def _coco(target: Path, items: Sequence[_Item]) -> None:
    for part in dict.fromkeys(item.part for item in items):
        pictures = []
        for item in items:
            if item.part == part:
                _copy(item, target / part, item.name)
                size = (item.width_px, item.height_px)
                pictures.append(
                    coco.CocoPicture(item.name, *size, item.picture.dice, item.picture.facts)
                )
        home = target / "annotations"
        home.mkdir(exist_ok=True)
        (home / f"{part}.json").write_text(coco.to_text(pictures), encoding="utf-8")


def _own(target: Path, items: Sequence[_Item]) -> None:
    for item in items:
        parts = {other.part for other in items}
        home = target if len(parts) == 1 else target / item.part
        _copy(item, home / "images", item.name)
        label = item.picture.path.with_suffix(".json")
        text = label.read_text(encoding="utf-8")
        if item.stem != item.picture.path.stem:
            from datasets.label_file import to_text

            renamed = LabelledPicture(Path(item.name), item.picture.dice, item.picture.facts)
            text = to_text(renamed, item.width_px, item.height_px)
        (home / "images" / f"{item.stem}.json").write_text(text, encoding="utf-8")
        if item.picture.mask_path.is_file():
            (home / "masks").mkdir(exist_ok=True)
            shutil.copyfile(item.picture.mask_path, home / "masks" / f"{item.stem}.png")


def _sources(versions: Sequence[Version]) -> str:
    lines = ["# Where these pictures come from", ""]
    for version in versions:
        origin = version.origin
        said = [
            f"- licence: {origin.licence or 'not recorded'}",
            f"- attribution: {origin.attribution or 'not recorded'}",
        ]
        if origin.address:
            said.append(f"- address: {origin.address}")
        lines += [f"## {origin.title or version.name} ({version.label})", "", *said, ""]
    return "\n".join(lines)
