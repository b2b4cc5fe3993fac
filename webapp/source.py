"""The source of the server that is running, as an archive: what the AGPL, section 13, asks for.

It is made from the files that run, so it holds the changes made to them and needs no network.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

_ROOMS = ("farkle", "vision", "datasets", "models", "webapp")
_BESIDE = (
    *("dicesight.py", "pyproject.toml", "constraints.txt", "constraints-train.txt", "Makefile"),
    *("LICENSE", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"),
    *("docs", "tests", "bench", ".ci"),
)
_PASSED_OVER = frozenset({"__pycache__", "runs"})


def source_root() -> Path:
    """The folder that holds the rooms: the project's, or the environment's packages."""
    return Path(__file__).resolve().parent.parent


def source_archive(root: Path) -> bytes:
    """A ZIP of the rooms below ``root``, and of what else of the project lies beside them.

    Where Dicesight was installed without its folder, other packages lie beside it; those with
    names of the project's own files and folders are left out there.
    """
    whole = (root / "pyproject.toml").is_file()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path in _files(root, _ROOMS + _BESIDE if whole else (*_ROOMS, "dicesight.py")):
            archive.write(path, Path("dicesight", path.relative_to(root)))
    return packed.getvalue()


def _files(root: Path, names: tuple[str, ...]) -> Iterator[Path]:
    for name in names:
        top = root / name
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            inside = path.relative_to(root).parts
            if path.is_file() and not path.is_symlink() and _PASSED_OVER.isdisjoint(inside):
                yield path
