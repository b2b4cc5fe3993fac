"""Runs the application in granian: one worker process, a thread a request, over HTTP and HTTPS."""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
from collections.abc import Callable
from functools import partial
from multiprocessing.synchronize import Event
from typing import Any

from flask import Flask
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server

from webapp.app import create_app
from webapp.bridge import Bridge, Line, Scope
from webapp.config import Config
from webapp.secure_listener import SecureListener

CONNECTIONS = 1024
KILL_AFTER_S = 3
LAST_REQUESTS_S = 1.0
"""So long requests over HTTPS that are under way when the server stops may take."""

Factory = Callable[[Config], Flask]
"""Makes the application inside the worker; must be importable there by name."""


def run(
    config: Config,
    host: str,
    port: int,
    *,
    factory: Factory = create_app,
    started: Callable[[], None] | None = None,
) -> None:
    """Serve until a signal stops it. Streams that are open then are ended, not waited for.

    With a ``secure_port`` in ``config`` HTTPS is served there, with the certificates of the data
    folder, which must have been made.

    ``started`` is called in the calling process once the worker has been started.
    """
    stopping = multiprocessing.Event()
    server = Server(
        "webapp",
        address=host,
        port=port,
        interface=Interfaces.RSGI,
        workers=1,
        backpressure=CONNECTIONS,
        # Granian looks which kind of HTTP is spoken without a limit in time; browsers speak HTTP/2
        # over TLS only, and in this mode who says nothing is sent away.
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=int(config.silence_s * 1000)),
        log_level=LogLevels.error,
        websockets=False,
        workers_kill_timeout=KILL_AFTER_S,
    )
    # granian's own hooks run before the workers start, and after it has waited for them to stop.
    stop_workers: Callable[..., None] = server._stop_workers

    def end_streams_first() -> None:
        stopping.set()
        stop_workers()

    start_up: Callable[..., None] = server.startup

    def start_up_and_tell(*args: Any) -> None:
        start_up(*args)
        if started is not None:
            started()

    server._stop_workers = end_streams_first  # type: ignore[method-assign]
    server.startup = start_up_and_tell  # type: ignore[method-assign]
    loader: Callable[..., Any] = partial(_load, config, host, factory, stopping)
    server.serve(target_loader=loader, wrap_loader=False)


class _BothWays:
    """The application as granian's worker calls it, with HTTPS beside it while the worker runs."""

    def __init__(self, bridge: Bridge, secure: SecureListener | None) -> None:
        self._bridge = bridge
        self._secure = secure

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._secure is not None:
            self._secure.start(loop, self._bridge.__rsgi__)

    async def __rsgi__(self, scope: Scope, line: Line) -> None:
        await self._bridge.__rsgi__(scope, line)

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._secure is not None:
            self._secure.stop(loop, LAST_REQUESTS_S)


def _load(config: Config, host: str, factory: Factory, stopping: Event) -> _BothWays:
    app = factory(config)
    services = app.extensions["dicesight"]

    def end_streams() -> None:
        stopping.wait()
        services.hub.close()

    threading.Thread(target=end_streams, name="end-streams", daemon=True).start()
    secure = None
    if config.secure_port is not None:
        secure = SecureListener(
            services.certificates,
            host,
            config.secure_port,
            CONNECTIONS,
            config.looks_s,
            config.silence_s,
        )
    return _BothWays(Bridge(app, silence_s=config.silence_s), secure)
