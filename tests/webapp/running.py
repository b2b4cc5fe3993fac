"""A real server process for tests. Run as a program, it serves with the reader of drawn dice."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from flask import Flask

from tests.webapp.drawn_dice import PipCounter
from webapp import Config, create_app
from webapp.certificates import certificates_of
from webapp.serving import run

ROOT = Path(__file__).parents[2]


@dataclass
class Running:
    """A server process and its addresses. ``stop`` ends it like Ctrl-C, ``kill`` like a power cut.

    ``secure_url`` is empty where it serves no HTTPS."""

    process: subprocess.Popen[bytes]
    url: str
    data_dir: Path
    secure_url: str = ""

    def stop(self) -> float:
        """The seconds that it took to stop."""
        began = time.monotonic()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(15)
        return time.monotonic() - began

    def kill(self) -> None:
        """Kill the process and its worker without any warning."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(15)


def start(
    data_dir: Path,
    *,
    port: int = 0,
    shipped_reader: bool = False,
    heartbeat_s: float = 1.0,
    database_url: str | None = None,
    silence_s: float = 10.0,
    https: bool = False,
    looks_s: float = 20.0,
    camera: str = "",
) -> Running:
    """Start a server on a free port (or a certain one) and wait until it answers."""
    port = port or _free_port()
    secure_port = _free_port() if https else 0
    process = subprocess.Popen(
        [
            sys.executable,
            __file__,
            str(data_dir),
            str(port),
            "shipped" if shipped_reader else "drawn",
            str(heartbeat_s),
            database_url or "",
            str(silence_s),
            str(secure_port),
            str(looks_s),
            camera,
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
        start_new_session=True,
    )
    url = f"http://127.0.0.1:{port}"
    for _ in range(400):
        try:
            urllib.request.urlopen(f"{url}/api/health", timeout=2).close()
            secure_url = f"https://127.0.0.1:{secure_port}" if https else ""
            return Running(process, url, data_dir, secure_url)
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.05)
    process.kill()
    process.wait()
    raise RuntimeError("the server did not start")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def with_pip_counter(config: Config) -> Flask:
    """The application with the reader of drawn dice."""
    return create_app(config, reader=PipCounter())


def _serve(words: list[str]) -> None:
    folder, port, reader, heartbeat_s, database_url, silence_s, secure_port, looks_s, camera = words
    config = Config(
        data_dir=Path(folder),
        heartbeat_s=float(heartbeat_s),
        database_url=database_url or None,
        silence_s=float(silence_s),
        port=int(port),
        secure_port=int(secure_port) or None,
        looks_s=float(looks_s),
        cameras=(camera,) if camera else (),
    )
    certificates = certificates_of(config)
    if certificates is not None:
        certificates.renew()
    run(
        config,
        "127.0.0.1",
        config.port,
        factory=create_app if reader == "shipped" else with_pip_counter,
    )


if __name__ == "__main__":
    _serve(sys.argv[1:])
