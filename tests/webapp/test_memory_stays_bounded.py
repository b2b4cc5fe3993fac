"""Pictures meant to exhaust a real server do not: its memory grows by less than 100 MB."""

from __future__ import annotations

import http.client
import io
import json
import re
import sys
import threading
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from PIL import Image as Pillow

from tests.webapp.drawn_dice import as_jpeg, draw_dice
from tests.webapp.running import Running

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="reads the peak of a process's memory from /proc"
)

GROWTH_LIMIT_MB = 100


def peak_mb(server: Running) -> float:
    """The largest resident size so far of the process that answers requests, in MB."""
    parent = server.process.pid
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    status = Path(f"/proc/{children[0]}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found
    return int(found[1]) / 1024


def send(server: Running, table: str, payload: bytes) -> tuple[int, str]:
    """Send a picture to a real server: status and code."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)
    connection.request("POST", f"/api/tables/{table}/photographs", payload)
    response = connection.getresponse()
    answer = json.loads(response.read())
    connection.close()
    return response.status, answer.get("error", {}).get("code", answer.get("match"))


def test_memory_grows_by_less_than_100_mb_whatever_is_sent(server: Running) -> None:
    body = json.dumps({"key": "memory-table", "players": ["Ann"]}).encode()
    request = urllib.request.Request(
        f"{server.url}/api/tables", body, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        table = json.load(answer)["id"]

    ordinary = as_jpeg(draw_dice([1, 2, 3, 4, 5, 6], width=2048, height=1536))
    assert send(server, table, ordinary) == (200, "exact")
    usual = peak_mb(server)

    bomb = io.BytesIO()
    Pillow.new("1", (30_000, 20_000)).save(bomb, "PNG")
    nine = as_jpeg(draw_dice([1, 2, 3, 4, 5, 6, 1, 2, 3], width=2048, height=1536))
    sent = [
        send(server, table, b""),
        send(server, table, b"no picture"),
        send(server, table, ordinary[: len(ordinary) // 2]),
        send(server, table, bomb.getvalue()),
        send(server, table, bytes(40 * 1024 * 1024)),
        send(server, table, nine),
    ]
    assert sent == [
        (400, "picture_empty"),
        (415, "picture_not_readable"),
        (422, "picture_truncated"),
        (413, "picture_too_many_pixels"),
        (413, "picture_too_large"),
        (200, "more"),
    ]
    many = [
        threading.Thread(target=send, args=(server, table, bytes(40 * 1024 * 1024)))
        for _ in range(3)
    ]
    for thread in many:
        thread.start()
    for thread in many:
        thread.join()
    assert peak_mb(server) - usual < GROWTH_LIMIT_MB
    assert send(server, table, ordinary) == (200, "exact")
