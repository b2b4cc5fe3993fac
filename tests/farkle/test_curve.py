"""Where the curve of the chances to win has its points."""

from __future__ import annotations

from farkle.curve import milestones
from farkle.events import new_game
from farkle.sheet import apply, decide, fold
from farkle.state import GameState


def played(*turns: str, names: str = "ab", preset: str = "kcd") -> GameState:
    state = fold([new_game({name: name for name in names}, preset)])
    for turn in turns:
        commands: list[dict[str, object]] = [{"type": "roll", "dice": " ".join(turn)}]
        if "1" in turn:
            commands += [{"type": "set_aside", "dice": " ".join("1" * turn.count("1"))}]
            commands += [{"type": "bank"}]
        else:
            commands += [{"type": "farkle"}]
        for command in commands:
            for event in decide(state, command):
                state = apply(state, event)
    return state


def test_a_curve_has_a_point_at_each_turn_from_start_to_end() -> None:
    state = played("111122", "223346", "111122")
    points = list(milestones(state, every_turn=True))
    assert [turns for turns, _ in points] == [0, 1, 2, 3]
    assert [point.players[0].total for _, point in points] == [0, 2000, 2000, 4000]
    assert points[-1][1].turn is None


def test_or_at_each_round() -> None:
    state = played("112233", "223346", "112233", "223346", "112233", names="ab")
    rounds = [point.round for _, point in milestones(state, every_turn=False)]
    assert rounds == [1, 2, 3]


def test_the_turn_under_way_is_the_last_point() -> None:
    state = played("112233", "223346")
    for event in decide(state, {"type": "roll", "dice": "1 1 1 1 2 2"}):
        state = apply(state, event)
    last = list(milestones(state, every_turn=True))[-1]
    assert last[0] == 2
    assert last[1].turn is not None
    assert last[1].turn.phase == "rolled"


def test_what_was_undone_has_no_point() -> None:
    state = played("111122", "223346")
    for _ in range(2):
        for event in decide(state, {"type": "undo"}):
            state = apply(state, event)
    assert [turns for turns, _ in milestones(state, every_turn=True)] == [0, 1]
