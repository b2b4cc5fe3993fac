"""What options and advice cost, beside a plain Python solver in the same run.

    python -m bench.advice

Prints the median time of each case, the plain solver's, how many times as fast that is, and
whether the wanted time is met; the exit status is 1 where one is not.
"""

from __future__ import annotations

import itertools
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bench.plain_race import best_turn
from bench.plain_solver import PlainSolver, keeps_of
from farkle.advice import Situation, advise
from farkle.chances import race_turn
from farkle.dice import Dice
from farkle.options import GRID
from farkle.rules import Rules
from farkle.scoring import legal_keeps
from farkle.tables import shipped_table
from farkle.turn_table import NEVER
from farkle.win_table import Race, WinTable

_TOP = 17_000
"""Turn points from which the plain solver banks; PlayMonster's rules need 16,800 to be exact."""


@dataclass(frozen=True, slots=True)
class Case:
    """One comparison: ``ours`` and ``plain`` do the same thing and are called ``times`` and
    ``plain_times`` times; ``wanted_s`` is the most that ours may take at the median. ``plain`` is
    None for what the plain solver cannot do."""

    name: str
    wanted_s: float
    ours: Callable[[], object]
    plain: Callable[[], object] | None
    times: int
    plain_times: int = 0


def cases() -> tuple[Case, ...]:
    """All comparisons; add others here. What varies from call to call comes from an endless
    supply, so that nothing is found in a cache where it should not be."""
    known = Rules.preset("playmonster")
    solver = PlainSolver(known, _TOP)
    solver.turn_value(0, 6)
    advise("112346", known)
    ours, plain = _rolls(1), _rolls(1)
    later, plain_later = _rolls(2), _rolls(2)
    new, plain_new = _house_rules(0), _house_rules(1000)
    fresh, plain_fresh = _house_rules(2000), _house_rules(3000)
    dear = (rules.changed(farkle_penalty=500) for rules in _house_rules(4000))
    race, plain_race = _races(1), _races(2)
    found = shipped_table(known)
    assert found is not None
    table = found
    return (
        Case(
            "all options of six dice, a preset",
            0.001,
            lambda: legal_keeps(next(ours), known),
            lambda: keeps_of(next(plain), known),
            2000,
            200,
        ),
        Case(
            "all options of six dice, rules never seen before",
            0.001,
            lambda: legal_keeps("111155", next(new)),
            lambda: keeps_of((1, 1, 1, 1, 5, 5), next(plain_new)),
            50,
            50,
        ),
        Case(
            "advice by expected points, a preset",
            0.050,
            lambda: advise(next(later), known, Situation(points=300)),
            lambda: _plain_advice(solver, next(plain_later)),
            2000,
            200,
        ),
        Case(
            "advice by expected points, rules never seen before",
            0.200,
            lambda: advise("112346", next(fresh), Situation(points=300)),
            lambda: _plain_advice(PlainSolver(next(plain_fresh), _TOP), (1, 1, 2, 3, 4, 6)),
            20,
            3,
        ),
        Case(
            "the same with a penalty for farkles in a row",
            0.200,
            lambda: advise("112346", next(dear), Situation(points=300, farkles=1)),
            None,
            20,
        ),
        Case(
            "advice by the exact chance to win, a preset",
            0.050,
            lambda: advise(next(ours), known, next(race), table),
            lambda: _plain_race_turn(known, table, next(plain_race)),
            50,
            3,
        ),
    )


def _plain_advice(solver: PlainSolver, roll: Dice) -> float:
    return solver.best_move(roll, 300) if keeps_of(roll, solver.rules) else 0.0


def _races(seed: int) -> Iterator[Situation]:
    """Moments of games of two, of which no two are alike."""
    chance = random.Random(seed)
    while True:
        me, them = (50 * chance.randrange(10, 200) for _ in range(2))
        yield Situation(points=300, race=Race(me, them))


def _plain_race_turn(rules: Rules, table: WinTable, situation: Situation) -> float:
    """One turn of a race in dictionaries and recursion, with what its ends are worth."""
    race = situation.race
    assert race is not None
    judge = race_turn(table, race)
    last = GRID * (len(judge.bank) - 1)

    def bank(points: int) -> float | None:
        worth = judge.bank_value(min(points, last))
        return None if worth == NEVER else worth

    return best_turn(rules, bank, judge.farkle, judge.zero, last, None)


def _rolls(seed: int) -> Iterator[Dice]:
    """Rolls of six dice in a fixed order."""
    chance = random.Random(seed)
    while True:
        yield tuple(sorted(chance.choices(range(1, 7), k=6)))


def _house_rules(first: int) -> Iterator[Rules]:
    """House rules of which no two are alike, from all presets in turn."""
    presets = ("playmonster", "classic", "tenk_var", "calc_double", "kcd")
    for number in itertools.count(first):
        base = Rules.preset(presets[number % len(presets)])
        yield base.changed(straight=1000 + 50 * (number % 40), two_triplets=50 * (number // 40))


def _median_s(call: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        call()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def _time_words(seconds: float) -> str:
    return f"{1000 * seconds:,.3f} ms" if seconds < 0.01 else f"{1000 * seconds:,.1f} ms"


def main() -> int:
    """Run and print all cases; the exit status."""
    missed = 0
    print(f"{'':<52}{'ours':>12}{'plain':>14}{'ratio':>9}   wanted")
    for case in cases():
        ours = _median_s(case.ours, case.times)
        plain, ratio = "-", "-"
        if case.plain is not None:
            taken = _median_s(case.plain, case.plain_times)
            plain, ratio = _time_words(taken), f"{taken / ours:,.0f}x"
        met = ours <= case.wanted_s
        missed += not met
        print(
            f"{case.name:<52}{_time_words(ours):>12}{plain:>14}{ratio:>9}"
            f"   under {1000 * case.wanted_s:,.0f} ms: {'yes' if met else 'NO'}",
            flush=True,
        )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
