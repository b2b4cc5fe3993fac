"""The measurement of update times sees every tap on every screen."""

from __future__ import annotations

import asyncio
import statistics
from urllib.parse import urlsplit

from bench.updates import measure
from tests.webapp.running import Running


def test_every_tap_reaches_every_screen_sooner_than_by_asking(server: Running) -> None:
    port = urlsplit(server.url).port
    assert port
    pushed, polled = asyncio.run(measure(port, screens=4, count=12))
    assert len(pushed) == 4 * 12
    assert len(polled) == 10 * 12
    assert statistics.median(pushed) < statistics.median(polled)
