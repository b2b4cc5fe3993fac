"""The statistics of games, worked out once for each state of a game."""

from __future__ import annotations

import threading
from collections import OrderedDict

from farkle.state import GameState
from farkle.statistics import PlayerStatistics, statistics
from webapp.games import Games
from webapp.store import Mark

_REMEMBERED = 512


class GameNumbers:
    """Remembers the numbers of games by their newest event: judging all decisions of a long game
    takes a tenth of a second, and a player's page looks at many games."""

    def __init__(self, games: Games) -> None:
        self._games = games
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
            self._known[game_id] = sheet.mark, numbers
            self._known.move_to_end(game_id)
            while len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return sheet.state, numbers
