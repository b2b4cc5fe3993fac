"""Several servers on one database: what is played at one is seen at all, and told at once."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import psycopg
import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from tests.webapp.conftest import Table
from tests.webapp.postgres import Postgres
from tests.webapp.running import Running, start
from tests.webapp.test_streams import opened, post, roll
from webapp.database import open_engine
from webapp.hub import Hub
from webapp.store import Mark, Store
from webapp.watch import Watch


@pytest.fixture
def two_servers(tmp_path: Path, database_url: str | None) -> Iterator[list[Running]]:
    """Two server processes on one database."""
    with ExitStack() as stack:
        servers = []
        for _ in range(2):
            servers.append(start(tmp_path / "data", database_url=database_url, heartbeat_s=8.0))
            stack.callback(servers[-1].stop)
        yield servers


@pytest.mark.every_storage
def test_a_tap_at_one_server_is_shown_by_the_other_at_once(two_servers: list[Running]) -> None:
    one, two = two_servers
    body = {"key": "shared-table", "players": ["Ann", "Ben"], "preset": "classic"}
    table = str(post(f"{one.url}/api/tables", body)["id"])
    with opened(two, table) as there:
        assert there.seq() == 1
        for seq in (1, 2, 3):
            began = time.monotonic()
            roll(one, table, seq)
            assert there.seq() == seq + 1
            assert time.monotonic() - began < 1
        # The table can be played from the other side too.
        roll(two, table, 4)
        assert there.seq() == 5


@pytest.mark.postgresql_only
def test_a_line_that_was_cut_is_mended_and_nothing_is_missed(
    make_app: Callable[..., Flask], postgres: Postgres
) -> None:
    here, there = make_app(heartbeat_s=30), make_app(heartbeat_s=30)
    table = Table(here.test_client(), "Ann", "Ben")
    hub: Hub = there.extensions["dicesight"].hub
    hub.take_stream(table.id)
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE query LIKE 'LISTEN%' AND pid <> pg_backend_pid()"
        )
    changes = 0
    for _ in range(3):
        table.play("roll", dice=[1, 1, 1, 2, 3, 4])
        while True:
            changes, told = hub.wait(table.id, changes, 5)
            assert told is not None, "the other server was never told"
            if told.seq == table.seq:
                break


@pytest.mark.postgresql_only
def test_a_database_that_crashes_is_said_in_words_and_loses_nothing(
    make_app: Callable[..., Flask], postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    app = make_app()
    table = Table(app.test_client(), "Ann", "Ben")
    table.play("roll", dice=[1, 1, 1, 2, 3, 4])
    seen = table.fetch()
    postgres.crash()
    try:
        refused = table.send({"type": "set_aside", "dice": [1, 1, 1]}, id="during-crash")
        assert refused.status_code == 503
        assert refused.get_json()["error"]["code"] == "store_unavailable"
        assert "Nothing was counted" in refused.get_json()["error"]["words"]
    finally:
        postgres.start()
    assert "Traceback" not in caplog.text
    assert table.fetch() == seen
    assert (
        table.send({"type": "set_aside", "dice": [1, 1, 1]}, id="during-crash").status_code == 200
    )


@pytest.mark.every_storage
def test_servers_that_start_at_once_make_the_schema_once(
    tmp_path: Path, database_url: str | None
) -> None:
    url = database_url or f"sqlite:///{tmp_path / 'score.sqlite3'}"
    faults: list[Exception] = []

    def bring_up() -> None:
        try:
            open_engine(url).dispose()
        except Exception as error:
            faults.append(error)

    starts = [threading.Thread(target=bring_up) for _ in range(6)]
    for thread in starts:
        thread.start()
    for thread in starts:
        thread.join()
    assert faults == []
    engine = open_engine(url)
    try:
        with engine.connect() as connection:
            rows = connection.execute(text("SELECT version_num FROM alembic_version")).all()
        assert len(rows) == 1
    finally:
        engine.dispose()


def test_a_server_that_starts_while_another_writes_to_the_new_file_waits_for_it(
    tmp_path: Path,
) -> None:
    # SQLite refuses the change to WAL at once here, whatever its busy timeout says.
    file = tmp_path / "score.sqlite3"
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    done = threading.Timer(0.3, other.execute, ["COMMIT"])
    done.start()
    engine = open_engine(f"sqlite:///{file}")
    try:
        with engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    finally:
        done.join()
        other.close()
        engine.dispose()


def test_a_file_that_another_program_keeps_locked_is_said_after_the_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.database.BUSY_TIMEOUT_MS", 50)
    file = tmp_path / "score.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="locked"):
            open_engine(f"sqlite:///{file}")


@pytest.mark.every_storage
def test_one_key_sent_to_two_servers_makes_one_table(make_app: Callable[..., Flask]) -> None:
    apps = [make_app(), make_app()]
    made: list[str] = []
    ready = threading.Barrier(8)

    def create(worker: int) -> None:
        client = apps[worker % 2].test_client()
        ready.wait()
        body = {"key": "the-same-key", "players": ["Ann"], "preset": "classic"}
        made.append(client.post("/api/tables", json=body).get_json()["id"])

    workers = [threading.Thread(target=create, args=(worker,)) for worker in range(8)]
    for thread in workers:
        thread.start()
    for thread in workers:
        thread.join()
    assert len(made) == 8
    assert len(set(made)) == 1


@pytest.mark.every_storage
def test_everybody_who_joins_at_once_gets_a_number_of_their_own(
    make_app: Callable[..., Flask],
) -> None:
    apps = [make_app(), make_app()]
    table = Table(apps[0].test_client(), "Ann")
    ready = threading.Barrier(12)
    numbers: list[int] = []

    def join(phone: int) -> None:
        members = apps[phone % 2].extensions["dicesight"].members
        ready.wait()
        numbers.append(members.join(table.id, f"device-{phone}").number)

    phones = [threading.Thread(target=join, args=(phone,)) for phone in range(12)]
    for thread in phones:
        thread.start()
    for thread in phones:
        thread.join()
    assert sorted(numbers) == list(range(1, 13))


@pytest.mark.every_storage
def test_an_address_that_no_database_could_hold_is_unknown(make_app: Callable[..., Flask]) -> None:
    client = make_app().test_client()
    for name in ("%00", "a%00b", "x" * 5000, "%F0%9F%8E%B2", "'%3B--"):
        answer = client.get(f"/api/tables/{name}")
        assert answer.status_code == 404
        assert answer.get_json()["error"]["code"] in {"unknown_table", "not_found"}
    client.set_cookie("dicesight_tables", "a\0b.c")
    assert client.get("/", environ_base={"REMOTE_ADDR": "192.0.2.1"}).status_code == 200


def test_the_watch_tells_only_what_is_new_to_somebody(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'score.sqlite3'}")
    store, hub = Store(engine), Hub(5)
    for name in ("open", "closed"):
        store.create(name, f"key-{name}", [{"type": "x"}])
    folded: list[str] = []

    hub.take_stream("open")
    watch = Watch(engine, store, hub, folded.append, look_s=0.02)
    watch.start()
    try:
        assert hub.wait("open", 0, 5)[1] == Mark(1, "key-open")
        store.append("closed", "c1", {}, lambda read: [{"type": "y"}])
        store.append("open", "c2", {}, lambda read: [{"type": "y"}])
        assert hub.wait("open", 1, 5)[1] == Mark(2, "c2")
        assert set(folded) == {"open"}
        quiet = len(folded)
        time.sleep(0.1)
        assert len(folded) == quiet
    finally:
        hub.close()
        watch.join()
        engine.dispose()
