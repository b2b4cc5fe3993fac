"""The history of a table: every event as a line of facts, throw by throw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings

from farkle.events import Event, new_game
from farkle.history import history
from farkle.sheet import GameState, apply, decide, fold
from tests.farkle.test_sheet_laws import CHOICES, GAMES, _played

Play = Callable[..., list[Event]]


def events_of(*commands: dict[str, object] | str, **house: object) -> list[Event]:
    """The events of a game of Ann and Bo in which these commands were given."""
    events: list[Event] = [new_game({"a": "Ann", "b": "Bo"}, "calc", house)]
    state = fold(events)
    for command in commands:
        for event in decide(state, {"type": command} if isinstance(command, str) else command):
            state = apply(state, event)
            events.append(event)
    return events


def roll(dice: str) -> dict[str, object]:
    return {"type": "roll", "dice": dice}


def aside(dice: str) -> dict[str, object]:
    return {"type": "set_aside", "dice": dice}


def test_every_throw_is_told_with_who_threw_it_and_what_it_brought() -> None:
    told = history(events_of(roll("115346"), aside("115"), "roll_again", roll("234"), "farkle"))
    assert [line["type"] for line in told] == [
        *("game_started", "dice_rolled", "kept_aside", "rolled_on", "dice_rolled"),
        "farkle_declared",
    ]
    assert told[1]["dice"] == [1, 1, 3, 4, 5, 6]
    assert (told[2]["name"], told[2]["round"], told[2]["turn_points"]) == ("Ann", 1, 250)
    assert told[5]["result"] == {"points": 0, "kind": "farkle", "penalty": 0}
    assert told[5]["total"] == 0


def test_a_correction_tells_what_stood_there_before() -> None:
    fix: dict[str, object] = {"type": "correct_turn", "player": "a", "round": 1}
    fix |= {"outcome": "bank", "points": 500}
    enter: dict[str, object] = {"type": "enter_turn", "outcome": "bank", "points": 350}
    line = history(events_of(enter, fix))[-1]
    assert (line["player"], line["name"], line["total"]) == ("a", "Ann", 500)
    assert line["before"] == {"points": 350, "kind": "bank", "penalty": 0}
    assert line["result"] == {"points": 500, "kind": "bank", "penalty": 0}


def test_what_was_taken_back_stays_in_the_history_and_is_marked() -> None:
    told = history(events_of(roll("115346"), "undo", "redo", "undo", roll("115345")))
    assert [line["stands"] for line in told] == [True, False, True, True, True, True]
    assert [line.get("of") for line in told] == [None, None, 2, 2, 2, None]


def test_names_are_told_as_they_were() -> None:
    rename: dict[str, object] = {"type": "change_player", "player": "a", "name": "Anna"}
    enter: dict[str, object] = {"type": "enter_turn", "outcome": "farkle"}
    add: dict[str, object] = {"type": "add_player", "name": "Zoe"}
    told = history(events_of(enter, rename, add, {"type": "set_table", "advice": False}))
    assert [line.get("name") for line in told] == [None, "Ann", "Ann", "Zoe", None]
    assert told[4]["advice"] is False


@settings(max_examples=60, deadline=None)
@given(GAMES, CHOICES)
def test_the_lines_that_stand_are_the_log(start: Event, choices: list[tuple[str, Any]]) -> None:
    state, events = _played(start, choices)
    told = history(events)
    assert [line["number"] for line in told] == list(range(1, len(events) + 1))
    standing = [events[int(str(line["number"])) - 1] for line in told if line["stands"]]
    kept = [event for event in standing if event.to_mapping()["type"] not in ("undone", "redone")]
    assert tuple(kept) == state.log
    finished = [line for line in told if line["stands"] and "result" in line and "round" in line]
    assert _finished_turns(state) == sum(line["type"] != "turn_corrected" for line in finished)


def _finished_turns(state: GameState) -> int:
    return sum(len(player.turns) for player in state.players)


def test_a_new_name_is_told_with_the_one_before() -> None:
    renamed = {"type": "change_player", "player": "a", "name": "Anna"}
    coloured = {"type": "change_player", "player": "a", "colour": "pink"}
    lines = history(events_of(renamed, coloured))
    assert [(line["name"], line["now"]) for line in lines[1:]] == [
        ("Ann", "Anna"),
        ("Anna", "Anna"),
    ]
