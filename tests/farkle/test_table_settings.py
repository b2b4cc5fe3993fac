"""How the table is run is settled beside the game: undoing a move leaves it alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from farkle.errors import FarkleError
from farkle.sheet import GameState, fold
from tests.farkle.test_correcting_turns import correct, do, tell

Table = Callable[..., GameState]


def test_settings_hold_through_undoing_correcting_and_folding(table: Table) -> None:
    state = tell(table("calc"), 500)
    assert [state.view()[name] for name in ("advice", "locked", "rematch")] == [True, False, False]
    state = do(state, "set_table", advice=False, locked=True)
    state = correct(do(do(tell(state, 300), "undo"), "redo"), "A", 1, 450)
    state = do(state, "set_table", locked=False)
    assert [state.view()[name] for name in ("advice", "locked")] == [False, False]
    assert [player.total for player in state.players] == [450, 300]


def test_a_setting_is_no_move_that_undo_would_take_back(table: Table) -> None:
    state = do(tell(table("calc"), 500), "set_table", locked=True)
    state = do(state, "undo")
    assert (state.players[0].total, state.settings.locked) == (0, True)
    assert do(do(state, "set_table", locked=False), "redo").players[0].total == 500
    assert fold([*state.log]).settings.locked is False


def test_settling_nothing_is_refused(table: Table) -> None:
    with pytest.raises(FarkleError) as refused:
        do(table("calc"), "set_table")
    assert refused.value.code == "command_malformed"
