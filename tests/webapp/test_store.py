"""The store: durable settings, an append-only log, a schema made by migrations."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError

from webapp.database import migrate, open_engine
from webapp.schema import commands, events, metadata
from webapp.store import FARKLE, PAD, Mark, Store, Tail

pytestmark = pytest.mark.every_storage


@pytest.fixture
def engine(tmp_path: Path, database_url: str | None) -> Iterator[Engine]:
    """An engine on a new database."""
    made = open_engine(database_url or f"sqlite:///{tmp_path / 'score.sqlite3'}")
    yield made
    made.dispose()


def test_commits_survive_a_power_cut(engine: Engine, database_url: str | None) -> None:
    if database_url:
        # Also where an administrator has traded it for speed.
        quick = open_engine(f"{database_url}%20-csynchronous_commit%3Doff")
        with quick.connect() as connection:
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
        quick.dispose()
        return
    with engine.connect() as connection:
        settings = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    full = 2
    assert settings == {
        "journal_mode": "wal",
        "synchronous": full,
        "foreign_keys": 1,
        "busy_timeout": 10000,
    }


def test_the_migrations_make_the_schema_that_the_code_uses(engine: Engine) -> None:
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_migrating_twice_changes_nothing(engine: Engine) -> None:
    store = Store(engine)
    store.create("a", "key-a", [{"type": "x"}])
    migrate(engine)
    assert store.read("a") == [{"type": "x"}]


def test_numbers_and_command_ids_are_unique_within_a_game(engine: Engine) -> None:
    Store(engine).create("a", "key-a", [{}])
    row = {"game_id": "a", "command_id": "key-a", "body": "{}", "at": ""}
    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.execute(events.insert().values(seq=1, **row))
    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.execute(commands.insert().values(first_seq=2, last_seq=2, **row))


def test_events_come_back_in_order_after_any_number(engine: Engine) -> None:
    store = Store(engine)
    store.create("a", "key-a", [{"n": 1}])
    store.create("b", "key-b", [{"n": 9}])
    receipt = store.append("a", "c1", {"t": 1}, lambda read: [{"n": 2}, {"n": 3}])
    assert (receipt.first_seq, receipt.last_seq) == (2, 3)
    assert store.read("a") == [{"n": 1}, {"n": 2}, {"n": 3}]
    assert store.read("a", after=2) == [{"n": 3}]


def test_a_decision_that_fails_leaves_the_log_untouched(engine: Engine) -> None:
    store = Store(engine)
    store.create("a", "key-a", [{"n": 1}])

    def fail(read: object) -> list[dict[str, object]]:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        store.append("a", "c1", {}, fail)
    assert store.read("a") == [{"n": 1}]
    assert store.append("a", "c1", {}, lambda read: [{"n": 2}]).repeated is False


def test_the_decision_sees_what_other_writers_have_stored(engine: Engine) -> None:
    store = Store(engine)
    store.create("a", "key-a", [{"n": 1}])
    store.append("a", "c1", {}, lambda read: [{"n": 2}])
    seen: list[Tail] = []
    store.append("a", "c2", {}, lambda read: seen.append(read(None)) or [])
    assert seen == [Tail(Mark(2, "c1"), [{"n": 1}, {"n": 2}], True)]
    assert store.tail("a", Mark(1, "key-a")) == Tail(Mark(2, "c1"), [{"n": 2}], False)
    assert store.tail("a", Mark(2, "c1")) == Tail(Mark(2, "c1"), [], False)


def test_a_place_that_the_log_does_not_go_through_gives_the_whole_log(engine: Engine) -> None:
    store = Store(engine)
    store.create("a", "key-a", [{"n": 1}])
    for elsewhere in (Mark(1, "other"), Mark(2, "key-a")):
        assert store.tail("a", elsewhere) == Tail(Mark(1, "key-a"), [{"n": 1}], True)
    assert store.tail("b", Mark(1, "key-a")) == Tail(None, [], True)


def test_a_reader_does_not_wait_for_a_writer(engine: Engine) -> None:
    store = Store(engine)
    store.create("a", "key-a", [{"n": 1}])
    with engine.begin():
        assert store.read("a") == [{"n": 1}]


def test_the_games_last_played_come_first(engine: Engine) -> None:
    store = Store(engine)
    for name in ("a", "b", "c"):
        store.create(name, f"key-{name}", [{}])
    with engine.begin() as connection:
        for at, name in (("3", "b"), ("2", "c"), ("1", "a")):
            connection.execute(events.update().where(events.c.game_id == name).values(at=at))
    assert [game for game, _ in store.recent(2)] == ["b", "c"]
    assert store.last_times(["a", "zzz"]) == {"a": "1"}


def test_logs_of_other_games_are_kept_apart(engine: Engine) -> None:
    store = Store(engine)
    store.create("a-game", "a-key-of-mine", [{"type": "started"}])
    store.create("a-pad", "a-pads-key", [{"type": "started"}], kind=PAD)
    assert [game for game, _ in store.recent(9)] == ["a-game"]
    assert [game for game, _ in store.recent(9, PAD)] == ["a-pad"]
    assert list(store.last_times(["a-game", "a-pad"])) == ["a-game"]
    assert store.ids() == ["a-game"]
    assert (store.kind("a-pad"), store.kind("a-game"), store.kind("?")) == (PAD, FARKLE, None)
