"""A backup of one kind of database is restored into the other, while servers run on both."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from sqlalchemy import text

from dicesight import main
from tests.webapp.conftest import Table
from tests.webapp.postgres import Postgres
from webapp import Config, create_app
from webapp.backups import check_backup
from webapp.hub import Hub

pytestmark = pytest.mark.postgresql_only


def dicesight(*words: object, url: str | None = None, data: Path | None = None) -> Result:
    """Run the command on a database or on a data folder."""
    environment = {"DICESIGHT_DATABASE_URL": url or "", "DICESIGHT_DATA_DIR": str(data or "")}
    return CliRunner().invoke(main, [str(word) for word in words], env=environment)


def test_games_move_to_sqlite_and_back(
    make_app: Callable[..., Flask], database_url: str, postgres: Postgres, tmp_path: Path
) -> None:
    table = Table(make_app().test_client(), "Änne 🎲", "Ben")
    table.play("roll", dice=[1, 1, 1, 2, 3, 4])
    first = tmp_path / "first.sqlite3"
    told = dicesight("backup", first, url=database_url)
    assert told.exit_code == 0, told.output
    assert "1 game, 2 events. Checked." in told.stdout

    folder = tmp_path / "sqlite"
    assert dicesight("restore", first, data=folder).exit_code == 0
    app = create_app(Config(data_dir=folder), reader=object())  # type: ignore[arg-type]
    try:
        assert app.test_client().get(table.url).get_json() == table.fetch()
    finally:
        app.extensions["dicesight"].close()

    second = tmp_path / "second.sqlite3"
    assert dicesight("backup", second, data=folder).exit_code == 0
    assert check_backup(second).fingerprint == check_backup(first).fingerprint
    elsewhere = postgres.new_database()
    told = dicesight("restore", second, url=elsewhere, data=tmp_path / "aside")
    assert told.exit_code == 0, told.output
    assert dicesight("backup", tmp_path / "third.sqlite3", url=elsewhere).exit_code == 0
    assert check_backup(tmp_path / "third.sqlite3").fingerprint == check_backup(first).fingerprint


def test_every_server_notices_that_the_games_were_replaced(
    make_app: Callable[..., Flask], database_url: str, tmp_path: Path
) -> None:
    here, there = make_app(heartbeat_s=30), make_app(heartbeat_s=30)
    table = Table(here.test_client(), "Ann", "Ben")
    then = table.fetch()
    assert dicesight("backup", tmp_path / "b.sqlite3", url=database_url).exit_code == 0
    table.play("roll", dice=[1, 1, 1, 2, 3, 4])
    hub: Hub = there.extensions["dicesight"].hub
    hub.take_stream(table.id)
    changes = 0
    while there.test_client().get(table.url).get_json()["seq"] != 2:
        changes, _ = hub.wait(table.id, changes, 5)
    refused = dicesight("restore", tmp_path / "b.sqlite3", url=database_url, data=tmp_path)
    assert refused.exit_code == 1
    assert "--yes" in refused.stderr
    told = dicesight("restore", tmp_path / "b.sqlite3", "--yes", url=database_url, data=tmp_path)
    assert told.exit_code == 0, told.output
    while True:
        changes, newest = hub.wait(table.id, changes, 5)
        assert newest is not None
        if newest.seq == 1:
            break
    assert [app.test_client().get(table.url).get_json() for app in (here, there)] == [then] * 2
    (aside,) = tmp_path.glob("dicesight-before-restore-*.sqlite3")
    assert check_backup(aside).events == 2


def test_games_of_another_version_are_not_copied_halfway(
    make_app: Callable[..., Flask], database_url: str, tmp_path: Path
) -> None:
    app = make_app()
    Table(app.test_client(), "Ann")
    with app.extensions["dicesight"].store._engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    told = dicesight("backup", tmp_path / "b.sqlite3", url=database_url)
    assert told.exit_code == 1
    assert "another version" in told.stderr
    assert not list(tmp_path.glob("b.*"))


def test_an_export_is_the_same_from_either(
    make_app: Callable[..., Flask], database_url: str, tmp_path: Path
) -> None:
    table = Table(make_app().test_client(), "Ann", "Ben")
    table.play("roll", dice=[1, 1, 1, 2, 3, 4])
    told = dicesight("export", tmp_path / "out", url=database_url)
    assert told.exit_code == 0, told.output
    assert len(list((tmp_path / "out").glob("*.json"))) == 1


def test_an_address_without_a_server_is_said_in_one_line_without_the_password(
    tmp_path: Path,
) -> None:
    url = f"postgresql://dice:secret@/scores?host={tmp_path}"
    for words in (["backup", tmp_path / "b"], ["serve", "--port", "0"]):
        told = dicesight(*words, url=url, data=tmp_path)
        assert told.exit_code == 1
        assert "cannot be opened" in told.stderr
        assert "secret" not in told.output
        assert len(told.stderr.strip().splitlines()) == 1


def test_an_address_of_another_kind_is_wrong_usage() -> None:
    for url in ("mysql://a/b", "scores"):
        told = dicesight("serve", "--database-url", url)
        assert told.exit_code == 2
        assert "postgresql://" in told.stderr
