"""From what people type to a source of frames: a camera's number, an address, a file, a folder."""

from __future__ import annotations

from pathlib import Path

from vision.clip import Clip
from vision.picture_folder import PictureFolder
from vision.source import Source, SourceError

__all__ = ["Source", "SourceError", "open_source"]


def open_source(text: str, *, fast: bool = False) -> Source:
    """The source that ``text`` names: a video file or a folder of pictures.

    ``fast`` reads files without waiting for their clock. Raises SourceError ``source_unknown``;
    whether frames come turns out when they are asked for.
    """
    path = Path(text)
    if path.is_dir():
        return PictureFolder(path, fast=fast)
    if path.exists() or path.suffix:
        return Clip(path, fast=fast)
    raise SourceError(
        "source_unknown",
        f"There is no camera, file or folder named {text}.",
        passing=False,
    )
