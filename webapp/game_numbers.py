"""The statistics of games, worked out once for each state of a game."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TypeVar

from farkle.curve import milestones
from farkle.forecast import forecast
from farkle.state import GameState
from farkle.statistics import PlayerStatistics, statistics
from farkle.win_table import WinTable
from webapp.games import Games
from webapp.recent import keep_recent
from webapp.store import Mark
from webapp.win_tables import WinTables

_REMEMBERED = 512

Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True)
class Curve:
    """Everybody's chance to win over a game, by seats: ``points`` are the number of turns finished
    and the chances then. ``is_exact`` when all of them come from a table."""

    points: tuple[tuple[int, tuple[float, ...]], ...]
    is_exact: bool


class GameNumbers:
    """Remembers the numbers of games by their newest event: judging all decisions of a long game
    takes a tenth of a second, and a player's page looks at many games."""

    def __init__(self, games: Games, tables: WinTables) -> None:
        self._games = games
        self._tables = tables
        self._curves: OrderedDict[str, tuple[object, Curve]] = OrderedDict()
        self._lock = threading.Lock()
        self._known: OrderedDict[str, tuple[Mark, tuple[PlayerStatistics, ...]]] = OrderedDict()

    def of(self, game_id: str) -> tuple[GameState, tuple[PlayerStatistics, ...]]:
        """The game and the numbers of its players. Raises WebError 404 when there is none."""
        sheet = self._games.sheet(game_id)
        with self._lock:
            known = self._known.get(game_id)
        if known is not None and known[0] == sheet.mark:
            return sheet.state, known[1]
        numbers = statistics(sheet.state)
        with self._lock:
            keep_recent(self._known, game_id, (sheet.mark, numbers), _REMEMBERED)
        return sheet.state, numbers

    def curve(self, game_id: str) -> Curve:
        """How the chances to win went. Raises WebError 404 when there is no such game.

        With two players every turn has a point; with more, where games are played to the end for
        each point, every round has.
        """
        sheet = self._games.sheet(game_id)
        table = self._tables.table(sheet.state.rules) if len(sheet.state.players) == 2 else None
        now = (sheet.mark, table is not None)
        with self._lock:
            known = self._curves.get(game_id)
        if known is not None and known[0] == now:
            return known[1]
        curve = _curve(sheet.state, table)
        with self._lock:
            keep_recent(self._curves, game_id, (now, curve), _REMEMBERED)
        return curve


def _curve(state: GameState, table: WinTable | None) -> Curve:
    count = len(state.players)
    if count < 2:
        return Curve((), True)
    points, bases = [], set()
    for turns, then in milestones(state, every_turn=count == 2):
        outlook = forecast(then, table)
        # Who joined later had no chance before.
        missing = (0.0,) * (count - len(outlook.chances))
        points.append((turns, (*outlook.chances, *missing)))
        bases.add(outlook.basis)
    return Curve(tuple(points), "played" not in bases)
