"""Whether the stored games can be opened."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.engine import make_url

from webapp.checks.finding import Finding, fault, good, note
from webapp.config import Config
from webapp.database import READ_ONLY, is_sqlite, newest_revision, revision, with_driver
from webapp.opening import StorageError, open_stored
from webapp.schema import games

_ADVICE = {
    "store_damaged": "Put the newest backup back: dicesight restore FILE.",
    "store_newer": "Start the newer Dicesight again that these games were played with.",
    "store_busy": "Another program holds the games: end it, then try again.",
    "store_read_only": "Let yourself write to the file and its folder.",
    "store_full": "Free some space on the disk.",
    "store_unreachable": "Is PostgreSQL running, and is --database-url right?",
}


def check_database(config: Config) -> list[Finding]:
    """Open the games, check that they are whole, and count them; nothing is changed."""
    try:
        with open_stored(config, bring_up_to_date=False) as engine:
            where = "SQLite" if is_sqlite(engine) else "PostgreSQL"
            with engine.connect().execution_options(**READ_ONLY) as connection:
                present = revision(connection)
                count = 0
                if present is not None:
                    count = connection.execute(select(func.count()).select_from(games)).scalar_one()
            if present != newest_revision():
                return [
                    note(
                        "store_older",
                        f"{where}: {count} games, written by an older Dicesight.",
                        "They are brought up to date at the next start. To go back you would need "
                        "a copy from before: dicesight backup FILE.",
                        games=count,
                    )
                ]
            return [good("store", f"{where}: {count} games, undamaged.", games=count)]
    except StorageError as error:
        if error.code == "store_missing":
            return [good("store_missing", "No games yet: the first start makes the file.")]
        return [fault(error.code, error.words, _ADVICE.get(error.code, "See docs/keeping.md."))]
    except ImportError as error:
        if make_url(with_driver(config.database)).get_backend_name() != "postgresql":
            raise
        return [
            fault(
                "postgres_missing",
                f"The package for PostgreSQL is not installed ({error.name}).",
                "python -m pip install -e '.[postgres]' -c constraints.txt",
            )
        ]
