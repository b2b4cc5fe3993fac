"""A live camera as a source: one thread reads it into a mailbox, another takes the newest frame."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Protocol

import cv2
import numpy as np

from vision.frames import Frame, Image
from vision.health import Health
from vision.mailbox import Mailbox
from vision.source import SourceError

SILENT_S = 2.5
"""A camera that gives no frame for so long is lost."""

WAITS_S = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Before the tries after faults in a row; the last one for all further tries."""

STILL_RUNNING = frozenset({"camera_black", "camera_slow"})
"""Faults of a camera that goes on giving pictures."""


class Capture(Protocol):
    """An opened camera, in the manner of OpenCV."""

    def read(self) -> tuple[bool, Image | None]:
        """Whether a frame came, and the frame."""
        ...

    def release(self) -> None:
        """Let go of the camera."""
        ...


class OpenedCapture:
    """OpenCV's capture as a `Capture`."""

    def __init__(self, capture: cv2.VideoCapture) -> None:
        self._capture = capture

    def read(self) -> tuple[bool, Image | None]:
        """Whether a frame came, and the frame."""
        came, image = self._capture.read()
        return came, np.asarray(image, np.uint8) if came else None

    def release(self) -> None:
        """Let go of the camera."""
        self._capture.release()


class Camera:
    """A live camera that is opened by ``connect``, which raises SourceError where it cannot.

    ``clock`` in seconds; ``sleep`` waits for seconds. Whoever asks for frames again after an error
    tries the camera again, after a pause that grows.
    """

    def __init__(
        self,
        name: str,
        connect: Callable[[], Capture],
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        silent_s: float = SILENT_S,
    ) -> None:
        self.name = name
        self._connect = connect
        self._clock = clock
        self._sleep = sleep
        self._silent_s = silent_s
        self._started_s: float | None = None
        self._number = 0
        self._failed = 0
        self._closed = threading.Event()
        self._reader: threading.Thread | None = None
        self._mailbox: Mailbox[Frame] = Mailbox()

    def frames(self) -> Iterator[Frame]:
        """The newest frame each time, until the camera is closed. Raises SourceError."""
        mailbox = self._open()
        while not self._closed.is_set():
            try:
                frame = mailbox.take(self._silent_s)
            except SourceError as error:
                if error.code not in STILL_RUNNING:
                    self._failed += 1
                raise
            if self._closed.is_set():
                return
            if frame is None:
                raise SourceError(
                    "camera_lost", f"No picture comes from the camera {self.name} any more."
                )
            self._failed = 0
            yield frame

    def _open(self) -> Mailbox[Frame]:
        """The mailbox into which a thread reads; one that still waits for its camera goes on."""
        if self._reader is not None and self._reader.is_alive():
            return self._mailbox
        if self._failed:
            self._sleep(WAITS_S[min(self._failed, len(WAITS_S)) - 1])
        self._mailbox = Mailbox()
        self._reader = threading.Thread(
            target=self._read, args=(self._mailbox,), name=f"camera {self.name}", daemon=True
        )
        self._reader.start()
        return self._mailbox

    def close(self) -> None:
        """Let go of the camera; frames that somebody waits for end."""
        self._closed.set()
        self._mailbox.close()

    def _read(self, mailbox: Mailbox[Frame]) -> None:
        try:
            capture = self._connect()
        except Exception as error:  # whatever it is, whoever waits for frames has to hear of it
            mailbox.fail(error)
            return
        health = Health(self.name)
        if self._started_s is None:
            self._started_s = self._clock()
        try:
            while not self._closed.is_set():
                came, image = capture.read()
                now_s = self._clock()
                if not came or image is None or not image.size:
                    raise SourceError(
                        "camera_lost", f"The camera {self.name} has stopped. Is it plugged in?"
                    )
                image = np.asarray(image, np.uint8)
                mailbox.put(Frame(image, now_s - self._started_s, self._number))
                self._number += 1
                fault = health.fault(image, now_s)
                if fault is not None and fault.code not in STILL_RUNNING:
                    raise fault
                if fault is not None:
                    mailbox.fail(fault)
        except Exception as error:  # as above
            mailbox.fail(error)
        finally:
            capture.release()
