"""Starting a game and reading stored events."""

from __future__ import annotations

import pytest

from farkle.errors import FarkleError
from farkle.events import GameStarted, Seat, event_from_mapping, new_game
from farkle.rules import Rules
from farkle.sheet import apply, fold


def _code(values: object) -> str:
    with pytest.raises(FarkleError) as caught:
        event_from_mapping(values)
    return caught.value.code


def test_a_new_game_has_its_players_in_order_and_its_house_rules() -> None:
    state = fold([new_game({"b": "Bo", "a": "Ann"}, "patch", {"target": 5000})])
    assert [player.name for player in state.players] == ["Bo", "Ann"]
    assert state.rules == Rules.preset("patch").changed(target=5000)
    assert state.view()["phase"] == "to_roll"
    assert state.view()["round"] == 1


def test_a_stored_game_keeps_its_rules_whatever_its_preset_becomes() -> None:
    start = new_game({"a": "Ann"}, "patch")
    stored = {**start.to_mapping(), "preset": "classic"}
    again = event_from_mapping(stored)
    assert isinstance(again, GameStarted)
    assert again.rules == Rules.preset("patch")


@pytest.mark.parametrize(
    ("players", "code"),
    [
        ({}, "players_wrong_count"),
        ({str(n): "x" for n in range(21)}, "players_wrong_count"),
        ({"a": ""}, "player_name_wrong"),
        ({"a": "  "}, "player_name_wrong"),
        ({"a": "x" * 41}, "player_name_wrong"),
        ({"a": "line\nbreak"}, "player_name_wrong"),
        ({"a": "\ud800"}, "player_name_wrong"),
        ({"": "Ann"}, "player_id_wrong"),
    ],
)
def test_players_that_cannot_be_shown_are_refused(players: dict[str, str], code: str) -> None:
    with pytest.raises(FarkleError) as caught:
        new_game(players)
    assert caught.value.code == code


def test_names_of_any_script_and_emoji_are_fine() -> None:
    assert new_game({"a": "Zoë 🎲", "b": "王芳"}).players[1] == Seat("b", "王芳")


@pytest.mark.parametrize(
    ("values", "code"),
    [
        (None, "event_malformed"),
        ([], "event_malformed"),
        ({}, "event_unknown"),
        ({"type": "won"}, "event_unknown"),
        ({"type": ["banked"]}, "event_unknown"),
        ({"type": "dice_rolled"}, "dice_not_readable"),
        ({"type": "dice_rolled", "dice": {"1": 2}}, "dice_not_readable"),
        ({"type": "dice_rolled", "dice": [1], "source": "mind"}, "event_malformed"),
        ({"type": "dice_rolled", "dice": [1], "source": []}, "event_malformed"),
        ({"type": "first_player_chosen"}, "event_malformed"),
        ({"type": "rolled_off", "faces": [1]}, "event_malformed"),
        ({"type": "game_started"}, "players_wrong_count"),
        ({"type": "game_started", "players": [1]}, "event_malformed"),
        ({"type": "game_started", "players": [{"id": "a"}]}, "event_malformed"),
        (
            {"type": "game_started", "players": [{"id": "a", "name": "A"}], "first": 1},
            "player_unknown",
        ),
        ({"type": "game_started", "players": [{"id": "a", "name": "A"}] * 2}, "player_id_wrong"),
        ({"type": "game_started", "players": [], "preset": 5}, "event_malformed"),
        ({"type": "rules_changed", "rules": [1]}, "rules_not_readable"),
    ],
)
def test_malformed_events_are_refused_in_words(values: object, code: str) -> None:
    assert _code(values) == code


def test_a_game_begins_once_and_with_its_start() -> None:
    start = new_game({"a": "Ann"})
    with pytest.raises(FarkleError) as caught:
        apply(fold([start]), start)
    assert caught.value.code == "game_already_started"
    with pytest.raises(FarkleError) as caught:
        fold([])
    assert caught.value.code == "game_not_started"
    with pytest.raises(FarkleError) as caught:
        fold([event_from_mapping({"type": "banked"})])
    assert caught.value.code == "game_not_started"
