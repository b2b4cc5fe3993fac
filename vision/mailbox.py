"""A mailbox for one thing: whoever reads it gets the newest; what nobody fetched is dropped."""

from __future__ import annotations

import threading
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class Mailbox(Generic[Thing]):
    """Between the thread that reads a camera and the one that infers: one slot, never a queue."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._thing: Thing | None = None
        self._fault: Exception | None = None
        self._closed = False

    def put(self, thing: Thing) -> None:
        """Leave the newest thing; one that is still there is dropped."""
        with self._changed:
            self._thing = thing
            self._changed.notify_all()

    def fail(self, fault: Exception) -> None:
        """Let whoever fetches next raise this."""
        with self._changed:
            self._fault = fault
            self._changed.notify_all()

    def close(self) -> None:
        """Nothing more will come; whoever waits gets None."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def take(self, timeout_s: float) -> Thing | None:
        """The newest thing, waited for at most so long; None where none came or it was closed.

        Raises what `fail` was given, once.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: self._closed or self._fault is not None or self._thing is not None,
                timeout_s,
            )
            if self._fault is not None:
                fault, self._fault = self._fault, None
                raise fault
            thing, self._thing = self._thing, None
            return None if self._closed else thing

    @property
    def closed(self) -> bool:
        """Whether nothing more will come."""
        return self._closed
