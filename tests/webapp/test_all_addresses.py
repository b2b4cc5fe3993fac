"""With ``--lan`` the server is reached under every address of its computer, also by IPv6."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from webapp.addresses import all_addresses

ROOT = Path(__file__).parents[2]


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """The port of ``dicesight serve --lan``."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    process = subprocess.Popen(
        [sys.executable, "dicesight.py", "serve", "--lan", "--port", str(port)],
        cwd=ROOT,
        env={**os.environ, "DICESIGHT_DATA_DIR": str(tmp_path), "OMP_NUM_THREADS": "1"},
        stdout=subprocess.DEVNULL,
    )
    for _ in range(400):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            break
        except OSError:
            time.sleep(0.05)
    yield port
    process.terminate()
    process.wait(15)


def own_addresses() -> list[str]:
    """Addresses of this computer that a socket can be bound to, one of each kind at least."""
    found = ["127.0.0.1", "127.0.0.2"] if sys.platform == "linux" else ["127.0.0.1"]
    if all_addresses() == "::":
        found.append("::1")
    told = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
    found += [str(entry[4][0]) for entry in told if "%" not in str(entry[4][0])]
    return sorted(set(found))


def test_every_address_of_the_computer_is_answered(port: int) -> None:
    for address in own_addresses():
        connection = http.client.HTTPConnection(address, port, timeout=10)
        connection.request("GET", "/")
        assert connection.getresponse().status == 200, address
        connection.close()
