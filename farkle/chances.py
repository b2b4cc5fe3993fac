"""The chance to win a race of two: before a turn, and as what the ends of a turn are worth."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from farkle.endings import Endings, filled, lanes_of
from farkle.errors import FarkleError
from farkle.options import GRID
from farkle.rules import Rules, checked_rules
from farkle.solver import solve
from farkle.standing import standings
from farkle.tables import shipped_table
from farkle.turn_table import NEVER, Array, Ends, TurnTable, solve_turn
from farkle.win_table import Race, WinTable

_SOON = 2000
"""Tables with at most so many values are made while one waits: some five seconds."""


def win_probability(
    rules: Rules,
    me: int,
    them: int,
    *,
    farkles: int = 0,
    their_farkles: int = 0,
    opened: bool | None = None,
    their_opened: bool | None = None,
    began: bool = True,
    table: WinTable | None = None,
) -> float:
    """The chance of the player to move to win against one rival, before the first roll.

    Totals in points; who has ``opened`` is taken from them unless said otherwise; ``began``
    tells whether the player to move began the round (it matters where the last round is only
    finished). Both play for the win; a tie that stays one counts half. ``table`` is that of
    rules without a shipped one; for short games it is made here, once. Raises FarkleError
    ``table_missing``, ``not_solvable``, ``situation_wrong``.

    >>> round(win_probability(Rules.preset("playmonster"), 0, 0), 4)
    0.5288
    """
    race = Race(me, them, opened, their_opened, farkles, their_farkles, began)
    return found_table(checked_rules(rules), table).chance(race)


def found_table(rules: Rules, table: WinTable | None = None) -> WinTable:
    """The table given, shipped or made in seconds; raises FarkleError ``table_missing`` or
    ``not_solvable``."""
    found = table if table is not None else shipped_table(rules)
    if found is None and math.prod(standings(rules).shape) <= _SOON:
        found = _made(rules)
    if found is None:
        raise FarkleError(
            "table_missing",
            "The chances to win have not been computed for these rules; 'dicesight solve' does.",
        )
    return found


@lru_cache(maxsize=16)
def _made(rules: Rules) -> WinTable:
    return solve(rules)


def race_turn(table: WinTable, race: Race, reached: int = 0) -> TurnTable:
    """The turn of the player to move, its ends worth chances to win; reaching to ``reached``
    turn points at least."""
    return _race_turn(table, race, -(-reached // 2000) * 2000)


@lru_cache(maxsize=64)
def _race_turn(table: WinTable, race: Race, reached: int) -> TurnTable:
    rules, found = table.rules, table.standings
    place = table.place(race)
    ends = _endings(rules)
    farkle, zero = _without_points(table, place)
    lanes, below = lanes_of(
        found, ends, table.values, *(np.array([n]) for n in (place[0], place[1], *place[3:]))
    )
    rows = filled(ends, lanes, below, np.array([farkle]), np.array([zero])).bank[:, 0]
    start = int(lanes.starts[0])

    def bank(points: Array) -> Array:
        row = np.minimum(start + (points // GRID).astype(np.intp), len(rows) - 1)
        worth = rows[row]
        return np.where(worth < 0, NEVER, worth)

    limit = None
    if rules.exact != "off":
        limit = rules.target - GRID * int(found.totals[place[1]])
    top = GRID * (lanes.top - start)
    is_rising = not ends.passes.has_all_keeps
    return solve_turn(rules, Ends(bank, farkle, zero, limit, is_rising), max(top, reached + GRID))


def _without_points(table: WinTable, place: tuple[int, int, int, int, int]) -> tuple[float, float]:
    """The chance to win after a farkle, and after a turn without points that is none."""
    rules, found, values = table.rules, table.standings, table.values
    role, mine, my_row, theirs, their_row = place
    other = 1 - role if found.roles == 2 else role
    after, next_row = mine, my_row + 1
    if my_row == found.row - 1:
        after = int(found.after_penalty[mine])
        next_row = 0 if rules.penalty_reset or not rules.farkle_penalty else my_row
    kept = 0 if rules.zero_resets_streak else my_row
    farkle = 1.0 - float(values[other, theirs, their_row, after, next_row])
    zero = 1.0 - float(values[other, theirs, their_row, mine, kept])
    return farkle, zero


@lru_cache(maxsize=16)
def _endings(rules: Rules) -> Endings:
    return Endings.of(standings(rules))
