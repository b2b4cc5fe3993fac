"""The exact two-player solution: the chance to win before every turn.

W(me, them) is the chance of the player to move. Within a turn points only grow, so a turn is one
backward pass given what banking and a farkle are worth, 1 - W of the other player. Banking raises
the sum of both totals and a farkle keeps it, so the pairs are solved by falling sums.

Without a penalty a pair {i, j} is two equations, each convex and piecewise linear in the other's
unknown: secants end in a few passes. With a penalty for a row of farkles the rows only grow
within a sum, so that no equation is implicit, but a penalty leads back to a lower sum: the whole
table is swept until nothing changes. Who has not opened stands apart from who has.

A tie counts half, unless the first to reach the total wins it. In the last turn only the points
needed count; more than ``PAST_TARGET`` points beyond the target one always stops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from farkle.endings import Endings, filled, lanes_of
from farkle.options import GRID
from farkle.rules import Rules, checked_rules
from farkle.standing import Standings, standings
from farkle.turn_pass import Lanes, PassRules, fastest_pass
from farkle.turn_table import Array
from farkle.win_table import WinTable

_EXACT = 1e-10
_SWEPT = 2e-7
_MOST_SWEEPS = 60
_MOST_PASSES = 40
_NO_END = 0.9999

Index = npt.NDArray[np.intp]
_Pass = Callable[[PassRules, Lanes], Array]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the solving is: ``sweep`` counts from 1, ``level`` of ``levels`` sums are done in
    it; ``change`` is how much the last finished sweep changed a chance at most. Sweep 0 is the
    first guess, under the rules without their penalty, and the values are those of these."""

    sweep: int
    level: int
    levels: int
    change: float


def solve(
    rules: Rules,
    report: Callable[[Progress], None] | None = None,
    start: Array | None = None,
    done: int = 0,
    is_guess: bool = False,
) -> WinTable:
    """The table of the rules; ``start`` may hold the values of an interrupted run, of whose last
    sweep so many sums of totals were ``done``; ``is_guess`` if that was the first guess.

    Raises FarkleError ``not_solvable`` as ``standings`` does.
    """
    solved = np.empty(0)
    for values, progress in sweeps(rules, start, done, is_guess):
        solved = values
        if report is not None:
            report(progress)
    return WinTable(rules, solved)


def sweeps(
    rules: Rules, start: Array | None = None, done: int = 0, is_guess: bool = False
) -> Iterator[tuple[Array, Progress]]:
    """The solving step by step: after each sum of totals the values so far (the same array)."""
    found = standings(checked_rules(rules))
    is_swept = bool(rules.farkle_penalty)
    if start is not None and start.shape == found.shape and not is_guess:
        values = start.copy()
    elif is_swept:
        plain = rules.changed(farkle_penalty=0)
        begun = start if is_guess and start is not None else np.empty(0)
        guess = begun
        for guess, progress in sweeps(plain, begun, done):
            yield guess, replace(progress, sweep=0)
        values, done = _first_guess(found, standings(plain), guess), 0
    else:
        values, done = np.full(found.shape, 0.5), 0
    pairs = _pairs(found)
    ends = Endings.of(found)
    run = fastest_pass(values.size)
    change = 1.0
    for sweep in range(1, _MOST_SWEEPS + 1):
        before = values.copy() if is_swept else None
        skipped, done = done, 0
        for level, (mine, theirs) in enumerate(pairs, 1):
            if level <= skipped:
                continue
            if is_swept:
                _solve_rows(found, ends, run, values, mine, theirs)
            else:
                _solve_pairs(found, ends, run, values, mine, theirs)
            yield values, Progress(sweep, level, len(pairs), change)
        if before is None:
            return
        change = 1.0 if skipped else float(np.abs(values - before).max())
        yield values, Progress(sweep, len(pairs), len(pairs), change)
        if change < _SWEPT:
            return


def _first_guess(found: Standings, plain: Standings, values: Array) -> Array:
    """The solution without a penalty, for pairs below zero that of pairs as far apart.

    From it a few sweeps are enough; from nothing, each sweep would mend the chances of totals
    within one penalty of those that are right, and no more.
    """
    opened = np.arange(found.count) < found.opened_count
    totals = found.totals
    lift = np.maximum(0, -np.minimum(totals[:, None], totals[None, :]))

    def places(own: Index, has_opened: npt.NDArray[np.bool_]) -> Index:
        steps = np.minimum(own, plain.target - 1)
        closed = (steps == 0) & ~has_opened & bool(plain.unopened)
        return np.where(closed, plain.opened_count, steps).astype(np.intp)

    mine = places(totals[:, None] + lift, np.broadcast_to(opened[:, None], lift.shape))
    theirs = places(totals[None, :] + lift, np.broadcast_to(opened[None, :], lift.shape))
    guess = np.empty(found.shape)
    guess[:] = values[:, mine, 0, theirs, 0][:, :, None, :, None]
    return guess


