"""A plain solver of small races, written apart from the product's: dictionaries and recursion.

Every race's chance is improved turn by turn until nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from farkle.odds import distinct_rolls, farkle_probability
from farkle.rules import Rules
from farkle.scoring import is_cancelled, legal_keeps, with_first_roll_bonus
from farkle.win_table import Race

_STOP = 150
"""How far past the target one always stops, in points."""

Player = tuple[int, bool, int]
"""Total, has opened, farkles in a row."""

Key = tuple[Player, Player, bool]
"""The player to move, the rival, whether the one to move began the round."""


class PlainRace:
    """All races that can come about in a game of two under some rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.floor = -5 * rules.farkle_penalty // 2 // 50 * 50 if rules.allow_negative else 0
        self.values: dict[Key, float] = {}
        self.last_turns: dict[tuple[int, int, bool], float] = {}

    def chances(self) -> dict[Race, float]:
        players = self._players()
        keys = [(me, them, began) for me in players for them in players for began in (True, False)]
        keys.sort(key=lambda key: -(key[0][0] + key[1][0]))
        self.values = dict.fromkeys(keys, 0.5)
        for _ in range(200):
            change = 0.0
            for key in keys:
                value = self._turn(key)
                change = max(change, abs(value - self.values[key]))
                self.values[key] = value
            if change < 1e-9:
                break
        return {
            Race(me[0], them[0], me[1], them[1], me[2], them[2], began): value
            for (me, them, began), value in self.values.items()
        }

    def _players(self) -> list[Player]:
        rules = self.rules
        rows = range(rules.farkle_streak if rules.farkle_penalty else 1)
        least = max(rules.opening_min, rules.bank_min, 50)
        totals = {0} if not rules.opening_min else set()
        totals |= set(range(least, rules.target, 50))
        closed = {0} if rules.opening_min else set()
        if rules.farkle_penalty:
            totals = set(range(self.floor, rules.target, 50))
            if rules.allow_negative and closed:
                closed = set(range(0, self.floor - 1, -rules.farkle_penalty))
        found = [(total, True, row) for total in totals for row in rows]
        return found + [(total, False, row) for total in closed for row in rows]

    def _turn(self, key: Key) -> float:
        me, them, began = key
        rules = self.rules

        def bank(points: int) -> float | None:
            if points < rules.bank_min:
                return None
            if not me[1] and points < rules.opening_min:
                if rules.below_opening == "must_roll":
                    return None
                return zero() if rules.below_opening == "stop_zero" else farkle()
            total = me[0] + points
            if total < rules.target:
                return 1 - self.values[them, (total, True, 0), not began]
            if rules.exact != "off" and total > rules.target:
                return None
            if rules.final_round == "sudden_death":
                return 1.0
            if rules.final_round == "finish_round" and not began:
                return 1.0
            return 1 - self._last_turn(them[0], total, them[1])

        def farkle() -> float:
            total, opened, row = me
            row += 1
            if not rules.farkle_penalty:
                row = 0
            elif row >= rules.farkle_streak:
                lower = total - rules.farkle_penalty
                if rules.allow_negative:
                    lower = lower if lower >= self.floor else (self.floor if opened else total)
                else:
                    lower = max(lower, 0)
                total, row = lower, 0 if rules.penalty_reset else rules.farkle_streak - 1
            return 1 - self.values[them, (total, opened, row), not began]

        def zero() -> float:
            row = 0 if rules.zero_resets_streak else me[2]
            return 1 - self.values[them, (me[0], me[1], row), not began]

        room = rules.target - me[0] if rules.exact != "off" else None
        return best_turn(rules, bank, farkle(), zero(), rules.target - me[0] + _STOP, room)

    def _last_turn(self, total: int, lead: int, opened: bool) -> float:
        key = (total, lead, opened)
        if key not in self.last_turns:
            rules = self.rules
            tie = 0.0 if rules.tie == "first_reached" else 0.5

            def bank(points: int) -> float | None:
                if points < rules.bank_min or (not opened and points < rules.opening_min):
                    return None
                if rules.exact != "off" and total + points > rules.target:
                    return None
                return 1.0 if total + points > lead else tie if total + points == lead else 0.0

            room = rules.target - total if rules.exact != "off" else None
            top = lead - total + 400 + (3000 if rules.hot_dice == "forced" else 0)
            self.last_turns[key] = best_turn(rules, bank, 0.0, 0.0, top, room)
        return self.last_turns[key]


@cache
def _menus(
    rules: Rules, dice: int, is_first: bool
) -> tuple[tuple[int, int, tuple[tuple[int, int], ...]], ...]:
    """Ways, cancelled or not, and the options of each roll: points gained and dice left."""
    found: dict[tuple[bool, tuple[tuple[int, int], ...]], int] = {}
    for roll, ways in distinct_rolls(dice):
        keeps = legal_keeps(roll, rules)
        if is_first:
            keeps = tuple(with_first_roll_bonus(keep, rules) for keep in keeps)
        options = tuple(sorted({(keep.points, (dice - len(keep.dice)) or 6) for keep in keeps}))
        key = (is_cancelled(roll, rules), options)
        found[key] = found.get(key, 0) + ways
    return tuple((ways, cancelled, options) for (cancelled, options), ways in found.items())


def best_turn(
    rules: Rules,
    bank: Callable[[int], float | None],
    farkle: float,
    zero: float,
    top: int,
    room: int | None,
) -> float:
    """The worth of a turn from its first roll; from ``top`` points on one stops where one may.

    ``bank`` gives the worth of stopping, None where it is not allowed; beyond ``room`` all is lost.
    """
    worth: dict[tuple[int, int], float] = {}
    banks: dict[int, float | None] = {}

    def banked(points: int) -> float | None:
        if points not in banks:
            banks[points] = bank(points)
        return banks[points]

    def have(points: int, dice: int) -> float:
        if room is not None and points > room:
            return farkle
        stop = banked(points)
        if rules.hot_dice == "forced" and dice == 6:
            if points >= top and stop is not None:
                # So far on, one throw more and then stop is near enough.
                lost = float(farkle_probability(6, rules))
                return (1 - lost) * stop + lost * farkle
            return thrown(points, dice)
        if points >= top and stop is not None:
            return stop
        rolled = thrown(points, dice)
        return rolled if stop is None else max(stop, rolled)

    def thrown(points: int, dice: int, is_first: bool = False) -> float:
        key = (points, dice)
        if is_first or key not in worth:
            total = 0.0
            for ways, cancelled, options in _menus(rules, dice, is_first):
                if options:
                    total += ways * max(have(points + gain, left) for gain, left in options)
                elif cancelled and not rules.cancel_2s_is_farkle:
                    total += ways * zero
                else:
                    total += ways * farkle
            if is_first:
                return float(total / 6**dice)
            worth[key] = float(total / 6**dice)
        return worth[key]

    return thrown(0, 6, is_first=bool(rules.first_roll_bonus))
