"""Copies of all games in one file: made while the server runs, checked, and put back.

A backup is an SQLite file whatever the games are stored in, so one can move from SQLite to
PostgreSQL and back. It carries a seal: how many rows it has, and their hash.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import (
    Connection,
    Engine,
    MetaData,
    Table,
    create_engine,
    event,
    func,
    select,
    text,
)
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from farkle.events import event_from_mapping
from farkle.sheet import fold
from webapp.archive import program_version
from webapp.database import READ_ONLY, is_sqlite, known_revisions, open_engine, revision
from webapp.fingerprint import Fingerprint, fingerprint
from webapp.news import tell_everybody
from webapp.schema import games, metadata
from webapp.store import FARKLE

_SEAL = "backup_seal"
_OURS = {"alembic_version", "games", "commands", "events"}
_CHUNK = 1000
_SIDE_FILES = ("-wal", "-shm")


class BackupError(Exception):
    """A backup that cannot be made or put back: stable ``code``, ``words`` for a person."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code
        self.words = words


@dataclass(frozen=True, slots=True)
class Contents:
    """What was found in a backup: ``made_at`` is None for a database that was copied by other
    means, which has no seal; ``unreadable`` are the ids of games that do not fold."""

    fingerprint: Fingerprint
    games: int
    events: int
    made_at: str | None
    unreadable: tuple[str, ...]


def make_backup(engine: Engine, target: Path) -> Contents:
    """Copy everything into a new file, then check the copy against what was copied.

    Others may write meanwhile; the copy is of one moment. Raises BackupError ``target_exists``,
    ``backup_failed`` or ``backup_damaged``, and leaves no file then.
    """
    if target.exists():
        raise BackupError("target_exists", f"There is already a file {target}.")
    part = target.with_name(f"{target.name}.part")
    _remove(part)
    try:
        with engine.connect().execution_options(**READ_ONLY) as connection:
            if not is_sqlite(connection):
                connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
            copied = fingerprint(connection, _tables(connection).values())
            if is_sqlite(connection):
                _copy_pages(connection, part)
            else:
                _copy_into_sqlite(connection, part)
        _seal(part)
        contents = check_backup(part)
        if contents.fingerprint != copied:
            raise BackupError("backup_damaged", "The copy differs from what was copied.")
        _settle(part, target)
    except (DatabaseError, sqlite3.Error, OSError) as error:
        raise BackupError(
            "backup_failed", f"{target} could not be written: {_reason(error)}."
        ) from error
    finally:
        _remove(part)
    return contents


def check_backup(path: Path, name: str = "") -> Contents:
    """Read a whole backup, compare it with its seal and play every game in it through.

    ``name`` is what people know the file by. Raises BackupError: ``backup_foreign``,
    ``backup_damaged`` or ``backup_newer``.
    """
    name = name or str(path)
    with path.open("rb") as file:
        if file.read(16) != b"SQLite format 3\0":
            raise BackupError("backup_foreign", f"{name} is not a backup of Dicesight.")
    try:
        with _opened(path) as engine, engine.connect() as connection:
            return _check(connection, name)
    except DatabaseError as error:
        raise BackupError("backup_damaged", f"{name} is damaged: {error.orig}.") from error


def check_backup_copy(source: Path) -> Contents:
    """Check a backup without touching it, as ``check_backup`` does."""
    with TemporaryDirectory(prefix="dicesight-check-") as folder:
        copy = Path(folder, "backup.sqlite3")
        _copy_file(source, copy)
        return check_backup(copy, str(source))


def restore_backup(source: Path, engine: Engine, aside: Path) -> Contents:
    """Replace everything by what is in the backup, in one transaction, while others wait.

    What was there before is written as a backup to ``aside`` first, within the same transaction,
    so that nothing that was ever acknowledged is lost. Raises BackupError.
    """
    with TemporaryDirectory(prefix="dicesight-restore-") as folder:
        copy = Path(folder, "backup.sqlite3")
        _copy_file(source, copy)
        contents = check_backup(copy, str(source))
        _unseal(copy)
        newer = open_engine(f"sqlite:///{copy}")
        try:
            with (
                newer.connect().execution_options(**READ_ONLY) as there,
                engine.begin() as here,
            ):
                if not is_sqlite(here):
                    names = ", ".join(table.name for table in metadata.sorted_tables)
                    here.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))
                if count_games(here):
                    make_backup(engine, aside)
                _replace(there, here)
        finally:
            newer.dispose()
    return contents


def count_games(connection: Connection) -> int:
    """How many games this database has."""
    return connection.scalar(select(func.count()).select_from(games)) or 0


def stamp() -> str:
    """The moment as part of a file name, in UTC."""
    return datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")


def move_aside(database: Path) -> Path:
    """Take a damaged SQLite file (and what lies beside it) out of the way; where it is now."""
    kept = database.with_name(f"{database.stem}-damaged-{stamp()}{database.suffix}")
    for ending in ("", *_SIDE_FILES):
        with contextlib.suppress(FileNotFoundError):
            Path(f"{database}{ending}").replace(f"{kept}{ending}")
    return kept


