"""How soon a tap is on every other screen, beside screens that ask once a second, in the same run.

    python -m bench.updates [--screens 50] [--taps 150] [--database-url URL]

Starts a real server on this computer with an empty data folder, connects the screens to one table
and taps a game in. Prints the median and the 99th percentile of the time from sending a tap until
its state has arrived at a screen, over all taps and screens; the exit status is 1 where the wanted
times are not met. Takes less than a minute.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

WANTED_MEDIAN_S = 0.100
WANTED_P99_S = 0.300
POLLING = 10
POLL_EVERY_S = 1.0
PLAYERS = 8
ROOT = Path(__file__).parents[1]

_MOVES: tuple[dict[str, object], ...] = (
    {"type": "roll", "dice": [1, 1, 1, 2, 3, 4]},
    {"type": "set_aside", "dice": [1]},
    {"type": "bank"},
)


class Taps:
    """When each tap was sent, and how long after that screens had its state."""

    def __init__(self) -> None:
        self.sent_s: dict[int, float] = {}

    def arrived(self, seq: int, seen: int) -> list[float]:
        """The seconds from each tap above ``seen``, up to number ``seq``, until now."""
        now_s = time.monotonic()
        return [
            now_s - self.sent_s[each] for each in range(seen + 1, seq + 1) if each in self.sent_s
        ]


async def watch(
    port: int, table: str, taps: Taps, pushed: list[float], ready: asyncio.Event
) -> None:
    """A screen: reads the table's stream until it is cancelled."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /api/tables/{table}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    seen = 0
    try:
        while line := await reader.readline():
            if line.startswith(b"id: "):
                seq = int(line[4:].partition(b"-")[0])
                pushed += taps.arrived(seq, seen) if seen else []
                seen = seq
                ready.set()
    finally:
        await _close(writer)


async def poll(port: int, table: str, taps: Taps, polled: list[float]) -> None:
    """A screen that asks for the whole state every second."""
    seen = 1
    await asyncio.sleep(random.random() * POLL_EVERY_S)
    while True:
        began_s = time.monotonic()
        seq = (await call(port, f"/api/tables/{table}"))["seq"]
        polled += taps.arrived(seq, seen)
        seen = max(seen, seq)
        await asyncio.sleep(POLL_EVERY_S - (time.monotonic() - began_s))


async def call(port: int, path: str, body: object = None) -> dict[str, int]:
    """One request with a connection of its own; the JSON of its answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    payload = b"" if body is None else json.dumps(body).encode()
    verb = "GET" if body is None else "POST"
    head = f"{verb} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    if payload:
        head += f"Content-Type: application/json\r\nContent-Length: {len(payload)}\r\n"
    try:
        writer.write(f"{head}\r\n".encode() + payload)
        answer = await reader.read()
    finally:
        await _close(writer)
    status, _, content = answer.partition(b"\r\n\r\n")
    if b" 20" not in status.split(b"\r\n")[0]:
        raise RuntimeError(answer.decode(errors="replace"))
    found: dict[str, int] = json.loads(content[content.index(b"{") : content.rindex(b"}") + 1])
    return found


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


async def measure(port: int, screens: int, count: int) -> tuple[list[float], list[float]]:
    """Seconds until screens that are pushed to, and screens that poll, show each tap."""
    body = {
        "key": "bench-table",
        "players": [f"Player {number}" for number in range(1, PLAYERS + 1)],
        "preset": "classic",
    }
    table = str((await call(port, "/api/tables", body))["id"])
    taps = Taps()
    pushed: list[float] = []
    polled: list[float] = []
    ready = [asyncio.Event() for _ in range(screens)]
    tasks = [asyncio.create_task(watch(port, table, taps, pushed, each)) for each in ready]
    tasks += [asyncio.create_task(poll(port, table, taps, polled)) for _ in range(POLLING)]
    await asyncio.gather(*(each.wait() for each in ready))
    for number in range(count):
        seq = number + 1
        move = {"id": f"bench-tap-{number:06d}", "seq": seq, "command": _MOVES[number % 3]}
        taps.sent_s[seq + 1] = time.monotonic()
        await call(port, f"/api/tables/{table}/commands", move)
        await asyncio.sleep(0.1 + random.random() * 0.1)
    await asyncio.sleep(2 * POLL_EVERY_S)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return pushed, polled


@contextmanager
def server(database_url: str | None) -> Iterator[int]:
    """A server on an empty data folder; its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        words = ["serve", "--port", str(port), "--data-dir", folder]
        words += ["--database-url", database_url] if database_url else []
        process = subprocess.Popen(
            [sys.executable, "dicesight.py", *words],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )
        try:
            _wait_until_ready(port)
            yield port
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(15)


def _wait_until_ready(port: int) -> None:
    for _ in range(300):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=2) as told:
                if json.load(told)["reader"]["state"] != "loading":
                    return
        except OSError:
            pass
        time.sleep(0.1)
    raise RuntimeError("the server did not start")


def _line(name: str, times_s: list[float]) -> str:
    middle, late = statistics.median(times_s), statistics.quantiles(times_s, n=100)[98]
    return f"{name:<28}{middle * 1000:7.0f} ms  {late * 1000:7.0f} ms  of {len(times_s):6,} updates"


def main() -> int:
    """Measure, print, and say by the status whether the wanted times are met."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--screens", type=int, default=50)
    options.add_argument("--taps", type=int, default=150)
    options.add_argument("--database-url")
    chosen = options.parse_args()
    with server(chosen.database_url) as port:
        pushed, polled = asyncio.run(measure(port, chosen.screens, chosen.taps))
    expected = chosen.taps * chosen.screens
    print(f"{chosen.screens} screens at one table, {chosen.taps} taps: median, 99th percentile")
    print(_line("pushed by the server", pushed))
    print(_line("asked for every second", polled))
    middle, late = statistics.median(pushed), statistics.quantiles(pushed, n=100)[98]
    print(f"Asking takes {statistics.median(polled) / middle:.0f} times as long at the median.")
    met = middle < WANTED_MEDIAN_S and late < WANTED_P99_S and len(pushed) == expected
    print(
        f"Wanted under {WANTED_MEDIAN_S * 1000:.0f} ms and {WANTED_P99_S * 1000:.0f} ms, every tap "
        f"on every screen: {'met' if met else 'NOT MET'}."
    )
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
