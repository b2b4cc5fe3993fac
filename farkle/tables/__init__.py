"""The tables of chances to win that come with the presets, made by ``dicesight solve``.

The only place of this room that reads files, and only these.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from farkle.rules import Rules
from farkle.win_table import WinTable, table_name


def shipped_table(rules: Rules) -> WinTable | None:
    """The table that was shipped for these rules, None if there is none.

    Raises FarkleError ``table_not_readable`` if it is damaged.
    """
    return _shipped(table_name(rules))


@lru_cache(maxsize=16)
def _shipped(name: str) -> WinTable | None:
    path = files(__name__) / f"{name}.win"
    return WinTable.from_bytes(path.read_bytes()) if path.is_file() else None
