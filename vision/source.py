"""What gives frames: the port of cameras, clips and folders, and what can go wrong with one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from vision.frames import Frame


class SourceError(RuntimeError):
    """A source gives no frames. ``code`` is stable for programs, ``words`` are for players.

    ``passing``: it may go by itself, or when somebody mends it; asking the source for its frames
    once more tries again.
    """

    def __init__(self, code: str, words: str, *, passing: bool = True) -> None:
        super().__init__(words)
        self.code = code
        self.words = words
        self.passing = passing


class Source(Protocol):
    """A camera, a clip or a folder of pictures.

    ``name`` is what people call it.
    """

    name: str

    def frames(self) -> Iterator[Frame]:
        """The frames, until the source ends. Raises SourceError where none come.

        After an error that is ``passing`` the frames can be asked for again; times go on from the
        first start.
        """
        ...

    def close(self) -> None:
        """Let go of the camera or file; also ends the frames that another thread waits for."""
        ...
