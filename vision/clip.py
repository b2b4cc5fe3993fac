"""A video file as a source of frames, by the clock of its recording."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.frames import Frame
from vision.source import SourceError

MOST_PER_S = 30.0
"""Frames of a clip that follow one another faster are passed over."""

_USUAL_PER_S = 30.0
_LONGEST_GAP_S = 10.0


class Clip:
    """The frames of a video file, upright; at the pace of its recording unless ``fast``.

    ``clock`` and ``sleep`` are those of a slow clip: seconds, and a wait for seconds. A slow clip
    drops the frames for whose time somebody came too late.
    """

    def __init__(
        self,
        path: Path,
        *,
        fast: bool = False,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = path.name
        self._path = path
        self._fast = fast
        self._clock = clock
        self._sleep = sleep
        self._closed = False

    def frames(self) -> Iterator[Frame]:
        """The frames of the clip. Raises SourceError ``clip_missing`` or ``clip_unreadable``."""
        if not self._path.is_file():
            raise SourceError("clip_missing", f"There is no file {self._path.name}.", passing=False)
        video = cv2.VideoCapture(str(self._path), cv2.CAP_FFMPEG)
        try:
            if not video.isOpened():
                raise _unreadable(self._path)
            yield from self._paced(video)
        finally:
            video.release()

    def close(self) -> None:
        """End the clip before the next frame."""
        self._closed = True

    def _paced(self, video: cv2.VideoCapture) -> Iterator[Frame]:
        times = ClipTimes(video.get(cv2.CAP_PROP_FPS))
        started_s = self._clock()
        given_s, given = -np.inf, False
        number = -1
        while not self._closed and video.grab():
            number += 1
            time_s = times.next(video.get(cv2.CAP_PROP_POS_MSEC) / 1000)
            if time_s - given_s < 1 / MOST_PER_S - 0.004:
                continue
            if not self._fast:
                ahead_s = time_s - (self._clock() - started_s)
                if ahead_s > 0:
                    self._sleep(ahead_s)
                elif ahead_s < -1 / MOST_PER_S and given:
                    continue
            read, image = video.retrieve()
            if not read or image is None or not image.size:
                continue
            given_s, given = time_s, True
            yield Frame(np.asarray(image, np.uint8), time_s, number)
        if not given and not self._closed:
            raise _unreadable(self._path, _format(video))


class ClipTimes:
    """Times of a clip's frames from the stamps in the file, which need not be sound.

    Stamps may start anywhere, be missing (all 0), stand still or jump back; then the frame rate
    the file states fills in.
    """

    def __init__(self, per_s: float) -> None:
        sound = np.isfinite(per_s) and 1 <= per_s <= 1000
        self._step_s = 1 / per_s if sound else 1 / _USUAL_PER_S
        self._stamp_s: float | None = None
        self._time_s = 0.0

    def next(self, stamp_s: float) -> float:
        """Seconds since the first frame for the frame with this stamp; always rising."""
        if self._stamp_s is None:
            self._stamp_s = stamp_s
            return 0.0
        gap_s = stamp_s - self._stamp_s
        self._stamp_s = stamp_s
        self._time_s += gap_s if 0.0005 < gap_s < _LONGEST_GAP_S else self._step_s
        return self._time_s


def _format(video: cv2.VideoCapture) -> str:
    """The four letters by which a file names the format of its pictures; "" where it does not."""
    code = int(video.get(cv2.CAP_PROP_FOURCC))
    letters = code.to_bytes(4, "little", signed=code < 0).decode("ascii", "replace").strip()
    return letters if letters.isalnum() and letters.isascii() else ""


def _unreadable(path: Path, letters: str = "") -> SourceError:
    if letters:
        return SourceError(
            "clip_unreadable",
            f"The pictures of {path.name} are in a format, {letters}, that cannot be read here. "
            "Save it as H.264 or H.265 (HEVC), as phones record it.",
            passing=False,
        )
    return SourceError(
        "clip_unreadable",
        f"{path.name} cannot be read as a video. An MP4 file as phones record it is understood.",
        passing=False,
    )
