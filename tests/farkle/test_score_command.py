"""The ``dicesight score`` command: options, ranked moves, and what a person tells of the game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicesight import main
from farkle.advice import advise
from farkle.commands.position import Position
from farkle.errors import FarkleError
from farkle.rules import Rules
from farkle.scoring import legal_keeps
from farkle.worth import chance_to_bank

ROOT = Path(__file__).parents[2]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["score", *" ".join(words).split()])


def told(*words: str) -> dict[str, object]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.stderr
    found: dict[str, object] = json.loads(result.stdout)
    return found


def lines_of(*words: str) -> list[str]:
    return [" ".join(line.split()) for line in run(*words).stdout.splitlines()]


def test_options_come_first_then_the_moves_then_the_best_in_a_sentence() -> None:
    lines = lines_of("1 1 5 2 3 6")
    assert lines[0] == "1 1 2 3 5 6 by the rules of PlayMonster"
    assert lines[3] == "1 1 5 250 two 1s 200 + 5 50"
    moves = lines.index("Moves by expected points of this turn:")
    assert lines[moves + 2] == "370.1 1 roll five 7.7 %"
    assert "250.0 1 1 5 bank 250" in lines[moves:]
    assert lines[-1] == "Keep one 1 and roll five: 370 expected; banking 250 gives less."


@pytest.mark.parametrize(
    "dice", ["1 1 5 2 3 6", "115236", "1,1,5,2,3,6", "11 52 36", "1 1, 5 2 3 6"]
)
def test_dice_may_be_written_in_any_way(dice: str) -> None:
    assert told(dice)["dice"] == [1, 1, 2, 3, 5, 6]


@pytest.mark.parametrize("preset", ["playmonster", "classic", "calc_double"])
def test_json_holds_all_options_and_all_moves(preset: str) -> None:
    rules = Rules.preset(preset)
    found = told("1 1 1 1 5 5 --rules", preset)
    options, advice = found["options"], found["advice"]
    assert isinstance(options, list)
    assert isinstance(advice, dict)
    keeps = legal_keeps("111155", rules)
    assert [(tuple(o["dice"]), o["points"]) for o in options] == [(k.dice, k.points) for k in keeps]
    assert all(sum(p["points"] for p in o["reading"]) == o["points"] for o in options)
    assert advice["moves"] == [move.to_mapping() for move in advise("111155", rules)]
    assert (found["basis"], found["farkle"]) == ("points", False)


def test_the_best_eight_moves_are_listed_unless_all_are_asked_for() -> None:
    assert any("more with --all" in line for line in lines_of("1 1 1 1 5 5"))
    everything = lines_of("1 1 1 1 5 5 --all")
    assert not any("more with --all" in line for line in everything)
    assert sum("roll" in line or "bank" in line for line in everything[:-1]) == 2 * 14


def test_a_roll_without_points_is_a_farkle() -> None:
    result = run("2 3 4 6")
    assert "Nothing scores: a farkle." in result.stdout
    assert result.exit_code == 0
    assert told("2 3 4 6")["farkle"] is True


def test_2s_that_cancel_the_turn_and_a_penalty_are_named() -> None:
    assert "4 2s cancel the turn." in run("2 2 2 2 3 3 --rules tenk_var").stdout
    costs = "It is number 3 in a row and costs 1,000 points."
    assert costs in run("2 3 4 6 --rules patch --farkles 2").stdout
    assert costs not in run("2 3 4 6 --rules patch --farkles 1").stdout
    assert "costs" not in run("2 3 4 6 --farkles 2").stdout


def test_a_row_of_farkles_makes_the_advice_careful() -> None:
    assert lines_of("1 3 4 6 --rules patch --farkles 2")[-1].startswith("Keep one 1 and bank 100")
    assert lines_of("1 3 4 6 --rules patch")[-1].startswith("Keep one 1 and roll three")


def test_who_has_not_opened_must_roll_on() -> None:
    closed = told("1 3 5 6 --turn 200 --not-opened")["advice"]
    assert isinstance(closed, dict)
    assert {move["action"] for move in closed["moves"]} == {"roll"}
    assert told("1 --me 0")["situation"] == {**_SITUATION, "opened": False}
    assert told("1 --me 0 --opened")["situation"] == _SITUATION
    assert told("1 --me 50")["situation"] == _SITUATION


_SITUATION = {
    "turn_points": 0,
    "opened": True,
    "farkles": 0,
    "room": None,
    "lead": None,
    "still_to_play": 0,
}


def test_in_the_final_round_a_move_is_worth_its_chance_to_win() -> None:
    found = told("5 5 5 2 3 4 --rules calc --me 9800 --them 9500 --them 10000")
    assert found["basis"] == "chance"
    assert found["situation"] == {**_SITUATION, "lead": 200, "still_to_play": 1}
    moves = found["advice"]["moves"]  # type: ignore[index]
    bank = next(m for m in moves if m["action"] == "bank" and m["turn_points"] == 500)
    # The other one needs more than 10,300 to win.
    assert bank["value"] == pytest.approx(1 - chance_to_bank(850, Rules.preset("calc")))
    text = run("5 5 5 2 3 4 --me 9800 --them 9500 --them 10000").stdout
    assert "chance to win in the final round (200 points draw level; one still to play)" in text


def test_who_still_plays_can_be_told() -> None:
    words = "5 5 5 --me 9800 --them 9500 --them 10000 --them 9700"
    for after, count in (("", 1), ("--after 0", 0), ("--after 2", 2)):
        assert told(words, after)["situation"]["still_to_play"] == count  # type: ignore[index]


def test_an_exact_target_limits_what_may_be_kept(tmp_path: Path) -> None:
    house = tmp_path / "exact.toml"
    house.write_text('preset = "calc"\nexact = "overshoot_is_bust"\n', encoding="utf-8")
    found = told(f"1 5 2 3 4 6 --me 9950 --rules {house}")
    assert [option["dice"] for option in found["options"]] == [[5]]  # type: ignore[attr-defined]
    bust = run(f"1 2 3 4 --me 9950 --rules {house}")
    assert "would go past the target: a farkle" in bust.stdout


def test_first_roll_bonus_counts_on_the_first_roll_only(tmp_path: Path) -> None:
    house = tmp_path / "bonus.toml"
    house.write_text('preset = "calc"\nfirst_roll_bonus = 1000\n', encoding="utf-8")
    first = told(f"1 1 1 5 5 5 --rules {house}")["options"]
    assert first[0]["points"] == 3500  # type: ignore[index]
    later = told(f"1 1 1 5 5 5 --turn 50 --rules {house}")["options"]
    assert later[0]["points"] == 2500  # type: ignore[index]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("8", "8 is no face of a die"),
        ("1 1 1 1 1 1 1", "only six dice"),
        ("1 --turn 25", "multiple of 50"),
        ("1 --turn -50", "not negative"),
        ("1 --turn 2000000000", "at most 1,000,000"),
        ("1 --turn 99999999999999999950", "at most 1,000,000"),
        ("1 --me 0 --them 999999999950", "at most 1,000,000"),
        ("1 --farkles 999999999", "farkles in a row"),
        ("1 --me 7225", "multiple of 50"),
        ("1 --them 500", "your own beside them"),
        ("1 --me 500 --them 700 --after 2", "than there are others"),
        ("1 --me 500 --not-opened", "has opened"),
        ("1 --me -500", "falls below zero"),
        ("1 --me 10000", "reached the target"),
        ("1 --me 0 --them 4000 --rules kcd", "the game is over"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(words: str, problem: str) -> None:
    result = run(words)
    assert result.exit_code == 1
    assert problem in result.stderr
    assert result.stderr.count("\n") == 1


def test_totals_below_zero_are_fine_where_penalties_lead_there() -> None:
    state = Position(Rules.preset("patch"), (1,), mine=-500, farkles=2).state
    assert state is not None
    assert state.player.total == -500
    assert state.player.farkles_in_row(state.rules) == 2
    assert not state.player.has_opened(state.rules)


def test_the_round_was_begun_by_who_plays_after_all_that_follow() -> None:
    rules = Rules.preset("classic")
    for after, first in ((None, 0), (2, 0), (1, 2), (0, 1)):
        state = Position(rules, (1,), mine=50, others=(50, 100), after=after).state
        assert state is not None
        assert state.first == first


def test_a_position_that_cannot_be_is_refused_in_python_too() -> None:
    with pytest.raises(FarkleError, match="fewer than no farkles"):
        Position(Rules(), (1,), farkles=-1)


def test_the_command_needs_well_under_a_second() -> None:
    command = [sys.executable, "dicesight.py", "score", "1", "1", "5", "2", "3", "6"]
    took_s = []
    for _ in range(3):
        before = os.times()
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        after = os.times()
        # Of the processor, so that a busy machine does not matter.
        took_s.append(after.children_user - before.children_user)
    assert min(took_s) < 0.8
