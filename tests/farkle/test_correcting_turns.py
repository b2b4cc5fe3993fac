"""An old turn is set right, and everything after it is worked out anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from farkle.errors import FarkleError
from farkle.sheet import GameState, apply, decide

Table = Callable[..., GameState]
Play = Callable[..., GameState]


def tell(state: GameState, *turns: int | str) -> GameState:
    """Whole turns by their ends: points, "farkle" or "zero"."""
    for turn in turns:
        outcome = turn if isinstance(turn, str) else "bank"
        points = turn if isinstance(turn, int) else 0
        state = do(state, "enter_turn", outcome=outcome, points=points)
    return state


def do(state: GameState, kind: str, **fields: object) -> GameState:
    for event in decide(state, {"type": kind, **fields}):
        state = apply(state, event)
    return state


def correct(state: GameState, player: str, round: int, turn: int | str) -> GameState:
    outcome = turn if isinstance(turn, str) else "bank"
    points = turn if isinstance(turn, int) else 0
    return do(state, "correct_turn", player=player, round=round, outcome=outcome, points=points)


def refusal(state: GameState, player: str, round: int, turn: int | str) -> FarkleError:
    with pytest.raises(FarkleError) as caught:
        correct(state, player, round, turn)
    return caught.value


def totals(state: GameState) -> list[int]:
    return [player.total for player in state.players]


def test_a_corrected_turn_changes_the_total_and_is_marked(table: Table) -> None:
    state = correct(tell(table("calc"), 500, 300, 200), "A", 1, 650)
    assert totals(state) == [850, 300]
    view = state.view()["players"]
    assert [turn["corrected"] for turn in view[0]["turns"]] == [True, False]  # type: ignore[index]
    assert state.current == 1


def test_dice_on_the_table_stay_there_through_a_correction(table: Table, play: Play) -> None:
    state = play(tell(table("calc"), 500, 300), "115346", "> 115")
    state = correct(state, "B", 1, "farkle")
    assert totals(state) == [500, 0]
    assert state.view()["turn_points"] == 250
    assert totals(play(state, "bank")) == [750, 0]


def test_rows_of_farkles_and_penalties_follow_a_correction(table: Table) -> None:
    patch = table("patch", players=1)
    state = tell(patch, 1000, "farkle", 500, "farkle", "farkle")
    assert totals(state) == [1500]
    state = correct(state, "A", 3, "farkle")
    assert totals(state) == [0]
    assert [turn.kind for turn in state.player.turns] == [
        *("bank", "farkle", "farkle", "penalty", "farkle")
    ]
    assert totals(correct(state, "A", 2, 100)) == [100]


def test_the_opening_follows_a_correction_and_what_it_forbids_is_refused(table: Table) -> None:
    state = tell(table("patch", players=1), 600, 350)
    error = refusal(state, "A", 1, "farkle")
    assert (error.code, error.details["reason"]["code"]) == ("turn_does_not_fit", "below_opening")
    assert "round 2" in error.words
    assert totals(correct(tell(table("patch", players=1), 600, 500), "A", 1, "farkle")) == [500]


def test_a_correction_may_begin_the_final_round(table: Table) -> None:
    state = correct(tell(table("calc", target=1000), 900, 300), "B", 1, 1000)
    assert state.view()["final_round"] is True
    assert tell(state, 50).winners == (1,)


def test_a_turn_that_ended_the_game_can_be_taken_back_by_correcting_it(table: Table) -> None:
    over = tell(table("calc", target=1000), 300, 1000, 200)
    assert over.winners == (1,)
    state = correct(over, "B", 1, 950)
    assert state.winners == ()
    assert state.view()["final_round"] is False
    assert state.current == 1
    assert do(state, "undo") == over.__class__(
        **{
            **{name: getattr(over, name) for name in over.__slots__},
            "undone": do(state, "undo").undone,
        }
    )


def test_turns_after_the_end_cannot_be(table: Table) -> None:
    state = tell(table("calc", target=1000), 300, 300, 300, 300)
    error = refusal(state, "A", 1, 1000)
    assert error.code == "over_before"
    assert error.details["round"] == 2
    assert "Take back the later turns first" in error.words
    assert do(state, "undo").view()["players"][0]["total"] == 600  # type: ignore[index]


def test_a_turn_of_somebody_else_cannot_be(table: Table) -> None:
    # With a playoff it would have been A's turn again where C played on.
    state = tell(table("calc", players=2, target=500, final_round="finish_round"), 400, 400, 50)
    with pytest.raises(FarkleError) as caught:
        correct(state, "B", 1, 500)
    assert caught.value.code == "over_before"
    tied = table("calc", players=3, target=500, final_round="finish_round", tie="playoff")
    state = tell(tied, 500, 500, 100, 50)
    error = refusal(state, "A", 1, 450)
    assert error.code == "over_before"
    error = refusal(state, "C", 1, 550)
    assert error.code == "over_before"
    state = tell(tied, 450, 500, 500, 50)
    error = refusal(state, "A", 1, 500)
    assert error.code == "out_of_order"
    assert (error.details["name"], error.details["instead"]) == ("B", "A")


@pytest.mark.parametrize(
    ("turn", "code"),
    [(325, "points_off_grid"), (0, "points_off_grid"), ("bust", "event_malformed")],
)
def test_what_is_no_turn_is_refused(table: Table, turn: int | str, code: str) -> None:
    error = refusal(tell(table("calc"), 500), "A", 1, turn)
    assert code in (error.code, error.details.get("reason", {}).get("code"))  # type: ignore[attr-defined]


def test_a_turn_that_is_not_there_cannot_be_corrected(table: Table) -> None:
    assert refusal(tell(table("calc"), 500), "B", 1, 100).code == "turn_unknown"
    assert refusal(tell(table("calc"), 500), "nobody", 1, 100).code == "player_unknown"


def test_corrections_are_undone_and_put_back_like_everything_else(table: Table) -> None:
    state = tell(table("calc"), 500, 300)
    corrected = correct(correct(state, "A", 1, 550), "A", 1, 600)
    assert totals(do(corrected, "undo")) == [550, 300]
    assert totals(do(do(corrected, "undo"), "undo")) == [500, 300]
    again = do(do(do(do(corrected, "undo"), "undo"), "redo"), "redo")
    assert again == corrected


def test_taken_over_dice_hold_a_correction_of_the_turn_they_came_from(
    table: Table, play: Play
) -> None:
    state = table("calc", piggyback="dice_and_points")
    state = play(state, "666123", "> 6661", "bank", "take_over")
    error = refusal(state, "A", 1, 600)
    assert error.details["reason"]["code"] == "nothing_left_over"
