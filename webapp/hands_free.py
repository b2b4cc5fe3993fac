"""Pictures of rolls that were entered without a tap. Nobody has confirmed such a roll when it is
entered: its picture waits until play has gone on from it, or somebody has set it right."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from datasets.sighting import AcceptedDie
from farkle.state import GameState, Played
from farkle.turn import Turn
from webapp.labeller import Labeller
from webapp.offers import OfferedDie, stage
from webapp.recent import keep_recent

_MOST_TABLES = 64


@dataclass(frozen=True, slots=True)
class _Waiting:
    """``word``: by which the album holds the picture; ``stage``: how far the game was then."""

    word: str
    stage: tuple[int, int]
    dice: tuple[OfferedDie, ...]
    aside: frozenset[int]


class HandsFree:
    """The newest such roll of each table that agreed to have pictures kept."""

    def __init__(self, labeller: Labeller) -> None:
        self._labeller = labeller
        self._lock = threading.Lock()
        self._waiting: OrderedDict[str, _Waiting] = OrderedDict()

    def entered(
        self,
        game_id: str,
        word: str,
        state: GameState,
        dice: tuple[OfferedDie, ...],
        aside: frozenset[int],
    ) -> None:
        """A roll was entered, which led to ``state``; ``aside`` are the positions of the dice that
        do not belong to it."""
        with self._lock:
            waiting = _Waiting(word, stage(state), dice, aside)
            keep_recent(self._waiting, game_id, waiting, _MOST_TABLES)

    def see(self, game_id: str, state: GameState) -> None:
        """Keep the picture that waits, if play has gone on from its roll; let go of it, if the roll
        was taken back or the players do not agree any more."""
        with self._lock:
            waiting = self._waiting.get(game_id)
            if waiting is None or (stage(state) == waiting.stage and state.settings.collects):
                return
            del self._waiting[game_id]
        thrown = _thrown(state, waiting.stage) if state.settings.collects else None
        accepted = None if thrown is None else agreed(waiting.dice, waiting.aside, thrown)
        if accepted is None:
            self._labeller.album.take(game_id, waiting.word)
            return
        outside = any(die.reason == "outside" for die in waiting.dice)
        self._labeller.keep(
            game_id, waiting.word, accepted, unsettled=outside, settings={"hands_free": True}
        )


def agreed(
    dice: Sequence[OfferedDie], aside: frozenset[int], thrown: Sequence[int]
) -> tuple[AcceptedDie, ...] | None:
    """The dice as the sheet has them in the end; None where it does not say which die is which.

    One value that was set right tells its die if no other die of the roll was read like it.
    """
    inside = [index for index, die in enumerate(dice) if die.reason != "outside"]
    rolled = [index for index in inside if index not in aside]
    read = Counter(dice[index].face for index in rolled)
    wrong, right = (
        list((read - Counter(thrown)).elements()),
        list((Counter(thrown) - read).elements()),
    )
    faces = {index: dice[index].face for index in inside}
    if wrong or right:
        if len(wrong) != 1 or len(right) != 1 or read[wrong[0]] != 1:
            return None
        faces[next(index for index in rolled if faces[index] == wrong[0])] = right[0]
    return tuple(AcceptedDie(faces[index], dice[index].box) for index in inside)


def _thrown(state: GameState, at: tuple[int, int]) -> tuple[int, ...] | None:
    """What was thrown at that stage of the game, as the sheet has it now."""
    played, throws = at
    turns = [record.facts for record in state.records if isinstance(record, Played)]
    turn = turns[played] if played < len(turns) else state.turn if played == len(turns) else None
    if not isinstance(turn, Turn) or not 1 <= throws <= len(turn.throws):
        return None
    if stage(state) < at:
        return None
    return turn.throws[throws - 1].dice
