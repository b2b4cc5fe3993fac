"""Opens the stored games for a command, and says in words why they cannot be opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine, false
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from webapp.config import Config
from webapp.database import is_sqlite, known_revisions, migrate, open_engine, revision
from webapp.schema import games


class StorageError(Exception):
    """Games that cannot be opened: stable ``code``, ``words`` for a person."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code
        self.words = words


@contextmanager
def open_stored(
    config: Config, *, create: bool = False, bring_up_to_date: bool = True
) -> Iterator[Engine]:
    """The engine of the stored games, let go of at the end.

    An SQLite file that is missing is made only with ``create``, which also makes sure that it can
    be written to. Raises StorageError, also for what happens to the database later:
    ``store_missing``, ``store_damaged``, ``store_newer``, ``store_busy``, ``store_read_only``,
    ``store_full`` or ``store_unreachable``.
    """
    file = _file(config)
    if file is not None and not create and not file.exists():
        raise StorageError("store_missing", f"There are no games in {config.data_dir}.")
    try:
        engine = open_engine(config.database, bring_up_to_date=False)
        try:
            _check(engine, config)
            if bring_up_to_date:
                migrate(engine)
            if create:
                _check_writable(engine)
            yield engine
        finally:
            engine.dispose()
    except SQLAlchemyError as error:
        raise _in_words(error, config) from error


def _check(engine: Engine, config: Config) -> None:
    with engine.connect() as connection:
        if is_sqlite(engine):
            state = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
            if state != "ok":
                raise _damaged(config, str(state).replace("\n", " "))
        seen = revision(connection)
        if seen is not None and seen not in known_revisions():
            raise StorageError(
                "store_newer",
                f"{_place(config)} were written by a newer Dicesight: use that one.",
            )


def _check_writable(engine: Engine) -> None:
    """Write nothing: what may not be written to refuses even that."""
    with engine.begin() as connection:
        connection.execute(games.delete().where(false()))


def _in_words(error: Exception, config: Config) -> StorageError:
    reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
    place = _place(config)
    if "not a database" in reason or "malformed" in reason:
        return _damaged(config, reason)
    if "readonly" in reason or "read-only" in reason:
        return StorageError("store_read_only", f"{place} may not be written to: {reason}.")
    if "locked" in reason:
        return StorageError("store_busy", f"{place} are in use by another program: {reason}.")
    if "full" in reason:
        return StorageError("store_full", f"{place} need room on the disk: {reason}.")
    if "unable to open" in reason:
        return StorageError(
            "store_read_only",
            f"{place} cannot be opened: {reason}. May its folder be read and written?",
        )
    return StorageError("store_unreachable", f"{place} cannot be opened: {reason}.")


def _damaged(config: Config, reason: str) -> StorageError:
    return StorageError(
        "store_damaged",
        f"{_place(config)} are damaged and cannot be opened: {reason}. "
        "Put a backup back with: dicesight restore",
    )


def _place(config: Config) -> str:
    if config.database_url:
        url = make_url(config.database_url)
        return f"The scores in {url.render_as_string(hide_password=True)}"
    return f"The scores in {config.data_dir}"


def _file(config: Config) -> Path | None:
    url = make_url(config.database)
    is_file = url.get_backend_name() == "sqlite" and url.database not in {None, "", ":memory:"}
    return Path(str(url.database)) if is_file else None
