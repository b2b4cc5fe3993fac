"""One pipeline for each camera that looks at a table, made when it begins and dropped when it
stops. Few, so that memory stays bounded."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from vision.detector import Detector
from vision.frames import Frame
from vision.pipeline import Phase, Pipeline, Polygon, View
from vision.reader import DiceReader
from webapp.errors import WebError
from webapp.reading import Reader

MOST = 8
IDLE_S = 180.0
"""A camera from which nothing came for so long has stopped."""

_GIVES_WAY_S = 15.0


@dataclass(eq=False)
class Lookout:
    """One camera's pipeline. ``turn`` is held while a frame is on its way: one at a time.

    ``rolls`` counts what it has read; ``stirred``: it has seen an empty table or motion, so that
    dice that lie still came to lie while it looked.
    """

    game_id: str
    camera: str
    used_s: float
    turn: threading.Lock = field(default_factory=threading.Lock)
    pipeline: Pipeline | None = None
    reader: Reader | None = None
    time_s: float = -1.0
    size: tuple[int, int] = (0, 0)
    rolls: int = 0
    stirred: bool = False

    def step(
        self, reader: Reader, frame: Frame, expected: int | None, tray: Polygon | None
    ) -> View:
        """Take in a frame; one from before the last, of another shape or for another reader begins
        anew. Raises WebError 503 when the reader reads photographs only."""
        size = (frame.image.shape[1], frame.image.shape[0])
        anew = reader is not self.reader or size != self.size or frame.time_s <= self.time_s
        if self.pipeline is None or anew:
            self.pipeline, self.size, self.reader = _open(reader), size, reader
            self.rolls, self.stirred = 0, False
        self.time_s = frame.time_s
        self.pipeline.tray = tray
        view = self.pipeline.step(frame, expected=expected)
        self.rolls += view.roll is not None
        self.stirred |= view.phase in (Phase.EMPTY, Phase.MOVING)
        return view

    def mark(self, x_n: float, y_n: float, kept: bool) -> None:
        """A person says whether the die there was kept or rolled."""
        if self.pipeline is not None:
            self.pipeline.mark(x_n, y_n, kept)


class Lookouts:
    """The cameras that look at tables now."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._known: dict[tuple[str, str], Lookout] = {}

    def of(self, game_id: str, camera: str) -> Lookout:
        """The lookout of a camera at a table. Raises WebError 503 when too many look at once."""
        key, now_s = (game_id, camera), self._clock()
        with self._lock:
            self._drop_idle(now_s)
            known = self._known.get(key)
            if known is None:
                self._make_room(now_s)
                known = self._known[key] = Lookout(game_id, camera, now_s)
            known.used_s = now_s
            return known

    def find(self, game_id: str, camera: str) -> Lookout | None:
        """The lookout of a camera that looks already."""
        with self._lock:
            return self._known.get((game_id, camera))

    def drop(self, game_id: str, camera: str) -> None:
        """Forget a camera that has stopped."""
        with self._lock:
            self._known.pop((game_id, camera), None)

    def __len__(self) -> int:
        with self._lock:
            return len(self._known)

    def _drop_idle(self, now_s: float) -> None:
        for key in [key for key, one in self._known.items() if now_s - one.used_s > IDLE_S]:
            del self._known[key]

    def _make_room(self, now_s: float) -> None:
        if len(self._known) < MOST:
            return
        idlest = min(self._known.values(), key=lambda one: one.used_s)
        if now_s - idlest.used_s < _GIVES_WAY_S:
            raise WebError(
                503,
                "too_many_cameras",
                f"{MOST} cameras are looking at tables already. Stop one of them first.",
                details={"limit": MOST},
                retry_after_s=5,
            )
        del self._known[idlest.game_id, idlest.camera]


def _open(reader: Reader) -> Pipeline:
    detector: Detector | None = getattr(reader, "detector", None)
    if detector is None:
        raise WebError(503, "live_unavailable", "This reader reads photographs only.")
    # Dice that were thrown before somebody opened the camera count as well.
    return Pipeline(detector, cast(DiceReader, reader), at_start=True)
