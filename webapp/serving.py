"""Runs the application in granian: one worker process, a thread a request."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable
from functools import partial
from multiprocessing.synchronize import Event

from flask import Flask
from granian.constants import Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server

from webapp.app import create_app
from webapp.config import Config

THREADS = 256
KILL_AFTER_S = 3

Factory = Callable[[Config], Flask]
"""Makes the application inside the worker; must be importable there by name."""


def run(config: Config, host: str, port: int, *, factory: Factory = create_app) -> None:
    """Serve until a signal stops it. Streams that are open then are ended, not waited for."""
    stopping = multiprocessing.Event()
    server = Server(
        "webapp",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=1,
        blocking_threads=THREADS,
        backpressure=THREADS,
        # A client that sends its request line ever so slowly must not hold a connection for long.
        http1_settings=HTTP1Settings(header_read_timeout=10_000),
        log_level=LogLevels.error,  # it warns of many threads, which are mostly idle streams
        websockets=False,
        workers_kill_timeout=KILL_AFTER_S,
    )
    stop_workers = server._stop_workers

    def end_streams_first() -> None:
        stopping.set()
        stop_workers()

    # granian's own hook for this runs only after it has waited for the workers.
    server._stop_workers = end_streams_first
    server.serve(target_loader=partial(_load, config, factory, stopping), wrap_loader=False)


def _load(config: Config, factory: Factory, stopping: Event) -> Flask:
    app = factory(config)
    hub = app.extensions["dicesight"].hub

    def end_streams() -> None:
        stopping.wait()
        hub.close()

    threading.Thread(target=end_streams, name="end-streams", daemon=True).start()
    return app
