"""Statistics of games: what is counted, that luck is fair, that decisions are judged."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from farkle.dice import FACES
from farkle.events import Event, event_from_mapping, new_game
from farkle.rules import Rules
from farkle.sheet import apply, decide, fold
from farkle.state import GameState
from farkle.statistics import judged_decisions, statistics


def played(*commands: dict[str, object], preset: str = "classic") -> GameState:
    state = fold([new_game({"a": "Ann", "b": "Ben"}, preset)])
    for command in commands:
        for event in decide(state, command):
            state = apply(state, event)
    return state


def roll(dice: str) -> dict[str, object]:
    return {"type": "roll", "dice": dice}


def keep(dice: str) -> dict[str, object]:
    return {"type": "set_aside", "dice": dice}


BANK: dict[str, object] = {"type": "bank"}
AGAIN: dict[str, object] = {"type": "roll_again"}
FARKLE: dict[str, object] = {"type": "farkle"}


def test_a_game_without_turns_has_no_averages() -> None:
    ann, ben = statistics(played())
    assert (ann.average, ann.best, ann.farkle_rate, ann.luck) == (None,) * 4
    assert ben.totals == ()


def test_turns_are_counted_as_the_sheet_has_them() -> None:
    state = played(
        roll("1 1 1 2 3 4"),
        keep("1 1 1"),
        BANK,
        roll("2 3 4 6 6 2"),
        FARKLE,
        roll("1 5 2 2 3 4"),
        keep("1 5"),
        AGAIN,
        roll("2 3 4 6"),
        FARKLE,
        {"type": "enter_turn", "outcome": "bank", "points": 350},
    )
    ann, ben = statistics(state)
    assert (ann.turns, ann.banked, ann.farkles, ann.average, ann.best) == (2, 1, 1, 500, 1000)
    assert (ann.farkle_rate, ann.totals, ann.throws) == (0.5, (1000, 1000), 3)
    assert (ben.turns, ben.best, ben.totals, ben.throws) == (2, 350, (0, 350), 1)


def test_what_was_undone_or_corrected_counts_as_it_stands() -> None:
    undo: dict[str, object] = {"type": "undo"}
    state = played(roll("1 1 1 2 3 4"), keep("1 1 1"), BANK, undo, undo, keep("1"), BANK)
    ann, _ = statistics(state)
    assert (ann.best, ann.throws, ann.decisions) == (100, 1, 1)


def test_all_six_set_aside_are_hot_dice() -> None:
    state = played(roll("1 2 3 4 5 6"), keep("1 2 3 4 5 6"), AGAIN, roll("1 2 2 3 4 6"))
    ann, _ = statistics(state)
    assert ann.hot_dice == 1


def test_the_best_move_costs_nothing_and_another_one_its_difference() -> None:
    best = played(roll("1 1 1 5 2 3"), keep("1 1 1 5"), BANK)
    judged = judged_decisions(best)[0]
    assert judged.cost == pytest.approx(judged.best.value - judged.chosen.value, abs=0.05)
    poor = judged_decisions(played(roll("1 1 1 5 2 3"), keep("5"), BANK))[0]
    assert poor.best.basis == "win"
    assert 0.05 < poor.cost < 0.5
    assert poor.best.points >= 1000
    ann, _ = statistics(played(roll("1 1 1 5 2 3"), keep("5"), BANK))
    assert (ann.decisions, ann.best_decisions) == (1, 0)
    assert (ann.given_away, ann.chance_given_away) == (0, pytest.approx(poor.cost))


@pytest.mark.parametrize("preset", ["classic", "playmonster", "kcd"])
def test_over_all_first_rolls_luck_is_none(preset: str) -> None:
    """Taken over all 46,656 rolls with the best keep of each, good and bad luck cancel out."""
    rules = Rules.preset(preset)
    start: list[Event] = [new_game({"a": "Ann", "b": "Ben"}, preset)]
    seats = Counter(tuple(sorted(dice)) for dice in itertools.product(FACES, repeat=6))
    total = 0.0
    for dice, ways in seats.items():
        state = apply(fold(start), event_from_mapping({"type": "dice_rolled", "dice": list(dice)}))
        assert state.turn is not None
        options = state.turn.options()
        if not options:
            state = apply(state, event_from_mapping({"type": "farkle_declared"}))
        else:
            kept = {"type": "kept_aside", "dice": list(options[0].dice)}
            state = apply(state, event_from_mapping(kept))
            state = apply(state, event_from_mapping({"type": "rolled_on"}))
        luck = statistics(state)[0].luck
        assert luck is not None
        total += ways * luck
    assert rules == state.rules
    assert total / 6**6 == pytest.approx(0, abs=1e-6)
