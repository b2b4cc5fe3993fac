"""The chart of a set of rules that players read."""

from __future__ import annotations

import json

import pytest

from farkle.chart import chart
from farkle.rules import PRESETS, Rules
from farkle.scoring import legal_keeps


def _points(rules: Rules) -> dict[str, str]:
    return {line.name: line.points for line in chart(rules).lines}


def test_chart_shows_what_scores_and_leaves_out_what_does_not() -> None:
    playmonster, classic = _points(Rules.preset("playmonster")), _points(Rules.preset("classic"))
    assert playmonster["Three 1s"] == "300"
    assert playmonster["Four of a kind"] == "1,000"
    assert classic["Straight 1 to 6"] == "3,000"
    assert "Four of a kind" not in classic
    assert "Two triplets" not in classic
    assert _points(Rules.preset("calc_double"))["Six of a kind"] == "8 times the three"
    assert _points(Rules.preset("tenk_var"))["Five of a kind"] == "3 times the three"
    assert _points(Rules.preset("kcd"))["Straight 2 to 6"] == "750"


@pytest.mark.parametrize("preset", PRESETS)
def test_examples_of_the_chart_score_what_it_says(preset: str) -> None:
    rules = Rules.preset(preset).changed(cancel_2s=0)
    for line in chart(rules).lines:
        keep = legal_keeps(line.example, rules)[0]
        if line.points.endswith("times the three"):
            assert keep.points >= 200 * int(line.points.split()[0])
        else:
            assert keep.points >= int(line.points.replace(",", ""))


def test_sentences_say_what_is_agreed_beside_the_chart() -> None:
    patch = chart(Rules.preset("patch")).sentences
    assert "3 farkles in a row cost 1,000 points." in patch
    assert "A player's first banked turn needs 500 points." in patch
    assert any(
        sentence.startswith("4 or more 2s")
        for sentence in chart(Rules.preset("tenk_var")).sentences
    )
    assert not any("first banked" in words for words in chart(Rules.preset("classic")).sentences)


def test_every_rule_that_is_on_is_said() -> None:
    rules = Rules(
        bank_min=300,
        first_roll_bonus=1000,
        farkle_ends_turn=False,
        piggyback="dice_only",
        farkle_penalty=500,
        farkle_streak=1,
        penalty_reset=False,
        allow_negative=False,
        exact="overshoot_is_bust",
        six_nothing=500,
    )
    words = str(chart(rules))
    for said in ("300", "1,000 extra", "roll on", "leftover", "Every farkle costs 500", "exactly"):
        assert said in words
    assert "Six that score nothing" in words


@pytest.mark.parametrize("preset", PRESETS)
def test_chart_is_text_and_data(preset: str) -> None:
    found = chart(Rules.preset(preset))
    assert json.loads(json.dumps(found.to_mapping()))["lines"][0]["name"] == "Single 1"
    assert str(found).count("\n") == len(found.lines) + len(found.sentences)
    assert all(sentence.endswith(".") for sentence in found.sentences)
