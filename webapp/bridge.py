"""Carries the application on granian's asynchronous interface (RSGI).

The application answers in threads. On granian's WSGI interface a thread that reads a body waits
for the network without end: a phone that leaves in the middle of an upload would hold it for ever.
Here the event loop waits for the network, with a limit: a small body and the beginning of a larger
one arrive before a thread is taken, then each part must come in time, and so must whoever reads a
stream take its parts.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol

from webapp.errors import WebError

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

THREADS = 256
SMALL = 64 * 1024
WHOLE_S = 120.0
MOST_WAITING = 16
"""So many parts may wait for a slow reader of a stream before it counts as gone."""

Head = tuple[int, list[tuple[str, str]]]
"""Status and headers of an answer."""


class Scope(Protocol):
    """A request's head, as granian gives it."""

    http_version: str
    server: str
    client: str
    scheme: str
    method: str
    path: str
    query_string: str
    authority: str | None
    headers: Any


class Transport(Protocol):
    """An answer that is sent in parts."""

    async def send_bytes(self, part: bytes) -> None:
        """Send a part; raises when the other side has gone."""


class Line(Protocol):
    """The rest of a request: its body in parts, and the ways to answer."""

    def __aiter__(self) -> AsyncIterator[bytes]:
        """The parts of the body."""

    async def client_disconnect(self) -> None:
        """Wait until the other side has gone."""

    def response_empty(self, status: int, headers: list[tuple[str, str]]) -> None:
        """Answer without content."""

    def response_bytes(self, status: int, headers: list[tuple[str, str]], content: bytes) -> None:
        """Answer with content."""

    def response_stream(self, status: int, headers: list[tuple[str, str]]) -> Transport:
        """Begin an answer in parts."""


class Body(io.RawIOBase):
    """A request's body as a file, read in a thread while the event loop waits for the network.

    Reading raises WebError 408 when nothing has come for ``silence_s`` or all of it has not come
    in ``whole_s``.
    """

    def __init__(
        self, line: Line, loop: asyncio.AbstractEventLoop, silence_s: float, whole_s: float
    ) -> None:
        super().__init__()
        self._parts = aiter(line)
        self._loop = loop
        self._silence_s = silence_s
        self._ends_s = loop.time() + whole_s
        self._kept = b""
        self._is_over = False
        self._is_late = False

    def readable(self) -> bool:
        """It is for reading only."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer with what has come, at least a byte before the end."""
        if not self._kept and not self._is_over:
            asyncio.run_coroutine_threadsafe(self.fetch(), self._loop).result()
        if self._is_late:
            raise WebError(408, "request_too_slow", "That took too long to arrive. Send it again.")
        size = min(len(buffer), len(self._kept))
        buffer[:size] = self._kept[:size]
        self._kept = self._kept[size:]
        return size

    async def fetch(self, least: int = 1) -> None:
        """Wait for so many bytes, or for the end."""
        while len(self._kept) < least and not self._is_over:
            left_s = min(self._silence_s, self._ends_s - self._loop.time())
            try:
                self._kept += await asyncio.wait_for(anext(self._parts), left_s)
            except StopAsyncIteration:
                self._is_over = True
            except TimeoutError:
                self._is_over = self._is_late = True
            except Exception:  # granian's own: the other side has gone
                self._is_over = True


