"""Whether two pictures show nearly the same: a fingerprint of the picture's coarse structure.

The difference hash (Neal Krawetz, "Kind of Like That", 2013), here of 16 by 16 differences: bit by
bit, whether a coarse grey picture gets brighter to the right. It hardly changes with size, storage,
brightness and contrast.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision.frames import Image

SIDE = 16
BITS = SIDE * SIDE
NEAR = 20
"""Most differing bits of 256 at which two pictures count as nearly the same."""


def fingerprint(image: Image) -> str:
    """The picture's fingerprint: 64 hexadecimal digits."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    coarse = cv2.resize(grey, (SIDE + 1, SIDE), interpolation=cv2.INTER_AREA).astype(np.int16)
    return np.packbits(coarse[:, 1:] > coarse[:, :-1]).tobytes().hex()


def distance(one: str, other: str) -> int:
    """Number of bits in which two fingerprints differ, 0 to 256."""
    return (int(one, 16) ^ int(other, 16)).bit_count()


def near_pairs(fingerprints: Sequence[str], near: int = NEAR) -> Iterator[tuple[int, int]]:
    """Indices (i < j) of all pairs that differ in at most ``near`` bits."""
    if not fingerprints:
        return
    rows = np.array([list(bytes.fromhex(text)) for text in fingerprints], np.uint8)
    for i in range(len(rows) - 1):
        differing = np.bitwise_count(rows[i + 1 :] ^ rows[i]).sum(axis=1, dtype=np.int64)
        for j in np.flatnonzero(differing <= near):
            yield i, i + 1 + int(j)
