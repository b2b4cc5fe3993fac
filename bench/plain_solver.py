"""A plain solver of the game, to measure and to test against: dictionaries, loops, nothing clever.

It is written from the rules alone and shares no code with ``farkle``'s scoring, odds or tables: a
keep is worth the best of all ways to split it into groups that score, a turn is solved state by
state from the top down.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from farkle.rules import Rules

Keeps = Mapping[tuple[int, ...], int]
"""Points by the dice set aside, in rising order."""

NEVER = float("-inf")


def group_points(group: Sequence[int], rules: Rules) -> int:
    """Points of some dice as one combination, in the best of its names; 0 if it is none."""
    counts = Counter(group)
    sizes = sorted(counts.values())
    found = [0]
    if len(group) == 1:
        found.append({1: rules.single1, 5: rules.single5}.get(group[0], 0))
    if len(counts) == 1 and len(group) >= 3:
        triple = rules.triple_ones if group[0] == 1 else group[0] * 100
        more = len(group) - 3
        if more == 0:
            found.append(triple)
        elif rules.kind_mode == "fixed":
            found.append(rules.kind_fixed[more - 1])
        elif rules.kind_mode == "multiple":
            found.append(rules.kind_mult[more - 1] * triple)
        elif rules.kind_mode == "double":
            found.append(triple * 2**more)
    if sizes == [1] * len(group):
        faces = "".join(map(str, sorted(group)))
        run = {"123456": rules.straight, "12345": rules.straight_1_5, "23456": rules.straight_2_6}
        found.append(run.get(faces, 0))
    if sizes == [2, 2, 2]:
        found.append(rules.three_pairs)
    if sizes == [2, 4]:
        found.append(rules.four_plus_pair)
    if sizes == [3, 3]:
        found.append(rules.two_triplets)
    if sizes == [6]:
        found.append(rules.three_pairs if rules.six_as_three_pairs else 0)
        found.append(rules.two_triplets if rules.six_as_two_triplets else 0)
    return max(found)


def best_split(dice: Sequence[int], rules: Rules) -> int | None:
    """The best points of dice that must all score; None if they cannot all score."""
    if not dice:
        return 0
    first, rest = dice[0], dice[1:]
    best: int | None = None
    for size in range(len(rest) + 1):
        for places in itertools.combinations(range(len(rest)), size):
            points = group_points([first, *(rest[place] for place in places)], rules)
            if not points:
                continue
            others = best_split([die for n, die in enumerate(rest) if n not in places], rules)
            if others is not None and (best is None or points + others > best):
                best = points + others
    return best


def keeps_of(roll: Sequence[int], rules: Rules) -> Keeps:
    """Every legal keep of a roll."""
    if rules.cancel_2s and list(roll).count(2) >= rules.cancel_2s:
        return {}
    found = {}
    tried = set()
    for size in range(1, len(roll) + 1):
        for part in itertools.combinations(sorted(roll), size):
            if part in tried:
                continue
            tried.add(part)
            points = best_split(part, rules)
            if points is not None:
                found[part] = points
    if not found and len(roll) == 6 and rules.six_nothing:
        found[tuple(sorted(roll))] = rules.six_nothing
    return found


def _sizes(keeps: Keeps) -> Iterator[tuple[int, int]]:
    """How many dice each keep takes, and its points."""
    return ((len(dice), points) for dice, points in keeps.items())


class PlainSolver:
    """Turns under some rules, solved on demand; from ``top`` turn points on one always banks."""

    def __init__(self, rules: Rules, top: int) -> None:
        self.rules = rules
        self.top = top
        self._rolls = {dice: self._rolls_of(dice) for dice in range(1, 7)}
        self._worth: dict[tuple[int, int], float] = {}
        self._farkle_worth = 0.0
        self._opened = True

    def farkle_probability(self, dice: int) -> Fraction:
        """The chance that a roll of so many dice has no legal keep."""
        return Fraction(sum(ways for ways, keeps, _ in self._rolls[dice] if not keeps), 6**dice)

    def turn_value(self, points: int, dice: int, farkles: int = 0, opened: bool = True) -> float:
        """Expected turn points when so many dice are thrown now, with best play after that."""
        self._solve(farkles, opened)
        if not points and dice == 6:
            return self._throw(0, 6, self.rules.first_roll_bonus)
        return self._worth[points, dice]

    def best_move(
        self, roll: Sequence[int], points: int, farkles: int = 0, opened: bool = True
    ) -> float:
        """The worth of the best move with a roll that is not the first of a turn."""
        self._solve(farkles, opened)
        return max(self._kept(points, len(roll), keeps_of(roll, self.rules), 0))

    def chance(
        self, goal: int, points: int, dice: int, opened: bool = True, exactly: bool = False
    ) -> float:
        """The best chance to bank ``goal`` turn points or more, or just so many."""
        least = max(self.rules.bank_min, 0 if opened else self.rules.opening_min)
        found: dict[tuple[int, int], float] = {}

        def throw(points: int, dice: int, bonus: int) -> float:
            total = 0.0
            for ways, keeps, _ in self._rolls[dice]:
                total += ways * max(
                    (kept(points, dice, size, gain, bonus) for size, gain in _sizes(keeps)),
                    default=0.0,
                )
            return total / float(6**dice)

        def kept(points: int, dice: int, size: int, gain: int, bonus: int) -> float:
            earns = size == 6 or self.rules.first_roll_bonus_on == "any"
            reached, left = points + gain + (bonus if earns else 0), dice - size
            if (exactly and reached > goal) or reached >= self.top:
                return 0.0
            may_stop = left or self.rules.hot_dice == "optional"
            if may_stop and reached >= max(goal, least):
                return 1.0
            state = reached, left or 6
            if state not in found:
                found[state] = throw(*state, 0)
            return found[state]

        begins = not points and dice == 6
        return throw(points, dice, self.rules.first_roll_bonus if begins else 0)

    def _solve(self, farkles: int, opened: bool) -> None:
        due = self.rules.farkle_penalty and farkles + 1 >= self.rules.farkle_streak
        farkle = -float(self.rules.farkle_penalty) if due else 0.0
        if self._worth and (farkle, opened) == (self._farkle_worth, self._opened):
            return
        self._farkle_worth, self._opened = farkle, opened
        self._worth = {}
        for points in range(self.top - 50, -50, -50):
            for dice in range(1, 7):
                self._worth[points, dice] = self._throw(points, dice, 0)

    def _rolls_of(self, dice: int) -> list[tuple[int, Keeps, bool]]:
        """All different rolls: in how many ways they fall, their keeps, whether 2s cancel."""
        falls = Counter(tuple(sorted(roll)) for roll in itertools.product(range(1, 7), repeat=dice))
        enough = self.rules.cancel_2s
        return [
            (ways, keeps_of(roll, self.rules), bool(enough) and roll.count(2) >= enough)
            for roll, ways in falls.items()
        ]

    def _throw(self, points: int, dice: int, bonus: int) -> float:
        total = 0.0
        for ways, keeps, cancelled in self._rolls[dice]:
            if keeps:
                total += ways * max(self._kept(points, dice, keeps, bonus))
            elif not cancelled or self.rules.cancel_2s_is_farkle:
                total += ways * self._farkle_worth
        return total / float(6**dice)

    def _kept(self, points: int, dice: int, keeps: Keeps, bonus: int) -> Iterator[float]:
        for kept, gain in keeps.items():
            earns = len(kept) == 6 or self.rules.first_roll_bonus_on == "any"
            reached = points + gain + (bonus if earns else 0)
            left = dice - len(kept)
            if left or self.rules.hot_dice == "optional":
                yield self._bank(reached)
            # From the top on, throwing is taken as worth no more than what is there.
            yield self._worth[reached, left or 6] if reached < self.top else float(reached)

    def _bank(self, points: int) -> float:
        if points < self.rules.bank_min:
            return NEVER
        if not self._opened and points < self.rules.opening_min:
            below = {"must_roll": NEVER, "stop_zero": 0.0, "stop_is_farkle": self._farkle_worth}
            return below[self.rules.below_opening]
        return float(points)
