"""The second way in: the same application over HTTPS, in the same process as plain HTTP.

Granian gives a worker process one address. Its embeddable server listens on the other one within
the worker's event loop, so that screens on both ways hang on the same hub, readers and cameras.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from granian.constants import Interfaces, SSLProtocols
from granian.log import LogLevels
from granian.server.embed import Server

from webapp.certificates import CertificateError, Certificates
from webapp.doorkeeper import Doorkeeper

_BACKLOG = 256
_TRIES = 20
_PAUSE_S = 0.25
_DOOR_S = 1.0

_log = logging.getLogger("dicesight.web")


class SecureListener:
    """Listens with the certificate of ``certificates``, and begins anew with each new one.

    Every ``looks_s`` it looks whether the machine's addresses have changed or the certificate is to
    end. When most of the ``connections`` are taken, those that have been silent for ``silence_s``
    are sent away."""

    def __init__(
        self,
        certificates: Certificates,
        host: str,
        port: int,
        connections: int,
        looks_s: float,
        silence_s: float,
    ) -> None:
        self._certificates = certificates
        self._host = host
        self._port = port
        self._connections = connections
        self._looks_s = looks_s
        self._doorkeeper = Doorkeeper(port, connections, silence_s)
        self._current: tuple[Server, asyncio.Task[None]] | None = None
        self._running: set[asyncio.Task[None]] = set()
        self._keeping: tuple[asyncio.Task[None], ...] = ()

    def start(self, loop: asyncio.AbstractEventLoop, target: Callable[..., Any]) -> None:
        """Listen from when the loop runs, calling ``target`` for each request."""
        self._keeping = (
            loop.create_task(self._keep(target)),
            loop.create_task(self._keep_the_door()),
        )

    def stop(self, loop: asyncio.AbstractEventLoop, within_s: float) -> None:
        """Take no more requests, and wait so long for those under way. The loop must not run."""
        for task in self._keeping:
            task.cancel()
        self._end()
        if self._running:
            loop.run_until_complete(asyncio.wait(self._running, timeout=within_s))

    async def _keep(self, target: Callable[..., Any]) -> None:
        self._begin(target)
        while True:
            await asyncio.sleep(self._looks_s)
            try:
                # The file is read and written in a thread: a slow disk holds no request up.
                renewed = await asyncio.to_thread(self._certificates.renew)
            except CertificateError as error:
                _log.error("HTTPS goes on with the certificate that it has: %s", error.words)
                continue
            if renewed or not self._listens():
                self._end()
                await self._begin_soon(target)

    async def _keep_the_door(self) -> None:
        while True:
            await asyncio.sleep(_DOOR_S)
            try:
                sent_away = await asyncio.to_thread(self._doorkeeper.look)
            except OSError as error:  # no more files can be opened at the moment
                _log.warning("HTTPS on port %d: %s", self._port, error)
                continue
            if sent_away:
                _log.warning("HTTPS: %d silent connections were closed for others.", sent_away)

    def _begin(self, target: Callable[..., Any]) -> None:
        pem = self._certificates.server_file
        server = Server(
            target,
            address=self._host,
            port=self._port,
            interface=Interfaces.RSGI,
            backlog=_BACKLOG,
            backpressure=self._connections,
            log_level=LogLevels.error,
            websockets=False,
            ssl_cert=pem,
            ssl_key=pem,
            ssl_protocol_min=SSLProtocols.tls12,
        )
        running = asyncio.get_running_loop().create_task(server.serve())
        self._running.add(running)
        running.add_done_callback(self._ended)
        self._current = server, running

    async def _begin_soon(self, target: Callable[..., Any]) -> None:
        """Begin as soon as the one before has let go of the port. It still ends what was asked of
        it, which for a screen that is open can be long."""
        for _ in range(_TRIES):
            self._begin(target)
            await asyncio.sleep(_PAUSE_S)
            if self._listens():
                return

    def _listens(self) -> bool:
        return self._current is not None and not self._current[1].done()

    def _end(self) -> None:
        if self._current is not None:
            stop: Callable[[], None] = self._current[0].stop
            stop()
            self._current = None

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("HTTPS on port %d: %s", self._port, error)
