"""The page about the notation shows games that can be read."""

from __future__ import annotations

import re
from pathlib import Path

from farkle.notation import parse_game, parse_throw
from farkle.sheet import fold

PAGE = Path(__file__).parents[2] / "docs" / "notation.md"


def test_the_game_of_the_page_is_read() -> None:
    (game,) = re.findall(r"```\n(preset.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    state = fold(parse_game(game))
    assert [player.total for player in state.players] == [0, 700]
    assert state.rules.target == 5000


def test_the_throws_of_the_page_are_read() -> None:
    section = PAGE.read_text(encoding="utf-8").split("## A throw")[1].split("## A turn")[0]
    throws = re.findall(r"^\| `(.+?)`", section, re.MULTILINE)
    assert len(throws) == 4
    assert [parse_throw(throw).lost for throw in throws] == [False, False, True, True]
