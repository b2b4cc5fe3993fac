"""How sure a roll is: a probability that falls with every doubtful die and every faint one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vision.certainty import Calibration, die_certainty, must_ask, overlooked, roll_certainty
from vision.frames import Box, Detection

BOX = Box(0, 0, 50, 50)
shares = st.floats(0, 1)


def die(confidence: float) -> Detection:
    return Detection(BOX, 3, confidence)


@given(shares, shares)
def test_more_confidence_is_never_less_certain(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 0 <= die_certainty(die(low)) <= die_certainty(die(high)) <= 1
    assert 0 <= overlooked(die(low)) <= overlooked(die(high)) <= 1


@given(st.lists(shares, min_size=1, max_size=6), shares)
def test_a_roll_is_no_more_certain_than_its_least_certain_die(
    confidences: list[float], weak: float
) -> None:
    dice = [die(each) for each in confidences]
    certainty = roll_certainty(dice)
    assert certainty <= min(die_certainty(each) for each in dice) + 1e-12
    assert roll_certainty(dice, [die(weak)]) <= certainty


def test_sure_dice_are_not_asked_about_and_a_doubtful_one_is() -> None:
    assert not must_ask([die(0.85)] * 6)
    assert must_ask([die(0.85)] * 5 + [die(0.5)])
    assert must_ask([die(0.9)], [die(0.38)]), "one that was nearly a die may be one"
    assert not must_ask([die(0.9)], [die(0.12)])


def test_a_network_of_another_temper_is_judged_by_its_own_odds() -> None:
    boaster = Calibration(right=(-2.0, 1.0), overlooked=(-4.0, 1.0), ask_below=0.9)
    assert must_ask([die(0.85)], by=boaster)
    assert not must_ask([die(0.85)])
    assert overlooked(die(0.3), boaster) < overlooked(die(0.3))
