"""Where two players can stand before a turn: totals, opened or not, and rows of farkles.

The exact two-player solution is a table over these standings.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from farkle.errors import FarkleError
from farkle.options import GRID
from farkle.rules import Rules

MOST_VALUES = 12_000_000
"""The largest table that is made: some minutes of work, and 100 MB while it is made."""


@dataclass(frozen=True)
class Standings:
    """The standings of one player under some rules, numbered.

    First those who have opened, from ``low`` to one grid step below the target (in grid steps);
    then those who have not, with 0, one penalty, two penalties, … less. Totals below ``low`` are
    taken as ``low``: 2.5 penalties below zero, where the chance to win hardly changes.
    ``row`` farkles behind a player can be told apart; ``roles`` is 2 where it matters who began
    the round (0: the one to move), else 1.
    """

    rules: Rules

    @cached_property
    def target(self) -> int:
        """The target in grid steps."""
        return self.rules.target // GRID

    @cached_property
    def low(self) -> int:
        """The lowest total in grid steps."""
        rules = self.rules
        return -(5 * rules.farkle_penalty // 2) // GRID if rules.allow_negative else 0

    @cached_property
    def opened_count(self) -> int:
        """How many standings have opened."""
        return self.target - self.low

    @cached_property
    def unopened(self) -> tuple[int, ...]:
        """The totals of those who have not opened, in grid steps."""
        rules = self.rules
        if not rules.opening_min:
            return ()
        if not (rules.farkle_penalty and rules.allow_negative):
            return (0,)
        return tuple(range(0, self.low - 1, -(rules.farkle_penalty // GRID)))

    @cached_property
    def totals(self) -> npt.NDArray[np.intp]:
        """The total of each standing in grid steps."""
        opened = np.arange(self.low, self.target)
        return np.concatenate([opened, np.array(self.unopened, dtype=np.intp)]).astype(np.intp)

    @cached_property
    def count(self) -> int:
        """How many standings there are."""
        return len(self.totals)

    @cached_property
    def row(self) -> int:
        """How many rows of farkles (none, one, …) differ."""
        return self.rules.farkle_streak if self.rules.farkle_penalty else 1

    @cached_property
    def roles(self) -> int:
        """2 where it matters who began the round, else 1."""
        return 2 if self.rules.final_round == "finish_round" else 1

    @property
    def shape(self) -> tuple[int, int, int, int, int]:
        """Of the table: role of the player to move, their standing and row, the rival's."""
        return (self.roles, self.count, self.row, self.count, self.row)

    def index(self, total: int, opened: bool = True) -> int:
        """The standing with that total in points; totals below the lowest are taken as that."""
        steps = total // GRID
        if opened or not self.unopened:
            return max(0, steps - self.low)
        nearest = min(range(len(self.unopened)), key=lambda n: abs(self.unopened[n] - steps))
        return self.opened_count + nearest

    @cached_property
    def after_penalty(self) -> npt.NDArray[np.intp]:
        """The standing to which the penalty leads from each."""
        lost = self.rules.farkle_penalty // GRID
        opened = np.arange(self.opened_count)
        if self.rules.allow_negative:
            opened = np.maximum(opened - lost, 0)
        else:
            opened = np.maximum(opened - np.minimum(lost, self.totals[opened]), 0)
        last = len(self.unopened) - 1
        unopened = [self.opened_count + min(n + 1, last) for n in range(len(self.unopened))]
        if not self.rules.farkle_penalty:
            unopened = [self.opened_count + n for n in range(len(self.unopened))]
        return np.concatenate([opened, np.array(unopened, dtype=np.intp)]).astype(np.intp)


@lru_cache(maxsize=32)
def standings(rules: Rules) -> Standings:
    """The standings of the rules.

    Raises FarkleError ``not_solvable`` for rules whose exact solution is out of reach: where
    leftover dice can be taken over, where a farkle does not end the turn, or where the table
    would be too large.
    """
    if rules.piggyback != "off":
        raise FarkleError(
            "not_solvable",
            "With leftover dice to take over, the exact chance to win is out of reach.",
        )
    if not rules.farkle_ends_turn:
        raise FarkleError(
            "not_solvable",
            "Where a farkle does not end the turn, a turn has no end to compute from.",
        )
    found = Standings(rules)
    values = found.roles * (found.count * found.row) ** 2
    if values > MOST_VALUES:
        raise FarkleError(
            "not_solvable",
            f"These rules would need a table of {values:,} chances to win; at most "
            f"{MOST_VALUES:,} are computed. A lower target makes it smaller.",
            values=values,
        )
    return found
