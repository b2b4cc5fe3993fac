"""What a reading means for the dice in hand."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from vision.certainty import Calibration
from vision.frames import Box, Detection
from webapp.proposal import propose

faces = st.integers(1, 6)


def seen(*values: int, confidence: float = 0.95) -> list[Detection]:
    return [
        Detection(Box(10.0 * at, 0.0, 10.0 * at + 9, 9.0), face, confidence)
        for at, face in enumerate(values)
    ]


def test_as_many_dice_as_in_hand_need_no_question() -> None:
    proposal = propose(seen(1, 2, 3, 4, 5, 6), 6, [])
    assert (proposal.match, proposal.words) == ("exact", "I see 6 dice.")


def test_more_dice_than_in_hand_ask_which_do_not_belong() -> None:
    proposal = propose(seen(1, 1, 1, 4, 4, 4, 5), 6, [])
    assert proposal.match == "more"
    assert proposal.words == ("I see 7 dice, you have 6 in hand: tap the one that does not belong.")


def test_fewer_dice_than_in_hand_ask_for_the_missing_ones() -> None:
    proposal = propose(seen(1, 2, 3, 4), 6, [])
    assert proposal.match == "fewer"
    assert proposal.words == "I see 4 dice, you have 6 in hand: add the 2 I missed."


def test_no_dice_are_said_to_be_none() -> None:
    proposal = propose([], 6, [])
    assert proposal.match == "none"
    assert "no dice" in proposal.words


def test_dice_set_aside_that_lie_in_the_picture_are_left_out() -> None:
    proposal = propose(seen(5, 1, 3, 3, 1, 6), 4, [1, 5])
    assert proposal.match == "exact"
    assert sorted(seen(5, 1, 3, 3, 1, 6)[at].face for at in proposal.left_out) == [1, 5]
    assert proposal.words == "I see 6 dice and left out 1 and 5, set aside before."


def test_dice_set_aside_are_not_guessed_when_the_faces_do_not_fit() -> None:
    proposal = propose(seen(2, 2, 3, 3, 4, 6), 4, [1, 5])
    assert (proposal.match, proposal.left_out) == ("more", frozenset())


def test_a_doubtful_die_is_asked_about() -> None:
    dice = [*seen(1, 2, 3, 4, 5), *seen(6, confidence=0.4)]
    proposal = propose(dice, 6, [], ["", "", "", "", "", "leaning"])
    assert proposal.doubtful == {5}
    assert proposal.words == (
        "I see 6 dice. One die is leaning: roll it again, or tap it and say its value."
    )
    proposal = propose(dice, 6, [], ["", "half_visible", "", "", "", "leaning"])
    assert proposal.doubtful == {1, 5}
    assert "2 dice are hard to read: please check them." in proposal.words


def test_dice_set_aside_before_are_not_asked_about() -> None:
    proposal = propose(seen(5, 1, 3, 3, 1, 6), 4, [1, 5], ["stacked", "stacked", "", "", "", ""])
    assert proposal.left_out == {0, 1}
    assert proposal.doubtful == frozenset()


def test_where_all_dice_together_are_uncertain_the_weakest_is_asked_about() -> None:
    dice = [*seen(1, 2, confidence=0.7), *seen(3, confidence=0.68), *seen(4, 5, 6, confidence=0.7)]
    reasons = [""] * 6
    proposal = propose(dice, 6, [], reasons)
    assert proposal.doubtful == {2}
    assert "please check" in proposal.words
    # With a network whose confidences mean more they are certain enough.
    assert not propose(dice, 6, [], reasons, Calibration(right=(5.0, 3.0))).doubtful


@given(st.lists(faces, max_size=12), st.integers(1, 6), st.lists(faces, max_size=5))
def test_what_is_left_out_is_exactly_what_was_set_aside(
    values: list[int], in_hand: int, aside: list[int]
) -> None:
    proposal = propose(seen(*values), in_hand, aside)
    out = Counter(values[at] for at in proposal.left_out)
    assert not proposal.left_out or out == Counter(aside)
    rest = len(values) - len(proposal.left_out)
    expected = "none" if not rest else "more" if rest > in_hand else "fewer"
    assert proposal.match == ("exact" if rest == in_hand else expected)
    assert not proposal.doubtful & proposal.left_out
