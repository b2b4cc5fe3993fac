"""Webcams: which there are, what they are called, what they really accept, and opening one."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2

from vision.camera import Capture, OpenedCapture
from vision.source import SourceError

WANTED_SIZES = ((1280, 720), (1920, 1080), (640, 480))
"""What a webcam is asked for, the wanted size first."""

_MOST = 10
_DEVICES = Path("/dev")
_NAMES = Path("/sys/class/video4linux")


@dataclass(frozen=True, slots=True)
class Webcam:
    """A webcam at this computer. ``sizes``: (width, height) that it accepted when it was asked."""

    number: int
    name: str
    sizes: tuple[tuple[int, int], ...]


def webcams() -> tuple[Webcam, ...]:
    """The webcams that can be opened now; asks each one, which takes about a second apiece."""
    found = []
    for number in _numbers():
        with contextlib.suppress(SourceError):
            opened = _opened(number)
            try:
                sizes = _accepted_sizes(opened)
            finally:
                opened.release()
            found.append(Webcam(number, webcam_name(number), sizes))
    return tuple(found)


def webcam_name(number: int) -> str:
    """What the webcam calls itself, where the system tells, or its number."""
    with contextlib.suppress(OSError):
        return (_NAMES / f"video{number}" / "name").read_text(encoding="utf-8").strip()
    return f"webcam {number}"


def open_webcam(number: int) -> Capture:
    """The webcam with this number, at 1280 by 720 where it can.

    Raises SourceError ``camera_missing``, ``camera_refused`` or ``camera_busy``.
    """
    opened = _opened(number)
    width, height = WANTED_SIZES[0]
    opened.set(cv2.CAP_PROP_FRAME_WIDTH, width)
    opened.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
    opened.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return OpenedCapture(opened)


def _opened(number: int) -> cv2.VideoCapture:
    if sys.platform == "linux":
        _ask_linux(_DEVICES / f"video{number}", number)
    opened = cv2.VideoCapture(number, cv2.CAP_ANY)
    if opened.isOpened():
        return opened
    opened.release()
    if sys.platform == "linux":
        raise SourceError(
            "camera_busy",
            f"Webcam {number} cannot be opened. Another program may hold it: close that one.",
        )
    raise SourceError(
        "camera_missing",
        f"Webcam {number} cannot be opened. Is it plugged in, may this program use the camera "
        "(the system's privacy settings), and does no other program hold it?",
    )


def _ask_linux(device: Path, number: int) -> None:
    """Why a webcam cannot be opened, which OpenCV does not tell."""
    try:
        os.close(os.open(device, os.O_RDWR | os.O_NONBLOCK))
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EPERM):
            raise SourceError(
                "camera_refused",
                f"This user may not use webcam {number}. On Linux: sudo usermod -aG video $USER, "
                "then log in again.",
            ) from None
        if error.errno == errno.EBUSY:
            raise SourceError(
                "camera_busy", f"Another program holds webcam {number}. Close that one."
            ) from None
        raise SourceError(
            "camera_missing", f"There is no webcam {number}. Is it plugged in?"
        ) from None


def _numbers() -> tuple[int, ...]:
    if sys.platform == "linux":
        names = (path.name.removeprefix("video") for path in _DEVICES.glob("video*"))
        return tuple(sorted(int(name) for name in names if name.isdigit()))
    return tuple(range(_MOST))


def _accepted_sizes(capture: cv2.VideoCapture) -> tuple[tuple[int, int], ...]:
    sizes = []
    for width, height in WANTED_SIZES:
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        size = (
            round(capture.get(cv2.CAP_PROP_FRAME_WIDTH)),
            round(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)),
        )
        if size not in sizes and min(size) > 0:
            sizes.append(size)
    return tuple(sizes)
