"""The shelf of picture sets: named, numbered versions that never change once they are made.

A version is a folder ``NAME/NUMBER`` with ``images/`` (each picture with its label file beside it),
``masks/`` where there are instance masks, and ``manifest.json`` with the SHA-256 of every file.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import cv2

from datasets.label_file import read_label_file, to_text
from datasets.labels import NOTHING_KNOWN, Facts, LabelError, LabelledDie, LabelledPicture
from datasets.likeness import fingerprint
from vision.decode import PictureError, open_picture

FORMAT = 1
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with one file of a set, in words."""

    file: str
    words: str


class SetRefused(LabelError):  # noqa: N818  # says what happened
    """A set was refused as a whole; ``problems`` name every file that is not right."""

    def __init__(self, words: str, problems: Sequence[Problem]) -> None:
        listed = "".join(f"\n  {problem.file}: {problem.words}" for problem in problems)
        super().__init__("set_refused", words + listed)
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class Origin:
    """Whose pictures these are; kept in the manifest, wherever the version goes."""

    title: str = ""
    address: str = ""
    licence: str = ""
    attribution: str = ""


NO_ORIGIN = Origin()


@dataclass(frozen=True, slots=True)
class Draft:
    """A picture that is to become part of a version: its future stem, its file, its label.

    ``size_px`` is the (width, height) that the label was made for, where the set says so.
    """

    stem: str
    picture: Path
    dice: tuple[LabelledDie, ...]
    facts: Facts = NOTHING_KNOWN
    mask: Path | None = None
    size_px: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """One version on the shelf. ``measures`` has what was measured of each picture."""

    folder: Path
    name: str
    number: int
    made_at: str
    origin: Origin
    files: dict[str, str]
    measures: dict[str, dict[str, Any]]

    @property
    def label(self) -> str:
        """How commands name it: ``name@number``."""
        return f"{self.name}@{self.number}"

    def pictures(self) -> tuple[LabelledPicture, ...]:
        """All labelled pictures, in the order of their names."""
        labels = sorted(name for name in self.files if name.endswith(".json"))
        return tuple(read_label_file(self.folder / name) for name in labels)

    def problems(self) -> tuple[Problem, ...]:
        """What is missing, altered or added since the version was made; nothing if it is sound."""
        found = []
        for name, digest in self.files.items():
            path = self.folder / name
            if not path.is_file():
                found.append(Problem(name, "is missing"))
            elif _sha256(path) != digest:
                found.append(Problem(name, "was altered"))
        here = {
            path.relative_to(self.folder).as_posix()
            for path in self.folder.rglob("*")
            if path.is_file() and path.name != "manifest.json"
        }
        found += [Problem(name, "was added") for name in sorted(here - set(self.files))]
        return tuple(found)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@dataclass(frozen=True, slots=True)
class Shelf:
    """All versions below one folder."""

    root: Path

    def versions(self) -> tuple[Version, ...]:
        """Every version, by name and number. A folder without a manifest is none."""
        found = [_read_manifest(path) for path in self.root.glob("*/*/manifest.json")]
        return tuple(sorted(found, key=lambda version: (version.name, version.number)))

    def find(self, label: str) -> Version:
        """The version ``name@number``, or the newest one of ``name``.

        Raises LabelError ``version_unknown``.
        """
        name, _, number = label.partition("@")
        fitting = [v for v in self.versions() if v.name == name and number in ("", str(v.number))]
        if not fitting:
            known = ", ".join(v.label for v in self.versions()) or "none yet"
            raise LabelError(
                "version_unknown", f"There is no picture set {label}; there are: {known}."
            )
        return fitting[-1]

    def add(self, name: str, drafts: Iterable[Draft], origin: Origin) -> Version:
        """Make the next version of ``name``; it appears whole or not at all.

        Raises SetRefused with every file that cannot be taken, LabelError ``set_name_wrong``.
        """
        if not _NAME.fullmatch(name):
            raise LabelError(
                "set_name_wrong",
                f"{name!r} is no name for a set: small letters, digits, - and _, at most 64.",
            )
        self.root.mkdir(parents=True, exist_ok=True)
        making = Path(tempfile.mkdtemp(prefix=".making-", dir=self.root))
        try:
            files, measures = _fill(making, drafts)
            home = self.root / name
            home.mkdir(exist_ok=True)
            number = 1 + max((int(p.name) for p in home.iterdir() if p.name.isdigit()), default=0)
            manifest = {
                "format": FORMAT,
                "name": name,
                "number": number,
                "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
                "origin": asdict(origin),
                "files": files,
                "measures": measures,
            }
            text = json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"
            (making / "manifest.json").write_text(text, encoding="utf-8")
            for path in making.rglob("*"):
                if path.is_file():
                    path.chmod(0o444)
            making.chmod(0o755)
            making.rename(home / str(number))
        except BaseException:
            shutil.rmtree(making, ignore_errors=True)
            raise
        return _read_manifest(home / str(number) / "manifest.json")


def _fill(
    folder: Path, drafts: Iterable[Draft]
) -> tuple[dict[str, str], dict[str, dict[str, Any]]]:
    (folder / "images").mkdir()
    measures: dict[str, dict[str, Any]] = {}
    problems: list[Problem] = []
    taken: set[str] = set()
    for draft in drafts:
        name = draft.stem + draft.picture.suffix.lower()
        if draft.stem.casefold() in taken:
            problems.append(Problem(str(draft.picture), f"there is another picture {draft.stem}"))
            continue
        taken.add(draft.stem.casefold())
        place = folder / "images" / name
        shutil.copyfile(draft.picture, place)
        try:
            picture = open_picture(place)
        except PictureError as error:
            problems.append(Problem(str(draft.picture), error.words))
            continue
        size_px = picture.width_px, picture.height_px
        if draft.size_px not in (None, size_px):
            words = f"is {size_px} pixels, but its label is for {draft.size_px}"
            problems.append(Problem(str(draft.picture), words))
            continue
        label = to_text(
            LabelledPicture(place, draft.dice, draft.facts), picture.width_px, picture.height_px
        )
        place.with_suffix(".json").write_text(label, encoding="utf-8")
        measures[name] = {
            "width_px": picture.width_px,
            "height_px": picture.height_px,
            "likeness": fingerprint(picture.image),
            "brightness": round(float(cv2.mean(picture.image)[1]) / 255, 4),
        }
        if draft.mask is not None:
            (folder / "masks").mkdir(exist_ok=True)
            shutil.copyfile(draft.mask, folder / "masks" / f"{draft.stem}.png")
    if problems:
        raise SetRefused("Nothing was taken, because of these files:", problems)
    if not measures:
        raise LabelError("folder_empty", "There are no pictures to take.")
    files = {
        path.relative_to(folder).as_posix(): _sha256(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    return files, measures


def _read_manifest(path: Path) -> Version:
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        if manifest["format"] != FORMAT:
            raise ValueError(f"format {manifest['format']!r}")
        return Version(
            path.parent,
            str(manifest["name"]),
            int(manifest["number"]),
            str(manifest["made_at"]),
            Origin(**manifest["origin"]),
            dict(manifest["files"]),
            dict(manifest["measures"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise LabelError("manifest_damaged", f"{path} is no manifest ({error}).") from None


def write_whole(path: Path, payload: bytes) -> None:
    """Write a file so that it appears whole or not at all, also when the power fails."""
    handle, name = tempfile.mkstemp(prefix=".writing-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(payload)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