def _pairs(found: Standings) -> list[tuple[Index, Index]]:
    """The pairs of standings by falling sum of totals, each sum by rising total of the mover."""
    totals = found.totals
    mine, theirs = np.divmod(np.arange(found.count**2), found.count)
    sums = totals[mine] + totals[theirs]
    order = np.lexsort((totals[mine], -sums))
    cuts = np.flatnonzero(np.diff(sums[order])) + 1
    groups = np.split(order, cuts)
    return [(mine[group].astype(np.intp), theirs[group].astype(np.intp)) for group in groups]


def _solve_pairs(
    found: Standings, ends: Endings, run: _Pass, values: Array, mine: Index, theirs: Index
) -> None:
    """Solve the pairs of one sum without penalty: y = F(x) with x = 1 - y of the other player."""
    roles = np.repeat(np.arange(found.roles), len(mine)).astype(np.intp)
    mine, theirs = np.tile(mine, found.roles), np.tile(theirs, found.roles)
    order = np.argsort(found.totals[mine], kind="stable")
    roles, mine, theirs = roles[order], mine[order], theirs[order]
    other = 1 - roles if found.roles == 2 else roles
    place = {key: n for n, key in enumerate(zip(roles, mine, theirs, strict=True))}
    mirror = np.array([place[key] for key in zip(other, theirs, mine, strict=True)], dtype=np.intp)
    none = np.zeros(len(mine), dtype=np.intp)
    lanes, below = lanes_of(found, ends, values, roles, mine, theirs, none)
    lost = 1.0 - _guess(found, values, other, theirs, mine)
    slope = np.full(len(mine), 0.3)
    last_lost = last_worth = None
    for _ in range(_MOST_PASSES):
        worth = run(ends.passes, filled(ends, lanes, below, lost, lost))
        if np.abs(lost - (1.0 - worth[mirror])).max() < _EXACT:
            break
        if last_lost is not None and last_worth is not None:
            step = lost - last_lost
            moved = np.abs(step) > 1e-13
            secant = (worth - last_worth)[moved] / step[moved]
            slope[moved] = np.clip(secant, 0.0, _NO_END)
        last_lost, last_worth = lost, worth
        # Both lines at once: y = a + b (1 - y') and y' = a' + b' (1 - y).
        base = worth - slope * lost
        their_base, their_slope = base[mirror], slope[mirror]
        solved = (base + slope * (1.0 - their_base - their_slope)) / (1.0 - slope * their_slope)
        lost = 1.0 - solved[mirror]
    # Where neither can ever come to an exact target, no turn changes anything: half for each.
    is_endless = (slope >= _NO_END) & (slope[mirror] >= _NO_END)
    values[roles, mine, 0, theirs, 0] = np.where(is_endless, 0.5, worth.clip(0, 1))


def _guess(found: Standings, values: Array, roles: Index, mine: Index, theirs: Index) -> Array:
    """A first guess from the pairs with one step more, which are solved."""
    last = found.opened_count - 1
    more = np.where(mine < last, mine + 1, mine)
    more = np.where(mine > last, found.index(GRID * int(found.rules.opening_min / GRID)), more)
    guess: Array = values[roles, more, 0, theirs, 0]
    return guess


def _solve_rows(
    found: Standings, ends: Endings, run: _Pass, values: Array, mine: Index, theirs: Index
) -> None:
    """One sweep over the pairs of one sum with a penalty: the longest rows of farkles first."""
    rules, row = found.rules, found.row
    for both in range(2 * (row - 1), -1, -1):
        rows = [(m, both - m) for m in range(row) if 0 <= both - m < row]
        many = len(rows) * found.roles
        my_row = np.repeat([m for m, _ in rows], len(mine) * found.roles).astype(np.intp)
        their_row = np.repeat([t for _, t in rows], len(mine) * found.roles).astype(np.intp)
        roles = np.tile(np.repeat(np.arange(found.roles), len(mine)), len(rows)).astype(np.intp)
        me, them = np.tile(mine, many), np.tile(theirs, many)
        order = np.argsort(found.totals[me], kind="stable")
        my_row, their_row, roles = my_row[order], their_row[order], roles[order]
        me, them = me[order], them[order]
        other = 1 - roles if found.roles == 2 else roles
        lanes, below = lanes_of(found, ends, values, roles, me, them, their_row)
        is_last = my_row == row - 1
        next_row = np.where(is_last, 0 if rules.penalty_reset else row - 1, my_row + 1)
        after = np.where(is_last, found.after_penalty[me], me)
        farkle = 1.0 - values[other, them, their_row, after, next_row]
        kept = np.zeros_like(my_row) if rules.zero_resets_streak else my_row
        zero = 1.0 - values[other, them, their_row, me, kept]
        worth = run(ends.passes, filled(ends, lanes, below, farkle, zero))
        values[roles, me, my_row, them, their_row] = worth