def _check(connection: Connection, name: str) -> Contents:
    state = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
    if state != "ok":
        raise BackupError("backup_damaged", f"{name} is damaged: {state}.")
    tables = _tables(connection)
    if not tables.keys() >= _OURS:
        raise BackupError("backup_foreign", f"{name} is not a backup of Dicesight.")
    if revision(connection) not in known_revisions():
        raise BackupError("backup_newer", f"{name} was written by a newer Dicesight: use that one.")
    found = fingerprint(connection, [table for name, table in tables.items() if name != _SEAL])
    made_at = None
    if _SEAL in tables:
        seal = connection.exec_driver_sql(f"SELECT * FROM {_SEAL}").mappings().one_or_none()
        if seal is None or seal["sha256"] != found.sha256:
            raise BackupError(
                "backup_damaged", f"{name} is damaged: its content does not match its seal."
            )
        made_at = str(seal["made_at"])
    unreadable = tuple(_unreadable(connection, tables))
    if unreadable and made_at is None:
        raise BackupError(
            "backup_damaged",
            f"{name} is damaged: {len(unreadable)} of its games cannot be played through.",
        )
    rows = dict(found.rows)
    return Contents(found, rows["games"], rows["events"], made_at, unreadable)


def _unreadable(connection: Connection, tables: Mapping[str, Table]) -> Iterator[str]:
    """The games that cannot be played through, in a schema of any version so far."""
    logs, heads = tables["events"], tables["games"]
    query = select(logs.c.game_id, logs.c.body).order_by(logs.c.game_id, logs.c.seq)
    if "kind" in heads.c:
        query = query.join(heads, heads.c.id == logs.c.game_id).where(heads.c.kind == FARKLE)
    rows = connection.execute(query.execution_options(yield_per=_CHUNK))
    for game_id, log in itertools.groupby(rows, key=lambda row: str(row.game_id)):
        try:
            fold(event_from_mapping(json.loads(row.body)) for row in log)
        except ValueError:  # FarkleError is one
            yield game_id


def _tables(connection: Connection) -> dict[str, Table]:
    """The tables as they are; of a PostgreSQL, which may hold more than ours, only ours."""
    found = MetaData()
    if is_sqlite(connection):
        found.reflect(connection)
    else:
        found.reflect(connection, only=lambda name, _: name in _OURS or name in metadata.tables)
    return dict(found.tables)


def _copy_pages(connection: Connection, part: Path) -> None:
    # The reading transaction that this connection is in keeps the moment that is copied.
    with contextlib.closing(sqlite3.connect(part)) as target:
        source = connection.connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        source.backup(target)


def _copy_into_sqlite(connection: Connection, part: Path) -> None:
    engine = open_engine(f"sqlite:///{part}")
    try:
        with engine.begin() as target:
            if revision(connection) != revision(target):
                raise BackupError(
                    "other_version",
                    "These games were written by another version of Dicesight: use that one, "
                    "or start this one once, so that it brings them up to date.",
                )
            _copy_rows(connection, target)
    finally:
        engine.dispose()


def _replace(there: Connection, here: Connection) -> None:
    for table in reversed(metadata.sorted_tables):
        here.execute(table.delete())
    _copy_rows(there, here)
    tables = metadata.sorted_tables
    if fingerprint(here, tables) != fingerprint(there, tables):
        raise BackupError("restore_failed", "The games could not be put back: nothing was changed.")
    tell_everybody(here)


def _copy_rows(source: Connection, target: Connection) -> None:
    for table in metadata.sorted_tables:
        rows = source.execute(select(table).execution_options(yield_per=_CHUNK))
        for chunk in rows.mappings().partitions():
            target.execute(table.insert(), [dict(row) for row in chunk])


def _seal(part: Path) -> None:
    with _opened(part, writable=True) as engine:
        with engine.connect() as connection:
            # One file, without a companion that would be forgotten when it is copied.
            connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
        with engine.begin() as connection:
            found = fingerprint(connection, _tables(connection).values())
            connection.exec_driver_sql(
                f"CREATE TABLE {_SEAL} (made_at TEXT, program TEXT, rows TEXT, sha256 TEXT)"
            )
            connection.exec_driver_sql(
                f"INSERT INTO {_SEAL} VALUES (?, ?, ?, ?)",
                (
                    datetime.now(UTC).isoformat(timespec="seconds"),
                    program_version(),
                    json.dumps(dict(found.rows)),
                    found.sha256,
                ),
            )


def _unseal(copy: Path) -> None:
    with _opened(copy, writable=True) as engine, engine.begin() as connection:
        connection.exec_driver_sql(f"DROP TABLE IF EXISTS {_SEAL}")


@contextlib.contextmanager
def _opened(path: Path, *, writable: bool = False) -> Iterator[Engine]:
    """A database file as it is, without the settings of a store that is in use."""
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    if not writable:
        event.listen(engine, "connect", lambda connection, _: _refuse_writes(connection))
    try:
        yield engine
    finally:
        engine.dispose()


def _refuse_writes(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA query_only=1")


def _copy_file(source: Path, copy: Path) -> None:
    shutil.copyfile(source, copy)
    # A database that was copied with its folder may have its newest rows in the file beside it.
    beside = Path(f"{source}-wal")
    if beside.is_file():
        shutil.copyfile(beside, Path(f"{copy}-wal"))


def _settle(part: Path, target: Path) -> None:
    """Give the finished file its name, once its content is on the disk."""
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(target)
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return str(getattr(error, "orig", None) or error)


def _remove(path: Path) -> None:
    for ending in ("", *_SIDE_FILES):
        Path(f"{path}{ending}").unlink(missing_ok=True)
