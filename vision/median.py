"""The median of a few numbers."""

from __future__ import annotations

from collections.abc import Iterable


def median(values: Iterable[float]) -> float:
    """The middle one, of an even number of them the mean of the middle two.

    For what runs before the first answer: NumPy's own loads its masked arrays first, which takes
    20 ms. Raises IndexError where there are no values.
    """
    ranked = sorted(values)
    half = len(ranked) // 2
    return float(ranked[half] if len(ranked) % 2 else (ranked[half - 1] + ranked[half]) / 2)
