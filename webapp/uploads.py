"""Places for photographs on their way: few, so that memory stays bounded, and never lost."""

from __future__ import annotations

import threading
import time

from webapp.errors import WebError


class Place:
    """Room for one picture: what has arrived of it, since when, and whether it was taken away."""

    def __init__(self) -> None:
        self.began_s = time.monotonic()
        self.parts: list[bytes] = []
        self.is_complete = False
        self.is_lost = False


class Places:
    """Hands out ``count`` places. One whose picture has been arriving for ``slow_after_s`` (a phone
    left the network in the middle) goes to the next picture when all are taken."""

    def __init__(self, count: int, *, patience_s: float = 10.0, slow_after_s: float = 30.0) -> None:
        self._count = count
        self._patience_s = patience_s
        self._slow_after_s = slow_after_s
        self._changed = threading.Condition()
        self._taken: list[Place] = []

    def take(self) -> Place:
        """A place, before the bytes are received. Raises WebError 503 when none becomes free."""
        ends_s = time.monotonic() + self._patience_s
        with self._changed:
            while len(self._taken) >= self._count and not self._take_away_slowest():
                if time.monotonic() >= ends_s:
                    raise WebError(
                        503,
                        "reader_busy",
                        "Several photographs are being read. Try again in a moment.",
                        retry_after_s=5,
                    )
                self._changed.wait(0.5)
            place = Place()
            self._taken.append(place)
            return place

    def add(self, place: Place, part: bytes) -> None:
        """Keep a part that has arrived. Raises WebError 503 when the place was taken away."""
        with self._changed:
            self._check(place)
            place.parts.append(part)

    def complete(self, place: Place) -> bytes:
        """The whole picture; from now on the place stays until it is given back."""
        with self._changed:
            self._check(place)
            place.is_complete = True
            parts, place.parts = place.parts, []
        return b"".join(parts)

    def give_back(self, place: Place) -> None:
        """Let the next picture in."""
        with self._changed:
            if place in self._taken:
                self._taken.remove(place)
            self._changed.notify_all()

    def _take_away_slowest(self) -> bool:
        now_s = time.monotonic()
        for place in self._taken:  # in the order in which they were taken
            if not place.is_complete and now_s - place.began_s > self._slow_after_s:
                place.is_lost = True
                place.parts.clear()
                self._taken.remove(place)
                return True
        return False

    def _check(self, place: Place) -> None:
        if place.is_lost:
            raise WebError(
                503,
                "picture_too_slow",
                "The photograph arrived too slowly. Send it again.",
                retry_after_s=5,
            )
