"""Cameras at the server: each is looked through while a table uses it, and only then."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, replace

import cv2

from vision.frames import Frame, Image
from vision.pipeline import Polygon
from vision.source import Source, SourceError
from webapp.errors import WebError
from webapp.hub import Hub
from webapp.lookouts import Lookouts
from webapp.spotting import Spotted, Spotter

_log = logging.getLogger("dicesight.camera")

_WAIT_S = 0.2
_SAID_S = 2.0
"""A fault of a picture that goes on coming, such as a black one, stays said for so long."""

_UNUSED_S = 120.0
"""A camera is let go of when its table has had no open screen for so long."""

Opener = Callable[[str], Source]


@dataclass(frozen=True, slots=True)
class Eyes:
    """What a camera needs of the running application."""

    spotter: Spotter
    lookouts: Lookouts
    hub: Hub


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The newest frame and what was seen in it; ``fault`` (code, words) while none comes.

    ``number`` goes on with every change, ``at_s`` is on the monotonic clock.
    """

    number: int = 0
    image: Image | None = None
    spotted: Spotted | None = None
    at_s: float = 0.0
    fault: tuple[str, str] | None = None


class ServerCamera:
    """One source, for one table at a time."""

    def __init__(self, eyes: Eyes, camera_id: str, text: str, open_source: Opener) -> None:
        self.id = camera_id
        self.name = shown_name(text)
        self._eyes = eyes
        self._text = text
        self._open_source = open_source
        self._changed = threading.Condition()
        self._newest = Seen()
        self._game_id: str | None = None
        self._tray: Polygon | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._source: Source | None = None
        self._wanted_s = 0.0
        self._said_s = 0.0

    @property
    def game_id(self) -> str | None:
        """The table that uses it."""
        return self._game_id

    def is_taken(self, game_id: str) -> bool:
        """Whether another table looks through it now."""
        thread = self._thread
        return self._game_id != game_id and thread is not None and thread.is_alive()

    @property
    def tray(self) -> Polygon | None:
        """The corners outside of which dice do not count."""
        return self._tray

    def use(self, game_id: str) -> None:
        """Look at this table. Raises WebError 409 while another table uses the camera."""
        with self._changed:
            running = self._thread is not None and self._thread.is_alive()
            if self._game_id == game_id and running:
                return
            if self._game_id != game_id and running:
                raise WebError(
                    409, "camera_taken", "Another table is using this camera at the moment."
                )
            self._game_id = game_id
            self._stop = threading.Event()
            self._newest = Seen(self._newest.number + 1)
            self._wanted_s = time.monotonic()
            self._thread = threading.Thread(
                target=self._run, args=(game_id, self._stop), name=f"camera-{self.id}", daemon=True
            )
            self._thread.start()

    def release(self) -> None:
        """Stop looking, and let go of the camera."""
        with self._changed:
            self._stop.set()
            source, thread, game_id = self._source, self._thread, self._game_id
            self._game_id = self._thread = None
            self._changed.notify_all()
        if source is not None:
            source.close()
        if thread is not None and thread is not threading.current_thread():
            thread.join(3)
        if game_id is not None:
            self._eyes.lookouts.drop(game_id, self.id)

    def set_tray(self, tray: Polygon | None) -> None:
        """Count dice inside of these corners only, or all."""
        self._tray = tray

    def newest(self, after: int, wait_s: float) -> Seen:
        """What was seen last, when that is newer than ``after`` or the time is over."""
        ends_s = time.monotonic() + wait_s
        with self._changed:
            while self._newest.number <= after and (left_s := ends_s - time.monotonic()) > 0:
                if not self._changed.wait(left_s):
                    break
            return self._newest

    def _run(self, game_id: str, stop: threading.Event) -> None:
        try:
            with closing(self._open_source(self._text)) as source:
                self._source = source
                while not stop.is_set():
                    try:
                        self._follow(game_id, source, stop)
                        return
                    except SourceError as error:
                        # Asked again for its frames, a source waits by itself before it tries.
                        self._say((error.code, error.words))
                        if not error.passing:
                            return
                    stop.wait(_WAIT_S)
        except SourceError as error:
            self._say((error.code, error.words))
        except WebError as error:  # the table is gone
            self._say((error.code, error.words))
        except Exception:
            _log.exception("The camera %s failed", self.name)
            self._say(("camera_failed", "The camera at the server failed. Choose it again."))

    def _follow(self, game_id: str, source: Source, stop: threading.Event) -> None:
        for frame in source.frames():
            if stop.is_set() or self._is_unused(game_id):
                return
            self._look(game_id, frame)
        if not stop.is_set():
            self._say(("camera_over", "The recording is over. Choose it again to repeat."))

    def _look(self, game_id: str, frame: Frame) -> None:
        try:
            lookout = self._eyes.lookouts.of(game_id, self.id)
            with lookout.turn:
                spotted = self._eyes.spotter.look(
                    lookout, lambda: frame, lambda: as_jpeg(frame.image), tray=self._tray
                )
        except WebError as error:
            if error.status != 503:
                raise
            # The picture goes on while the reader is busy or cannot be had.
            self._put(frame.image, None, (error.code, error.words))
            return
        self._put(frame.image, spotted, None)

    def _is_unused(self, game_id: str) -> bool:
        now_s = time.monotonic()
        if game_id in self._eyes.hub.open_games():
            self._wanted_s = now_s
        return now_s - self._wanted_s > _UNUSED_S

    def _put(self, image: Image, spotted: Spotted | None, fault: tuple[str, str] | None) -> None:
        now_s = time.monotonic()
        with self._changed:
            number = self._newest.number + 1
            if fault is None and now_s - self._said_s < _SAID_S:
                fault = self._newest.fault
            self._newest = Seen(number, image, spotted, now_s, fault)
            self._changed.notify_all()

    def _say(self, fault: tuple[str, str]) -> None:
        with self._changed:
            self._said_s = time.monotonic()
            self._newest = replace(self._newest, number=self._newest.number + 1, fault=fault)
            self._changed.notify_all()


class ServerCameras:
    """The cameras that the server was started with."""

    def __init__(self, eyes: Eyes, texts: Iterable[str], open_source: Opener) -> None:
        self.eyes = eyes
        self._cameras = {
            f"server-{number}": ServerCamera(eyes, f"server-{number}", text, open_source)
            for number, text in enumerate(texts, 1)
        }

    def all(self) -> tuple[ServerCamera, ...]:
        """In the order in which they were named."""
        return tuple(self._cameras.values())

    def find(self, camera_id: str) -> ServerCamera:
        """Raises WebError 404 for one that there is not."""
        camera = self._cameras.get(camera_id)
        if camera is None:
            raise WebError(404, "camera_unknown", "There is no such camera at the server.")
        return camera

    def close(self) -> None:
        """Let go of all of them."""
        for camera in self._cameras.values():
            camera.release()


def as_jpeg(image: Image, longest_px: int = 1280) -> bytes:
    """The picture for a page."""
    scale = longest_px / max(image.shape[:2])
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    done, encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 82])
    assert done
    return encoded.tobytes()


def shown_name(text: str) -> str:
    """What people call a source: without the password of a network camera, or the file's folder."""
    if "://" in text:
        return re.sub(r"//[^/@]*@", "//", text).partition("?")[0]
    return re.split(r"[\\/]", text)[-1] or text
