"""What a turn is worth: expected points, long-run points per turn, chances to reach a number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from farkle.dice import MAX_DICE
from farkle.errors import FarkleError
from farkle.odds import checked_dice_count
from farkle.options import GRID
from farkle.rules import Rules, checked_rules
from farkle.turn_table import (
    NEVER,
    Array,
    Ends,
    TurnTable,
    always_bank_from,
    first_roll_values,
    solve_turn,
)
from farkle.whole import checked_farkles, whole_number

MOST_POINTS = 1_000_000
"""The most points of a turn that are asked about."""


def turn_value(
    points: int, dice_left: int, rules: Rules, farkles: int = 0, opened: bool = True
) -> float:
    """Expected turn points when one throws so many dice now and plays on for most points.

    ``points`` are the turn's points so far; none with six dice is a turn's start. ``farkles``
    is the row of farkles behind the player: the penalty counts if another one brings it.
    ``opened`` tells whether the opening minimum is met; if not, it is kept in mind.

    >>> round(turn_value(0, 6, Rules.preset("classic")), 3)
    576.757
    """
    points, dice = _checked_points(points), checked_dice_count(dice_left)
    return turn_table(rules, farkles, opened, points).roll_value(points, dice)


def turn_table(rules: Rules, farkles: int = 0, opened: bool = True, points: int = 0) -> TurnTable:
    """The table for most points in this turn, reaching to ``points`` at least."""
    rules, farkles = checked_rules(rules), checked_farkles(farkles)
    penalty = -float(rules.farkle_penalty) if farkles + 1 >= rules.farkle_streak else 0.0
    return _turn_table(rules, penalty, opened or not rules.opening_min, _top(rules, points))


def _top(rules: Rules, points: int) -> int:
    """Where tables end: where one always banks and may, and beyond the points asked for."""
    top = max(always_bank_from(rules), rules.opening_min, rules.bank_min)
    while top <= points:
        top *= 2  # by doubling, so that few different tables are made
    return top


@lru_cache(maxsize=256)
def _turn_table(rules: Rules, penalty: float, opened: bool, top: int) -> TurnTable:
    ends = Ends(lambda points: _bank(points, rules, opened, penalty, 0.0), farkle=penalty)
    return solve_turn(rules, ends, top)


def limited_table(
    rules: Rules, room: int, farkles: int = 0, opened: bool = True, points: int = 0
) -> TurnTable:
    """The table for most points where going past ``room`` fails, the cost of another farkle in a
    row included as in the long run; reaching to ``points`` at least."""
    if rules.farkle_penalty and opened:
        tables = long_run(rules).tables
        table = tables[min(farkles, len(tables) - 1)]
    else:
        table = turn_table(rules, farkles, opened)
    top = max(room, points) + GRID
    return _limited_table(rules, room, opened, table.farkle, table.zero, top)


@lru_cache(maxsize=64)
def _limited_table(
    rules: Rules, room: int, opened: bool, farkle: float, zero: float, top: int
) -> TurnTable:
    ends = Ends(lambda points: _bank(points, rules, opened, farkle, zero), farkle, zero, room)
    return solve_turn(rules, ends, top)


@dataclass(frozen=True, slots=True, eq=False)
class LongRun:
    """The best play of a player who has opened, for most points per turn over many turns.

    ``per_turn`` is that mean; ``row_worth[s]`` how many points s farkles behind the player are
    worth (0 or less); ``tables[s]`` the turn with them, in which a farkle is worth what it
    leads to.
    """

    per_turn: float
    row_worth: tuple[float, ...]
    tables: tuple[TurnTable, ...]


def long_run(rules: Rules, points: int = 0) -> LongRun:
    """Solve the rows of farkles, in tables that reach to ``points`` at least."""
    return _long_run(rules, _top(checked_rules(rules), _checked_points(points, 2 * MOST_POINTS)))


@lru_cache(maxsize=64)
def _long_run(rules: Rules, top: int) -> LongRun:
    """The relative values of an average-reward decision process.

    The mean per turn is the root of one falling function, found by the secant method.
    """
    if not rules.farkle_penalty:
        table = turn_table(rules, points=top - GRID)
        count = rules.farkle_streak
        return LongRun(table.first, (0.0,) * count, (table,) * count)
    single = turn_table(rules).first
    per_turn = _root(
        lambda mean: _row(rules, mean, top)[0][0], single, single - 0.01 * rules.farkle_penalty
    )
    worth, tables = _row(rules, per_turn, top)
    return LongRun(per_turn, (0.0, *worth[1:]), tables)


def bank_thresholds(
    rules: Rules, farkles: int = 0, opened: bool = True, in_the_long_run: bool = False
) -> tuple[int, ...]:
    """The fewest turn points from which banking is best, with 1, 2, … 6 dice to throw next."""
    if in_the_long_run:
        tables = long_run(rules).tables
        table = tables[min(checked_farkles(farkles), len(tables) - 1)]
    else:
        table = turn_table(rules, farkles, opened)
    return tuple(table.bank_from(dice) for dice in range(1, MAX_DICE + 1))


def chance_to_reach(
    goal: int, rules: Rules, points: int = 0, dice: int = MAX_DICE, opened: bool = True
) -> float:
    """The best chance to come to at least ``goal`` turn points, throwing so many dice now.

    An unopened player, or one who needs a minimum each turn, must come to that too. Unlike
    ``chance_to_bank``, it is enough to have the points, even if hot dice must still be thrown.
    """
    may_bank = checked_rules(rules).changed(hot_dice="optional")
    return chance_to_bank(goal, may_bank, points, dice, opened)


def chance_to_bank(
    goal: int, rules: Rules, points: int = 0, dice: int = MAX_DICE, opened: bool = True
) -> float:
    """The best chance to bank at least ``goal`` turn points, throwing so many dice now."""
    goal, points, dice = _checked_points(goal), _checked_points(points), checked_dice_count(dice)
    return reach_table(checked_rules(rules), goal, opened, points).roll_value(points, dice)


def chance_of_exactly(
    goal: int, rules: Rules, points: int = 0, dice: int = MAX_DICE, opened: bool = True
) -> float:
    """The best chance to bank exactly ``goal`` turn points, where going past is a bust."""
    goal, points, dice = _checked_points(goal), _checked_points(points), checked_dice_count(dice)
    if goal < _bankable(goal, checked_rules(rules), opened):
        return 0.0
    return exact_table(rules, goal, points).roll_value(points, dice)


def take_over_from(rules: Rules) -> tuple[int, ...]:
    """The fewest points with which taking over 1, 2, … 5 leftover dice beats six fresh ones."""
    table = turn_table(rules)
    return tuple(
        next(
            (GRID * step for step in range(len(table.bank)) if table.roll[step, n] > table.first),
            GRID * len(table.bank),
        )
        for n in range(MAX_DICE - 1)
    )


def reach_table(rules: Rules, goal: int, opened: bool = True, points: int = 0) -> TurnTable:
    """The table of chances to bank at least ``goal``, reaching to ``points`` at least."""
    return _reach_table(rules, _bankable(goal, rules, opened), max(goal, points) + GRID)


@lru_cache(maxsize=64)
def reach_chances(rules: Rules, highest: int, opened: bool = True) -> Array:
    """The best chance to bank at least 50 i points in a whole turn, for i up to ``highest`` / 50.

    The chance depends on what is missing only, so that one table holds all of them.
    """
    top = _bankable(highest, rules, opened)
    table, ends = _reach_table(rules, top, top + GRID), _reach_ends(top)
    goals = [_bankable(GRID * step, rules, opened) for step in range(highest // GRID + 1)]
    starts = np.array([(top - goal) // GRID for goal in goals], dtype=np.intp)
    if rules.first_roll_bonus:
        return first_roll_values(table, ends, starts)
    chances: Array = table.roll[starts, -1]
    return chances


@lru_cache(maxsize=512)
def _reach_table(rules: Rules, goal: int, top: int) -> TurnTable:
    # Past the goal, forced hot dice must still be thrown, and that can go on.
    top = max(top, goal + GRID) + (always_bank_from(rules) if rules.hot_dice == "forced" else 0)
    return solve_turn(rules, _reach_ends(goal), top)


def _reach_ends(goal: int) -> Ends:
    return Ends(lambda points: (points >= goal).astype(np.float64))


@lru_cache(maxsize=512)
def exact_table(rules: Rules, goal: int, points: int) -> TurnTable:
    """The table of chances to bank exactly ``goal``, reaching to ``points`` at least."""
    ends = Ends(lambda points: (points == goal).astype(np.float64), limit=goal)
    return solve_turn(rules, ends, max(goal, points) + GRID)


def _bankable(goal: int, rules: Rules, opened: bool) -> int:
    """The points that banking at least ``goal`` (more than none) takes under the minimums."""
    if not goal:
        return 0
    return max(goal, rules.bank_min, 0 if opened else rules.opening_min)


def _row(
    rules: Rules, per_turn: float, top: int
) -> tuple[tuple[float, ...], tuple[TurnTable, ...]]:
    """The worth of each row of farkles if a turn costs ``per_turn``; that of none should be 0."""
    worth: list[float] = []
    tables: list[TurnTable] = []
    after = -float(rules.farkle_penalty)
    for farkles in reversed(range(rules.farkle_streak)):
        is_last = farkles == rules.farkle_streak - 1

        def table_if(own: float, after: float = after, is_last: bool = is_last) -> TurnTable:
            farkle = after + (own if is_last and not rules.penalty_reset else 0.0)
            zero = 0.0 if rules.zero_resets_streak else own
            return _long_run_table(rules, farkle, zero, top)

        table = table_if(0.0)
        own = table.first - per_turn
        if _refers_to_itself(rules, is_last):
            own = _root(lambda own: table_if(own).first - per_turn - own, own, own - 1.0)
            table = table_if(own)
        worth.insert(0, own)
        tables.insert(0, table)
        after = own
    return tuple(worth), tuple(tables)


def _root(gap: Callable[[float], float], first: float, second: float) -> float:
    """Where a falling, convex function of points is 0, by the secant method from two points."""
    first_gap, second_gap = gap(first), gap(second)
    for _ in range(60):
        if abs(second_gap) < 1e-10 or second_gap == first_gap:
            break
        third = second - second_gap * (second - first) / (second_gap - first_gap)
        first, first_gap, second, second_gap = second, second_gap, third, gap(third)
    return second


def _refers_to_itself(rules: Rules, is_last: bool) -> bool:
    """Whether a turn may leave the row of farkles as it was, so that its worth is implicit."""
    cancels = bool(rules.cancel_2s) and not rules.cancel_2s_is_farkle
    return (cancels and not rules.zero_resets_streak) or (is_last and not rules.penalty_reset)


def _long_run_table(rules: Rules, farkle: float, zero: float, top: int) -> TurnTable:
    ends = Ends(lambda points: _bank(points, rules, True, farkle, zero), farkle, zero)
    return solve_turn(rules, ends, top)


def _bank(points: Array, rules: Rules, opened: bool, farkle: float, zero: float) -> Array:
    below = {"must_roll": NEVER, "stop_zero": zero, "stop_is_farkle": farkle}[rules.below_opening]
    return where_allowed(points, rules, opened, points, below)


def where_allowed(
    points: Array, rules: Rules, opened: bool, worth: Array, below_opening: float
) -> Array:
    """The worth of banking, replaced where the minimum of the turn or the opening forbids it."""
    if not opened:
        if rules.below_opening == "must_roll":
            below_opening = NEVER
        worth = np.where(points < rules.opening_min, below_opening, worth)
    return np.where(points < rules.bank_min, NEVER, worth)


def _checked_points(written: object, most: int = MOST_POINTS) -> int:
    points = whole_number(written)
    if points is None:
        raise FarkleError("points_wrong", "Points are a whole number.")
    if not 0 <= points <= most or points % GRID:
        raise FarkleError("points_wrong", f"Turn points are a multiple of {GRID} up to {most:,}.")
    return points
