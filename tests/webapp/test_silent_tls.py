"""Who connects to the secure side and says nothing keeps nobody else out of it."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import socket
import ssl
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from webapp.authority import Hosts
from webapp.certificates import Certificates
from webapp.doorkeeper import Line, is_silent
from webapp.secure_listener import SecureListener

PLACES = 12
on_linux = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="asks Linux what a line has carried"
)


async def answer(scope: Any, line: Any) -> None:
    """Answers in one go, or beats until the client has gone."""
    if scope.path != "/beats":
        line.response_str(200, [], "here")
        return
    stream = line.response_stream(200, [])
    with contextlib.suppress(Exception):  # granian's own, when the client has gone
        while True:
            await stream.send_str("beat\n")
            await asyncio.sleep(0.3)


@pytest.fixture
def door(tmp_path: Path) -> Iterator[tuple[int, ssl.SSLContext]]:
    """A secure side with few places, at which nobody may be silent for more than a second."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    certificates = Certificates(tmp_path, port, lambda: Hosts.of(["127.0.0.1"]))
    certificates.renew()
    listener = SecureListener(certificates, "127.0.0.1", port, PLACES, 60.0, 1.0)
    loop = asyncio.new_event_loop()
    loop.call_soon(listener.start, loop, answer)
    running = threading.Thread(target=loop.run_forever)
    authority = certificates.authority().certificate.public_bytes(Encoding.PEM).decode()
    running.start()
    yield port, ssl.create_default_context(cadata=authority)
    loop.call_soon_threadsafe(loop.stop)
    running.join()
    listener.stop(loop, 1.0)
    loop.close()


def connected(port: int, context: ssl.SSLContext) -> http.client.HTTPSConnection:
    return http.client.HTTPSConnection("127.0.0.1", port, timeout=8, context=context)


def greet(port: int, context: ssl.SSLContext) -> http.client.HTTPSConnection:
    """A client that has greeted, as soon as somebody listens, and then says nothing."""
    for _ in range(50):
        line = connected(port, context)
        try:
            line.connect()
            return line
        except ConnectionRefusedError:
            threading.Event().wait(0.1)
    raise RuntimeError("nobody listens")


@on_linux
def test_silent_clients_on_all_places_keep_nobody_out_and_streams_go_on(
    door: tuple[int, ssl.SSLContext],
) -> None:
    with ExitStack() as stack:
        watching = stack.enter_context(closing(greet(*door)))
        watching.request("GET", "/beats")
        beats = watching.getresponse()
        for _ in range(PLACES - 1):
            stack.enter_context(closing(greet(*door)))
        line = stack.enter_context(closing(connected(*door)))
        line.request("GET", "/")
        assert line.getresponse().read() == b"here"
        assert [beats.readline() for _ in range(8)] == [b"beat\n"] * 8


@on_linux
def test_while_there_are_places_enough_a_silent_client_keeps_its_own(
    door: tuple[int, ssl.SSLContext],
) -> None:
    with closing(greet(*door)) as line:
        threading.Event().wait(2.5)
        line.request("GET", "/")
        assert line.getresponse().read() == b"here"


@pytest.mark.parametrize(
    ("line", "silent"),
    [
        (Line(1, 0, 11.0), True),  # connected, never spoke
        (Line(1, 700, 11.0), True),  # greeted, never asked
        (Line(1, 700, 5.0), False),  # a stream, on which the server's beats pass
        (Line(1, 90_000, 60.0), False),  # a phone that has sent pictures
    ],
)
def test_silent_is_who_hardly_spoke_and_to_whom_nothing_is_said(line: Line, silent: bool) -> None:
    assert is_silent(line, 10.0) == silent
