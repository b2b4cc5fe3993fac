"""Games, throws and rules as text: written and read back, with golden games of each preset."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from farkle.errors import FarkleError
from farkle.events import new_game
from farkle.notation import format_game, format_throw, format_turn, parse_game, parse_throw
from farkle.rules import PRESETS, Rules
from farkle.rules_text import rules_from_toml, rules_to_toml
from farkle.sheet import GameState, apply, decide, fold
from farkle.turn import Throw

Table = Callable[..., GameState]
Play = Callable[..., GameState]

GOLDEN = Path(__file__).with_name("golden")


@pytest.mark.parametrize("preset", PRESETS)
def test_golden_game_of_each_preset_ends_as_it_did(preset: str) -> None:
    text = (GOLDEN / f"{preset}.game").read_text(encoding="utf-8")
    state = fold(parse_game(text))
    totals = ", ".join(f"{player.id} {player.total}" for player in state.players)
    winners = " ".join(state.players[index].id for index in state.winners)
    assert f"# totals: {totals}; won by {winners}" in text.splitlines()
    assert state.rules == Rules.preset(preset)
    played = "".join(line for line in text.splitlines(True) if not line.startswith("#"))
    assert format_game(state) == played


def test_a_game_under_way_is_written_as_it_stands(table: Table, play: Play) -> None:
    state = play(table("classic"), "133466", "> 1", "again", "22446", "farkle", "farkle")
    state = play(state, "124555", "> 1555", "again")
    assert format_game(state).split("---\n")[1] == (
        "A 133466>1 22446 farkle\nB farkle\nA 124555>1555 again\n"
    )
    assert fold(parse_game(format_game(state))).view() == state.view()


def test_house_rules_taking_over_and_who_begins_are_written(table: Table, play: Play) -> None:
    state = table("calc", piggyback="dice_and_points", target=5000, farkle_ends_turn=False)
    for event in decide(state, {"type": "first_player", "player": "B"}):
        state = apply(state, event)
    state = play(state, "666123", "> 6661", "bank", "take_over", "15", "> 1", "again", "3")
    state = play(state, "farkle", "1", "> 1", "bank")
    text = format_game(state)
    assert "B 123666>1666 bank\nA take 15>1 3 farkle 1>1 bank\n" in text
    assert fold(parse_game(text)).view() == state.view()


def test_ids_of_any_shape_survive() -> None:
    state = fold([new_game({"# 1": "Zoë “Z”", "a b": 'B"o\\'})])
    for command in ("farkle", "farkle"):
        state = apply(state, decide(state, {"type": command})[0])
    assert fold(parse_game(format_game(state))).players == state.players


@pytest.mark.parametrize(
    "throw",
    [
        Throw((1, 3, 3, 4, 6, 6)),
        Throw((1, 3, 3, 4, 6, 6), (1,)),
        Throw((2, 3), lost=True),
        Throw(None, lost=True),
    ],
)
def test_throws_survive(throw: Throw) -> None:
    assert parse_throw(format_throw(throw)) == throw


@pytest.mark.parametrize("text", ["", "1>1 farkle", "12 bank", "farkle farkle", "bank"])
def test_what_is_no_throw_is_refused(text: str) -> None:
    with pytest.raises(FarkleError):
        parse_throw(text)


def test_a_turn_is_written_with_its_throws(table: Table, play: Play) -> None:
    turn = play(table("classic"), "133466", "> 1", "again", "24446").turn
    assert turn is not None
    assert format_turn(turn) == "133466>1 24446"


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "notation_wrong", "---"),
        ("players = 5\n---\n", "notation_wrong", "players"),
        ("[players\n---\n", "notation_wrong", "cannot be read"),
        ('first = "x"\n[players]\na = "A"\n---\n', "player_unknown", "begin"),
        ('first = 5\n[players]\na = "A"\n---\n', "player_unknown", "begin"),
        ('preset = "clasic"\n[players]\na = "A"\n---\n', "preset_unknown", "classic"),
        ("[players]\na = 5\n---\n", "player_name_wrong", "name"),
        ('[players]\na = "A"\n---\nb 123456>1 bank\n', "notation_wrong", "Line 4: It is the turn"),
        ('[players]\na = "A"\n---\n# hm\na 123456>2\n', "does_not_score", "Line 5: 2 cannot"),
        ('[players]\na = "A"\n---\na 12345\n', "wrong_dice_count", "Line 4: 6 dice"),
        ('[players]\na = "A"\n---\na 123456 rest\n', "dice_not_readable", "Line 4"),
    ],
)
def test_what_is_wrong_in_a_game_is_named_with_its_line(text: str, code: str, words: str) -> None:
    with pytest.raises(FarkleError) as caught:
        parse_game(text)
    assert caught.value.code == code
    assert words in caught.value.words


# Rules as TOML


@pytest.mark.parametrize("commented", [False, True])
@pytest.mark.parametrize("preset", [*PRESETS, None])
def test_rules_survive_toml(preset: str | None, commented: bool) -> None:
    base = Rules() if preset is None else Rules.preset(preset)
    house = base.changed(opening_min=350, kind_fixed=(1000, 2000, 4000), allow_negative=False)
    for rules in (base, house):
        assert rules_from_toml(rules_to_toml(rules, preset, commented)) == rules


def test_house_rules_are_short_to_write() -> None:
    house = Rules.preset("classic").changed(opening_min=350, hot_dice="forced")
    assert rules_to_toml(house, "classic") == (
        'preset = "classic"\nopening_min = 350\nhot_dice = "forced"\n'
    )
    assert "# Points for each single 1" in rules_to_toml(house, "classic", commented=True)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("opening_min = ", "rules_not_readable"),
        ("[" * 5000, "rules_not_readable"),
        ("a = " + "[" * 5000, "rules_not_readable"),
        ("openning_min = 500", "rule_unknown"),
        ("opening_min = 510", "rule_not_multiple_of_50"),
        ("target = 1979-05-27", "rule_wrong_type"),
    ],
)
def test_rules_that_cannot_be_read_are_refused_in_words(text: str, code: str) -> None:
    with pytest.raises(FarkleError) as caught:
        rules_from_toml(text)
    assert caught.value.code == code
