"""``dicesight serve``: addresses, ports, and a page that is up without a reader."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from dicesight import main
from webapp.addresses import free_port, own_names

ROOT = Path(__file__).parents[2]


def newer_schema(path: Path) -> None:
    """A database as a later version would leave it."""
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) PRIMARY KEY)")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
    database.close()


def test_a_taken_port_gives_the_next_free_one() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        found = free_port("127.0.0.1", port)
        assert port < found < port + 20


def test_an_address_that_is_not_ours_is_an_error() -> None:
    with pytest.raises(OSError, match=r".+"):
        free_port("192.0.2.1", 8000)


def test_only_this_computer_is_allowed_unless_told_otherwise() -> None:
    assert own_names("127.0.0.1") == {"localhost", "127.0.0.1", "[::1]"}
    assert "[fe80::1]" in own_names("fe80::1")
    assert any(name.endswith(".local") for name in own_names("::"))


def test_serve_prints_its_address_answers_and_stops_on_ctrl_c(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = subprocess.Popen(
            [sys.executable, "dicesight.py", "serve", "--port", str(port)],
            cwd=ROOT,
            env={
                **os.environ,
                "DICESIGHT_DATA_DIR": str(tmp_path / "data"),
                "PYTHONUNBUFFERED": "1",
                "OMP_NUM_THREADS": "1",
            },
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout
        try:
            assert "is taken" in process.stdout.readline()
            line = process.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
            assert found
            assert int(found[1]) > port
            assert answers(found[0])
        finally:
            began = time.monotonic()
            process.send_signal(signal.SIGINT)
            status = process.wait(15)
            process.stdout.close()
    assert status == 0
    assert time.monotonic() - began < 5
    assert (tmp_path / "data" / "dicesight.sqlite3").exists()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda path: path.write_bytes(b"no database " * 100), "cannot be opened"),
        (newer_schema, "newer Dicesight"),
    ],
    ids=["damaged", "newer"],
)
def test_scores_that_cannot_be_opened_are_said_in_one_line(
    tmp_path: Path, spoil: Callable[[Path], None], words: str
) -> None:
    spoil(tmp_path / "dicesight.sqlite3")
    result = CliRunner().invoke(main, ["serve", "--port", "0", "--data-dir", str(tmp_path)])
    assert result.exit_code == 1
    assert words in result.output
    assert len(result.output.strip().splitlines()) == 1


def answers(url: str) -> bool:
    for _ in range(200):
        try:
            with urllib.request.urlopen(f"{url}/", timeout=2) as page:
                return b"New table" in page.read()
        except OSError:
            time.sleep(0.05)
    return False
