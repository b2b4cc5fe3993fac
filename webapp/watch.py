"""Finds what other server processes wrote, and lets this process's streams know."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine

from webapp.database import is_sqlite
from webapp.errors import WebError
from webapp.hub import Hub
from webapp.news import CHANNEL, read_news
from webapp.store import Mark, Store

if TYPE_CHECKING:
    import psycopg

_log = logging.getLogger("dicesight.web")

_GONE = Mark(0, "")
"""Published for a game that is no longer there, so that its streams look and end."""


class Watch:
    """A thread that looks for news of the games with open streams.

    SQLite says by a number whether anything was written, which costs next to nothing to ask, so it
    is asked ``look_s`` after the last time. PostgreSQL sends word by itself (LISTEN and NOTIFY);
    every ``poll_s`` the log is looked at all the same, and while the line is down every ``look_s``.

    ``refold`` folds a game's log anew; it is called once, before all of the game's streams ask for
    the same. That a log is of another kind, or gone, it says by a WebError.
    """

    def __init__(
        self,
        engine: Engine,
        store: Store,
        hub: Hub,
        refold: Callable[[str], object],
        *,
        look_s: float = 0.25,
        poll_s: float = 1.0,
    ) -> None:
        self._engine = engine
        self._store = store
        self._hub = hub
        self._refold = refold
        self._look_s = look_s
        self._poll_s = poll_s
        self._is_down = False
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> None:
        """Begin to watch; ends when the hub is closed."""
        self._thread.start()

    def join(self) -> None:
        """Wait until the watch has let go of the database. The hub must have been closed."""
        if self._thread.is_alive():
            self._thread.join(5)

    def _run(self) -> None:
        once = self._look_for_writes if is_sqlite(self._engine) else self._listen
        while not self._hub.closed:
            try:
                once()
            except Exception as error:  # whatever it was, the next look may succeed
                self._say_down(error)
                self._hub.sleep(self._look_s)

    def _look_for_writes(self) -> None:
        # A connection of its own: the number counts what was written through any other one.
        connection = self._engine.raw_connection()
        try:
            cursor = connection.cursor()
            seen = None
            while not self._hub.closed:
                cursor.execute("PRAGMA data_version")
                version = cursor.fetchone()
                if version != seen:
                    seen = version
                    self._look()
                self._hub.sleep(self._look_s)
        finally:
            connection.close()

    def _listen(self) -> None:
        connection = self._engine.raw_connection()
        try:
            line: Any = connection.driver_connection
            line.autocommit = True
            line.execute(f"LISTEN {CHANNEL}")
            self._look()
            self._is_down = False
            waited_s = 0.0
            while not self._hub.closed:
                heard, is_unsure = self._hear(line)
                self._tell(heard)
                waited_s += self._look_s
                if is_unsure or waited_s >= self._poll_s:
                    waited_s = 0.0
                    self._look()
        finally:
            connection.invalidate()  # it listens, and is of no use to others

    def _hear(self, line: psycopg.Connection[Any]) -> tuple[dict[str, Mark | None], bool]:
        """The news of a moment, by game; and whether any game may have changed."""
        heard: dict[str, Mark | None] = {}
        is_unsure = False
        for notify in line.notifies(timeout=self._look_s, stop_after=1):
            news = read_news(notify.payload)
            if news is None:
                is_unsure = True
            else:
                heard[news[0]] = Mark(*news[1:])
        return heard, is_unsure

    def _look(self) -> None:
        open_games = list(self._hub.open_games())
        if open_games:
            newest = self._store.marks(open_games)
            self._tell({game_id: newest.get(game_id) for game_id in open_games})

    def _tell(self, news: Mapping[str, Mark | None]) -> None:
        known = self._hub.open_games()
        for game_id, mark in news.items():
            if game_id in known and known[game_id] != (mark or _GONE):
                with contextlib.suppress(WebError):
                    self._refold(game_id)
                self._hub.publish(game_id, mark or _GONE)

    def _say_down(self, error: Exception) -> None:
        if not self._is_down:
            reason = str(getattr(error, "orig", None) or error).strip().splitlines()[:1]
            _log.error("The score store does not answer: %s", "".join(reason))
        self._is_down = True
