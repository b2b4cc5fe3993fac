"""The exact chances to win: against an independent solver, published results, and themselves."""

from __future__ import annotations

import numpy as np
import pytest

from bench.plain_race import PlainRace
from farkle import endings
from farkle import turn_pass as passes
from farkle.advice import Situation, advise
from farkle.chances import race_turn, win_probability
from farkle.errors import FarkleError
from farkle.odds import distinct_rolls
from farkle.rules import PRESETS, Rules
from farkle.solver import Progress, solve, sweeps
from farkle.standing import standings
from farkle.tables import shipped_table
from farkle.win_table import Race, WinTable, solved_as, table_name

SMALL = {
    "one more turn each": {},
    "a tie breaks for the first": {"tie": "first_reached"},
    "sudden death": {"final_round": "sudden_death"},
    "finish the round": {"final_round": "finish_round"},
    "an opening minimum": {"opening_min": 100},
    "may stop below the opening": {"opening_min": 100, "below_opening": "stop_zero"},
    "a minimum for every turn": {"bank_min": 100},
    "an exact target": {"exact": "overshoot_is_bust"},
    "forced hot dice": {"hot_dice": "forced", "final_round": "sudden_death"},
    "2s that cancel": {"cancel_2s": 3},
    "a first-roll bonus": {"first_roll_bonus": 100, "first_roll_bonus_on": "any"},
    "a penalty": {"farkle_penalty": 50, "farkle_streak": 2},
    "a penalty and an opening": {
        "farkle_penalty": 50,
        "farkle_streak": 1,
        "opening_min": 100,
        "below_opening": "stop_zero",
    },
    "stopping below the opening is a farkle": {
        "farkle_penalty": 50,
        "farkle_streak": 1,
        "opening_min": 100,
        "below_opening": "stop_is_farkle",
        "final_round": "finish_round",
    },
    "a penalty not below zero": {
        "farkle_penalty": 50,
        "farkle_streak": 2,
        "allow_negative": False,
    },
    "a penalty that does not reset": {
        "target": 100,
        "farkle_penalty": 50,
        "farkle_streak": 2,
        "penalty_reset": False,
    },
}


