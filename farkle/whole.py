"""Whole numbers of any type that stands for one: Python's, numpy's and others."""

from __future__ import annotations

import operator


def whole_number(value: object) -> int | None:
    """The number as Python's own, None for what is none; true and false are no numbers here."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None
