"""Wakes the streams of a game when something new is in its log."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping

from webapp.errors import WebError
from webapp.store import Mark


class Room:
    """The open streams of one game: how many, the newest event told of, and how often it changed.

    ``newest`` is None before anything was told."""

    def __init__(self, lock: threading.Lock) -> None:
        self.changed = threading.Condition(lock)
        self.streams = 0
        self.newest: Mark | None = None
        self.changes = 0


class Hub:
    """Counts the open streams, and lets each wait for news of its game.

    The hub only says *that* there is news; streams read the news from the log. What another
    process wrote is told by the watch, and found at the next heartbeat in any case.
    """

    def __init__(self, stream_limit: int) -> None:
        self._limit = stream_limit
        self._lock = threading.Lock()
        self._rooms: dict[str, Room] = {}
        self._closed = threading.Event()

    @property
    def streams(self) -> int:
        """How many streams are open."""
        with self._lock:
            return self._streams()

    @property
    def closed(self) -> bool:
        """Whether the server is about to stop."""
        return self._closed.is_set()

    def open_games(self) -> dict[str, Mark | None]:
        """The games with streams, and their newest event as far as the hub was told."""
        with self._lock:
            return {game_id: room.newest for game_id, room in self._rooms.items()}

    def publish(self, game_id: str, mark: Mark) -> None:
        """Tell this game's streams that ``mark`` is in its log now."""
        self.publish_all({game_id: mark})

    def publish_all(self, marks: Mapping[str, Mark]) -> None:
        """Tell the streams of several games."""
        with self._lock:
            for game_id, mark in marks.items():
                room = self._rooms.get(game_id)
                if room is not None and room.newest != mark:
                    room.newest = mark
                    room.changes += 1
                    room.changed.notify_all()

    def nudge(self, game_id: str) -> None:
        """Wake this game's streams for something that is in no log."""
        with self._lock:
            room = self._rooms.get(game_id)
            if room is not None:
                room.changes += 1
                room.changed.notify_all()

    def close(self) -> None:
        """End every stream: the server stops."""
        with self._lock:
            self._closed.set()
            for room in self._rooms.values():
                room.changed.notify_all()

    def sleep(self, seconds: float) -> None:
        """Wait until the time is over or the server stops."""
        self._closed.wait(seconds)

    def take_stream(self, game_id: str) -> Callable[[], None]:
        """Take one of the places for streams; what is returned gives it back, once.

        Raises WebError 503 when all are taken, with the time after which to try again.
        """
        with self._lock:
            if self.closed or self._streams() >= self._limit:
                raise WebError(
                    503,
                    "too_many_streams",
                    "Too many screens are connected at once. This one tries again shortly.",
                    retry_after_s=5,
                )
            room = self._rooms.setdefault(game_id, Room(self._lock))
            room.streams += 1
        place = [game_id]

        def give_back() -> None:
            with self._lock:
                if not place:
                    return
                place.clear()
                room.streams -= 1
                if not room.streams:
                    del self._rooms[game_id]

        return give_back

    def wait(self, game_id: str, seen: int, timeout_s: float) -> tuple[int, Mark | None]:
        """Return when the game has changed more than ``seen`` times, the time is over, or the
        server stops: how often it has changed, and the newest event that was told of."""
        ends_s = time.monotonic() + timeout_s
        with self._lock:
            room = self._rooms.get(game_id)
            if room is None:
                return seen, None
            while not self.closed and room.changes <= seen:
                left_s = ends_s - time.monotonic()
                if left_s <= 0:
                    break
                room.changed.wait(left_s)
            return room.changes, room.newest

    def _streams(self) -> int:
        return sum(room.streams for room in self._rooms.values())
