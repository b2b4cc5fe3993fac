"""Sends silent clients away when the places for connections run out.

Over TLS granian waits without a limit for a client that has connected and asks for nothing. As
long as there are places enough that harms nobody; when they run out, those who say nothing give
theirs up to those who wait at the door. What a connection has carried is asked of Linux; on other
systems nothing is done.
"""

from __future__ import annotations

import contextlib
import os
import socket
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_FDS = Path("/proc/self/fd")
_INFO_BYTES = 136
_LAST_SENT_AT, _LAST_RECEIVED_AT, _RECEIVED_AT = 44, 52, 128
"""Offsets in Linux's ``struct tcp_info`` (linux/tcp.h): two times in milliseconds, a count."""

_LITTLE = 4096
"""The greeting of TLS and a few small requests: a browser loses nothing when such a line is closed
while nothing passes on it, and opens another one."""


@dataclass(frozen=True, slots=True)
class Line:
    """A client's connection: ``received`` bytes until now, and how long nothing has passed."""

    fd: int
    received: int
    silent_s: float


class Doorkeeper:
    """Looks after the ``places`` for connections to ``port`` in this process.

    A line is silent when nothing has passed for ``silence_s``, longer than the beat of a stream.
    """

    def __init__(self, port: int, places: int, silence_s: float) -> None:
        self._port = port
        self._places = places
        self._silence_s = silence_s

    def look(self) -> int:
        """Close silent lines if more than half of the places are taken; returns how many."""
        if not sys.platform.startswith("linux") or _files() <= self._places // 2:
            return 0
        lines = list(lines_at(self._port))
        if len(lines) <= self._places // 2:
            return 0
        silent = [line for line in lines if is_silent(line, self._silence_s)]
        return sum(_close(line.fd, self._port) for line in silent)


def is_silent(line: Line, silence_s: float) -> bool:
    """Whether nothing has passed for so long on a line on which hardly anything was ever said."""
    return line.received < _LITTLE and line.silent_s >= silence_s


def _files() -> int:
    """How many files this process has open, among them its connections."""
    return sum(1 for _ in _FDS.iterdir())


def lines_at(port: int) -> Iterator[Line]:
    """The connections that this process has accepted on that port, less those with words that it
    has not listened to yet."""
    for file in _FDS.iterdir():
        with contextlib.suppress(OSError), _borrowed(int(file.name)) as line:
            if line.getsockname()[1] != port:
                continue
            line.getpeername()  # raises for the socket that listens
            info = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _INFO_BYTES)
            if len(info) < _INFO_BYTES or _waits_for_us(line):
                continue
            (sent_ms,) = struct.unpack_from("I", info, _LAST_SENT_AT)
            (received_ms,) = struct.unpack_from("I", info, _LAST_RECEIVED_AT)
            (received,) = struct.unpack_from("Q", info, _RECEIVED_AT)
            yield Line(int(file.name), received, min(sent_ms, received_ms) / 1000)


def _waits_for_us(line: socket.socket) -> bool:
    try:
        return bool(line.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT))
    except BlockingIOError:
        return False


def _close(fd: int, port: int) -> bool:
    """End a line as if its client had gone; whoever reads it closes it then."""
    with contextlib.suppress(OSError), _borrowed(fd) as line:
        if line.getsockname()[1] == port:
            line.shutdown(socket.SHUT_RDWR)
            return True
    return False


def _borrowed(fd: int) -> socket.socket:
    """A socket of its own on the same connection. Raises OSError where there is none."""
    if not str((_FDS / str(fd)).readlink()).startswith("socket:"):
        raise OSError("no socket")
    own = os.dup(fd)
    try:
        borrowed = socket.socket(fileno=own)
    except OSError:
        os.close(own)
        raise
    if borrowed.family not in (socket.AF_INET, socket.AF_INET6):
        borrowed.close()
        raise OSError("no connection of the network")
    return borrowed
