"""Archives from strangers, unpacked so that none can write elsewhere or fill the disk.

Only plain files with the suffixes of a picture set are taken. What an archive says of itself is not
believed: sizes are counted while they are read.
"""

from __future__ import annotations

import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO

from datasets.labels import PICTURE_SUFFIXES, LabelError

SUFFIXES = PICTURE_SUFFIXES | {".txt", ".json", ".yaml", ".yml"}
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Bounds:
    """What an archive may cost: entries of any kind, and bytes of a file and of all of them."""

    entries: int = 200_000
    file_bytes: int = 256 * 2**20
    all_bytes: int = 40 * 2**30


@dataclass(slots=True)
class _Budget:
    bounds: Bounds
    entries: int = 0
    written: int = 0
    seen: set[str] = field(default_factory=set)


def is_archive(path: Path) -> bool:
    """Whether the file is a zip or tar archive (plain, gzip, bzip2, xz), by its content."""
    return path.is_file() and (zipfile.is_zipfile(path) or tarfile.is_tarfile(path))


def unpack(archive: Path, target: Path, bounds: Bounds = Bounds()) -> int:
    """Unpack the files of a picture set into the empty folder ``target``; returns how many.

    Raises LabelError ``archive_unsafe`` for paths that lead out, links and devices, names that
    meet in one file; ``archive_too_large`` beyond the bounds; ``archive_damaged``. What was written
    until then is the caller's to remove.
    """
    budget = _Budget(bounds)
    try:
        if zipfile.is_zipfile(archive):
            with zipfile.ZipFile(archive) as zipped:
                return sum(1 for _ in _unpack_zip(zipped, target, budget))
        with tarfile.open(archive) as tape:
            return sum(1 for _ in _unpack_tar(tape, target, budget))
    except LabelError:
        raise
    except (zipfile.BadZipFile, tarfile.TarError, EOFError, RuntimeError, ValueError) as error:
        raise _damaged(archive, error) from None
    except Exception as error:
        # Decompressors have no common error class (zlib.error, lzma.LZMAError, ...).
        if type(error).__module__ in {"zlib", "_lzma", "lzma", "_bz2", "gzip"}:
            raise _damaged(archive, error) from None
        raise


def _damaged(archive: Path, error: Exception) -> LabelError:
    return LabelError(
        "archive_damaged", f"{archive.name} is damaged or locked and cannot be unpacked ({error})."
    )


def _unpack_zip(zipped: zipfile.ZipFile, target: Path, budget: _Budget) -> Iterator[Path]:
    for entry in zipped.infolist():
        kind = entry.external_attr >> 16 & 0o170000
        if kind not in {0, 0o100000, 0o040000}:
            raise _unsafe(entry.filename, "is a link or a device")
        place = _place(entry.filename, entry.is_dir(), target, budget)
        if place is not None:
            with zipped.open(entry) as source:
                yield _copy(source, place, entry.filename, budget)


def _unpack_tar(tape: tarfile.TarFile, target: Path, budget: _Budget) -> Iterator[Path]:
    for entry in tape:
        if not (entry.isfile() or entry.isdir()) or entry.issparse():
            raise _unsafe(entry.name, "is a link or a device")
        place = _place(entry.name, entry.isdir(), target, budget)
        if place is not None:
            source = tape.extractfile(entry)
            assert source is not None
            with source:
                yield _copy(source, place, entry.name, budget)
    # The checksum of a compressed tape stands at its very end, behind the last file.
    rest = tape.fileobj
    while rest is not None and (chunk := rest.read(_CHUNK)):
        budget.written += len(chunk)
        if budget.written > budget.bounds.all_bytes:
            raise LabelError("archive_too_large", "The archive holds too many bytes.")


def _unsafe(name: str, why: str) -> LabelError:
    return LabelError("archive_unsafe", f"The archive was not unpacked: {name!r} {why}.")


def _place(name: str, folder: bool, target: Path, budget: _Budget) -> Path | None:
    """Where an entry goes; None for folders and what belongs to no picture set."""
    budget.entries += 1
    if budget.entries > budget.bounds.entries:
        raise LabelError(
            "archive_too_large", f"The archive has more than {budget.bounds.entries} entries."
        )
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or any(c in name for c in '\\:\0<>"|?*'):
        raise _unsafe(name, "has a name that leads out of its folder or is no plain name")
    if any(part.endswith((" ", ".")) for part in path.parts if part != "."):
        raise _unsafe(name, "has a name that some systems change")
    if folder or path.suffix.lower() not in SUFFIXES or path.name.startswith("."):
        return None
    key = str(path).casefold()
    if key in budget.seen:
        raise _unsafe(name, "occurs twice")
    budget.seen.add(key)
    return target / path


def _copy(source: IO[bytes], place: Path, name: str, budget: _Budget) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    size = 0
    with place.open("xb") as out:
        while chunk := source.read(_CHUNK):
            size += len(chunk)
            budget.written += len(chunk)
            if size > budget.bounds.file_bytes:
                raise LabelError("archive_too_large", f"{name!r} in the archive is too large.")
            if budget.written > budget.bounds.all_bytes:
                raise LabelError("archive_too_large", "The archive holds too many bytes.")
            out.write(chunk)
    return place
