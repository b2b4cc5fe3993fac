"""The ``dicesight odds`` command."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dicesight import main


def run(words: str = "") -> Result:
    return CliRunner().invoke(main, ["odds", *words.split()])


def told(words: str) -> Any:
    result = run(f"{words} --json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def rows_of(words: str = "") -> list[list[str]]:
    return [line.split() for line in run(words).stdout.splitlines()]


def test_each_number_of_dice_has_a_line_with_its_exact_odds() -> None:
    rows = rows_of()
    assert ["6", "5/216", "2.315", "%", "388.5", "542.1", "16,800"] in rows
    assert ["1", "2/3", "66.667", "%", "25.0", "200.9", "300"] in rows


def test_json_holds_the_exact_fractions_and_the_known_values() -> None:
    dice = told("--rules classic")["dice"]
    counts = (4, 16, 60, 204, 600, 1080)
    for number, (row, count) in enumerate(zip(dice, counts, strict=True), 1):
        assert Fraction(row["farkle"]) == Fraction(count, 6**number)
    assert round(dice[5]["turn_value"], 4) == 576.7566
    assert [row["bank_from"] for row in dice] == [300, 250, 450, 1050, 2950, 17900]


def test_a_penalty_shows_in_the_long_run() -> None:
    found = told("--rules patch")["long_run"]
    assert round(found["per_turn"], 3) == 538.794
    assert found["bank_from"][2] == [50, 50, 50, 50, 1800, 15800]
    assert ["2", "50", "50", "50", "50", "1,800", "15,800"] in rows_of("--rules patch")
    assert told("--rules classic")["long_run"] is None


def test_forced_hot_dice_are_never_banked() -> None:
    assert told("--rules tenk_var")["dice"][5]["bank_from"] is None
    assert "never" in run("--rules tenk_var").stdout


def test_points_and_situation_change_what_throwing_is_worth() -> None:
    assert told("--turn 400 --dice 3")["dice"][2]["turn_value"] == pytest.approx(397.764, abs=1e-3)
    closed = run("--not-opened").stdout
    assert "510.2" in closed
    assert "needs 500 points to open" in closed
    assert told("--rules patch --not-opened --farkles 2")["dice"][5]["turn_value"] == pytest.approx(
        271.03, abs=0.005
    )


def test_scores_of_so_many_dice_add_up_to_one() -> None:
    scores = told("--dice 3")["scores"]
    assert sum(Fraction(score["chance"]) for score in scores) == 1
    assert scores[0] == {"points": 0, "chance": "5/18", "probability": pytest.approx(5 / 18)}
    assert ["farkle", "2/3", "66.667", "%"] in rows_of("--dice 1")
    assert "one die" in run("--dice 1").stdout


def test_the_chance_to_reach_points_is_the_known_one() -> None:
    found = told("--rules classic --reach 500 --exactly 500")["chances"]
    assert round(found["bank"]["probability"], 5) == 0.55873
    assert round(found["exactly"]["probability"], 5) == 0.31753
    assert "reach" not in found
    assert "55.873 %" in run("--rules classic --reach 500").stdout


def test_with_forced_hot_dice_having_points_is_not_yet_banking_them() -> None:
    found = told("--rules tenk_var --reach 500")["chances"]
    assert round(found["bank"]["probability"], 5) == 0.55778
    assert round(found["reach"]["probability"], 5) == 0.56103


def test_in_the_middle_of_a_turn_the_chance_depends_on_dice_and_points() -> None:
    # Two dice, 200 missing: only two 1s will do at once; one scoring die leaves one to throw, and
    # both scoring (150 or 100) leaves six.
    text = run("--turn 300 --dice 2 --reach 500").stdout
    assert "throwing two with 300 turn points: 25.437 %" in text
    assert told("--turn 300 --dice 2 --reach 300")["chances"]["bank"]["probability"] > 0.5


@pytest.mark.parametrize("words", ["--turn 25", "--reach 30", "--exactly 30", "--reach -50"])
def test_points_that_cannot_be_are_refused_in_a_line(words: str) -> None:
    result = run(words)
    assert result.exit_code == 1
    assert "multiple of 50" in result.stderr


def test_house_rules_have_odds_of_their_own(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text("six_nothing = 500\n", encoding="utf-8")
    six = told(f"--rules {house}")["dice"][5]
    assert (six["farkle"], six["bank_from"]) == ("0", None)
