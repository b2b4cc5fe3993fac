"""Frames that somebody pushes, such as the page of a phone: a source with one slot."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from vision.camera import SILENT_S
from vision.frames import Frame, Image
from vision.mailbox import Mailbox
from vision.source import SourceError


class PushedFrames:
    """A source of what `push` is given; frames that come faster than they are taken are dropped."""

    def __init__(
        self,
        name: str,
        *,
        clock: Callable[[], float] = time.monotonic,
        silent_s: float = SILENT_S,
    ) -> None:
        self.name = name
        self._clock = clock
        self._silent_s = silent_s
        self._started_s: float | None = None
        self._number = 0
        self._mailbox: Mailbox[Frame] = Mailbox()

    def push(self, image: Image) -> None:
        """Leave the newest picture."""
        now_s = self._clock()
        if self._started_s is None:
            self._started_s = now_s
        self._mailbox.put(Frame(image, now_s - self._started_s, self._number))
        self._number += 1

    def frames(self) -> Iterator[Frame]:
        """The newest picture each time; SourceError ``camera_lost`` where none comes for long."""
        while not self._mailbox.closed:
            frame = self._mailbox.take(self._silent_s)
            if frame is not None:
                yield frame
            elif not self._mailbox.closed:
                raise SourceError(
                    "camera_lost", f"No picture comes from {self.name}. Is its page open in front?"
                )

    def close(self) -> None:
        """No more pictures."""
        self._mailbox.close()
