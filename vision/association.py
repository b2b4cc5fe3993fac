"""The same die from one look to the next: which box of before is which box of now."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.frames import Box

Doubles = npt.NDArray[np.float64]


def side_px(box: Box) -> float:
    """The size of a die in pixels: the side of a square with the area of its box."""
    return max(1.0, float(np.sqrt(box.area_px)))


def distances(before: Sequence[Box], after: Sequence[Box]) -> Doubles:
    """How far apart centres lie, in sizes of the die of before; shape (before, after)."""
    old = np.array([box.centre_px for box in before], float).reshape(-1, 1, 2)
    new = np.array([box.centre_px for box in after], float).reshape(1, -1, 2)
    sizes = np.array([side_px(box) for box in before], float).reshape(-1, 1)
    apart: Doubles = np.sqrt(((old - new) ** 2).sum(axis=2)) / sizes
    return apart


def matched(
    before: Sequence[Box], after: Sequence[Box], allowed: npt.NDArray[np.bool_]
) -> tuple[tuple[int, int], ...]:
    """Pairs (index in ``before``, index in ``after``), each index once, the nearest first.

    ``allowed`` (before, after) says which pairs may be. The pairs do not depend on the order in
    which the boxes are given.
    """
    apart = distances(before, after)
    candidates = sorted(
        (apart[old, new], before[old].centre_px, after[new].centre_px, int(old), int(new))
        for old, new in np.argwhere(allowed)
    )
    pairs = []
    left_before, left_after = set(range(len(before))), set(range(len(after)))
    for *_, old, new in candidates:
        if old in left_before and new in left_after:
            left_before.remove(old)
            left_after.remove(new)
            pairs.append((old, new))
    return tuple(sorted(pairs))
