"""The last round of three and more players, exactly: everybody's share of the win.

Each player plays for the own share, knowing who follows, who all do the same. Solved from the last
one to play backwards: what a turn means for all, given the lead that it finds, is carried along the
backward pass of that turn. Leads more than ``_HIGHEST`` past the one now count as that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from farkle.dice import MAX_DICE
from farkle.options import GRID
from farkle.rules import Rules
from farkle.state import GameState
from farkle.turn_table import Array, flat_menus

MOST_WAITING = 2
"""How many may still play after the one whose turn it is: each more takes a second."""

_HIGHEST = 3000 // GRID
_PAST = 3000 // GRID


@dataclass(frozen=True, slots=True, eq=False)
class Turns:
    """Turns of one player, a lane for each lead found: ``own[row, n - 1, lane]`` is the share of
    the win when n dice are thrown with 50 row points, ``all_[row, n - 1, lane]`` what each one
    concerned gets then; ``stop`` and ``stop_all`` are the same when stopping there."""

    own: Array
    all_: Array
    stop: Array
    stop_all: Array


Shares = Callable[[int, int], Array]
"""What each one concerned gets, by how many grid steps the lead has risen and how many hold it:
first each of its holders, then those who still play."""


def last_round(state: GameState) -> tuple[float, ...] | None:
    """The share of the win of each player; None where it is not worked out: before the last round,
    in a playoff, with more than ``MOST_WAITING`` to follow, or where a turn may end or begin in
    ways that are told by more than its points."""
    rules, turn, waiting = state.rules, state.turn, state.waiting
    if turn is None or waiting is None or state.in_playoff or len(waiting) > MOST_WAITING:
        return None
    if rules.piggyback != "off" or rules.first_roll_bonus or rules.bank_min:
        return None
    totals = [state.players[n].total for n in waiting]
    finished = [n for n in state.active if n != state.current and n not in waiting]
    lead = max((state.players[n].total for n in finished), default=0)
    if not rules.farkle_ends_turn or max([state.player.total, *totals]) >= lead:
        return None
    holders = _holders(state, finished, lead)
    after = _shares(rules, lead, len(holders), tuple(totals))
    behind, now = lead - state.player.total, [(0, len(holders))]
    gets = _rest_of_turn(state, _turns(rules, behind, now, after, turn.points))
    found = [0.0] * len(state.players)
    for holder in holders:
        found[holder] = float(gets[0])
    for number, share in zip((state.current, *waiting), gets[1:], strict=True):
        found[number] = float(share)
    return tuple(found)


def _holders(state: GameState, finished: list[int], lead: int) -> list[int]:
    """Who shares the win if nobody passes the lead any more."""
    holders = [n for n in finished if state.players[n].total == lead]
    if state.rules.tie != "first_reached":
        return holders
    count = len(state.players)
    holders.sort(key=lambda n: (state.players[n].last_gain(), (n - state.first) % count))
    return holders[:1]


def _rest_of_turn(state: GameState, turns: Turns) -> Array:
    """What each one gets from the turn under way."""
    turn = state.turn
    assert turn is not None
    row = turn.points // GRID
    if turn.phase == "farkled":
        gets: Array = turns.stop_all[0, 0]
    elif turn.phase == "to_roll":
        gets = turns.all_[row, turn.in_hand - 1, 0]
    elif turn.phase == "kept":
        gets = _best(turns, row, turn.in_hand, turn.rules)[1]
    else:
        found = [
            _best(turns, row + keep.points // GRID, turn.in_hand - len(keep.dice), turn.rules)
            for keep in turn.options()
        ]
        gets = max(found, key=lambda each: each[0])[1]
    return gets


def _best(turns: Turns, row: int, dice: int, rules: Rules) -> tuple[float, Array]:
    """The better of stopping and throwing: the own share, and what each one gets."""
    is_hot = dice in (0, MAX_DICE)
    row, column = min(row, len(turns.stop) - 1), (dice or MAX_DICE) - 1
    may_stop = not (is_hot and rules.hot_dice == "forced")
    has_rows = row < len(turns.own)
    if not has_rows or (may_stop and turns.stop[row, 0] >= turns.own[row, column, 0]):
        return float(turns.stop[row, 0]), turns.stop_all[row, 0]
    return float(turns.own[row, column, 0]), turns.all_[row, column, 0]


@lru_cache(maxsize=64)
def _shares(rules: Rules, lead: int, holders: int, waiting: tuple[int, ...]) -> Shares:
    """What each one gets before the turns of those who wait, whose totals these are."""
    if not waiting:
        return _shared
    behind, start = lead - waiting[0], MAX_DICE - 1
    if len(waiting) == 1:
        # Of the last turn only the points count that are missing: one lane holds all leads.
        more = 0 if rules.exact != "off" else 2 * _HIGHEST
        counts = [(0, count) for count in range(1, holders + MOST_WAITING + 1)]
        last = _turns(rules, behind + GRID * more, counts, _shared).all_
        return lambda step, count: last[max(0, more - step), start, count - 1]
    lanes = [(0, holders), (0, holders + 1), *((step, 1) for step in range(1, _HIGHEST + 1))]
    found = _turns(rules, behind, lanes, _shares(rules, lead, holders, waiting[1:])).all_
    place = {key: lane for lane, key in enumerate(lanes)}
    return lambda step, count: found[0, start, place[min(step, _HIGHEST), count]]


def _shared(_step: int, count: int) -> Array:
    return np.array([1.0 / count])


def _turns(
    rules: Rules, behind: int, lanes: list[tuple[int, int]], after: Shares, points: int = 0
) -> Turns:
    """The turns of a player who is so many points behind the lead now, at each of some leads;
    reaching beyond a roll with so many points."""
    missing = behind // GRID
    menus = flat_menus(rules, rules.exact != "off")
    reach = int(menus.steps.max())
    top = missing + max(step for step, _ in lanes) + _PAST
    if rules.exact != "off":
        top = missing + 1
    top = max(top, points // GRID + reach + 1)
    stop, stop_all = _stops(rules, missing, top + reach + 1, lanes, after)
    own = np.repeat(stop[:, None], MAX_DICE, axis=1)
    all_ = np.repeat(stop_all[:, None], MAX_DICE, axis=1)
    lost, lost_all = stop[0], stop_all[0]
    nothing = menus.farkle + menus.cancelled
    if rules.hot_dice == "forced":  # beyond the top one throws once more and stops
        own[top:, -1] += nothing[-1] * (lost - own[top:, -1])
        all_[top:, -1] += nothing[-1] * (lost_all - all_[top:, -1])
    thrown, thrown_all = np.empty((top, *own.shape[1:])), np.empty((top, *all_.shape[1:]))
    owner = np.repeat(
        np.arange(len(menus.starts)), np.diff(np.append(menus.starts, len(menus.steps)))
    )
    number = np.arange(len(menus.steps))[:, None]
    each = np.arange(len(lanes))
    for row in range(top - 1, -1, -1):
        options = own[row + menus.steps, menus.columns]
        best = np.maximum.reduceat(options, menus.starts, axis=0)
        first = np.where(options == best[owner], number, len(number))
        chosen = np.minimum.reduceat(first, menus.starts, axis=0)
        carried = all_[row + menus.steps[chosen], menus.columns[chosen], each]
        thrown[row] = menus.chances @ best + nothing[:, None] * lost
        thrown_all[row] = np.tensordot(menus.chances, carried, 1)
        thrown_all[row] += nothing[:, None, None] * lost_all
        rolls = thrown[row] > stop[row]
        if rules.hot_dice == "forced":
            rolls[-1] = True
        own[row] = np.where(rolls, thrown[row], stop[row])
        all_[row] = np.where(rolls[..., None], thrown_all[row], stop_all[row])
    return Turns(thrown, thrown_all, stop, stop_all)


def _stops(
    rules: Rules, missing: int, rows: int, lanes: list[tuple[int, int]], after: Shares
) -> tuple[Array, Array]:
    """What stopping with 50 points a row is worth to the player, and what each one gets then."""
    concerned = len(after(*lanes[0])) + 1
    stop_all: npt.NDArray[np.float64] = np.zeros((rows, len(lanes), concerned))
    for lane, (step, count) in enumerate(lanes):
        level = missing + step
        fails = after(step, count)
        stop_all[:, lane, 0] = fails[0]
        stop_all[:, lane, 2:] = fails[1:]
        if rules.tie != "first_reached" and level < rows:
            ties = after(step, count + 1)
            stop_all[level, lane] = [ties[0], ties[0], *ties[1:]]
        for row in range(level + 1, rows):
            if rules.exact != "off":
                break  # past the target nothing is banked
            stop_all[row, lane] = [0.0, *after(row - missing, 1)]
    return stop_all[:, :, 1].copy(), stop_all
