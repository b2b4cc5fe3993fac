"""Setting tables and playing them in few words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from farkle.events import new_game
from farkle.sheet import GameState, apply, decide, fold

Table = Callable[..., GameState]
Play = Callable[..., GameState]

_UNITS = ((600, "666"), (500, "555"), (400, "444"), (300, "333"), (200, "222"), (100, "1"))


@pytest.fixture
def table() -> Table:
    """``table("patch", players=3, opening_min=0)``: a new game; the players are A, B, C …"""

    def new(preset: str = "playmonster", players: int = 2, **house_rules: object) -> GameState:
        names = {letter: letter for letter in "ABCDEFGH"[:players]}
        return fold([new_game(names, preset, house_rules)])

    return new


@pytest.fixture
def play() -> Play:
    """``play(state, "1 3 3 4 6 6", "> 1", "again", "bank")``: roll, set aside and so on."""

    def run(state: GameState, *moves: str) -> GameState:
        for move in moves:
            for event in decide(state, _command(move)):
                state = apply(state, event)
        return state

    return run


@pytest.fixture
def bank_points(play: Play) -> Callable[[GameState, int], GameState]:
    """``bank_points(state, 1250)``: the current player banks a turn of just that many points."""

    def run(state: GameState, points: int) -> GameState:
        while points:
            assert state.turn is not None
            hand = state.turn.in_hand
            units = [(worth, dice) for worth, dice in _UNITS if len(dice) <= hand]
            worth, dice = next((u for u in units if u[0] <= points), (50, "5"))
            state = play(state, dice + "4" * (hand - len(dice)), f"> {dice}")
            points -= worth
            state = play(state, "again" if points else "bank")
        return state

    return run


def _command(move: str) -> dict[str, object]:
    if move.startswith(">"):
        return {"type": "set_aside", "dice": move[1:]}
    if move[0].isdigit():
        return {"type": "roll", "dice": move}
    return {"type": {"again": "roll_again"}.get(move, move)}
