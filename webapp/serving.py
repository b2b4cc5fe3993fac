"""Runs the application in granian: one worker process, a thread a request."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable
from functools import partial
from multiprocessing.synchronize import Event
from typing import Any

from flask import Flask
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import Server

from webapp.app import create_app
from webapp.bridge import Bridge
from webapp.config import Config

CONNECTIONS = 1024
KILL_AFTER_S = 3

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
    loader: Callable[..., Any] = partial(_load, config, factory, stopping)
    server.serve(target_loader=loader, wrap_loader=False)


def _load(config: Config, factory: Factory, stopping: Event) -> Bridge:
    app = factory(config)
    hub = app.extensions["dicesight"].hub

    def end_streams() -> None:
        stopping.wait()
        hub.close()

    threading.Thread(target=end_streams, name="end-streams", daemon=True).start()
    return Bridge(app, silence_s=config.silence_s)
