"""Backups: made while people play, checked, put back whole or not at all."""

from __future__ import annotations

import json
import shutil
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from click.testing import CliRunner, Result
from flask import Flask
from sqlalchemy import create_engine, text

from dicesight import main
from farkle.events import new_game
from tests.webapp.conftest import Table
from webapp.backups import BackupError, check_backup, check_backup_copy, make_backup
from webapp.database import MIGRATIONS
from webapp.store import Store


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of the applications that ``make_app`` makes."""
    return tmp_path / "data"


@pytest.fixture
def dice(data: Path) -> Callable[..., Result]:
    """Runs the ``dicesight`` command on that folder."""

    def run(*words: object) -> Result:
        environment = {"DICESIGHT_DATA_DIR": str(data), "DICESIGHT_DATABASE_URL": ""}
        return CliRunner().invoke(main, [str(word) for word in words], env=environment)

    return run


@pytest.fixture
def saved(table: Table, dice: Callable[..., Result], tmp_path: Path) -> Path:
    """A backup of a game in which a roll is on the table."""
    table.play("roll", dice=[1, 1, 1, 2, 3, 4])
    file = tmp_path / "saved.sqlite3"
    result = dice("backup", file)
    assert result.exit_code == 0, result.output
    assert "1 game, 2 events. Checked." in result.stdout
    return file


def test_a_backup_is_one_file_with_everything_in_it(saved: Path, tmp_path: Path) -> None:
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "saved.sqlite3"]
    contents = check_backup(saved)
    assert (contents.games, contents.events, contents.unreadable) == (1, 2, ())
    assert contents.made_at


def test_a_backup_never_replaces_a_file(saved: Path, dice: Callable[..., Result]) -> None:
    before = saved.read_bytes()
    result = dice("backup", saved)
    assert result.exit_code == 1
    assert "There is already a file" in result.stderr
    assert saved.read_bytes() == before


def test_a_folder_gets_a_file_with_the_time_in_its_name(
    saved: Path, dice: Callable[..., Result], tmp_path: Path
) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    assert dice("backup", folder).exit_code == 0
    assert [path.suffix for path in folder.iterdir()] == [".sqlite3"]


def test_without_games_there_is_nothing_to_back_up(
    dice: Callable[..., Result], tmp_path: Path
) -> None:
    result = dice("backup", tmp_path / "none.sqlite3")
    assert result.exit_code == 1
    assert "There are no games in" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_backups_taken_while_people_play_are_of_one_moment(
    make_app: Callable[..., Flask], tmp_path: Path
) -> None:
    app = make_app()
    table = Table(app.test_client(), "Ann", "Ben")
    store: Store = app.extensions["dicesight"].store
    stop = threading.Event()
    acknowledged = [1]

    def play() -> None:
        while not stop.is_set():
            table.play("roll", dice=[1, 1, 1, 2, 3, 4])
            acknowledged[0] = table.seq

    player = threading.Thread(target=play)
    player.start()
    try:
        for number in range(5):
            known = acknowledged[0]
            contents = make_backup(store._engine, tmp_path / f"{number}.sqlite3")
            assert known <= contents.events <= acknowledged[0] + 1
    finally:
        stop.set()
        player.join()
    assert contents.events > 1


def test_restoring_brings_back_what_was_there_while_the_server_runs(
    table: Table, saved: Path, dice: Callable[..., Result], data: Path
) -> None:
    then = table.fetch()
    table.play("set_aside", dice=[1, 1, 1])
    table.play("bank")
    other = Table(table.client, "Cleo")
    latest = table.fetch()
    result = dice("restore", saved, "--yes")
    assert result.exit_code == 0, result.output
    assert "Restored from" in result.stdout
    # The running server notices, although it had the later state in its memory.
    assert table.fetch() == then
    assert table.client.get(other.url).status_code == 404
    table.seq = then["seq"]
    assert table.play("set_aside", dice=[1, 1, 1])["turn_points"] == 1000
    # What was replaced is kept, and can be put back in the same way.
    (aside,) = data.glob("dicesight-before-restore-*.sqlite3")
    assert check_backup(aside).games == 2
    assert dice("restore", aside, "--yes").exit_code == 0
    assert table.fetch() == latest


def test_a_screen_that_is_connected_is_shown_the_restored_state(
    make_app: Callable[..., Flask], dice: Callable[..., Result], tmp_path: Path
) -> None:
    app = make_app(heartbeat_s=0.1)
    table = Table(app.test_client(), "Ann", "Ben")
    assert dice("backup", tmp_path / "early.sqlite3").exit_code == 0
    table.play("roll", dice=[1, 1, 1, 2, 3, 4])
    with app.test_client().get(f"{table.url}/events", buffered=False) as stream:
        messages = (part.decode() for part in stream.response)
        assert '"seq":2,' in next(part for part in messages if "event: state" in part)
        assert dice("restore", tmp_path / "early.sqlite3", "--yes").exit_code == 0
        assert '"seq":1,' in next(part for part in messages if "event: state" in part)
        assert 'data: {"seq": 1}' in next(part for part in messages if "event: beat" in part)


def test_a_screen_that_was_away_at_the_same_number_is_shown_the_restored_state(
    make_app: Callable[..., Flask], dice: Callable[..., Result], tmp_path: Path
) -> None:
    app = make_app(heartbeat_s=0.1)
    table = Table(app.test_client(), "Ann", "Ben")
    assert dice("backup", tmp_path / "early.sqlite3").exit_code == 0
    table.play("roll", dice=[1, 1, 1, 2, 3, 4])

    def first_message(last: str = "") -> str:
        headers = {"Last-Event-ID": last} if last else {}
        url = f"{table.url}/events"
        with app.test_client().get(url, buffered=False, headers=headers) as stream:
            messages = (part.decode() for part in stream.response)
            return next(part for part in messages if "event:" in part)

    seen = first_message().partition("\n")[0].removeprefix("id: ")
    assert "event: beat" in first_message(seen)
    assert dice("restore", tmp_path / "early.sqlite3", "--yes").exit_code == 0
    table.seq = 1
    table.play("roll", dice=[2, 2, 3, 3, 4, 6])
    assert '"roll":[2,2,3,3,4,6]' in first_message(seen)


def test_games_are_replaced_only_on_request(
    table: Table, saved: Path, dice: Callable[..., Result]
) -> None:
    before = table.play("set_aside", dice=[1, 1, 1])
    result = dice("restore", saved)
    assert result.exit_code == 1
    assert "1 game, 2 events" in result.stderr
    assert "--yes" in result.stderr
    assert table.fetch()["state"] == before


def test_a_new_computer_needs_no_yes(saved: Path, tmp_path: Path, table: Table) -> None:
    new = tmp_path / "new" / "data"
    result = CliRunner().invoke(main, ["restore", str(saved), "--data-dir", str(new)])
    assert result.exit_code == 0, result.output
    assert [path.name for path in new.glob("*-restore-*")] == []
    with sqlite3.connect(new / "dicesight.sqlite3") as database:
        assert database.execute("SELECT game_id, seq FROM events").fetchall() == [
            (table.id, 1),
            (table.id, 2),
        ]
    database.close()


def spoil(file: Path, statement: str) -> None:
    with sqlite3.connect(file) as database:
        database.execute(statement)
    database.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET body = replace(body, '1', '2') WHERE seq = 2",
        "DELETE FROM commands WHERE first_seq = 2",
        "DELETE FROM backup_seal",
        "UPDATE games SET created_at = 'x'",
    ],
)
def test_a_backup_that_was_changed_is_refused(
    saved: Path, dice: Callable[..., Result], table: Table, statement: str
) -> None:
    before = table.fetch()
    spoil(saved, statement)
    result = dice("restore", saved, "--yes")
    assert result.exit_code == 1
    assert "does not match its seal. (backup_damaged)" in result.stderr
    assert str(saved) in result.stderr
    assert table.fetch() == before


def test_a_backup_that_is_cut_short_or_scratched_is_refused(
    saved: Path, dice: Callable[..., Result], table: Table
) -> None:
    before = table.fetch()
    whole = saved.read_bytes()
    scratched = bytearray(whole)
    for place in range(4096, len(whole), 4096):
        scratched[place : place + 64] = b"\xa5" * 64
    for broken in (whole[: len(whole) // 2], whole[:200], bytes(scratched)):
        saved.write_bytes(broken)
        result = dice("restore", saved, "--yes")
        assert result.exit_code == 1
        assert "(backup_damaged)" in result.stderr, result.output
    assert table.fetch() == before


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 a holiday picture", b"x" * 9000])
def test_a_file_of_another_kind_is_refused(
    dice: Callable[..., Result], tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "foreign").write_bytes(content)
    result = dice("restore", tmp_path / "foreign", "--yes")
    assert result.exit_code == 1
    assert "is not a backup of Dicesight. (backup_foreign)" in result.stderr


def test_the_database_of_another_program_is_refused(
    dice: Callable[..., Result], tmp_path: Path
) -> None:
    with sqlite3.connect(tmp_path / "foreign") as database:
        database.execute("CREATE TABLE bookmarks (title TEXT)")
    database.close()
    result = dice("restore", tmp_path / "foreign", "--yes")
    assert "is not a backup of Dicesight. (backup_foreign)" in result.stderr


def test_a_backup_of_a_newer_version_is_refused(saved: Path, dice: Callable[..., Result]) -> None:
    spoil(saved, "UPDATE alembic_version SET version_num = '9999'")
    result = dice("restore", saved, "--yes")
    assert "newer Dicesight" in result.stderr
    assert "(backup_newer)" in result.stderr


def test_a_folder_that_was_copied_by_hand_can_be_restored(
    make_app: Callable[..., Flask], dice: Callable[..., Result], data: Path, tmp_path: Path
) -> None:
    table = Table(make_app().test_client(), "Ann", "Ben")
    table.play("roll", dice=[1, 1, 1, 2, 3, 4])
    then = table.fetch()
    shutil.copytree(data, tmp_path / "copied")  # the newest rows are still in the -wal file
    table.play("set_aside", dice=[1, 1, 1])
    copied = tmp_path / "copied" / "dicesight.sqlite3"
    assert dice("restore", copied, "--yes").exit_code == 0
    assert table.fetch() == then


def test_a_copied_database_whose_games_do_not_fold_is_refused(
    make_app: Callable[..., Flask], dice: Callable[..., Result], data: Path, tmp_path: Path
) -> None:
    Table(make_app().test_client(), "Ann").play("roll", dice=[1] * 6)
    shutil.copytree(data, tmp_path / "copied")
    copied = tmp_path / "copied" / "dicesight.sqlite3"
    spoil(copied, "DELETE FROM events WHERE seq = 1")
    result = dice("restore", copied, "--yes")
    assert "cannot be played through. (backup_damaged)" in result.stderr


def test_a_game_that_this_version_cannot_read_is_still_backed_up(
    make_app: Callable[..., Flask], dice: Callable[..., Result], data: Path, tmp_path: Path
) -> None:
    table = Table(make_app().test_client(), "Ann")
    body = json.dumps({"type": "of_the_future"})
    spoil(
        data / "dicesight.sqlite3",
        f"INSERT INTO events VALUES ('{table.id}', 2, 'c', '{body}', 'x')",
    )
    told = dice("backup", tmp_path / "b.sqlite3")
    assert told.exit_code == 0
    assert "1 of another version that cannot be played through" in told.stdout
    assert check_backup(tmp_path / "b.sqlite3").unreadable == (table.id,)
    assert dice("restore", tmp_path / "b.sqlite3", "--yes").exit_code == 0


def test_damaged_scores_are_moved_aside_and_the_backup_takes_their_place(
    saved: Path,
    dice: Callable[..., Result],
    data: Path,
    make_app: Callable[..., Flask],
    table: Table,
) -> None:
    then = table.fetch()
    table.client.application.extensions["dicesight"].close()
    for path in data.glob("*-wal"):
        path.unlink()
    (data / "dicesight.sqlite3").write_bytes(b"struck by lightning " * 500)
    refused = dice("restore", saved)
    assert refused.exit_code == 1
    assert "damaged" in refused.stderr
    assert "--yes" in refused.stderr
    result = dice("restore", saved, "--yes")
    assert result.exit_code == 0, result.output
    (kept,) = data.glob("dicesight-damaged-*.sqlite3")
    assert kept.read_bytes().startswith(b"struck by lightning")
    assert make_app().test_client().get(table.url).get_json() == then


def test_a_full_disk_leaves_no_half_backup(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("webapp.backups._copy_pages", full)
    engine = table.client.application.extensions["dicesight"].store._engine
    with pytest.raises(BackupError, match="could not be written: database or disk is full"):
        make_backup(engine, tmp_path / "b.sqlite3")
    assert list(tmp_path.glob("b.*")) == []


def test_a_copy_that_differs_from_what_was_copied_is_no_backup(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from webapp import backups

    copy = backups._copy_pages

    def lossy(connection: object, part: Path) -> None:
        copy(connection, part)  # type: ignore[arg-type]
        spoil(part, "DELETE FROM commands")

    monkeypatch.setattr("webapp.backups._copy_pages", lossy)
    engine = table.client.application.extensions["dicesight"].store._engine
    with pytest.raises(BackupError, match="differs"):
        make_backup(engine, tmp_path / "b.sqlite3")
    assert list(tmp_path.glob("b.*")) == []


def test_checking_a_backup_leaves_it_as_it_is(saved: Path) -> None:
    before = saved.read_bytes()
    check_backup_copy(saved)
    assert saved.read_bytes() == before
    assert not list(saved.parent.glob("saved.sqlite3-*"))


def test_a_backup_of_an_older_version_is_brought_up_to_date(
    dice: Callable[..., Result], make_app: Callable[..., Flask], tmp_path: Path
) -> None:
    old = tmp_path / "old.sqlite3"
    engine = create_engine(f"sqlite:///{old}")
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        settings.attributes["connection"] = connection
        command.upgrade(settings, "0001")
        start = json.dumps(new_game({"a": "Ann"}, "classic").to_mapping())
        connection.exec_driver_sql("INSERT INTO games VALUES ('old-game', 'old-key', '2026')")
        connection.execute(
            text("INSERT INTO events VALUES ('old-game', 1, 'old-key', :start, '2026')"),
            {"start": start},
        )
    engine.dispose()
    result = dice("restore", old)
    assert result.exit_code == 0, result.output
    answer = make_app().test_client().get("/api/tables/old-game").get_json()
    assert answer["state"]["players"][0]["name"] == "Ann"
