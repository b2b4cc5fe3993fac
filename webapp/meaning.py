"""What a roll that a camera saw means for the sheet: which moves lead to it, which dice it has."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from farkle.dice import MAX_DICE
from farkle.errors import FarkleError
from farkle.sheet import apply, decide
from farkle.state import GameState, Played
from farkle.turn import Turn
from webapp.proposal import left_out

Match = Literal["exact", "more", "fewer", "none", "waits"]
Command = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class LyingDie:
    """A die of a roll at rest: its face, whether it was ``kept`` before the roll, and whether it
    lies ``outside`` of the tray, where dice do not count."""

    face: int
    kept: bool = False
    outside: bool = False


@dataclass(frozen=True, slots=True)
class Meaning:
    """How a roll at rest fits the sheet.

    ``before``: the moves that the players have made with the dice in their hands and not yet on
    the sheet; ``wanted``: how many dice the roll has after them; ``aside``: positions of the dice
    set aside before, ``guessed`` by their faces where the camera did not follow them there.
    ``waits``: something has to be said first, such as what was set aside.
    """

    match: Match
    wanted: int
    aside: frozenset[int]
    before: tuple[Command, ...] = ()
    guessed: bool = False


def meaning(dice: Sequence[LyingDie], state: GameState) -> Meaning | None:
    """What these dice at rest mean now; None while no roll can be entered."""
    turn = state.turn
    if turn is None or state.paused:
        return None
    kept = frozenset(index for index, die in enumerate(dice) if die.kept and not die.outside)
    rolled = sum(not die.kept and not die.outside for die in dice)
    match turn.phase:
        case "to_roll":
            return _held_against(dice, kept, turn.in_hand, _aside(turn), ())
        case "kept":
            again: Command = {"type": "roll_again"}
            found = _held_against(dice, kept, turn.in_hand, _aside(turn), (again,))
            if found.match != "exact" and rolled == MAX_DICE:
                # The next player's, before the points were banked.
                return Meaning("waits", turn.in_hand, kept)
            return found
        case "rolled":
            return _after_pushing(dice, kept, rolled, turn)
        case _:
            if rolled != MAX_DICE:
                return Meaning("waits", MAX_DICE, kept)
            return Meaning("exact", MAX_DICE, kept, ({"type": "farkle"},))


def after(state: GameState, moves: Sequence[Command]) -> GameState:
    """The state to which these moves lead. Raises FarkleError for a forbidden one."""
    for move in moves:
        for event in decide(state, move):
            state = apply(state, event)
    return state


def meaning_after(
    lead: Sequence[Command], dice: Sequence[LyingDie], state: GameState
) -> Meaning | None:
    """What these dice mean when an earlier roll, which ``lead`` enters, was not confirmed yet.

    Players are faster than their taps: they push dice of it aside and roll on.
    """
    if lead:
        with contextlib.suppress(FarkleError):
            found = meaning(dice, after(state, lead))
            if found is not None and found.match == "exact":
                return replace(found, before=(*lead, *found.before))
    return meaning(dice, state)


def is_lying_already(dice: Sequence[LyingDie], state: GameState, *, first: bool) -> bool:
    """Whether this is the roll that is on the sheet already, not a new one.

    ``first``: the first that a camera tells since it looks, so that it cannot know whether the
    dice were thrown or have lain there all the time.
    """
    turn = state.turn
    seen = Counter(die.face for die in dice if not die.outside)
    rolled = Counter(die.face for die in dice if not die.kept and not die.outside)
    if turn is not None and turn.roll is not None and turn.phase in ("rolled", "farkled"):
        roll = Counter(turn.roll)
        if rolled == roll or seen == roll + Counter(_aside(turn)):
            return True
    if not first:
        return False
    last = turn if turn is not None and turn.throws else _last_turn(state)
    if last is None or not last.throws or last.throws[-1].dice is None:
        return False
    thrown = Counter(last.throws[-1].dice)
    earlier = Counter(face for throw in last.throws[:-1] for face in throw.kept or ())
    return seen in (thrown, thrown + earlier)


def expected_dice(state: GameState, *, first: bool = False) -> int | None:
    """How many dice will be rolled next, where the sheet says so. To a camera that has seen no
    roll yet (``first``) the dice set aside before look as if they were rolled with the others."""
    turn = state.turn
    if turn is None or turn.phase not in ("to_roll", "kept") or (first and turn.set_aside):
        return None
    return turn.in_hand


def _held_against(
    dice: Sequence[LyingDie],
    kept: frozenset[int],
    wanted: int,
    set_aside: Sequence[int],
    before: tuple[Command, ...],
) -> Meaning:
    inside = [index for index, die in enumerate(dice) if not die.outside]
    by_face: frozenset[int] = frozenset()
    if len(inside) - len(kept) != wanted:
        # Where the camera did not see them being pushed aside, their faces tell.
        by_face = left_out([dice[index].face for index in inside], wanted, set_aside)
        kept = frozenset(inside[place] for place in by_face) if by_face else kept
    rolled = len(inside) - len(kept)
    if not inside or not rolled:
        return Meaning("none", wanted, kept, before)
    if rolled == wanted:
        return Meaning("exact", wanted, kept, before, guessed=bool(by_face))
    return Meaning("more" if rolled > wanted else "fewer", wanted, kept, before)


def _after_pushing(
    dice: Sequence[LyingDie], kept: frozenset[int], rolled: int, turn: Turn
) -> Meaning:
    """The dice pushed aside say what was kept of the roll on the sheet."""
    pushed = Counter(dice[index].face for index in kept)
    earlier = Counter(_aside(turn))
    for option in turn.options():
        left = (turn.in_hand - len(option.dice)) or MAX_DICE
        keep = Counter(option.dice)
        if rolled == left and pushed in (keep, keep + earlier):
            moves: tuple[Command, ...] = (
                {"type": "set_aside", "dice": list(option.dice)},
                {"type": "roll_again"},
            )
            return Meaning("exact", left, kept, moves)
    return Meaning("waits", rolled, kept)


def _aside(turn: Turn) -> tuple[int, ...]:
    return tuple(face for group in turn.set_aside for face in group)


def _last_turn(state: GameState) -> Turn | None:
    for record in reversed(state.records):
        if isinstance(record, Played):
            return record.facts if isinstance(record.facts, Turn) else None
    return None