class Outlet:
    """Sends the parts of an answer as they come. The thread that makes them does not wait for each
    to be sent, so that fifty streams do not change places with the event loop fifty times."""

    def __init__(
        self, line: Line, transport: Transport, loop: asyncio.AbstractEventLoop, silence_s: float
    ) -> None:
        self._line = line
        self._transport = transport
        self._loop = loop
        self._silence_s = silence_s
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._is_gone = False

    def put(self, part: bytes) -> bool:
        """Let this part be sent; whether anybody is there to read it."""
        if self._is_gone or self._waiting.qsize() > MOST_WAITING:
            return False
        self._loop.call_soon_threadsafe(self._waiting.put_nowait, part)
        return True

    def end(self) -> None:
        """There are no more parts."""
        self._loop.call_soon_threadsafe(self._waiting.put_nowait, None)

    async def run(self) -> None:
        """Send until the end, or until the other side has gone."""
        leaving = asyncio.ensure_future(self._line.client_disconnect())
        leaving.add_done_callback(self._leave)
        try:
            while (part := await self._waiting.get()) is not None and not self._is_gone:
                async with asyncio.timeout(self._silence_s):
                    await self._transport.send_bytes(part)
        except Exception:  # granian's own, or too late: nobody is there to read it
            self._is_gone = True
        finally:
            leaving.cancel()

    def _leave(self, _gone: object) -> None:
        self._is_gone = True


class Bridge:
    """The application as granian calls it."""

    def __init__(
        self,
        app: WSGIApplication,
        *,
        threads: int = THREADS,
        silence_s: float,
        whole_s: float = WHOLE_S,
    ) -> None:
        self._app = app
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="request")
        self._silence_s = silence_s
        self._whole_s = whole_s

    async def __rsgi__(self, scope: Scope, line: Line) -> None:
        """Answer one request."""
        loop = asyncio.get_running_loop()
        body = Body(line, loop, self._silence_s, self._whole_s)
        environ = environment(scope, io.BufferedReader(body, SMALL))
        size = environ.get("CONTENT_LENGTH", "0")
        if size.isdigit() and int(size):
            await body.fetch(min(int(size), SMALL))
        elif "HTTP_TRANSFER_ENCODING" in environ:
            await body.fetch()
        await loop.run_in_executor(self._threads, self._answer, environ, line, loop)

    def _answer(
        self, environ: WSGIEnvironment, line: Line, loop: asyncio.AbstractEventLoop
    ) -> None:
        heads: list[Head] = []

        def start_response(
            status: str, headers: list[tuple[str, str]], _fault: object = None
        ) -> Callable[[bytes], object]:
            heads[:] = [(int(status[:3]), [(name.lower(), value) for name, value in headers])]
            return _no_write

        parts = self._app(environ, start_response)
        try:
            status, headers = heads[0]
            if dict(headers).get("content-type", "").startswith("text/event-stream"):
                self._send_parts(line, heads[0], parts, loop)
            elif content := b"".join(parts):
                line.response_bytes(status, headers, content)
            else:
                line.response_empty(status, headers)
        finally:
            close = getattr(parts, "close", None)
            if close is not None:
                close()

    def _send_parts(
        self, line: Line, head: Head, parts: Iterable[bytes], loop: asyncio.AbstractEventLoop
    ) -> None:
        outlet = Outlet(line, line.response_stream(*head), loop, self._silence_s)
        sending = asyncio.run_coroutine_threadsafe(outlet.run(), loop)
        for part in parts:
            if not outlet.put(part):
                break
        outlet.end()
        sending.result()


def environment(scope: Scope, body: io.BufferedReader) -> WSGIEnvironment:
    """The request as WSGI's dictionary (PEP 3333)."""
    server, _, port = scope.server.rpartition(":")
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": _as_latin(scope.path),
        "QUERY_STRING": _as_latin(scope.query_string),
        "SERVER_NAME": server.strip("[]"),
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": body,
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    if scope.authority:
        environ["HTTP_HOST"] = scope.authority
    for name, value in scope.headers.items():
        key = name.upper().replace("-", "_")
        if key not in {"CONTENT_TYPE", "CONTENT_LENGTH"}:
            key = f"HTTP_{key}"
        if key in environ and key != "HTTP_HOST":
            value = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{value}"
        environ[key] = value
    return environ


def _as_latin(text: str) -> str:
    return text.encode("utf-8", "replace").decode("latin-1")


def _no_write(_part: bytes) -> object:
    raise NotImplementedError("the application answers in parts, not by writing")
