"""Laws of the sheet under any sequence of commands, sensible or hostile."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from farkle.errors import FarkleError
from farkle.events import Event, event_from_mapping, new_game
from farkle.notation import format_game, parse_game
from farkle.rules import PRESETS
from farkle.sheet import GameState, apply, decide, fold

_PLAY = ("roll", "roll", "best", "best", "some", "roll_again", "bank", "farkle", "farkle")
_REST = ("take_back", "undo", "redo", "take_over", "first_player", "change_rules")
_SHEET = ("enter_turn", "enter_turn", "correct_turn", "correct_turn", "undo", "redo")
_SEATS = (
    "add_player",
    "change_player",
    "remove_player",
    "retire_player",
    "return_player",
    "reorder_players",
    "pause",
    "resume",
    "resume",
)

CHOICES = st.lists(
    st.tuples(
        st.sampled_from(_PLAY + _PLAY + _REST + _SHEET + _SEATS),
        st.lists(st.integers(1, 6), min_size=6),
    ),
    max_size=60,
)
HOUSE_RULES = st.fixed_dictionaries(
    {},
    optional={
        "exact": st.sampled_from(["off", "overshoot_is_bust", "overshoot_not_bankable"]),
        "final_round": st.sampled_from(["one_more_each", "finish_round", "sudden_death"]),
        "tie": st.sampled_from(["first_reached", "shared", "playoff"]),
        "piggyback": st.sampled_from(["off", "dice_only", "dice_and_points"]),
        "hot_dice": st.sampled_from(["optional", "forced"]),
        "below_opening": st.sampled_from(["must_roll", "stop_zero", "stop_is_farkle"]),
        "farkle_ends_turn": st.booleans(),
        "farkle_penalty": st.sampled_from([0, 500]),
        "allow_negative": st.booleans(),
        "penalty_reset": st.booleans(),
        "farkle_streak": st.integers(1, 3),
        "cancel_2s": st.sampled_from([0, 2, 4]),
        "first_roll_bonus": st.sampled_from([0, 300]),
        "first_roll_bonus_on": st.sampled_from(["all_six", "any"]),
        "six_nothing": st.sampled_from([0, 500]),
        "opening_min": st.sampled_from([0, 300]),
        "bank_min": st.sampled_from([0, 200]),
        "target": st.sampled_from([300, 1000, 2000]),
    },
)
GAMES = st.builds(
    lambda preset, house, players: new_game(
        {letter: letter for letter in "ABCD"[:players]}, preset, {"target": 1000, **house}
    ),
    st.sampled_from(sorted(PRESETS)),
    HOUSE_RULES.map(lambda house: {"opening_min": 0, **house}),
    st.integers(1, 4),
)


def _command(state: GameState, choice: str, faces: list[int]) -> dict[str, object]:
    hand = state.turn.in_hand if state.turn else 6
    options = state.turn.options() if state.turn else ()
    if choice == "roll":
        return {"type": "roll", "dice": faces[:hand], "source": "photo"}
    if choice in ("best", "some"):
        best = options[0 if choice == "best" else faces[0] % len(options)] if options else None
        return {"type": "set_aside", "dice": list(best.dice) if best else faces[:1]}
    if choice == "first_player":
        return {"type": choice, "player": "B"}
    if choice in ("enter_turn", "correct_turn"):
        outcome = ("bank", "bank", "bank", "farkle", "farkle", "zero")[faces[0] - 1]
        points = 50 * faces[1] * faces[2] if outcome == "bank" else 0
        told = {"type": choice, "outcome": outcome, "points": points, "round": faces[3]}
        return {**told, "player": _somebody(state, faces[4])}
    if choice.endswith("_player"):
        name = "".join("ab "[face % 3] for face in faces)
        start = 50 * (faces[0] - 1)
        return {"type": choice, "name": name, "start": start, "player": _somebody(state, faces[1])}
    if choice == "reorder_players":
        ids = [player.id for player in state.players]
        return {"type": choice, "order": ids[faces[0] % len(ids) :] + ids[: faces[0] % len(ids)]}
    return {"type": choice, "preset": "calc", "rules": {"target": 1000}}


def _somebody(state: GameState, face: int) -> str:
    return state.players[face % len(state.players)].id


def _played(start: Event, choices: list[tuple[str, list[int]]]) -> tuple[GameState, list[Event]]:
    state, events = fold([start]), [start]
    for choice, faces in choices:
        try:
            caused = decide(state, _command(state, choice, faces))
        except FarkleError:
            continue
        for event in caused:
            state = apply(state, event)
            events.append(event)
    return state, events


@settings(max_examples=60, deadline=None)
@given(GAMES, CHOICES)
def test_fold_of_the_stored_events_is_the_state_played_to(
    start: Event, choices: list[tuple[str, list[int]]]
) -> None:
    state, events = _played(start, choices)
    stored = json.loads(json.dumps([event.to_mapping() for event in events]))
    assert fold(map(event_from_mapping, stored)) == state
    assert fold(state.log).view() == {**state.view(), "can": fold(state.log).view()["can"]}


@settings(max_examples=60, deadline=None)
@given(GAMES, CHOICES)
def test_undo_then_redo_changes_nothing(start: Event, choices: list[tuple[str, list[int]]]) -> None:
    state, _ = _played(start, choices)
    there = state
    steps = 0
    while there.view()["can"]["undo"]:  # type: ignore[index]
        there = apply(there, decide(there, {"type": "undo"})[0])
        steps += 1
    assert there.log == (start,)
    for _ in range(steps):
        there = apply(there, decide(there, {"type": "redo"})[0])
    assert there == state


@settings(max_examples=60, deadline=None)
@given(GAMES, CHOICES)
def test_what_the_view_allows_is_allowed_and_nothing_else(
    start: Event, choices: list[tuple[str, list[int]]]
) -> None:
    state, _ = _played(start, choices)
    view: dict[str, Any] = state.view()
    json.dumps(view)
    dice = view["options"][0]["dice"] if view["options"] else [1]
    for kind, allowed in view["can"].items():
        rolled = [1, 2, 3, 3, 4, 6][: view["dice_in_hand"]]
        command = {"type": kind, "dice": dice if kind == "set_aside" else rolled}
        command |= {"outcome": "farkle", "name": "Zoe"}
        try:
            decide(state, command)
        except FarkleError:
            assert not allowed, kind
        else:
            assert allowed, kind
    assert (view["phase"] == "finished") == bool(view["winners"])
    assert (view["phase"] == "rolled") == bool(view["options"])
    assert view["why_not_bank"] is None or not view["can"]["bank"]


@settings(max_examples=60, deadline=None)
@given(GAMES, CHOICES)
def test_totals_are_what_the_turns_on_the_sheet_add_up_to(
    start: Event, choices: list[tuple[str, list[int]]]
) -> None:
    state, _ = _played(start, choices)
    players: Any = state.view()["players"]
    for player in players:
        turns = player["turns"]
        gains = sum(turn["points"] - turn["penalty"] for turn in turns)
        assert player["total"] == player["start"] + gains
        assert all(turn["points"] == 0 or turn["kind"] == "bank" for turn in turns)
        assert all((turn["penalty"] > 0) <= (turn["kind"] == "penalty") for turn in turns)
        if state.rules.exact != "off" and not state.in_playoff:
            assert player["total"] <= state.rules.target


@settings(max_examples=100, deadline=None)
@given(GAMES, CHOICES)
def test_whoever_comes_goes_or_moves_everybody_plays_once_a_round(
    start: Event, choices: list[tuple[str, list[int]]]
) -> None:
    state, _ = _played(start, choices)
    for player in state.players:
        rounds = [turn.round for turn in player.turns]
        assert rounds == sorted(set(rounds))
        assert not rounds or rounds[-1] <= state.round
    assert len({player.name.casefold() for player in state.players}) == len(state.players)
    assert len({player.id for player in state.players}) == len(state.players)
    if state.turn is not None:
        assert not state.player.retired
        assert not state.player.has_played(state.round)
        assert not any(state.players[index].retired for index in state.waiting or ())
    totals = [state.players[index].total for index in state.active]
    for index in state.winners:
        assert state.players[index].total == max(totals)
        assert index in state.active
    if state.winners and state.rules.tie == "shared":
        assert len(state.winners) == totals.count(max(totals))


@settings(max_examples=40, deadline=None)
@given(GAMES, CHOICES)
def test_a_game_written_as_text_and_read_back_is_the_same_game(
    start: Event, choices: list[tuple[str, list[int]]]
) -> None:
    state, _ = _played(start, choices)
    written, again = state.view(), fold(parse_game(format_game(state))).view()
    for view in (written, again):
        # What was taken back or corrected is not written, nor that who begins has been settled.
        del view["can"], view["roll_off"]
        for player in view["players"]:  # type: ignore[attr-defined]
            for turn in player["turns"]:
                del turn["corrected"]
    assert again == written


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
_TYPES = (
    *("roll", "set_aside", "bank", "undo", "first_player", "roll_off", "change_rules"),
    *("enter_turn", "correct_turn", "add_player", "change_player", "reorder_players"),
)
_EVENTS = (
    *("game_started", "dice_rolled", "kept_aside", "rolled_off", "rules_changed", "banked"),
    *("turn_entered", "turn_corrected", "player_added", "player_changed", "players_reordered"),
)
_KEYS = (
    *("dice", "source", "faces", "player", "players", "rules", "preset", "first"),
    *("outcome", "points", "round", "name", "colour", "start", "order", "player"),
)


@settings(max_examples=80, deadline=None)
@given(
    JSON
    | st.dictionaries(st.sampled_from(_KEYS), JSON).flatmap(
        lambda rest: st.sampled_from(_TYPES).map(lambda kind: {"type": kind, **rest})
    )
)
def test_hostile_commands_raise_nothing_but_farkle_errors(command: object) -> None:
    state = fold([new_game({"a": "Ann", "b": "Bo"})])
    refusal = None
    try:
        caused = decide(state, command)
    except FarkleError as error:
        refusal = error
    if refusal is None:
        json.dumps(fold([*state.log, *caused]).view())
    else:
        assert refusal.words.endswith((".", "?"))
        json.dumps([refusal.code, refusal.words, dict(refusal.details)])


@settings(max_examples=80, deadline=None)
@given(
    JSON
    | st.dictionaries(st.sampled_from(_KEYS), JSON).flatmap(
        lambda rest: st.sampled_from(_EVENTS).map(lambda kind: {"type": kind, **rest})
    )
)
def test_hostile_events_raise_nothing_but_farkle_errors(values: object) -> None:
    refusal = None
    try:
        event = event_from_mapping(values)
        apply(apply(None, new_game({"a": "Ann"})), event)
    except FarkleError as error:
        refusal = error
    else:
        assert event_from_mapping(json.loads(json.dumps(event.to_mapping()))) == event
    assert refusal is None or refusal.words.endswith((".", "?"))
