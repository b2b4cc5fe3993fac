"""The engine under the score store: durable settings of SQLite or PostgreSQL, schema migrations."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError, IntegrityError

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"

READ_ONLY = {"dicesight_read": True}
"""Execution options of a connection that only reads and therefore must not wait for writers."""

BUSY_TIMEOUT_MS = 10_000
"""How long a writer of SQLite waits for another one."""

_MIGRATION_LOCK = 0x44696365
"""The number of PostgreSQL's advisory lock that lets one server at a time change the schema."""

_ATTEMPTS = 4
_Made = TypeVar("_Made")
_RETRIED = {"40001", "40P01"}
"""PostgreSQL's codes of a serialization failure and of a deadlock."""


def open_engine(url: str, *, bring_up_to_date: bool = True) -> Engine:
    """An engine whose commits survive a power cut, with the schema brought up to date.

    SQLite runs in WAL mode with ``synchronous=FULL``. A write transaction begins IMMEDIATE: a
    deferred one that upgrades from reading to writing fails at once when another writer is
    active. PostgreSQL confirms a commit when it is on its disk.
    """
    engine = create_engine(with_driver(url), **_pool(url))
    if is_sqlite(engine):
        event.listen(engine, "connect", _configure_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    else:
        event.listen(engine, "connect", _configure_postgresql)
    if bring_up_to_date:
        migrate(engine)
    return engine


def is_sqlite(bind: Engine | Connection) -> bool:
    """Whether this is SQLite, where one writer at a time has the whole database."""
    return bind.dialect.name == "sqlite"


def write_to(engine: Engine, work: Callable[[Connection], _Made]) -> _Made:
    """Do the work in a write transaction. It is done again when another process was quicker with a
    key, two got into each other's way, or the line to the database was cut: so it must be such
    that doing it twice counts once."""
    for _ in range(_ATTEMPTS - 1):
        try:
            with engine.begin() as connection:
                return work(connection)
        except DBAPIError as error:
            again = isinstance(error, IntegrityError) or error.connection_invalidated
            if not again and getattr(error.orig, "sqlstate", None) not in _RETRIED:
                raise
    with engine.begin() as connection:
        return work(connection)


def with_driver(url: str) -> str:
    """The URL with the driver that this program uses: ``postgresql://`` is spoken by psycopg."""
    scheme, mark, rest = url.partition("://")
    return f"postgresql+psycopg{mark}{rest}" if scheme in {"postgres", "postgresql"} else url


def migrate(engine: Engine) -> None:
    """Apply every schema migration that this database lacks, in one transaction. Of several
    servers that start at once, one does it and the others wait."""
    from alembic import command

    settings = _alembic()
    with engine.begin() as connection:
        if not is_sqlite(connection):
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
        settings.attributes["connection"] = connection
        command.upgrade(settings, "head")


def revision(connection: Connection) -> str | None:
    """The last migration that this database has seen; None before the first one."""
    from alembic.migration import MigrationContext

    return MigrationContext.configure(connection).get_current_revision()


def known_revisions() -> frozenset[str]:
    """The migrations that this version of the program has."""
    from alembic.script import ScriptDirectory

    script = ScriptDirectory.from_config(_alembic())
    return frozenset(each.revision for each in script.walk_revisions())


def newest_revision() -> str | None:
    """The last migration that this version of the program has."""
    from alembic.script import ScriptDirectory

    return ScriptDirectory.from_config(_alembic()).get_current_head()


def _alembic() -> Config:
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return settings


def _pool(url: str) -> dict[str, Any]:
    if url.startswith("sqlite"):
        return {"pool_size": 8, "max_overflow": 24}
    # PostgreSQL grants 100 connections by default, to be shared by several servers. One that was
    # cut (the database was restarted) is replaced before it is used.
    return {"pool_size": 4, "max_overflow": 12, "pool_pre_ping": True}


def _configure_sqlite(connection: Any, _record: object) -> None:
    # The driver would send its own deferred BEGIN; _begin_sqlite sends the right one instead.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
    _turn_to_wal(cursor)
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _turn_to_wal(cursor: sqlite3.Cursor) -> None:
    """SQLite's own wait for other writers does not cover the change of a new file to WAL: of two
    servers that make it at once, one is refused immediately, so the wait is done here."""
    until = time.monotonic() + BUSY_TIMEOUT_MS / 1000
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    reading = connection.get_execution_options().get("dicesight_read", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def _configure_postgresql(connection: Any, _record: object) -> None:
    with connection.cursor() as cursor:
        # An administrator may have traded durability for speed; a score is worth the wait.
        cursor.execute(
            "SELECT set_config('synchronous_commit', 'on', false)"
            " WHERE current_setting('synchronous_commit') = 'off'"
        )
    connection.commit()
