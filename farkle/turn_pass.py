"""One backward pass through the turns of many pairs of players at once.

Each lane is a player about to begin a turn against one opponent. Rows are the player's total if
the turn is banked, in grid steps, so that lanes of different totals share the rows beyond. Two
implementations of one algorithm: numpy, and the same loops compiled where numba is installed,
some ten times as fast.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from farkle.dice import MAX_DICE
from farkle.odds import roll_menus
from farkle.options import GRID
from farkle.rules import Rules
from farkle.turn_table import Array, FlatMenus, flat_menus

NOT_ALLOWED = -1.0
"""What banking is worth where it is forbidden: less than any chance."""

COMPILED_FROM = 5000
"""Tables with more values than this are worth the seconds that compiling takes."""

_BLOCK = 24


@dataclass(frozen=True, slots=True, eq=False)
class Lanes:
    """The turns to solve, by rising ``starts`` (the row of each player's total now).

    ``bank[row, lane]`` is the chance to win after banking there, ``NOT_ALLOWED`` where that is
    forbidden; from row ``top`` on one stops, and ``hot[row - top, lane]`` is the worth of all six
    dice there. ``farkle`` and ``zero`` are the chances after a farkle and after a turn that ends
    without points or farkle.
    """

    starts: npt.NDArray[np.intp]
    bank: Array
    hot: Array
    top: int
    farkle: Array
    zero: Array


@dataclass(frozen=True, slots=True, eq=False)
class PassRules:
    """What the pass has to know of the rules: the menus (``first`` those of a turn's first roll,
    with its bonus, else None), whether hot dice must be thrown, whether 2s that cancel a turn
    are a farkle, and the most rows that one roll can gain.

    ``has_all_keeps``: keeps of fewer points and as many dice are in the menus, because passing
    the target can be worth less than stopping below it, while the rival still has a turn.
    """

    menus: FlatMenus
    first: FlatMenus | None
    is_forced: bool
    cancel_is_farkle: bool
    reach: int
    has_all_keeps: bool


@lru_cache(maxsize=64)
def pass_rules(rules: Rules) -> PassRules:
    """The menus of the rules, made once."""
    with_dominated = rules.exact != "off" or rules.final_round != "sudden_death"
    menus = flat_menus(rules, with_dominated)
    first = _first_menus(rules, with_dominated) if rules.first_roll_bonus else None
    reach = max(int(found.steps.max()) for found in (menus, first) if found is not None)
    forced = rules.hot_dice == "forced"
    return PassRules(menus, first, forced, rules.cancel_2s_is_farkle, reach, with_dominated)


def _first_menus(rules: Rules, with_dominated: bool) -> FlatMenus:
    found = roll_menus(MAX_DICE, rules, with_dominated, is_first=True)
    menus = list(found.ways)
    options = [option for menu in menus for option in menu]
    sizes = np.array([len(menu) for menu in menus])
    all_ways = 6**MAX_DICE
    return FlatMenus(
        steps=np.array([points // GRID for points, _ in options], dtype=np.intp),
        columns=np.array([left - 1 for _, left in options], dtype=np.intp),
        starts=(np.cumsum(sizes) - sizes).astype(np.intp),
        chances=np.array([[ways / all_ways for ways in found.ways.values()]]),
        farkle=np.array([found.farkles / all_ways]),
        cancelled=np.array([found.cancelled / all_ways]),
    )


def has_compiler() -> bool:
    """Whether numba is installed, so that passes are compiled."""
    return importlib.util.find_spec("numba") is not None


def fastest_pass(values: int) -> Callable[[PassRules, Lanes], Array]:
    """The pass for a table of so many values: compiling takes longer than small tables do."""
    return compiled_pass if values > COMPILED_FROM and has_compiler() else numpy_pass


def numpy_pass(rules: PassRules, lanes: Lanes) -> Array:
    """The chance to win at the start of each lane's turn under the best play, in numpy: row by row
    downwards, all lanes that reach the row at once."""
    menus, count = rules.menus, len(lanes.starts)
    rows = len(lanes.bank)
    state = np.repeat(lanes.bank[:, None, :], MAX_DICE, axis=1)
    if rules.is_forced:
        state[lanes.top :, -1] = lanes.hot
    flat = state.reshape(rows * MAX_DICE, count)
    gathered = menus.steps * MAX_DICE + menus.columns
    cancelled = lanes.farkle if rules.cancel_is_farkle else lanes.zero
    nothing = menus.farkle[:, None] * lanes.farkle + menus.cancelled[:, None] * cancelled
    worth = np.empty(count)
    for row in range(lanes.top - 1, int(lanes.starts[0]) - 1, -1):
        active = int(np.searchsorted(lanes.starts, row, "right"))
        options = flat[row * MAX_DICE + gathered, :active]
        best = np.maximum.reduceat(options, menus.starts, axis=0)
        roll = menus.chances @ best + nothing[:, :active]
        state[row, :, :active] = np.maximum(roll, lanes.bank[row, :active])
        if rules.is_forced:
            state[row, -1, :active] = roll[-1]
        begun = slice(int(np.searchsorted(lanes.starts, row, "left")), active)
        worth[begun] = roll[-1, begun]
        if rules.first is not None and begun.start < begun.stop:
            first = rules.first
            at = row * MAX_DICE + first.steps * MAX_DICE + first.columns
            best = np.maximum.reduceat(flat[at, begun], first.starts, axis=0)
            lost = first.farkle * lanes.farkle[begun] + first.cancelled * cancelled[begun]
            worth[begun] = first.chances[0] @ best + lost
    return worth


def compiled_pass(rules: PassRules, lanes: Lanes) -> Array:
    """The same, block of lanes by block of lanes, in loops that numba compiles at first."""
    menus = rules.menus
    dice_of_menu = menus.chances.argmax(axis=0)
    first = rules.first
    cancelled = lanes.farkle if rules.cancel_is_farkle else lanes.zero
    nothing = menus.farkle[:, None] * lanes.farkle + menus.cancelled[:, None] * cancelled
    none = np.empty(0, dtype=np.intp)
    first_nothing = (
        first.farkle[0] * lanes.farkle + first.cancelled[0] * cancelled
        if first is not None
        else np.empty(0)
    )
    worth: Array = _kernel()(
        lanes.starts,
        lanes.bank,
        lanes.hot,
        lanes.top,
        menus.steps,
        menus.columns,
        np.append(menus.starts, len(menus.steps)),
        menus.chances.max(axis=0),
        dice_of_menu,
        nothing,
        rules.is_forced,
        first.steps if first is not None else none,
        first.columns if first is not None else none,
        np.append(first.starts, len(first.steps)) if first is not None else none,
        first.chances[0] if first is not None else np.empty(0),
        first_nothing,
    )
    return worth


@lru_cache(maxsize=1)
def _kernel() -> Callable[..., Any]:
    """The loops of the pass, compiled: blocks of lanes that fit the cache, on all cores."""
    import numba

    @numba.njit(parallel=True, nogil=True)  # type: ignore[untyped-decorator,unused-ignore]
    def run(
        starts: Any,
        bank: Any,
        hot: Any,
        top: int,
        steps: Any,
        columns: Any,
        menu_starts: Any,
        chances: Any,
        dice_of_menu: Any,
        nothing: Any,
        is_forced: bool,
        first_steps: Any,
        first_columns: Any,
        first_starts: Any,
        first_chances: Any,
        first_nothing: Any,
    ) -> Any:
        rows, count = bank.shape
        worth = np.empty(count)
        blocks = (count + _BLOCK - 1) // _BLOCK
        for block in numba.prange(blocks):
            low = block * _BLOCK
            width = min(_BLOCK, count - low)
            state = np.empty((rows, 6, _BLOCK))
            best = np.empty(_BLOCK)
            roll = np.empty((6, _BLOCK))
            for row in range(top, rows):
                for die in range(6):
                    for lane in range(width):
                        state[row, die, lane] = bank[row, low + lane]
                if is_forced:
                    for lane in range(width):
                        state[row, 5, lane] = hot[row - top, low + lane]
            for row in range(top - 1, starts[low] - 1, -1):
                for die in range(6):
                    for lane in range(width):
                        roll[die, lane] = nothing[die, low + lane]
                for menu in range(len(chances)):
                    option = menu_starts[menu]
                    line = state[row + steps[option], columns[option]]
                    for lane in range(_BLOCK):
                        best[lane] = line[lane]
                    for option in range(menu_starts[menu] + 1, menu_starts[menu + 1]):
                        line = state[row + steps[option], columns[option]]
                        for lane in range(_BLOCK):
                            best[lane] = line[lane] if line[lane] > best[lane] else best[lane]
                    die, chance = dice_of_menu[menu], chances[menu]
                    for lane in range(_BLOCK):
                        roll[die, lane] += chance * best[lane]
                for die in range(6):
                    for lane in range(width):
                        banked = bank[row, low + lane]
                        thrown = roll[die, lane]
                        if is_forced and die == 5:
                            state[row, die, lane] = thrown
                        else:
                            state[row, die, lane] = thrown if thrown > banked else banked
                for lane in range(width):
                    if starts[low + lane] != row:
                        continue
                    if len(first_chances) == 0:
                        worth[low + lane] = roll[5, lane]
                        continue
                    total = first_nothing[low + lane]
                    for menu in range(len(first_chances)):
                        top_value = -2.0
                        for option in range(first_starts[menu], first_starts[menu + 1]):
                            value = state[row + first_steps[option], first_columns[option], lane]
                            top_value = value if value > top_value else top_value
                        total += first_chances[menu] * top_value
                    worth[low + lane] = total
        return worth

    return run  # type: ignore[no-any-return,unused-ignore]
