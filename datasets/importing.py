"""Taking picture sets from outside: folders and archives in the layouts of YOLO, COCO and our own.

What a class number means is never guessed: the mapping is handed in, and an import without one
tells which classes there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Literal

from datasets import coco as coco_form
from datasets import yolo as yolo_form
from datasets.label_file import read_label_file
from datasets.labels import FACES, PICTURE_SUFFIXES, LabelError, LabelledDie
from datasets.shelf import NO_ORIGIN, Draft, Origin, Problem, SetRefused

Layout = Literal["yolo", "coco", "own"]
Classes = Mapping[int, int | None]


@dataclass(frozen=True, slots=True)
class Find:
    """A class that occurs in a set: its number, the name the set gives it, how often."""

    number: int
    name: str
    count: int


def recognise(folder: Path, name: str) -> Layout:
    """Which layout a folder has, by its files; LabelError ``layout_unknown`` when none fits.

    ``name`` is what the set is called in words: a folder may be where an archive was unpacked.
    """
    if any(path.with_suffix(".json").is_file() for path in _pictures(folder)):
        return "own"
    if _coco_files(folder):
        return "coco"
    if any(_yolo_label(path) is not None for path in _pictures(folder)):
        return "yolo"
    raise LabelError(
        "layout_unknown",
        f"{name} looks like none of the known layouts: pictures with a JSON label beside each, "
        "a COCO file, or images/ with labels/ as YOLO has them.",
    )


def classes_of(folder: Path, layout: Layout) -> tuple[Find, ...]:
    """The classes that occur in a set, for the mapping; empty for our own layout."""
    if layout == "own":
        return ()
    if layout == "coco":
        found: dict[int, Find] = {}
        for path in _coco_files(folder):
            parts = coco_form.take_apart(path.read_text(encoding="utf-8"), path.name)
            for number, count in parts.counts().items():
                before = found.get(number)
                name = parts.categories.get(number, "")
                if before and name != before.name:
                    raise LabelError(
                        "classes_differ",
                        f"Class {number} is {before.name!r} in one file and {name!r} in another.",
                    )
                found[number] = Find(number, name, count + (before.count if before else 0))
        return tuple(found[number] for number in sorted(found))
    texts = (
        label.read_text(encoding="utf-8", errors="replace")
        for label in map(_yolo_label, _pictures(folder))
        if label is not None
    )
    names: dict[int, str] = {}
    for path in sorted([*folder.rglob("data.yaml"), *folder.rglob("data.yml")])[:1]:
        names = yolo_form.names_in(path.read_text(encoding="utf-8", errors="replace"))
    counts = yolo_form.classes_in(texts)
    return tuple(Find(n, names.get(n, ""), counts.get(n, 0)) for n in sorted({*counts, *names}))


def parse_classes(text: str, finds: tuple[Find, ...]) -> dict[int, int | None]:
    """The mapping of ``"0=1,1=2,horse=-"``: a class by number or name, its face, ``-`` for no die.

    Raises LabelError ``classes_wrong``, or ``classes_unmapped`` when a class that occurs has none.
    """
    by_name = {find.name: find.number for find in finds if find.name}
    mapping: dict[int, int | None] = {}
    for item in filter(None, (part.strip() for part in text.split(","))):
        key, separator, value = item.rpartition("=")
        key, value = key.strip(), value.strip()
        if not separator or value not in {*map(str, FACES), "-"}:
            raise LabelError(
                "classes_wrong", f"{item!r} is not CLASS=FACE with a face of 1 to 6, or - for none."
            )
        number = int(key) if key.isdecimal() else by_name.get(key)
        if number is None or number in mapping:
            raise LabelError("classes_wrong", f"There is no class {key!r}, or it is named twice.")
        mapping[number] = None if value == "-" else int(value)
    missing = [find for find in finds if find.count and find.number not in mapping]
    if missing:
        raise unmapped(tuple(missing))
    return mapping


def unmapped(finds: tuple[Find, ...]) -> LabelError:
    """The error that asks what these classes are."""
    listed = ", ".join(
        f"{find.number}{f' ({find.name})' if find.name else ''}, {find.count} times"
        for find in finds
    )
    # Classes begin at 0 or at 1: an example with other numbers than these would be copied.
    faces = [find.name if find.name in map(str, FACES) else "?" for find in finds]
    example = ",".join(f"{find.number}={face}" for find, face in zip(finds, faces, strict=True))
    asked = ", with a face for each ?," if "?" in faces else ""
    return LabelError(
        "classes_unmapped",
        f"Which faces are these classes: {listed}? Say so with --classes, for example "
        f"--classes {example}{asked} (and {finds[-1].number}=- for a class that is no die).",
    )


@dataclass(frozen=True, slots=True)
class Wish:
    """How a set is to be taken: the classes' meaning, whose it is, and how sessions are told.

    ``session_from`` is a pattern whose first group, in the picture's path, is the session; without
    it the whole set is one session, called ``session``. ``leave_out_bad`` takes the rest when
    some label files are wrong.
    """

    classes: Classes
    origin: Origin = NO_ORIGIN
    session: str = ""
    session_from: str = ""
    leave_out_bad: bool = False


def drafts(folder: Path, layout: Layout, wish: Wish) -> tuple[list[Draft], list[Problem]]:
    """The pictures of a set as drafts, and the files that are wrong.

    Raises SetRefused when files are wrong and ``wish`` does not say to leave them out.
    """
    readers = {"own": _own, "coco": _coco, "yolo": _yolo}
    good: list[Draft] = []
    problems: list[Problem] = []
    for found in readers[layout](folder, wish.classes):
        if isinstance(found, Problem):
            problems.append(found)
        else:
            good.append(_with_facts(found, folder, wish))
    if problems and not wish.leave_out_bad:
        raise SetRefused("Nothing was taken, because of these files:", problems)
    return _with_own_stems(good, folder), problems


def told_by(drafts: Sequence[Draft], origin: Origin) -> Origin:
    """The origin, with the licence and the authors that all pictures of a set bring along."""
    licences = {draft.facts.licence for draft in drafts}
    authors = {draft.facts.attribution for draft in drafts}
    return replace(
        origin,
        licence=origin.licence or (licences.pop() if len(licences) == 1 else ""),
        attribution=origin.attribution or (authors.pop() if len(authors) == 1 else ""),
    )


def _with_facts(draft: Draft, folder: Path, wish: Wish) -> Draft:
    session = draft.facts.session or wish.session
    if wish.session_from:
        match = re.search(wish.session_from, draft.picture.relative_to(folder).as_posix())
        if match:
            session = match.group(1) if match.groups() else match.group(0)
    origin, facts = wish.origin, draft.facts
    facts = replace(
        facts,
        session=session,
        source=facts.source or origin.title,
        licence=facts.licence or origin.licence,
        attribution=facts.attribution or origin.attribution,
    )
    dice = tuple(
        die if die.said_by else replace(die, said_by=f"set {origin.title}".strip())
        for die in draft.dice
    )
    return replace(draft, facts=facts, dice=dice)


def _with_own_stems(found: list[Draft], folder: Path) -> list[Draft]:
    """Pictures of one name in several parts (train/a.jpg, val/a.jpg) get their part in the name."""
    counts: dict[str, int] = {}
    for draft in found:
        counts[draft.stem.casefold()] = counts.get(draft.stem.casefold(), 0) + 1
    named = []
    for draft in found:
        stem = draft.stem
        if counts[stem.casefold()] > 1:
            parts = draft.picture.relative_to(folder).parent.parts
            stem = "-".join([*(part for part in parts if part != "images"), stem])
        named.append(replace(draft, stem=stem))
    return named


def _pictures(folder: Path) -> Iterator[Path]:
    """Every picture of a set, sorted; masks and hidden files are none."""
    for path in sorted(folder.rglob("*")):
        inner = path.relative_to(folder)
        hidden = any(part.startswith((".", "__MACOSX")) for part in inner.parts)
        if path.suffix.lower() in PICTURE_SUFFIXES and not hidden and "masks" not in inner.parts:
            yield path


def _yolo_label(picture: Path) -> Path | None:
    """The text file of a picture: ``labels`` in place of the last ``images``, or beside it."""
    parts = list(picture.parts)
    for place in range(len(parts) - 2, -1, -1):
        if parts[place] == "images":
            parts[place] = "labels"
            label = Path(*parts).with_suffix(".txt")
            return label if label.is_file() else None
    beside = picture.with_suffix(".txt")
    return beside if beside.is_file() else None


def _yolo(folder: Path, classes: Classes) -> Iterator[Draft | Problem]:
    labels_of_pictures = set()
    for picture in _pictures(folder):
        label = _yolo_label(picture)
        dice: tuple[LabelledDie, ...] = ()
        if label is not None:
            labels_of_pictures.add(label)
            name = label.relative_to(folder).as_posix()
            try:
                dice = yolo_form.parse_labels(label.read_text(encoding="utf-8"), name, classes)
            except UnicodeDecodeError:
                yield Problem(name, "is no text")
                continue
            except LabelError as error:
                yield Problem(name, error.words)
                continue
        yield Draft(picture.stem, picture, dice)
    for folder_of_labels in sorted(path for path in folder.rglob("labels") if path.is_dir()):
        for label in sorted(folder_of_labels.rglob("*.txt")):
            if label not in labels_of_pictures and label.name != "classes.txt":
                yield Problem(label.relative_to(folder).as_posix(), "has no picture")


def _coco_files(folder: Path) -> list[Path]:
    found = []
    for path in sorted(folder.rglob("*.json")):
        with path.open(encoding="utf-8", errors="replace") as file:
            text = file.read()
        if '"images"' in text and '"annotations"' in text:
            found.append(path)
    return found


def _coco(folder: Path, classes: Classes) -> Iterator[Draft | Problem]:
    pictures = {path.relative_to(folder).as_posix(): path for path in _pictures(folder)}
    by_name: dict[str, list[Path]] = {}
    for path in pictures.values():
        by_name.setdefault(path.name, []).append(path)
    for path in _coco_files(folder):
        origin = path.relative_to(folder).as_posix()
        try:
            parts = coco_form.take_apart(path.read_text(encoding="utf-8"), origin)
        except (LabelError, UnicodeDecodeError) as error:
            yield Problem(origin, str(error))
            continue
        for key in parts.pictures:
            try:
                read = coco_form.read_picture(parts, key, classes, origin)
            except LabelError as error:
                yield Problem(origin, error.words)
                continue
            near = PurePosixPath(path.parent.relative_to(folder).as_posix())
            places = [str(near / read.name), str(near / "images" / read.name), read.name]
            found = next((pictures[place] for place in places if place in pictures), None)
            candidates = by_name.get(PurePosixPath(read.name).name, [])
            if found is None and len(candidates) == 1:
                found = candidates[0]
            if found is None:
                yield Problem(origin, f"the picture {read.name} is missing")
            else:
                size = (read.width_px, read.height_px)
                yield Draft(found.stem, found, read.dice, read.facts, size_px=size)


def _own(folder: Path, classes: Classes) -> Iterator[Draft | Problem]:
    for picture in _pictures(folder):
        label = picture.with_suffix(".json")
        name = picture.relative_to(folder).as_posix()
        if not label.is_file():
            yield Problem(name, "has no label file beside it")
            continue
        try:
            read = read_label_file(label)
        except LabelError as error:
            yield Problem(name, error.words)
            continue
        if read.path.name != picture.name:
            yield Problem(name, f"the label file beside it is of {read.path.name}")
            continue
        mask = read.mask_path
        yield Draft(picture.stem, picture, read.dice, read.facts, mask if mask.is_file() else None)
