"""Files as a power cut or a bad disk may leave them: opened whole, or refused in words."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from tests.faults.conftest import dicesight
from tests.webapp.conftest import Table, database_url, make_app

__all__ = ["database_url", "make_app"]


def serve(data: Path) -> str:
    """What ``dicesight serve`` says about that folder instead of starting."""
    told = dicesight("serve", "--port", "0", "--data-dir", data)
    assert told.exit_code == 1
    assert len(told.stderr.strip().splitlines()) == 1
    return told.stderr


@pytest.fixture
def storage() -> str:
    """These files are those of SQLite."""
    return "sqlite"


@pytest.fixture
def table(make_app: Callable[..., Flask]) -> Table:
    """A table with some turns behind it."""
    table = Table(make_app().test_client(), "Ann", "Ben")
    for _ in range(30):
        table.play("roll", dice=[1, 1, 1, 2, 3, 4])
        table.play("set_aside", dice=[1])
        table.play("bank")
    return table


@pytest.mark.parametrize("lost", [1, 24, 3000, 4096 * 3, 10**9])
def test_a_torn_journal_gives_the_sheet_as_it_was_before(
    table: Table, make_app: Callable[..., Flask], tmp_path: Path, lost: int
) -> None:
    torn = tmp_path / "torn"
    shutil.copytree(tmp_path / "data", torn, ignore=shutil.ignore_patterns("*-shm"))
    journal = torn / "dicesight.sqlite3-wal"
    whole = journal.read_bytes()
    journal.write_bytes(whole[: max(0, len(whole) - lost)])
    shutil.rmtree(tmp_path / "data")
    torn.rename(tmp_path / "data")
    app = make_app()
    answer = app.test_client().get(table.url)
    if answer.status_code == 404:
        assert lost > len(whole) // 2  # not even the table was on the disk yet
        return
    assert 0 < answer.get_json()["seq"] <= table.seq
    again = Table(app.test_client(), "Cleo")
    again.play("roll", dice=[1, 1, 1, 2, 3, 4])


def test_a_page_that_the_disk_spoiled_is_found_at_the_start(table: Table, tmp_path: Path) -> None:
    table.client.application.extensions["dicesight"].close()
    file = tmp_path / "data" / "dicesight.sqlite3"
    content = bytearray(file.read_bytes())
    assert len(content) > 12 * 4096
    for page in range(4, len(content) // 4096):
        content[page * 4096 : page * 4096 + 200] = b"\xa5" * 200
    file.write_bytes(bytes(content))
    words = serve(tmp_path / "data")
    assert "damaged" in words
    assert "dicesight restore" in words
    assert file.read_bytes() == bytes(content)


def test_a_file_that_lost_its_end_is_found_at_the_start(table: Table, tmp_path: Path) -> None:
    table.client.application.extensions["dicesight"].close()
    file = tmp_path / "data" / "dicesight.sqlite3"
    file.write_bytes(file.read_bytes()[: 6 * 4096])
    assert "damaged" in serve(tmp_path / "data")


def test_scores_that_another_program_holds_are_said_at_the_start(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.database.BUSY_TIMEOUT_MS", 50)
    table.client.application.extensions["dicesight"].close()
    holder = sqlite3.connect(tmp_path / "data" / "dicesight.sqlite3", isolation_level=None)
    holder.execute("PRAGMA locking_mode=EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    try:
        assert "in use by another program" in serve(tmp_path / "data")
    finally:
        holder.close()
