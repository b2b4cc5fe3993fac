"""What is wrong with the pictures of a camera that does give some: black, frozen or slow."""

from __future__ import annotations

import numpy as np

from vision.frames import Image
from vision.source import SourceError

SAID_AFTER_S = 2.0
"""A fault that lasts so long is said: sooner than a person wonders, later than a hiccup."""

SLOW_PER_S = 3.0
"""Fewer frames than these in a second are too few to tell when dice rest."""

_BLACK_LEVEL = 8
_EVERY_PX = 16


class Health:
    """Watches the pictures of the camera ``name``.

    A camera's picture always trembles a little: one that is the same to the last bit again and
    again is not live.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._black_since_s: float | None = None
        self._same_since_s: float | None = None
        self._sample = np.zeros(0, np.uint8)
        self._counted_since_s: float | None = None
        self._counted = 0

    def fault(self, image: Image, time_s: float) -> SourceError | None:
        """What is wrong, given one more picture: ``camera_black``, ``camera_frozen`` or
        ``camera_slow`` when that has lasted SAID_AFTER_S, and again after as long; else None."""
        sample = image[::_EVERY_PX, ::_EVERY_PX].copy()
        black = float(np.percentile(sample, 99)) <= _BLACK_LEVEL
        same = sample.shape == self._sample.shape and bool((sample == self._sample).all())
        self._sample = sample
        self._black_since_s = self._since(self._black_since_s, time_s) if black else None
        self._same_since_s = self._since(self._same_since_s, time_s) if same else None
        if self._lasts(self._black_since_s, time_s):
            self._black_since_s = time_s
            return SourceError(
                "camera_black",
                f"The picture of {self._name} is black. Is its cover closed, or the room dark?",
            )
        if not black and self._lasts(self._same_since_s, time_s):
            self._same_since_s = time_s
            return SourceError(
                "camera_frozen",
                f"The picture of {self._name} stands still. Unplug the camera and plug it in "
                "again.",
            )
        return self._slow(time_s)

    def _slow(self, time_s: float) -> SourceError | None:
        if self._counted_since_s is None:
            self._counted_since_s = time_s
        self._counted += 1
        lasted_s = time_s - self._counted_since_s
        if lasted_s < SAID_AFTER_S:
            return None
        per_s = self._counted / lasted_s
        self._counted_since_s, self._counted = time_s, 0
        if per_s >= SLOW_PER_S:
            return None
        return SourceError(
            "camera_slow",
            f"{self._name} gives too few pictures to see when dice rest. More light or a smaller "
            "picture may help.",
        )

    @staticmethod
    def _since(since_s: float | None, time_s: float) -> float:
        return time_s if since_s is None else since_s

    @staticmethod
    def _lasts(since_s: float | None, time_s: float) -> bool:
        return since_s is not None and time_s - since_s >= SAID_AFTER_S
