"""A full disk: said in words, nothing counted halfway, nothing lost, and play goes on with room."""

from __future__ import annotations

from tests.faults.conftest import ROLL, Disk, call, dicesight, new_table
from tests.webapp.running import start


def test_a_disk_that_runs_full_in_the_middle_of_a_game_loses_nothing(disk: Disk) -> None:
    data = disk.folder / "data"
    server = start(data)
    try:
        table = new_table(server, "full-disk-table")
        seq = 1
        disk.fill()
        for number in range(50):  # until the room within the files is used up too
            body = {"id": f"full-disk-{number:04d}", "seq": seq, "command": ROLL}
            status, answer = call(server, f"{table}/commands", body)
            if status != 200:
                break
            seq = answer["seq"]
        assert status == 503
        assert answer["error"]["code"] == "store_full"
        assert "Make room" in answer["error"]["words"]
        assert call(server, table)[1]["seq"] == seq

        refused = dicesight("backup", disk.folder / "b.sqlite3", "--data-dir", data)
        assert refused.exit_code == 1
        assert "could not be written" in refused.stderr
        assert len(refused.stderr.strip().splitlines()) == 1
        assert not list(disk.folder.glob("b.sqlite3*"))

        disk.make_room()
        assert call(server, f"{table}/commands", body)[0] == 200
        assert call(server, table)[1]["seq"] == seq + 1
        before = call(server, table)[1]
    finally:
        server.stop()
    assert dicesight("backup", disk.folder / "b.sqlite3", "--data-dir", data).exit_code == 0
    server = start(data)
    try:
        assert call(server, table)[1] == before
    finally:
        server.stop()


def test_a_disk_without_room_for_new_scores_is_said_at_the_start(disk: Disk) -> None:
    (disk.folder / "data").mkdir()
    disk.fill()
    told = dicesight("serve", "--port", "0", "--data-dir", disk.folder / "data")
    assert told.exit_code == 1
    assert "need room on the disk" in told.stderr
    assert len(told.stderr.strip().splitlines()) == 1
