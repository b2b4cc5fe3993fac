"""A PostgreSQL server of the tests' own: in a folder of its own, gone at the end."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg

ACCOUNT = "postgres"
"""Debian's account for the server, which refuses to run as root."""


class NoPostgresError(Exception):
    """Why no server can be started here."""


class Postgres:
    """A running server, reached through a socket in its folder; each test gets a schema."""

    def __init__(self) -> None:
        self._programs = _programs()
        self._as_account = _as_account()
        self.folder = Path(tempfile.mkdtemp(prefix="dicesight-pg-"))
        self._names = (f"scores_{number}" for number in itertools.count())
        try:
            if self._as_account:
                shutil.chown(self.folder, ACCOUNT, ACCOUNT)
            self._call("initdb", "-D", self._data, "-U", "dice", "-A", "trust", "-E", "UTF8")
            self.start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def start(self) -> None:
        """Start the server and wait until it answers."""
        # What the tests crash is this server, not the machine: what the system holds is enough.
        settings = f"-k {self.folder} -c listen_addresses= -c fsync=off -c max_connections=100"
        log = str(self.folder / "log")
        self._call("pg_ctl", "-D", self._data, "-l", log, "-w", "-o", settings, "start")

    def crash(self) -> None:
        """End the server at once, with every connection, as if it had been killed."""
        self._call("pg_ctl", "-D", self._data, "-m", "immediate", "-w", "stop")

    def close(self) -> None:
        """Stop the server and forget everything."""
        self._call("pg_ctl", "-D", self._data, "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def url(self) -> str:
        """The URL of the server's own database."""
        return f"postgresql://dice@/postgres?host={self.folder}"

    def new_database(self) -> str:
        """The URL of an empty schema, which is as good as a database of its own and made faster."""
        name = next(self._names)
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.url}&options=-csearch_path%3D{name}"

    def _call(self, program: str, *words: str) -> None:
        command = [*self._as_account, str(self._programs / program), *words]
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE if program != "pg_ctl" else subprocess.DEVNULL,
            cwd=self.folder,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            timeout=60,
            check=False,
        )
        if done.returncode:
            reason = (done.stderr or b"").decode(errors="replace").strip()
            raise NoPostgresError(f"{program} failed: {reason}")


def _programs() -> Path:
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name)
    found = shutil.which("initdb")
    folders += [Path(found).resolve().parent] if found else []
    for folder in reversed(folders):
        if all((folder / program).exists() for program in ("initdb", "pg_ctl")):
            return folder
    raise NoPostgresError("there is no PostgreSQL (on Debian: apt-get install postgresql)")


def _as_account() -> list[str]:
    if sys.platform == "win32":
        raise NoPostgresError("the tests start PostgreSQL on Unix only")
    if os.geteuid() != 0:
        return []
    runuser = shutil.which("runuser")
    known = subprocess.run(["id", ACCOUNT], capture_output=True, check=False).returncode == 0
    if runuser is None or not known:
        raise NoPostgresError(f"PostgreSQL refuses root, and there is no account “{ACCOUNT}”")
    return [runuser, "-u", ACCOUNT, "--"]
