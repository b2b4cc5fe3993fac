"""The worth of every state of a turn under optimal play, by one backward pass.

Within a turn the points only grow, so the worth of throwing n dice with t points follows from
states with more points. What the end of a turn is worth is given: points for the plain
expectation, 1 or 0 for the chance to reach a number of points, long-run worth for penalties.
Grid: every 50 points. Above the last point of the grid one banks: beyond the greatest
E[best score] / P(farkle) over the numbers of dice that is optimal, so the values are exact
(where six dice are always thrown the grid reaches further, and they are exact to some ten digits).

Where a farkle does not end the turn, a patient player could try for ever, and expected points
have no bound; a farkle is taken as the end of the turn here all the same.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from farkle.dice import MAX_DICE
from farkle.odds import mean_best_score, roll_menus
from farkle.options import GRID
from farkle.rules import Rules

Array = npt.NDArray[np.float64]

NEVER = -np.inf
"""The worth of banking where it is not allowed."""

_HIGHEST = 400_000
_BEST_THROWS = 12
_ROLLS_OF_SIX = 46_656


@dataclass(frozen=True, slots=True)
class Ends:
    """What the ways to end a turn are worth.

    ``bank`` gives the worth of stopping for an array of turn points (``NEVER`` where forbidden);
    ``farkle`` of a farkle, ``zero`` of a turn cancelled without being a farkle; ``limit`` are
    the points beyond which a turn can only fail, None without such a limit. ``is_rising`` tells
    that more points are never worth less, so that of two keeps of as many dice the one with more
    points will do; with a limit that is never so.
    """

    bank: Callable[[Array], Array]
    farkle: float = 0.0
    zero: float = 0.0
    limit: int | None = None
    is_rising: bool = True

    @property
    def needs_all_keeps(self) -> bool:
        """Whether every legal keep has to be considered."""
        return self.limit is not None or not self.is_rising


@dataclass(frozen=True, slots=True, eq=False)
class TurnTable:
    """``roll[i, n - 1]`` is the worth of throwing n dice with 50 i points in the turn, ``bank[i]``
    of stopping there, ``first`` of a turn's first throw of six dice, ``farkle`` and ``zero`` of the
    ends without points."""

    rules: Rules
    roll: Array
    bank: Array
    first: float
    farkle: float
    zero: float

    def roll_value(self, points: int, dice: int) -> float:
        """The worth of throwing so many dice; no points and six dice are a turn's start."""
        if not points and dice == MAX_DICE:
            return self.first
        return float(self.roll[points // GRID, dice - 1])

    def bank_value(self, points: int) -> float:
        """The worth of stopping; ``NEVER`` where it is not allowed."""
        return float(self.bank[points // GRID])

    def states(self) -> Array:
        """``[i, n - 1]``: the worth of having 50 i points and n dice to throw or leave."""
        states = np.maximum(self.roll, self.bank[:, None])
        if self.rules.hot_dice == "forced":
            states[:, -1] = self.roll[:, -1]
        return states

    def bank_from(self, dice: int) -> int:
        """The fewest points from which stopping is at least as good as throwing so many dice.

        Above the table's end if it never is.
        """
        better = np.flatnonzero(self.bank[1:] >= self.roll[1:, dice - 1])
        return GRID * (int(better[0]) + 1 if better.size else len(self.bank))


def solve_turn(rules: Rules, ends: Ends, top: int | None = None) -> TurnTable:
    """The table for these ends; from ``top`` points on (None: far enough to be exact) one banks."""
    steps = max(1, math.ceil((top if top is not None else always_bank_from(rules)) / GRID))
    if rules.first_roll_bonus:
        steps += _highest_first_roll(rules) // GRID  # it must not lead beyond the table's end
    roll, bank = _backward_pass(rules, ends, steps)
    first = float(roll[0, MAX_DICE - 1])
    table = TurnTable(rules, roll, bank, first, ends.farkle, ends.zero)
    if rules.first_roll_bonus:
        start = np.zeros(1, dtype=np.intp)
        table = replace(table, first=float(first_roll_values(table, ends, start)[0]))
    return table


def _highest_first_roll(rules: Rules) -> int:
    """The most points that one throw of six dice can bring, with the first-roll bonus."""
    menus = roll_menus(MAX_DICE, rules, is_first=True)
    return max((points for menu in menus.ways for points, _ in menu), default=0)


@lru_cache(maxsize=64)
def always_bank_from(rules: Rules) -> int:
    """Turn points from which banking is best whatever the dice left (see the module's words)."""
    highest = 0.0
    farkles = gain = 0
    for dice in range(1, MAX_DICE + 1):
        menus = roll_menus(dice, rules)
        farkles = menus.farkles + menus.cancelled
        if farkles:
            highest = max(highest, float(mean_best_score(dice, rules)) * 6**dice / farkles)
        gain = max(gain, *(points for menu in menus.ways for points, _ in menu), 0)
    if rules.hot_dice == "forced" or not farkles:
        # Six dice are thrown whatever the points, so the bound does not hold. But the chance of
        # so many of the best throws in a row, beyond which it would show, is below all digits.
        highest = max(2 * highest, _BEST_THROWS * gain)
    return min(_HIGHEST, GRID * math.ceil(highest / GRID + 1))


@dataclass(frozen=True, slots=True, eq=False)
class FlatMenus:
    """The menus of all numbers of dice in flat arrays: for each option the grid steps gained and
    the column of the dice to throw next; where each menu starts; chances of menus by dice."""

    steps: npt.NDArray[np.intp]
    columns: npt.NDArray[np.intp]
    starts: npt.NDArray[np.intp]
    chances: Array
    farkle: Array
    cancelled: Array


@lru_cache(maxsize=64)
def flat_menus(rules: Rules, with_dominated: bool) -> FlatMenus:
    by_dice = [roll_menus(dice, rules, with_dominated) for dice in range(1, MAX_DICE + 1)]
    menus = [menu for found in by_dice for menu in found.ways]
    chances = np.zeros((MAX_DICE, len(menus)))
    column = 0
    for row, found in enumerate(by_dice):
        for ways in found.ways.values():
            chances[row, column] = ways / 6 ** (row + 1)
            column += 1
    options = [option for menu in menus for option in menu]
    sizes = [len(menu) for menu in menus]
    return FlatMenus(
        steps=np.array([points // GRID for points, _ in options], dtype=np.intp),
        columns=np.array([left - 1 for _, left in options], dtype=np.intp),
        starts=np.array([0, *itertools.accumulate(sizes[:-1])], dtype=np.intp),
        chances=chances,
        farkle=np.array([m.farkles / 6 ** (row + 1) for row, m in enumerate(by_dice)]),
        cancelled=np.array([m.cancelled / 6 ** (row + 1) for row, m in enumerate(by_dice)]),
    )


def _backward_pass(rules: Rules, ends: Ends, steps: int) -> tuple[Array, Array]:
    menus = flat_menus(rules, ends.needs_all_keeps)
    total = steps + int(menus.steps.max())
    points = GRID * np.arange(total, dtype=np.float64)
    bank = _bank(ends, points)
    fails = rules.cancel_2s_is_farkle
    nothing = menus.farkle * ends.farkle + menus.cancelled * (ends.farkle if fails else ends.zero)
    # The worth of having so many points and dice, whether one stops or throws.
    state = np.repeat(bank[:, None], MAX_DICE, axis=1)
    forced = rules.hot_dice == "forced"
    if forced:
        fate = menus.farkle[-1] + menus.cancelled[-1]
        state[:, -1] = (1 - fate) * bank + nothing[-1]
    state[~np.isfinite(state)] = ends.farkle
    beyond = steps if ends.limit is None else min(steps, ends.limit // GRID + 1)
    if ends.limit is not None:
        state[beyond:] = ends.farkle
    roll = np.empty((steps, MAX_DICE))
    roll[beyond:] = ends.farkle
    gathered = menus.steps * MAX_DICE + menus.columns
    flat = state.reshape(-1)
    for step in range(beyond - 1, -1, -1):
        best = np.maximum.reduceat(flat[step * MAX_DICE :][gathered], menus.starts)
        roll[step] = menus.chances @ best + nothing
        np.maximum(roll[step], bank[step], out=state[step])
        if forced:
            state[step, -1] = roll[step, -1]
    return roll, bank[:steps]


def _bank(ends: Ends, points: Array) -> Array:
    bank = np.broadcast_to(ends.bank(points), points.shape).astype(np.float64)
    if ends.limit is not None:
        bank[points > ends.limit] = NEVER
    return bank


def first_roll_values(table: TurnTable, ends: Ends, steps: npt.NDArray[np.intp]) -> Array:
    """The worth of a turn's first throw with its bonus, begun at each of some grid steps."""
    rules = table.rules
    menus = roll_menus(MAX_DICE, rules, ends.needs_all_keeps, is_first=True)
    cancelled = ends.farkle if rules.cancel_2s_is_farkle else ends.zero
    states = table.states()
    total = np.full(steps.shape, menus.farkles * ends.farkle + menus.cancelled * cancelled)
    for menu, ways in menus.ways.items():
        best = np.full(steps.shape, NEVER)
        for points, left in menu:
            reached = np.minimum(steps + points // GRID, len(states) - 1)
            worth = states[reached, left - 1]
            if ends.limit is not None:
                worth = np.where(GRID * steps + points > ends.limit, ends.farkle, worth)
            best = np.maximum(best, worth)
        total += ways * best
    return total / _ROLLS_OF_SIX
