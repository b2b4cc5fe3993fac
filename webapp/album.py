"""Photographs of tables that agreed to it, held in memory until their roll is accepted."""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from webapp.reading import Sight

MOST = 4
LARGEST_BYTES = 6 * 2**20
LONGEST_S = 15 * 60.0


@dataclass(frozen=True, slots=True)
class Held:
    """A picture as it was sent, what was read in it, and whether it is a photograph or live.

    ``disagreement``: looks at the same dice at rest read different faces.
    """

    game_id: str
    payload: bytes
    sight: Sight
    doubtful: bool
    since_s: float
    camera: str
    disagreement: bool = False


class Album:
    """Holds the last few photographs; older, larger and forgotten ones are simply not there."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._held: OrderedDict[str, Held] = OrderedDict()

    def hold(
        self,
        game_id: str,
        payload: bytes,
        sight: Sight,
        doubtful: bool,
        camera: str = "photograph",
        disagreement: bool = False,
    ) -> str:
        """Hold a photograph, or the frame of a live roll that settled (``camera`` "live").

        Returns the word by which it can be taken once, when the roll was accepted. Only for tables
        whose players agreed to it.
        """
        word = secrets.token_urlsafe(12)
        if len(payload) <= LARGEST_BYTES:
            now_s = self._clock()
            with self._lock:
                self._held[word] = Held(
                    game_id, payload, sight, doubtful, now_s, camera, disagreement
                )
                while len(self._held) > MOST:
                    self._held.popitem(last=False)
        return word

    def take(self, game_id: str, word: str) -> Held | None:
        """Take a photograph of this game out; None when it is not there any more."""
        with self._lock:
            held = self._held.get(word)
            if held is None or held.game_id != game_id:
                return None
            del self._held[word]
        return held if self._clock() - held.since_s <= LONGEST_S else None

    def forget(self, game_id: str) -> None:
        """Let go of all photographs of this game."""
        with self._lock:
            for word in [word for word, held in self._held.items() if held.game_id == game_id]:
                del self._held[word]
