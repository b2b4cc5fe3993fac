"""What the end of a turn is worth in a race of two: banking, the last turn, going past the target.

In the last turn only the points that are needed count. A turn that goes more than ``PAST_TARGET``
points past the target is always stopped; going further would change no digit that is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from farkle.options import GRID
from farkle.rules import Rules
from farkle.standing import Standings
from farkle.turn_pass import NOT_ALLOWED, Lanes, PassRules, pass_rules
from farkle.turn_table import Array, Ends, first_roll_values, solve_turn
from farkle.worth import reach_chances

PAST_TARGET = 3000

Index = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Endings:
    """What banking past the target is worth. ``last_turn[d]`` is the chance of a player who is
    d grid steps behind and has one turn left; None where the game ends at once."""

    rules: Rules
    passes: PassRules
    last_turn: Array | None
    top: int
    rows: int

    @classmethod
    def of(cls, found: Standings) -> Endings:
        rules = found.rules
        passes = pass_rules(rules)
        past = 0 if rules.exact != "off" else PAST_TARGET // GRID
        if rules.final_round == "sudden_death" and not passes.is_forced:
            past = 0
        top = found.target + past + (1 if past or rules.exact != "off" else 0)
        rows = top + passes.reach + 1
        last_turn = None
        if rules.final_round != "sudden_death":
            last_turn = last_turn_chances(rules, GRID * (rows - found.low))
        return cls(rules, passes, last_turn, top - found.low, rows - found.low)


def last_turn_chances(rules: Rules, highest: int) -> Array:
    """The chance to win with one turn left, by grid steps behind the leader, to ``highest``."""
    tie = 0.0 if rules.tie == "first_reached" else 0.5
    if rules.exact != "off":
        return tie * exact_chances(rules, min(highest, rules.target + 5 * rules.farkle_penalty))
    least = rules.bank_min

    def ends(goal: int) -> Ends:
        def bank(points: Array) -> Array:
            return np.where(points > goal, 1.0, np.where(points == goal, tie, 0.0))

        return Ends(bank)

    top = max(highest, least)
    beyond = 4000 if rules.hot_dice == "forced" else 0
    table = solve_turn(rules.changed(bank_min=0), ends(top), top + 2 * GRID + beyond)
    rows = (top - GRID * np.arange(top // GRID + 1)) // GRID
    if rules.first_roll_bonus:
        chances = first_roll_values(table, ends(top), rows.astype(np.intp))
    else:
        chances = table.roll[rows, -1].copy()
    if least:
        # Whoever needs less than a turn must have anyway has passed the leader with it.
        chances[: least // GRID] = reach_chances(rules, least)[-1]
    return chances


def exact_chances(rules: Rules, highest: int) -> Array:
    """The chance to bank exactly so many grid steps."""
    ends = Ends(lambda points: (points == highest).astype(np.float64), limit=highest)
    table = solve_turn(rules.changed(bank_min=0), ends, highest + GRID)
    rows = (highest // GRID - np.arange(highest // GRID + 1)).astype(np.intp)
    if rules.first_roll_bonus:
        chances = first_roll_values(table, ends, rows)
    else:
        chances = table.roll[rows, -1].copy()
    chances[: rules.bank_min // GRID] = 0.0
    return chances


def share_of_met(rules: Rules, met: int, missing: Sequence[int]) -> float:
    """What each of so many who have hit an exact target has of the win, while others, who miss
    so many points, have a turn left to meet them."""
    meet = np.ones(1)
    for points in missing:
        chance = float(exact_chances(rules, max(0, points))[-1])
        meet = np.convolve(meet, [1.0 - chance, chance])
    return float((meet / (met + np.arange(len(meet)))).sum())


def lanes_of(
    found: Standings,
    ends: Endings,
    values: Array,
    roles: Index,
    mine: Index,
    theirs: Index,
    their_row: Index,
) -> tuple[Lanes, npt.NDArray[np.bool_]]:
    """The lanes of some pairs, with farkle and zero still to be filled in; and where banking is
    worth what a farkle or zero is (below the opening minimum)."""
    rules = ends.rules
    totals = found.totals[mine] - found.low
    count = len(mine)
    other = (1 - roles) if found.roles == 2 else roles
    bank = np.empty((ends.rows, count))
    opened = found.opened_count
    bank[:opened] = 1.0 - values[other, theirs, their_row, :opened, 0].T
    beyond = np.arange(opened, ends.rows)
    if ends.last_turn is None:
        bank[opened:] = 1.0
    else:
        behind = beyond[:, None] + found.low - found.totals[theirs]
        behind = np.minimum(behind, len(ends.last_turn) - 1)
        bank[opened:] = 1.0 - ends.last_turn[behind]
        if found.roles == 2:
            bank[opened:, roles == 1] = 1.0
    gained = np.arange(ends.rows)[:, None] - totals
    if rules.bank_min:
        bank[gained < rules.bank_min // GRID] = NOT_ALLOWED
    below = (gained < rules.opening_min // GRID) & (mine >= opened)
    if rules.below_opening == "must_roll":
        bank[below] = NOT_ALLOWED
        below[:] = False
    elif rules.bank_min:
        below &= gained >= rules.bank_min // GRID
    none = np.zeros(count)
    hot = np.zeros((ends.rows - ends.top, count))
    return Lanes(totals, bank, hot, ends.top, none, none), below


def filled(
    ends: Endings, lanes: Lanes, below: npt.NDArray[np.bool_], farkle: Array, zero: Array
) -> Lanes:
    """The lanes with what the ends without points are worth."""
    rules, bank = ends.rules, lanes.bank
    if below.any():
        stopped = farkle if rules.below_opening == "stop_is_farkle" else zero
        bank = np.where(below, stopped, bank)
    hot = lanes.hot
    if rules.exact != "off":
        bank = bank.copy()
        bank[lanes.top :] = farkle
        hot = bank[lanes.top :]
    elif rules.hot_dice == "forced":
        menus = ends.passes.menus
        lost, cancelled = menus.farkle[-1], menus.cancelled[-1]
        worth = farkle if ends.passes.cancel_is_farkle else zero
        hot = (1 - lost - cancelled) * bank[lanes.top :] + lost * farkle + cancelled * worth
    return Lanes(lanes.starts, bank, hot, lanes.top, farkle, zero)
