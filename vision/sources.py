"""From what people type to a source of frames: a camera's number, an address, a file, a folder."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from vision.camera import Camera
from vision.clip import Clip
from vision.picture_folder import PictureFolder
from vision.source import Source, SourceError
from vision.stream import OPEN_S, SCHEMES, open_stream, stream_name
from vision.webcam import Webcam, open_webcam, webcam_name, webcams

__all__ = ["Source", "SourceError", "Webcam", "open_source", "webcams"]


def open_source(text: str, *, fast: bool = False) -> Source:
    """The source that ``text`` names: a webcam's number, a network camera's address, a video file
    or a folder of pictures.

    ``fast`` reads files without waiting for their clock. Raises SourceError ``source_unknown``;
    whether frames come turns out when they are asked for.
    """
    path = Path(text)
    if path.is_dir():
        return PictureFolder(path, fast=fast)
    if path.exists():
        return Clip(path, fast=fast)
    if text.isascii() and text.isdigit():
        number = int(text)
        return Camera(webcam_name(number), partial(open_webcam, number))
    if urlsplit(text).scheme.lower() in SCHEMES:
        # The time to open counts: no frame can come before.
        return Camera(stream_name(text), partial(open_stream, text), silent_s=OPEN_S + 0.1)
    if path.suffix:
        return Clip(path, fast=fast)
    raise SourceError(
        "source_unknown",
        f"There is no camera, file or folder named {text}. A webcam is named by its number (0 is "
        "the first), a network camera by its address (rtsp:// or http://).",
        passing=False,
    )
