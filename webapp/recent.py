"""What was used last is kept, the rest is let go."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar

Kept = TypeVar("Kept")


def keep_recent(known: OrderedDict[str, Kept], key: str, value: Kept, most: int) -> None:
    """Keep the value as the newest one, and at most so many of them."""
    known[key] = value
    known.move_to_end(key)
    while len(known) > most:
        known.popitem(last=False)
