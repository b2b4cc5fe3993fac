"""The ``dicesight rules`` command: presets to read, house rules to write and check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicesight import main
from farkle.chart import chart
from farkle.rules import PRESETS, Rules
from farkle.rules_text import rules_from_toml


@pytest.fixture(autouse=True)
def in_an_empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["rules", *words])


def house(text: str) -> str:
    Path("house.toml").write_text(text, encoding="utf-8")
    return "house.toml"


def test_the_list_names_every_preset_with_its_title() -> None:
    told = run("list").stdout
    for preset in PRESETS.values():
        assert f"{preset.name} " in told
        assert preset.title in told
    listed = json.loads(run("list", "--json").stdout)
    assert [entry["name"] for entry in listed] == list(PRESETS)


def test_the_list_fits_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert max(map(len, run("list").stdout.splitlines())) <= 60


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_shown_with_its_chart_and_notes(name: str) -> None:
    told = run("show", name)
    assert told.exit_code == 0
    assert str(chart(Rules.preset(name))) in told.stdout
    words = " ".join(told.stdout.split())
    assert all(note in words for note in PRESETS[name].notes)


def test_a_preset_is_shown_with_what_sets_it_apart() -> None:
    told = run("show", "classic").stdout
    assert "triple_ones = 1000 instead of 300" in told
    assert "instead of" not in run("show", "playmonster").stdout


def test_rules_as_json_hold_every_option_and_the_chart() -> None:
    told = json.loads(run("show", "patch", "--json").stdout)
    assert Rules.from_mapping(told["options"]) == Rules.preset("patch")
    assert told["chart"]["lines"][0]["name"] == "Single 1"
    assert told["differences"]["farkle_penalty"] == 1000
    assert told["changes"] == {}
    assert set(told["meanings"]) == set(told["options"])


@pytest.mark.parametrize("name", PRESETS)
def test_the_file_of_all_options_is_the_preset_itself(name: str) -> None:
    text = run("show", name, "--options").stdout
    assert rules_from_toml(text) == Rules.preset(name)
    file = house(text.replace("# opening_min = ", "opening_min = 350 # "))
    assert "opening_min = 350" in run("check", file).stdout


def test_house_rules_are_shown_under_the_name_of_their_file() -> None:
    told = run("show", house('preset = "classic"\nopening_min = 350\n')).stdout
    assert told.startswith("house\n")
    assert "A player's first banked turn needs 350 points." in told


def test_a_check_tells_what_differs_from_the_preset_and_what_changes_nothing() -> None:
    told = run("check", house('preset = "classic"\nopening_min = 350\nkind_fixed = [50, 50, 50]\n'))
    assert told.exit_code == 0
    assert "house.toml is fine." in told.stdout
    assert "differs from Classic" in told.stdout
    assert "opening_min = 350 instead of 0" in told.stdout
    assert "“kind_fixed” changes nothing, because kind_mode is not fixed." in told.stdout


def test_a_check_of_a_bare_preset_says_that_nothing_differs() -> None:
    assert "These are the rules of Classic." in run("check", house('preset = "classic"')).stdout


def test_a_check_tells_everything_that_is_wrong_at_once() -> None:
    told = run("check", house('preset = "clasic"\nopening_mini = 350\nstraight = 1210\n'))
    assert told.exit_code == 1
    assert "Did you mean “classic”?" in told.stderr
    assert "Did you mean “opening_min”?" in told.stderr
    assert "try 1,200 or 1,250. (rule_not_multiple_of_50)" in told.stderr


def test_a_check_finds_options_that_conflict() -> None:
    told = run("check", house("opening_min = 600\ntarget = 500\n"))
    assert told.exit_code == 1
    assert "asks for more points than the target of 500" in told.stderr
    assert run("check", house("opening_min = 20000\ntarget = 50000\n")).exit_code == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [("a = ", "cannot be read"), ("[rules]\n", "no rule called “rules”"), ("a = \n", "line 1")],
)
def test_a_file_that_is_no_set_of_rules_is_refused_in_words(text: str, words: str) -> None:
    told = run("check", house(text))
    assert told.exit_code == 1
    assert words in told.stderr
    assert "Traceback" not in told.stderr


def test_a_file_that_is_no_text_is_refused_in_words() -> None:
    Path("house.toml").write_bytes(b"\xff\xfe\x00")
    assert "house.toml is no text" in run("show", "house.toml").stderr


def test_a_wrong_file_used_as_rules_names_what_is_wrong_and_where_there_is_more() -> None:
    told = run("show", house("straight = 1210\nsingle1 = 3\n"))
    assert told.exit_code == 1
    assert "house.toml: The rule “straight” must be a multiple of 50" in told.stderr
    assert "dicesight rules check house.toml" in told.stderr


def test_an_unknown_preset_gets_the_nearest_one_suggested() -> None:
    told = run("show", "clasic")
    assert told.exit_code == 2
    assert "Did you mean 'classic'?" in told.stderr
    assert "Presets: playmonster" in run("show", "zzz").stderr


def test_a_file_that_is_missing_is_named() -> None:
    told = run("show", "missing.toml")
    assert told.exit_code == 1
    assert "missing.toml" in told.stderr


def test_rules_by_which_a_player_can_get_stuck_are_noted() -> None:
    told = run("check", house('exact = "overshoot_is_bust"\nbank_min = 300\n')).stdout
    assert "Note: Who misses fewer than 300 points can never hit the exact target" in told
    assert "Note:" not in run("check", house('exact = "overshoot_is_bust"\n')).stdout
    assert "Note:" not in run("check", house("bank_min = 300\n")).stdout
