"""Rules as a value: presets, house rules, and what is refused."""

from __future__ import annotations

import dataclasses
import json
import pickle

import pytest

from farkle.errors import FarkleError
from farkle.options import OPTIONS
from farkle.rules import PRESETS, Rules


def _refusal(values: object) -> FarkleError:
    with pytest.raises(FarkleError) as caught:
        Rules.from_mapping(values)  # type: ignore[arg-type]
    assert caught.value.words.endswith((".", "?"))
    return caught.value


def test_every_preset_of_the_sheets_is_there() -> None:
    sheets = ("playmonster", "patch", "classic", "tenk", "tenk_var", "tenk_pocket", "calc")
    assert set(PRESETS) == {*sheets, "calc_double", "kcd"}
    for name, preset in PRESETS.items():
        assert preset.name == name
        assert Rules.preset(name) is preset.rules
        assert preset.title
        assert preset.summary.endswith(".")
        assert preset.source.endswith(".")


@pytest.mark.parametrize("name", PRESETS)
def test_rules_survive_json(name: str) -> None:
    rules = Rules.preset(name)
    again = Rules.from_mapping(json.loads(json.dumps(rules.to_mapping())))
    assert again == rules
    assert hash(again) == hash(rules)
    assert pickle.loads(pickle.dumps(rules)) == rules


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("playmonster", {"triple_ones": 300, "opening_min": 500, "below_opening": "must_roll"}),
        ("patch", {"farkle_penalty": 1000, "farkle_streak": 3, "below_opening": "stop_zero"}),
        ("classic", {"straight": 3000, "kind_mode": "none", "final_round": "finish_round"}),
        ("tenk", {"straight": 3000, "opening_min": 500, "two_triplets": 0}),
        ("tenk_var", {"kind_mode": "multiple", "hot_dice": "forced", "cancel_2s": 4}),
        ("tenk_pocket", {"triple_ones": 300, "kind_mult": [2, 3, 4]}),
        ("calc", {"triple_ones": 1000, "kind_fixed": [1000, 2000, 3000], "opening_min": 0}),
        ("calc_double", {"kind_mode": "double", "two_triplets": 2500}),
    ],
)
def test_presets_follow_their_sheets(name: str, values: dict[str, object]) -> None:
    found = Rules.preset(name).to_mapping()
    assert {key: found[key] for key in values} == values


def test_every_option_is_described_in_one_sentence_and_is_a_field_of_the_rules() -> None:
    fields = {field.name for field in dataclasses.fields(Rules) if field.init}
    assert {option.name for option in OPTIONS} == fields
    for option in OPTIONS:
        assert option.words.endswith(".")
        assert option.words.count(". ") == 0
        assert bool(option.choices) == (option.kind == "choice")


def test_house_rules_stand_on_a_preset() -> None:
    rules = Rules.from_mapping({"preset": "classic", "opening_min": 350})
    assert rules == Rules.preset("classic").changed(opening_min=350)
    assert rules.differences(Rules.preset("classic")) == {"opening_min": 350}


def test_unknown_names_are_refused_with_a_suggestion() -> None:
    refusal = _refusal({"opening_minimum": 500})
    assert refusal.code == "rule_unknown"
    assert refusal.details["suggestion"] == "opening_min"
    assert "opening_min" in refusal.words
    refusal = _refusal({"preset": "clasic"})
    assert (refusal.code, refusal.details["suggestion"]) == ("preset_unknown", "classic")


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"straight": 1210}, "rule_not_multiple_of_50"),
        ({"kind_fixed": [1000, 2000, 3001]}, "rule_not_multiple_of_50"),
        ({"straight": -50}, "rule_out_of_range"),
        ({"straight": 10**9}, "rule_out_of_range"),
        ({"target": 0}, "rule_out_of_range"),
        ({"farkle_streak": 0}, "rule_out_of_range"),
        ({"cancel_2s": 1}, "rule_out_of_range"),
        ({"cancel_2s": 7}, "rule_out_of_range"),
        ({"straight": "1500"}, "rule_wrong_type"),
        ({"straight": 1500.0}, "rule_wrong_type"),
        ({"straight": True}, "rule_wrong_type"),
        ({"allow_negative": 1}, "rule_wrong_type"),
        ({"kind_fixed": [1000, 2000]}, "rule_wrong_type"),
        ({"kind_fixed": 1000}, "rule_wrong_type"),
        ({"hot_dice": "never"}, "rule_unknown_choice"),
        ({"hot_dice": ["optional"]}, "rule_unknown_choice"),
        ({"preset": ["classic"]}, "preset_unknown"),
        ({"_hash": 1}, "rule_unknown"),
        ({5: 1}, "rule_unknown"),
        ({"opening_min": 10_050}, "rules_conflict"),
        ({"bank_min": 2000, "target": 1000, "opening_min": 0}, "rules_conflict"),
        ([], "rules_not_readable"),
    ],
)
def test_wrong_values_are_refused_in_words(values: object, code: str) -> None:
    assert _refusal(values).code == code


def test_the_constructor_refuses_what_a_mapping_may_not_hold() -> None:
    with pytest.raises(FarkleError, match="multiple of 50"):
        Rules(straight=1210)
    with pytest.raises(FarkleError, match="no rule called"):
        Rules().changed(staight=1500)


def test_a_penalty_is_the_same_with_a_minus_sign() -> None:
    assert Rules(farkle_penalty=-1000) == Rules(farkle_penalty=1000)
