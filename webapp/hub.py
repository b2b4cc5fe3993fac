"""Wakes the streams of a game when something new is in its log, within this process."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from webapp.errors import WebError


class Hub:
    """Counts the open streams, and lets each wait for the next number of its game.

    The hub only says *that* there is news; streams read the news from the log. A number that is
    missed (another process wrote it) is found at the next heartbeat.
    """

    def __init__(self, stream_limit: int) -> None:
        self._limit = stream_limit
        self._changed = threading.Condition()
        self._newest: dict[str, int] = {}
        self._open: dict[str, int] = {}
        self._closed = False

    @property
    def streams(self) -> int:
        """How many streams are open."""
        with self._changed:
            return sum(self._open.values())

    @property
    def closed(self) -> bool:
        """Whether the server is about to stop."""
        return self._closed

    def publish(self, game_id: str, seq: int) -> None:
        """Tell this game's streams that its log has grown to ``seq``."""
        with self._changed:
            if game_id in self._open and seq > self._newest.get(game_id, 0):
                self._newest[game_id] = seq
                self._changed.notify_all()

    def close(self) -> None:
        """End every stream: the server stops."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def take_stream(self, game_id: str) -> Callable[[], None]:
        """Take one of the places for streams; what is returned gives it back, once.

        Raises WebError 503 when all are taken, with the time after which to try again.
        """
        with self._changed:
            if self._closed or sum(self._open.values()) >= self._limit:
                raise WebError(
                    503,
                    "too_many_streams",
                    "Too many screens are connected at once. This one tries again shortly.",
                    retry_after_s=5,
                )
            self._open[game_id] = self._open.get(game_id, 0) + 1
        place = [game_id]

        def give_back() -> None:
            with self._changed:
                if not place:
                    return
                place.clear()
                self._open[game_id] -= 1
                if not self._open[game_id]:
                    del self._open[game_id]
                    self._newest.pop(game_id, None)

        return give_back

    def wait(self, game_id: str, seen: int, timeout_s: float) -> None:
        """Return when the game has grown beyond ``seen``, the time is over, or the server stops."""
        ends_s = time.monotonic() + timeout_s
        with self._changed:
            while not self._closed and self._newest.get(game_id, 0) <= seen:
                left_s = ends_s - time.monotonic()
                if left_s <= 0:
                    return
                self._changed.wait(left_s)
