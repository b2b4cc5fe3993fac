"""A data folder that may not be written to is said in one line, and is left as it is."""

from __future__ import annotations

from tests.faults.conftest import Disk, call, dicesight, new_table
from tests.webapp.running import start


def test_a_read_only_data_folder_is_said_at_the_start(disk: Disk) -> None:
    data = disk.folder / "data"
    server = start(data)
    new_table(server, "read-only-table")
    server.stop()
    disk.make_read_only()
    told = dicesight("serve", "--port", "0", "--data-dir", data)
    assert told.exit_code == 1
    assert "(store" not in told.stderr
    assert str(data) in told.stderr
    assert len(told.stderr.strip().splitlines()) == 1


def test_a_data_folder_that_cannot_be_made_is_said_at_the_start(disk: Disk) -> None:
    disk.make_read_only()
    told = dicesight("serve", "--port", "0", "--data-dir", disk.folder / "data")
    assert told.exit_code == 1
    assert "Read-only file system" in told.stderr
    assert len(told.stderr.strip().splitlines()) == 1


def test_the_games_of_a_read_only_folder_can_still_be_backed_up(disk: Disk) -> None:
    data = disk.folder / "data"
    server = start(data)
    table = new_table(server, "read-only-table")
    server.stop()
    disk.make_read_only()
    backup = disk.folder.parent / "rescued.sqlite3"
    told = dicesight("backup", backup, "--data-dir", data)
    assert told.exit_code == 0, told.stderr
    elsewhere = disk.folder.parent / "elsewhere"
    assert dicesight("restore", backup, "--data-dir", elsewhere).exit_code == 0
    server = start(elsewhere)
    try:
        assert call(server, table)[0] == 200
    finally:
        server.stop()