@pytest.mark.parametrize("named", SMALL, ids=lambda name: name.replace(" ", "_"))
def test_small_games_agree_with_a_plain_solver(named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Stopping soon after the target keeps the plain solver's time short.
    monkeypatch.setattr(endings, "PAST_TARGET", 100)
    base = Rules.preset("calc").changed(target=150, straight=600, two_triplets=500)
    rules = base.changed(**SMALL[named])
    plain, table = PlainRace(rules), solve(rules)
    for race, chance in plain.chances().items():
        assert table.chance(race) == pytest.approx(chance, abs=2e-7), race


@pytest.mark.parametrize("named", ["a penalty and an opening", "a first-roll bonus"])
def test_the_pass_in_numpy_agrees_with_the_compiled_one(
    named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert passes.has_compiler(), "the tests need numba"
    rules = Rules.preset("tenk_var").changed(opening_min=0, target=250).changed(**SMALL[named])
    plain = solve(rules).values
    monkeypatch.setattr(passes, "COMPILED_FROM", 0)
    assert np.abs(solve(rules).values - plain).max() < 1e-9


SINGLES_AND_TRIPLES = Rules(
    triple_ones=1000,
    kind_mode="none",
    straight=0,
    three_pairs=0,
    four_plus_pair=0,
    two_triplets=0,
    opening_min=0,
    final_round="sudden_death",
)


def test_200_points_make_the_second_player_even() -> None:
    """T. Neller and M. Busche, "Optimal Play of the Farkle Dice Game" (2017): of all multiples of
    50, 200 points for the second player are fairest, under singles and triples."""
    table = solve(SINGLES_AND_TRIPLES)
    assert table.chance(Race(0, 0)) == pytest.approx(0.536953, abs=1e-6)
    assert table.chance(Race(0, 200)) == pytest.approx(0.50400, abs=1e-5)
    assert table.chance(Race(0, 250)) == pytest.approx(0.49570, abs=1e-5)


KNOWN = {"playmonster": 0.528851, "calc": 0.532193, "calc_double": 0.531455}


@pytest.mark.parametrize("preset", KNOWN)
def test_the_first_player_wins_as_often_as_is_known(preset: str) -> None:
    """The known figures let the first to reach a total win a tie; here it counts half."""
    assert win_probability(Rules.preset(preset), 0, 0) == pytest.approx(KNOWN[preset], abs=1e-5)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_a_table_that_solves_its_equations(preset: str) -> None:
    rules = Rules.preset(preset)
    table = shipped_table(rules)
    assert table is not None
    assert len(table.to_bytes()) < 500_000
    chance = np.random.default_rng(7)
    for _ in range(25):
        me, them = (50 * int(chance.integers(0, rules.target // 50)) for _ in range(2))
        row, their_row = (int(chance.integers(0, 3)) for _ in range(2))
        began = bool(chance.integers(2))
        race = Race(me, them, None, None, row, their_row, began)
        assert race_turn(table, race).first == pytest.approx(table.chance(race), abs=3e-6), race


@pytest.mark.parametrize("preset", ["classic", "kcd"])
def test_more_points_never_lower_the_chance_and_more_of_theirs_never_raise_it(preset: str) -> None:
    table = shipped_table(Rules.preset(preset))
    assert table is not None
    assert np.diff(table.values, axis=1).min() > -1e-6
    assert np.diff(table.values, axis=3).max() < 1e-6


@pytest.mark.parametrize("preset", ["playmonster", "classic", "patch"])
def test_the_advice_of_all_rolls_adds_up_to_the_chance_before_the_turn(preset: str) -> None:
    rules = Rules.preset(preset)
    race = Race(7200, 8450, farkles=1)
    total = 0.0
    for roll, ways in distinct_rolls(6):
        moves = advise(roll, rules, Situation(race=race, farkles=1))
        lost = race_turn(shipped_table(rules), race).farkle  # type: ignore[arg-type]
        total += ways * (moves[0].value if moves else lost)
    expected = win_probability(rules, 7200, 8450, farkles=1)
    assert total / 6**6 == pytest.approx(expected, abs=3e-6)


def test_far_behind_a_rival_who_is_about_to_win_the_advice_takes_more_risk() -> None:
    rules = Rules.preset("playmonster")
    calm = advise("135", rules, {"points": 250, "me": 5000, "them": 5000})[0]
    behind = advise("135", rules, {"points": 250, "me": 5000, "them": 9950})[0]
    assert (calm.action, calm.basis) == ("bank", "win")
    assert (behind.action, behind.basis) == ("roll", "win")


def test_rules_without_a_table_are_refused_in_words_and_advised_by_points() -> None:
    rules = Rules.preset("playmonster").changed(straight=1550)
    with pytest.raises(FarkleError, match="have not been computed") as missing:
        win_probability(rules, 0, 0)
    assert missing.value.code == "table_missing"
    assert advise("155236", rules, {"me": 0, "them": 0})[0].basis == "points"
    small = solve(rules.changed(target=500))
    assert 0.5 < win_probability(rules.changed(target=500), 0, 0, table=small) < 1
    assert advise("155236", small.rules, {"me": 0, "them": 0}, small)[0].basis == "win"


def test_the_table_of_a_short_game_is_made_when_it_is_asked_for() -> None:
    rules = Rules.preset("calc").changed(target=300, straight=1550)
    made = win_probability(rules, 0, 100)
    assert made == win_probability(rules, 0, 100, table=solve(rules))
    assert advise("155236", rules, {"me": 0, "them": 0})[0].basis == "points"  # it never waits


@pytest.mark.parametrize(
    "options",
    [
        {"piggyback": "dice_and_points"},
        {"farkle_ends_turn": False},
        {"target": 1_000_000},
        {"farkle_penalty": 500, "farkle_streak": 20},
    ],
)
def test_rules_out_of_reach_say_so(options: dict[str, object]) -> None:
    rules = Rules.preset("classic").changed(**options)
    with pytest.raises(FarkleError) as refused:
        win_probability(rules, 0, 0)
    assert refused.value.code == "not_solvable"


def test_a_game_that_cannot_end_is_even_and_no_chance_leaves_its_bounds() -> None:
    # 50 are missing, but every banked turn needs 100.
    rules = Rules.preset("classic").changed(target=300, exact="overshoot_is_bust", bank_min=100)
    table = solve(rules)
    assert win_probability(rules, 250, 250, table=table) == 0.5
    assert win_probability(rules, 200, 250, table=table) == pytest.approx(1)
    assert win_probability(rules, 250, 200, table=table) == pytest.approx(0, abs=1e-6)
    assert table.values.min() >= 0
    assert table.values.max() <= 1


def test_a_total_at_the_target_has_no_chance_before_a_turn() -> None:
    with pytest.raises(FarkleError, match="has begun the end"):
        win_probability(Rules.preset("classic"), 10_000, 0)
    with pytest.raises(FarkleError, match="multiple of 50"):
        win_probability(Rules.preset("classic"), 25, 0)


def test_a_table_survives_being_stored() -> None:
    rules = Rules.preset("patch").changed(target=600, farkle_penalty=100)
    table = solve(rules)
    again = WinTable.from_bytes(table.to_bytes())
    assert again.rules == rules
    assert np.abs(again.values - table.values).max() < 1e-7


@pytest.mark.parametrize("damage", [b"", b"x", b"dicesight win table 1\n{}\n"])
def test_a_damaged_table_is_refused(damage: bytes) -> None:
    whole = solve(Rules.preset("kcd").changed(target=150)).to_bytes()
    for payload in (damage, whole[:-3], whole[:-1] + bytes([whole[-1] ^ 1]), b"?" + whole[1:]):
        with pytest.raises(FarkleError) as refused:
            WinTable.from_bytes(payload)
        assert refused.value.code == "table_not_readable"


def test_rules_that_cannot_change_a_chance_share_a_table() -> None:
    rules = Rules.preset("classic")
    same = rules.changed(first_player="highest_die", farkle_streak=5, below_opening="stop_zero")
    assert table_name(same) == table_name(rules)
    assert solved_as(same) == solved_as(rules)
    for changed in ({"straight": 1500}, {"tie": "first_reached"}, {"farkle_penalty": 50}):
        assert table_name(rules.changed(**changed)) != table_name(rules)


def test_solving_reports_its_progress_and_goes_on_from_where_it_stopped() -> None:
    rules = Rules.preset("patch").changed(target=500, farkle_penalty=250)
    seen: list[Progress] = []
    table = solve(rules, seen.append)
    last = [progress for progress in seen if progress.level == progress.levels]
    assert [progress.sweep for progress in last] == sorted(progress.sweep for progress in last)
    assert last[-1].change < 1e-7
    again = list(sweeps(rules, table.values))
    assert max(progress.sweep for _, progress in again) <= 2
    assert table.values.shape == standings(rules).shape
