"""Faults of the machine under a real server."""

from __future__ import annotations

import json
import os
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dicesight import main
from tests.webapp.running import Running

ROLL: dict[str, object] = {"type": "roll", "dice": [1, 1, 1, 2, 3, 4]}


class Disk:
    """A small disk of the test's own, which can be filled, and made unwritable while idle."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filling = folder / "filling"

    def fill(self) -> None:
        """Use up all the room."""
        with self._filling.open("wb", buffering=0) as file:
            try:
                while file.write(b"x" * 4096):
                    pass
            except OSError:
                return

    def make_room(self) -> None:
        """Give the room back."""
        self._filling.unlink()

    def make_read_only(self) -> None:
        """Let nobody write any more; nothing may be open on it."""
        subprocess.run(["mount", "-o", "remount,ro", str(self.folder)], check=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """A disk of two megabytes in memory; needs the right to mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "dicesight-test", str(folder)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this system lets nobody mount a small disk")
    yield Disk(folder)
    subprocess.run(["umount", "-l", str(folder)], check=True)


def call(server: Running, path: str, body: object = None) -> tuple[int, dict[str, Any]]:
    """A request to a real server: status and answer. Raises OSError when there is no answer."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(server.url + path, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def new_table(server: Running, key: str) -> str:
    """The API's path of a new table."""
    body = {"key": key, "players": ["Ann", "Ben"], "preset": "classic"}
    status, made = call(server, "/api/tables", body)
    assert status == 201
    return f"/api/tables/{made['id']}"


def dicesight(*words: object) -> Result:
    """Run the command to its end."""
    environment = {"DICESIGHT_DATABASE_URL": "", "DICESIGHT_DATA_DIR": ""}
    return CliRunner().invoke(main, [str(word) for word in words], env=environment)
