"""A camera on the network, a real stream over HTTP: lost, silent, and there again."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np
import pytest

from vision.source import SourceError
from vision.sources import open_source

PICTURES = [
    cv2.imencode(".jpg", np.full((48, 64, 3), 40 + 9 * number, np.uint8))[1].tobytes()
    for number in range(20)
]
SILENT = threading.Event()


class Pictures(BaseHTTPRequestHandler):
    """Gives its pictures as most network cameras do; then it leaves or falls silent."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
        self.end_headers()
        for picture in PICTURES:
            head = f"--next\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
            self.wfile.write(head.encode() + picture + b"\r\n")
            time.sleep(0.05)
        if self.path == "/silent":
            SILENT.wait(10)

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture
def server() -> Iterator[ThreadingHTTPServer]:
    SILENT.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Pictures)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    SILENT.set()
    server.shutdown()
    server.server_close()


def test_a_camera_that_goes_is_said_and_its_pictures_come_again_by_themselves(
    server: ThreadingHTTPServer,
) -> None:
    with closing(open_source(f"http://127.0.0.1:{server.server_port}/")) as camera:
        seen = []
        for _ in range(2):
            with pytest.raises(SourceError) as lost:
                seen.extend(frame.time_s for frame in camera.frames())
            assert lost.value.code == "camera_lost"
            assert lost.value.passing
        first_s = seen[0]
        assert next(iter(camera.frames())).time_s > max(seen) > first_s
        assert seen == sorted(seen), "times go on"


def test_a_camera_that_falls_silent_is_said_within_three_seconds(
    server: ThreadingHTTPServer,
) -> None:
    with closing(open_source(f"http://127.0.0.1:{server.server_port}/silent")) as camera:
        came_s: list[float] = []
        with pytest.raises(SourceError) as lost:
            came_s.extend(time.monotonic() for _ in camera.frames())
        assert lost.value.code == "camera_lost"
        assert time.monotonic() - came_s[-1] < 3.1


def test_an_address_at_which_nobody_listens_is_said_at_once() -> None:
    with closing(open_source("http://127.0.0.1:9/")) as camera:
        began_s = time.monotonic()
        with pytest.raises(SourceError) as unreachable:
            next(iter(camera.frames()))
        assert unreachable.value.code == "stream_unreachable"
        assert time.monotonic() - began_s < 3
