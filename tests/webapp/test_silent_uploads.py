"""Who begins to send and falls silent keeps nobody waiting, and is told so."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.webapp.drawn_dice import as_jpeg, draw_dice
from tests.webapp.running import Running, start
from tests.webapp.test_streams import post
from webapp.bridge import Body
from webapp.errors import WebError


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[Running]:
    """A real server that waits two seconds for the next bytes of a body."""
    running = start(tmp_path / "data", silence_s=2.0)
    yield running
    running.stop()


@pytest.fixture
def table(impatient: Running) -> str:
    """A table's path in the API."""
    body = {"key": "silent-table", "players": ["Ann"], "preset": "classic"}
    return f"/api/tables/{post(f'{impatient.url}/api/tables', body)['id']}"


def begin(server: Running, path: str, size: int, first: bytes = b"") -> socket.socket:
    """Send the head of a request and the first bytes of its body."""
    url = urlsplit(server.url)
    line = socket.create_connection((url.hostname, url.port), 20)
    head = f"POST {path} HTTP/1.1\r\nHost: {url.netloc}\r\nContent-Type: application/json\r\n"
    line.sendall(f"{head}Content-Length: {size}\r\n\r\n".encode() + first)
    return line


def answer(line: socket.socket) -> tuple[int, dict[str, Any]]:
    """Status and content of the answer; closes the line."""
    response = http.client.HTTPResponse(line)
    response.begin()
    found: dict[str, Any] = json.loads(response.read())
    response.close()
    line.close()
    return response.status, found


def test_more_silent_uploads_than_threads_keep_nobody_from_playing(
    impatient: Running, table: str
) -> None:
    lines = [begin(impatient, f"{table}/photographs", 10_000_000) for _ in range(150)]
    lines += [begin(impatient, f"{table}/commands", 200, b'{"id": "silent') for _ in range(150)]
    try:
        for number in range(5):
            began = time.monotonic()
            roll = {"type": "roll", "dice": [1] * 6}
            body = {"id": f"while-silent-{number}", "seq": number + 1, "command": roll}
            post(f"{impatient.url}{table}/commands", body)
            assert time.monotonic() - began < 2
    finally:
        for line in lines:
            line.close()


@pytest.mark.parametrize(
    ("path", "size", "first"),
    [
        ("photographs", 10_000_000, b""),
        ("photographs", 10_000_000, b"x" * 300_000),
        ("commands", 200, b""),
        ("commands", 200, b'{"id": "silent'),
    ],
)
def test_who_falls_silent_is_told_and_leaves(
    impatient: Running, table: str, path: str, size: int, first: bytes
) -> None:
    began = time.monotonic()
    status, told = answer(begin(impatient, f"{table}/{path}", size, first))
    assert (status, told["error"]["code"]) == (408, "request_too_slow")
    assert 1.5 < time.monotonic() - began < 10


@pytest.mark.parametrize("first", [b"", b"GET / HTTP/1.1\r\nHost: 127"])
def test_who_connects_and_asks_nothing_is_sent_away(impatient: Running, first: bytes) -> None:
    url = urlsplit(impatient.url)
    with socket.create_connection((url.hostname, url.port), 20) as line:
        line.sendall(first)
        began = time.monotonic()
        while line.recv(4096):
            pass
        assert 1.5 < time.monotonic() - began < 10


def test_a_slow_but_steady_photograph_is_read(impatient: Running, table: str) -> None:
    picture = as_jpeg(draw_dice([1, 2, 3, 4, 5, 6], width=1024, height=768))
    line = begin(impatient, f"{table}/photographs", len(picture))
    step = len(picture) // 6 + 1
    for place in range(0, len(picture), step):
        time.sleep(0.5)
        line.sendall(picture[place : place + step])
    status, told = answer(line)
    assert (status, told["match"]) == (200, "exact")


class Dripping:
    """A body of which a byte comes now and then, without end."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            await asyncio.sleep(0.01)
            yield b"x"


def test_a_body_that_drips_for_ever_is_ended() -> None:
    came: list[bytes] = []

    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    body = Body(Dripping(), loop, silence_s=5.0, whole_s=0.3)  # type: ignore[arg-type]
    try:
        with pytest.raises(WebError) as caught:
            came += iter(partial(body.read, 10), b"")
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()
    assert caught.value.status == 408
    assert 0 < len(came) < 100
