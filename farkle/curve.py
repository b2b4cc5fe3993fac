"""How everybody's chance to win went over a game: the state at each turn's or round's begin."""

from __future__ import annotations

from collections.abc import Iterator

from farkle.sheet import apply
from farkle.state import GameState


def milestones(state: GameState, every_turn: bool) -> Iterator[tuple[int, GameState]]:
    """The states at which the curve has a point, each with the number of turns finished until
    then: the start, each turn's begin (or each round's) and the end, or where the game stands.

    What was taken back is left out; a turn that was corrected later is as it was played.
    """
    now: GameState | None = None
    seen: tuple[int, int] | None = None
    for event in state.log:
        now = apply(now, event)
        turns = sum(len(player.turns) for player in now.players)
        key = (turns if every_turn else now.round, int(now.turn is None))
        begins = now.turn is None or not now.turn.throws
        if begins and key != seen:
            seen = key
            yield turns, now
    if now is not None and now.turn is not None and now.turn.throws:
        yield sum(len(player.turns) for player in now.players), now
