"""People who join, leave, come back, change their name or their place while others play."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from farkle.errors import FarkleError
from farkle.sheet import GameState
from tests.farkle.test_correcting_turns import correct, do, tell, totals

Table = Callable[..., GameState]
Play = Callable[..., GameState]


def refused(state: GameState, kind: str, **fields: object) -> str:
    with pytest.raises(FarkleError) as caught:
        do(state, kind, **fields)
    return caught.value.code


def who_plays(state: GameState, turns: int) -> str:
    """The ids of those who play next, each with a farkle."""
    ids = ""
    for _ in range(turns):
        ids += state.player.id
        state = tell(state, "farkle")
    return ids


def test_who_joins_late_plays_from_this_round_on_at_the_end_of_the_order(table: Table) -> None:
    state = do(tell(table("calc"), 500, 300, 200), "add_player", name="  Zoe ")
    new = state.players[2]
    assert (new.id, new.name, new.total, new.colour) == ("p1", "Zoe", 0, "green")
    assert who_plays(state, 4) == "Bp1AB"
    assert tell(state, 50, 50).players[2].turns[0].round == 2


def test_points_for_the_missed_turns_can_be_given_and_open(table: Table) -> None:
    state = do(table("playmonster"), "add_player", name="Zoe", start=1500)
    assert totals(state) == [0, 0, 1500]
    assert totals(tell(state, "farkle", "farkle", 50)) == [0, 0, 1550]
    assert refused(state, "add_player", name="Ida", start=10_000) == "start_past_target"
    assert refused(state, "add_player", name="Ida", start=75) == "points_off_grid"


def test_two_people_with_the_same_name_are_told_apart(table: Table) -> None:
    state = do(table(), "add_player", name="a")
    assert [player.name for player in state.players] == ["A", "B", "a (2)"]
    state = do(state, "change_player", player="B", name="A")
    assert state.players[1].name == "A (3)"
    assert do(state, "change_player", player="A", name="A").players[0].name == "A"


@pytest.mark.parametrize("name", ["", "  ", "\u200d", "x" * 41, "x" * 500])
def test_a_name_that_cannot_be_shown_is_refused(table: Table, name: str) -> None:
    assert refused(table(), "add_player", name=name) == "player_name_wrong"
    assert refused(table(), "change_player", player="A", name=name) == "player_name_wrong"


def test_name_and_colour_change_in_mid_game_and_nothing_else_does(table: Table) -> None:
    state = tell(table("calc"), 500)
    changed = do(state, "change_player", player="A", name="Anna", colour="teal")
    assert (changed.players[0].name, changed.players[0].colour) == ("Anna", "teal")
    assert (totals(changed), changed.current) == (totals(state), state.current)
    assert refused(state, "change_player", player="A", colour="mauve") == "colour_unknown"


def test_who_was_added_by_mistake_is_removed_without_a_trace(table: Table) -> None:
    state = tell(table("calc"), 500)
    added = do(state, "add_player", name="Oops")
    removed = do(added, "remove_player", player="p1")
    assert removed.players == state.players
    assert who_plays(removed, 3) == "BAB"


def test_a_removed_player_gives_the_dice_and_the_beginning_away(table: Table, play: Play) -> None:
    state = do(table("calc", players=3), "remove_player", player="A")
    assert (state.player.id, state.first) == ("B", 0)
    state = play(table("calc", players=3), "123346")
    assert who_plays(do(state, "remove_player", player="A"), 3) == "BCB"


def test_who_has_turns_is_not_removed_but_may_leave(table: Table) -> None:
    state = tell(table("calc", players=3), 500)
    assert refused(state, "remove_player", player="A") == "player_has_turns"
    assert totals(do(state, "retire_player", player="A")) == [500, 0, 0]


@pytest.mark.parametrize(
    ("leaver", "after", "order"),
    [("A", 1, "BCBC"), ("B", 1, "CACA"), ("C", 1, "BABA"), ("A", 2, "CBCB"), ("A", 0, "BCBC")],
)
def test_it_is_the_right_players_turn_after_somebody_left(
    table: Table, leaver: str, after: int, order: str
) -> None:
    state = tell(table("calc", players=3), *[100] * after)
    assert who_plays(do(state, "retire_player", player=leaver), 4) == order


def test_who_leaves_in_the_middle_of_a_turn_leaves_its_points(table: Table, play: Play) -> None:
    state = play(tell(table("calc", players=3), 500), "123346", "> 1")
    state = do(state, "retire_player", player="B")
    assert (state.player.id, totals(state)) == ("C", [500, 0, 0])
    assert do(state, "undo").view()["turn_points"] == 100


def test_who_comes_back_plays_from_this_round_on(table: Table) -> None:
    state = do(tell(table("calc", players=3), 100, 100), "retire_player", player="A")
    state = tell(state, 100, 100)
    assert (state.player.id, state.round) == ("C", 2)
    state = do(state, "return_player", player="A")
    assert who_plays(state, 4) == "CABC"
    assert refused(state, "return_player", player="A") == "not_retired"
    again = do(tell(table("calc", players=3), 100), "retire_player", player="C")
    assert who_plays(do(again, "return_player", player="C"), 4) == "BCAB"


def test_who_joins_where_the_dice_have_passed_plays_from_the_next_round_on(table: Table) -> None:
    state = do(table("calc", players=3), "first_player", player="B")
    state = do(tell(state, 100, 100), "add_player", name="Zoe")
    assert who_plays(state, 5) == "ABCp1A"


def test_somebody_must_stay(table: Table) -> None:
    state = do(table(), "retire_player", player="A")
    assert refused(state, "retire_player", player="B") == "last_player"
    assert refused(state, "remove_player", player="B") == "last_player"
    assert refused(state, "retire_player", player="A") == "already_retired"
    assert refused(table(players=1), "remove_player", player="A") == "last_player"


def test_who_left_does_not_win(table: Table) -> None:
    state = tell(table("calc", players=3, target=1000), 300, 900, 200, 800)
    assert state.view()["final_round"] is True
    state = do(state, "retire_player", player="A")
    assert state.view()["final_round"] is False
    assert tell(state, 200, "farkle").winners == (1,)


def test_whoever_still_had_a_last_turn_may_leave_it(table: Table) -> None:
    state = tell(table("calc", players=3, target=1000), 1000)
    state = do(state, "retire_player", player="C")
    assert tell(state, 50).winners == (0,)
    alone = do(do(state, "undo"), "retire_player", player="B")
    assert alone.player.id == "C"
    assert do(alone, "retire_player", player="C").winners == (0,)


def test_nobody_joins_the_final_round(table: Table) -> None:
    state = do(table("calc", players=3, target=1000), "retire_player", player="C")
    state = tell(state, 1000)
    assert state.view()["can"]["add_player"] is False  # type: ignore[index]
    assert refused(state, "add_player", name="Late") == "game_is_ending"
    assert refused(state, "return_player", player="C") == "game_is_ending"
    assert refused(tell(state, 50), "add_player", name="Later") == "game_over"


def test_places_change_in_mid_game_and_nobody_plays_twice_or_never(table: Table) -> None:
    state = tell(table("calc", players=4), 100, 100)
    state = do(state, "reorder_players", order=["D", "C", "B", "A"])
    assert [player.id for player in state.players] == ["D", "C", "B", "A"]
    assert state.player.id == "C"
    assert who_plays(state, 6) == "CDADCB"
    for order in (["A"], ["A", "A", "B", "C"], ["A", "B", "C", "X"]):
        assert refused(state, "reorder_players", order=order) == "order_wrong"


def test_before_the_first_roll_the_new_order_tells_who_begins_unless_that_is_settled(
    table: Table,
) -> None:
    state = do(table(players=3), "reorder_players", order=["C", "A", "B"])
    assert who_plays(state, 3) == "CAB"
    assert state.view()["roll_off"] == ["C", "A", "B"]
    chosen = do(table(players=3), "first_player", player="B")
    chosen = do(chosen, "reorder_players", order=["C", "A", "B"])
    assert who_plays(chosen, 3) == "BCA"


def test_who_joins_before_the_first_roll_rolls_off_too(table: Table) -> None:
    state = do(table(players=1), "add_player", name="Zoe")
    assert state.view()["roll_off"] == ["A", "p1"]
    state = do(state, "roll_off", faces={"A": 2, "p1": 5})
    assert state.player.name == "Zoe"


def test_a_correction_works_through_everything_that_happened_to_the_seats(table: Table) -> None:
    state = tell(table("calc", players=3), 100, 200, 300)
    state = tell(do(state, "add_player", name="Zoe"), 100)
    state = tell(do(state, "retire_player", player="C"), 200, 50)
    state = tell(do(state, "reorder_players", order=["p1", "C", "B", "A"]), 150)
    state = do(state, "change_player", player="B", name="Bea")
    before = state.current
    state = correct(state, "B", 1, 900)
    assert state.players[2].name == "Bea"
    assert totals(state) == [50, 300, 1100, 350]
    assert state.current == before


def test_a_paused_game_takes_no_dice_until_it_goes_on(table: Table, play: Play) -> None:
    state = do(play(table("calc"), "123346"), "pause")
    assert state.view()["paused"] is True
    can = state.view()["can"]
    assert isinstance(can, dict)
    assert [name for name, may in can.items() if may] == ["undo", "resume", "add_player"]
    assert refused(state, "set_aside", dice=[1]) == "game_paused"
    assert refused(state, "enter_turn", outcome="farkle") == "game_paused"
    assert refused(state, "pause") == "game_paused"
    state = do(state, "resume")
    assert state.view()["roll"] == [1, 2, 3, 3, 4, 6]
    assert refused(state, "resume") == "not_paused"
    assert refused(tell(table("kcd", players=1), 4000), "pause") == "game_over"


@pytest.mark.parametrize("leaves", ["retire_player", "remove_player"])
def test_who_leaves_with_the_first_dice_on_the_table_is_not_asked_to_roll_off(
    table: Table, play: Play, leaves: str
) -> None:
    thrown = play(table("playmonster", players=3), "1 2 2 3 4 6")
    state = do(thrown, leaves, player="A")
    assert [state.players[n].id for n in state.contenders] == ["B", "C"]
    assert state.view()["roll_off"] == ["B", "C"]
    settled = do(state, "roll_off", faces={"B": 2, "C": 5})
    assert settled.player.id == "C"
    rules = settled.rules.to_mapping()
    again = do(settled, "change_rules", rules={**rules, "target": 5000}, preset="playmonster")
    assert again.player.id == "C"


def test_two_of_whom_one_leaves_need_no_roll_off(table: Table, play: Play) -> None:
    thrown = play(table("playmonster"), "1 2 2 3 4 6")
    assert do(thrown, "retire_player", player="A").view()["roll_off"] is None
