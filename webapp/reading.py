"""Reads dice off uploaded pictures, one at a time, so that memory stays bounded."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from vision.certainty import USUAL, Calibration
from vision.frames import Detection, Image
from vision.still import read_still
from webapp.errors import WebError
from webapp.languages import error_words, t
from webapp.uploads import Places

if TYPE_CHECKING:
    from vision.decode import Picture

_log = logging.getLogger("dicesight.reader")

_STATUS = {
    "picture_empty": 400,
    "picture_too_large": 413,
    "picture_too_many_pixels": 413,
    "picture_truncated": 422,
}
"""HTTP status of each reason why a picture cannot be decoded; any other reason is a 415."""


_LOOK_S = 8.0
Seen = TypeVar("Seen")


class Reader(Protocol):
    """What finds the dice in a decoded picture."""

    def read(self, image: Image, *, confidence: float | None = None) -> tuple[Detection, ...]:
        """The dice of a picture, boxes in its pixels; the reader's own threshold by default."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A picture that was read: its size after EXIF rotation, and the dice in it.

    ``reasons``: for each die why a person has to look at it, "" for none; none at all where the
    dice were judged already. ``by``: how the network's confidences become probabilities.
    """

    width_px: int
    height_px: int
    dice: tuple[Detection, ...]
    reasons: tuple[str, ...] = ()
    by: Calibration = USUAL


class ReadingRoom:
    """Opens the reader in the background and queues the pictures for it.

    Decoding and reading happen on one thread: a second picture waits for the first, so that at
    most one decoded picture is in memory. ``places`` pictures may wait; further ones are refused
    with a 503. ``in_use`` names the network that should read: when the answer changes, the next
    picture is read by a reader that was opened anew.
    """

    def __init__(
        self,
        open_reader: Callable[[], Reader],
        *,
        in_use: Callable[[], str] = lambda: "",
        places: int = 4,
        patience_s: float = 60.0,
    ) -> None:
        self._open_reader = open_reader
        self._in_use = in_use
        self._opened_for: str | None = None
        self._patience_s = patience_s
        self.places = Places(places)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="dice-reader")
        self._reader: Reader | None = None
        self._fault: tuple[str, str] | None = None

    def warm_up(self) -> None:
        """Start opening the reader; returns at once."""
        self._thread.submit(self._ready)

    def close(self) -> None:
        """Take no more pictures."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    @property
    def state(self) -> str:
        """``loading``, ``ready`` or ``unavailable``."""
        if self._reader is not None:
            return "ready"
        return "loading" if self._fault is None else "unavailable"

    @property
    def model_sha256(self) -> str:
        """The network that reads, by its hash; "" while there is none or it has no name."""
        return str(getattr(self._reader, "model_sha256", ""))

    @property
    def words(self) -> str:
        """The state for a person, in the reader's language."""
        fault = self._fault
        if fault is not None:
            return f"{error_words(*fault, {})} {t('reader-by-hand')}"
        return t("reader-ready") if self.state == "ready" else t("reader-loading")

    def read(self, payload: bytes) -> Sight:
        """Find the dice of an encoded picture. Raises WebError when it cannot be read."""
        future = self._thread.submit(self._read, payload)
        try:
            return future.result(self._patience_s)
        except FutureTimeout:
            future.cancel()
            raise WebError(
                503,
                "reader_busy",
                "Reading took too long. Send the photograph again, or tap the dice in.",
                retry_after_s=5,
            ) from None

    def look_again(self) -> None:
        """Open the network in use if it is another one by now, and wait for it a moment."""
        with suppress(FutureTimeout):
            self._thread.submit(self._ready).result(3.0)

    def look(self, work: Callable[[Reader], Seen]) -> Seen:
        """Do something with the reader, on its thread and after what waits for it already. Raises
        WebError 503 when there is no reader or it takes too long, and what ``work`` raises."""
        future = self._thread.submit(lambda: work(self._opened()))
        try:
            return future.result(_LOOK_S)
        except FutureTimeout:
            future.cancel()
            raise WebError(
                503, "reader_busy", "The reader is busy. It goes on by itself.", retry_after_s=1
            ) from None

    def _opened(self) -> Reader:
        reader = self._ready()
        if reader is None:
            words = self._fault[1] if self._fault else ""
            raise WebError(
                503, "reader_unavailable", f"{words} Tap the dice in by hand instead.".strip()
            )
        return reader

    def _ready(self) -> Reader | None:
        wanted = self._in_use()
        if wanted != self._opened_for:
            self._opened_for = wanted
            try:
                self._reader = self._open_reader()
                self._fault = None
            except Exception as error:
                code, words = getattr(error, "code", None), getattr(error, "words", None)
                if code is None or words is None:
                    code, words = "reader_failed", "The dice reader could not be started."
                    _log.exception("The reader could not be opened")
                # A reader that read until now reads on.
                self._fault = None if self._reader is not None else (code, words)
        return self._reader

    def _read(self, payload: bytes) -> Sight:
        picture = decoded(payload)
        reader = self._opened()
        still = read_still(reader, picture.image)
        dice = picture.in_full_pixels(still.dice)
        by: Calibration = getattr(reader, "calibration", USUAL)
        return Sight(picture.width_px, picture.height_px, dice, still.reasons, by)


def decoded(payload: bytes) -> Picture:
    """The picture of these bytes. Raises WebError when they are none."""
    from vision.decode import PictureError, decode_picture

    try:
        return decode_picture(payload)
    except PictureError as error:
        raise WebError(_STATUS.get(error.code, 415), error.code, error.words) from error
