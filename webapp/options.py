"""Options that several commands share: where the games are stored."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from webapp.config import Config

_Command = TypeVar("_Command", bound=Callable[..., Any])

_data_dir = click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="DICESIGHT_DATA_DIR",
    help="Folder for everything that is kept. Default: the user's data folder.",
)
_database_url = click.option(
    "--database-url",
    envvar="DICESIGHT_DATABASE_URL",
    metavar="URL",
    help="Keep the games in this PostgreSQL (postgresql://USER@HOST/NAME), not in the folder.",
)


def storage(command: _Command) -> _Command:
    """Add ``data_dir`` and ``database_url`` to a command."""
    return _data_dir(_database_url(command))


def storage_config(data_dir: Path | None, database_url: str | None) -> Config:
    """The settings of these options. Raises click's UsageError for a URL of another kind."""
    import platformdirs
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    from webapp.config import Config
    from webapp.database import with_driver

    if database_url:
        try:
            backend = make_url(with_driver(database_url)).get_backend_name()
        except ArgumentError:
            backend = ""
        if backend not in {"postgresql", "sqlite"}:
            raise click.UsageError(
                "The database's address looks like postgresql://USER:PASSWORD@HOST:PORT/NAME."
            )
    folder = data_dir or Path(platformdirs.user_data_dir("dicesight", appauthor=False))
    return Config(data_dir=folder, database_url=database_url or None)
