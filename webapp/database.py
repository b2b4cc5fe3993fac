"""The engine under the score store: durable SQLite settings and schema migrations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event

MIGRATIONS = Path(__file__).parent / "migrations"

READ_ONLY = {"dicesight_read": True}
"""Execution options of a connection that only reads and therefore must not wait for writers."""


def open_engine(url: str) -> Engine:
    """An engine whose commits survive a power cut, with the schema brought up to date.

    SQLite runs in WAL mode with ``synchronous=FULL``. A write transaction begins IMMEDIATE: a
    deferred one that upgrades from reading to writing fails at once when another writer is
    active.
    """
    sqlite = url.startswith("sqlite")
    options: dict[str, Any] = {"pool_size": 8, "max_overflow": 24} if sqlite else {}
    engine = create_engine(url, **options)
    if sqlite:
        event.listen(engine, "connect", _configure_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    migrate(engine)
    return engine


def migrate(engine: Engine) -> None:
    """Apply every schema migration that this database lacks, in one transaction."""
    from alembic import command
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.begin() as connection:
        settings.attributes["connection"] = connection
        command.upgrade(settings, "head")


def _configure_sqlite(connection: Any, _record: object) -> None:
    # The driver would send its own deferred BEGIN; _begin_sqlite sends the right one instead.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        "busy_timeout=10000",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    reading = connection.get_execution_options().get("dicesight_read", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
