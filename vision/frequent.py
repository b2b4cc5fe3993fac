"""Things that take long to make and pay only where they are asked for often."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Hashable
from threading import Lock, Thread
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Thing = TypeVar("Thing")

_log = logging.getLogger("dicesight.reader")


class Frequent(Generic[Key, Thing]):
    """Makes a thing for each key that was asked for ``after`` times, at most for ``most`` keys.

    ``make`` runs in a thread of its own, for one key at a time; what it raises is logged, and that
    key is left alone from then on. May be asked by several threads.
    """

    def __init__(self, make: Callable[[Key], Thing], after: int, most: int) -> None:
        self._make, self._after, self._most = make, after, most
        self._asked: Counter[Key] = Counter()
        self._begun: set[Key] = set()
        self._made: dict[Key, Thing] = {}
        self._worker: Thread | None = None
        self._lock = Lock()

    def get(self, key: Key) -> Thing | None:
        """The thing for this key where it is made already."""
        with self._lock:
            if key in self._made:
                return self._made[key]
            self._asked[key] += 1
            due = self._asked[key] >= self._after and key not in self._begun
            if due and self._worker is None and len(self._begun) < self._most:
                self._begun.add(key)
                self._worker = Thread(target=self._work, args=(key,))
                self._worker.start()
            return None

    def wait(self) -> None:
        """Until what is being made is done."""
        worker = self._worker
        if worker is not None:
            worker.join()

    def _work(self, key: Key) -> None:
        try:
            thing = self._make(key)
            with self._lock:
                self._made[key] = thing
        except Exception as error:  # whatever the maker trips over, one can do without
            _log.warning("What would be faster for %s cannot be made (%s).", key, error)
        finally:
            with self._lock:
                self._worker = None
