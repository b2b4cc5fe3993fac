"""Whole numbers of any type that stands for one: Python's, numpy's and others."""

from __future__ import annotations

import operator

from farkle.errors import FarkleError


def whole_number(value: object) -> int | None:
    """The number as Python's own, None for what is none; true and false are no numbers here."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def checked_farkles(value: object) -> int:
    """A number of farkles in a row; raises FarkleError ``situation_wrong``."""
    farkles = whole_number(value)
    if farkles is None or farkles < 0:
        raise FarkleError("situation_wrong", "There cannot be fewer than no farkles.")
    return farkles
