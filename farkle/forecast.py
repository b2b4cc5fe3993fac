"""Everybody's chance to win from here.

Two players: exact, before the last round from the table of their rules. More of them in the last
round: exact, once few have still to play. Otherwise games are played to the end with chance
numbers that are always the same: each player plays for most points, in the last round to pass the
leader, and then stops.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from farkle.advice import advise, situation_of, standing_worth
from farkle.dice import MAX_DICE
from farkle.endings import exact_chances
from farkle.last_round import last_round
from farkle.options import GRID
from farkle.outcomes import outcomes
from farkle.rules import Rules
from farkle.sheet import GameState
from farkle.turn_table import Array, TurnTable
from farkle.win_table import WinTable
from farkle.worth import exact_table, long_run, reach_chances, reach_table, turn_table

GAMES = 4000
"""How many games a forecast plays: the chances are right within about 1.5 in 100."""

_MOST_ROUNDS = 400
_LIKE, _MOST_LIKE = 250, 3000
_Totals = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Forecast:
    """The chance to win of each player, in seat order, and how it was found: ``certain`` when
    the game is over, ``exact`` for the best play, ``played`` from games played to the end."""

    chances: tuple[float, ...]
    basis: Literal["certain", "exact", "played"]


def forecast(state: GameState, table: WinTable | None = None) -> Forecast:
    """The chances of all players; ``table`` is that of rules without a shipped one."""
    count = len(state.players)
    if state.turn is None:
        share = 1.0 / len(state.winners)
        return Forecast(
            tuple(share if n in state.winners else 0.0 for n in range(count)), "certain"
        )
    active = state.active
    if len(active) == 2 and state.current in active:
        mover, basis = standing_worth(state, table)
        if basis in ("win", "chance"):
            chances = [1.0 - mover if n in active else 0.0 for n in range(count)]
            chances[state.current] = mover
            return Forecast(tuple(chances), "exact")
    if (shares := last_round(state)) is not None:
        return Forecast(shares, "exact")
    return Forecast(_played(state), "played")


def _played(state: GameState) -> tuple[float, ...]:
    """The shares of the wins in games played to the end from here; none for who has retired."""
    seats = state.active
    order = [seats.index(n) for n in state.waiting or ()]
    current = seats.index(state.current)
    games = _Games.begun(state)
    games.turn(current, _outcomes_from_here(state))
    if state.waiting is not None:
        for player in order:
            games.turn(player, None)
    else:
        for step in range(1, len(seats) * _MOST_ROUNDS):
            if games.are_over:
                break
            games.turn((current + step) % len(seats), None)
    shares = dict(zip(seats, games.shares(), strict=True))
    return tuple(shares.get(n, 0.0) for n in range(len(state.players)))


class _Games:
    """Many games of one table side by side; arrays are [game] or [game, player who plays]."""

    def __init__(self, rules: Rules, first: int, totals: _Totals, rows: _Totals) -> None:
        self.rules, self.first = rules, first
        self.totals, self.rows = totals, rows
        self.opened = np.zeros(totals.shape, dtype=bool)
        self.left = np.full(totals.shape[0], -1)  # last turns still to play; -1: no end in sight
        self.limit = None if rules.exact == "off" else rules.target
        self.chance = np.random.default_rng(1)

    @classmethod
    def begun(cls, state: GameState) -> _Games:
        players, rules = [state.players[n] for n in state.active], state.rules
        first = next((n for n, seat in enumerate(state.active) if seat >= state.first), 0)
        totals = np.tile([player.total for player in players], (GAMES, 1))
        rows = np.tile([player.farkles_in_row(rules) for player in players], (GAMES, 1))
        games = cls(rules, first, totals, rows)
        games.opened[:] = [player.has_opened(rules) for player in players]
        if state.waiting is not None:
            games.left[:] = len(state.waiting) + 1
        if state.in_playoff:
            games.limit = None
        return games

    @property
    def are_over(self) -> bool:
        return not (self.left != 0).any()

    def turn(self, player: int, outcomes: Array | None) -> None:
        """One turn of a player in all games that go on: with the given chances of 0, 50, 100, …
        points, else with those of the best play."""
        rules = self.rules
        goes_on = self.left != 0
        drawn = self.chance.random(len(goes_on))
        points = self._points(player, drawn, outcomes)
        if self.limit is not None:
            points[self.totals[:, player] + points > self.limit] = 0
        points[~goes_on] = 0
        lost = goes_on & (points == 0)
        rows = self.rows[:, player]
        rows[goes_on & (points > 0)] = 0
        rows[lost] += 1
        total = self.totals[:, player] + points
        self.opened[:, player] |= points > 0
        if rules.farkle_penalty:
            due = lost & (rows >= rules.farkle_streak)
            costs = np.full(len(due), rules.farkle_penalty)
            if not rules.allow_negative:
                costs = np.minimum(costs, np.maximum(total, 0))
            total[due] -= costs[due]
            if rules.penalty_reset:
                rows[due] = 0
        self.totals[:, player] = total
        self.left[self.left > 0] -= 1
        reached = (self.left < 0) & (total >= rules.target)
        self.left[reached] = self._last_turns(player)

    def _last_turns(self, player: int) -> int:
        count = int(self.totals.shape[1])
        if self.rules.final_round == "sudden_death":
            return 0
        if self.rules.final_round == "finish_round":
            return (self.first - player - 1) % count
        return count - 1

    def _points(self, player: int, drawn: Array, outcomes: Array | None) -> _Totals:
        if outcomes is not None:
            return GRID * np.searchsorted(np.cumsum(outcomes), drawn, "right").clip(
                max=len(outcomes) - 1
            )
        points = np.zeros(len(drawn), dtype=np.int64)
        chasing = self.left > 0
        rows = np.minimum(self.rows[:, player], self.rules.farkle_streak - 1)
        for opened in (True, False):
            for row in np.unique(rows):
                which = ~chasing & (self.opened[:, player] == opened) & (rows == row)
                if which.any():
                    reached = _turn_outcomes(self.rules, int(row), opened)
                    points[which] = GRID * np.searchsorted(reached, drawn[which], "right")
            which = chasing & (self.opened[:, player] == opened)
            if which.any():
                points[which] = self._chased(player, which, drawn[which], opened)
        return points

    def _chased(
        self, player: int, which: npt.NDArray[np.bool_], drawn: Array, opened: bool
    ) -> _Totals:
        """The points of a player who has to pass the leader, in some of the games."""
        own = self.totals[which, player]
        if self.limit is not None:
            # Who has hit the target exactly cannot be passed, but met.
            need = self.limit - own
            chances = exact_chances(self.rules, int(need.max()))[need // GRID]
            return np.where((drawn < chances) & (self.rules.tie != "first_reached"), need, 0)
        need = np.maximum(self.totals[which].max(axis=1) - own + GRID, GRID)
        chances = reach_chances(self.rules, int(need.max()), opened)[need // GRID]
        points = np.zeros(len(need), dtype=np.int64)
        like = np.clip(_LIKE * np.rint(need / _LIKE), _LIKE, _MOST_LIKE).astype(np.int64)
        for goal in np.unique(like):
            past = _points_past(self.rules, int(goal), opened)
            reached = (like == goal) & (drawn < chances)
            share = drawn[reached] / chances[reached]
            points[reached] = need[reached] + GRID * np.searchsorted(past, share, "right")
        return points

    def shares(self) -> tuple[float, ...]:
        """The share of wins of each player; a tie is shared."""
        highest = self.totals == self.totals.max(axis=1, keepdims=True)
        won = highest / highest.sum(axis=1, keepdims=True)
        return tuple(float(share) for share in won.mean(axis=0))


@lru_cache(maxsize=64)
def _turn_outcomes(rules: Rules, row: int, opened: bool) -> Array:
    """The chance of banking at most 0, 50, 100, … points in a whole turn, playing for points."""
    return np.cumsum(outcomes(_policy(rules, row, opened), 0, MAX_DICE))[:-1]


@lru_cache(maxsize=64)
def _points_past(rules: Rules, goal: int, opened: bool) -> Array:
    """The chance of coming at most 0, 50, 100, … points past a goal that is reached."""
    chances = outcomes(reach_table(rules, goal, opened), 0, MAX_DICE)[goal // GRID :]
    past: Array = np.cumsum(chances)[:-1] / chances.sum()
    return past


def _policy(rules: Rules, row: int, opened: bool, points: int = 0) -> TurnTable:
    if rules.farkle_penalty and opened:
        tables = long_run(rules, points).tables
        return tables[min(row, len(tables) - 1)]
    return turn_table(rules, row, opened, points)


def _outcomes_from_here(state: GameState) -> Array:
    """The chances of how the turn under way ends, played as the others are."""
    turn, player, rules = state.turn, state.player, state.rules
    assert turn is not None
    points, dice = turn.points, turn.in_hand
    if turn.phase == "farkled":
        return np.ones(1)
    situation = situation_of(state)
    if turn.phase == "rolled":
        best = advise(turn.roll or (), rules, replace(situation, race=None))[0]
        points, dice = best.points, best.dice
        if best.action == "bank":
            return _surely(points)
    may_bank = turn.phase == "kept" and turn.why_not_bank() is None
    if situation.lead is not None:
        is_exact = situation.room is not None
        need = situation.lead + (0 if is_exact else GRID)
        if may_bank and points >= need:
            return _surely(points)
        if is_exact:
            # The table must reach beyond the goal, or going past would look like hitting it.
            return outcomes(exact_table(rules, need, max(need, points) + GRID), points, dice, True)
        need = max(points + GRID, need)  # where it cannot be banked yet, more is needed
        return outcomes(reach_table(rules, need, situation.opened, points), points, dice)
    table = _policy(rules, player.farkles_in_row(rules), situation.opened, points)
    if may_bank and table.bank_value(points) >= table.roll_value(points, dice):
        return _surely(points)
    return outcomes(table, points, dice)


def _surely(points: int) -> Array:
    chances = np.zeros(points // GRID + 1)
    chances[points // GRID] = 1.0
    return chances
