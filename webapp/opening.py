"""Opens the stored games for a command, and says in words why they cannot be opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from webapp.config import Config
from webapp.database import is_sqlite, known_revisions, open_engine, revision


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

    An SQLite file that is missing is made only with ``create``. Raises StorageError:
    ``store_missing``, ``store_damaged``, ``store_newer``, ``store_read_only``, ``store_full`` or
    ``store_unreachable``.
    """
    file = _file(config)
    if file is not None and not create and not file.exists():
        raise StorageError("store_missing", f"There are no games in {config.data_dir}.")
    try:
        engine = open_engine(config.database, bring_up_to_date=False)
        try:
            _check(engine, config)
            if bring_up_to_date:
                from webapp.database import migrate

                migrate(engine)
        except BaseException:
            engine.dispose()
            raise
    except (OSError, SQLAlchemyError) as error:
        raise _in_words(error, config) from error
    try:
        yield engine
    finally:
        engine.dispose()


def _check(engine: Engine, config: Config) -> None:
    with engine.connect() as connection:
        if is_sqlite(engine):
            state = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
            if state != "ok":
                raise StorageError("store_damaged", f"{_place(config)} are damaged: {state}.")
        seen = revision(connection)
        if seen is not None and seen not in known_revisions():
            raise StorageError(
                "store_newer",
                f"{_place(config)} were written by a newer Dicesight: use that one.",
            )


def _in_words(error: Exception, config: Config) -> StorageError:
    reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
    place = _place(config)
    if "not a database" in reason or "malformed" in reason:
        return StorageError("store_damaged", f"{place} are damaged and cannot be opened: {reason}.")
    if "readonly" in reason or "read-only" in reason:
        return StorageError("store_read_only", f"{place} may not be written to: {reason}.")
    if "full" in reason:
        return StorageError("store_full", f"{place} need room on the disk: {reason}.")
    return StorageError("store_unreachable", f"{place} cannot be opened: {reason}.")


def _place(config: Config) -> str:
    if config.database_url:
        url = make_url(config.database_url)
        return f"The scores in {url.render_as_string(hide_password=True)}"
    return f"The scores in {config.data_dir}"


def _file(config: Config) -> Path | None:
    url = make_url(config.database)
    is_file = url.get_backend_name() == "sqlite" and url.database not in {None, "", ":memory:"}
    return Path(str(url.database)) if is_file else None
