"""What a roll at rest means for the sheet: which moves lead to it, which dice were set aside."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from farkle.events import new_game
from farkle.sheet import GameState, apply, decide
from webapp.meaning import LyingDie, expected_dice, is_lying_already, meaning, meaning_after


def played(*moves: dict[str, object], preset: str = "classic") -> GameState:
    """A game of Ann and Ben after these moves."""
    state = apply(None, new_game({"p1": "Ann", "p2": "Ben"}, preset))
    for move in moves:
        for event in decide(state, move):
            state = apply(state, event)
    return state


def roll(*faces: int) -> dict[str, object]:
    return {"type": "roll", "dice": list(faces)}


def aside(*faces: int) -> dict[str, object]:
    return {"type": "set_aside", "dice": list(faces)}


AGAIN: dict[str, object] = {"type": "roll_again"}


def lying(rolled: Iterable[int], kept: Iterable[int] = ()) -> list[LyingDie]:
    return [*(LyingDie(face) for face in rolled), *(LyingDie(face, kept=True) for face in kept)]


def test_six_dice_at_the_start_of_a_turn_are_the_roll() -> None:
    means = meaning(lying([1, 1, 4, 4, 4, 5]), played())
    assert means
    assert (means.match, means.wanted, means.before, means.aside) == ("exact", 6, (), frozenset())


def test_dice_outside_of_the_tray_do_not_count() -> None:
    dice = [*lying([1, 1, 4, 4, 4, 5]), LyingDie(3, outside=True)]
    means = meaning(dice, played())
    assert means
    assert means.match == "exact"


def test_dice_pushed_aside_say_what_was_kept() -> None:
    state = played(roll(1, 2, 3, 4, 4, 5))
    means = meaning(lying([2, 2, 3, 6], kept=[1, 5]), state)
    assert means
    assert means.before == (aside(1, 5), AGAIN)
    assert (means.match, means.wanted, means.aside) == ("exact", 4, frozenset({4, 5}))


def test_dice_set_aside_earlier_may_lie_with_those_pushed_aside_now() -> None:
    state = played(roll(1, 2, 3, 4, 4, 6), aside(1), AGAIN, roll(5, 2, 3, 4, 6))
    for kept in ([5], [1, 5]):
        means = meaning(lying([2, 2, 3, 6], kept=kept), state)
        assert means
        assert means.before == (aside(5), AGAIN)


def test_dice_pushed_aside_that_are_no_legal_keep_wait_for_a_person() -> None:
    means = meaning(lying([2, 2, 3, 6, 6], kept=[3]), played(roll(1, 2, 3, 4, 4, 6)))
    assert means
    assert (means.match, means.before) == ("waits", ())


def test_a_new_roll_of_six_after_a_farkle_is_the_next_players() -> None:
    state = played(roll(2, 2, 3, 3, 4, 6))
    means = meaning(lying([1, 1, 4, 4, 4, 5]), state)
    assert means
    assert means.before == ({"type": "farkle"},)


def test_dice_set_aside_before_are_known_by_their_faces_when_nobody_saw_them_pushed() -> None:
    state = played(roll(1, 2, 3, 4, 4, 6), aside(1), AGAIN)
    means = meaning(lying([2, 2, 3, 6, 6, 1]), state)
    assert means
    assert (means.match, means.guessed, means.aside) == ("exact", True, frozenset({5}))


def test_a_roll_that_nobody_confirmed_is_entered_with_the_one_after_it() -> None:
    lead = (roll(1, 2, 3, 4, 4, 5),)
    means = meaning_after(lead, lying([2, 2, 3, 6], kept=[1, 5]), played())
    assert means
    assert means.match == "exact"
    assert means.before == (*lead, aside(1, 5), AGAIN)
    alone = meaning_after(lead, lying([2, 2, 3, 4, 4, 6]), played())
    assert alone
    assert alone.before == (), "another roll of all six does not go on from it"


def test_no_roll_can_be_entered_in_a_pause_or_after_the_end() -> None:
    assert meaning(lying([1] * 6), played({"type": "pause"})) is None


def test_the_roll_on_the_sheet_is_no_new_one() -> None:
    state = played(roll(1, 1, 4, 4, 4, 5))
    assert is_lying_already(lying([1, 1, 4, 4, 4, 5]), state, first=False)
    assert not is_lying_already(lying([1, 1, 4, 4, 4, 6]), state, first=False)


def test_a_camera_that_starts_does_not_take_lying_dice_for_a_roll() -> None:
    banked = played(roll(1, 2, 3, 4, 4, 6), aside(1), {"type": "bank"})
    dice = lying([1, 2, 3, 4, 4, 6])
    assert is_lying_already(dice, banked, first=True)
    assert not is_lying_already(dice, banked, first=False), "thrown once more, by chance the same"


def test_the_number_of_dice_to_come_is_known_before_a_throw_only() -> None:
    assert expected_dice(played()) == 6
    assert expected_dice(played(roll(1, 2, 3, 4, 4, 6))) is None
    kept = played(roll(1, 2, 3, 4, 4, 6), aside(1))
    assert expected_dice(kept) == 5
    assert expected_dice(kept, first=True) is None, "the die set aside may lie in view"


faces = st.integers(1, 6)


@given(
    st.lists(faces, max_size=8),
    st.lists(faces, max_size=6),
    st.lists(faces, min_size=6, max_size=6),
)
def test_whatever_a_camera_claims_the_moves_it_leads_to_are_legal(
    rolled: list[int], kept: list[int], thrown: list[int]
) -> None:
    state = played(roll(*thrown))
    dice = lying(rolled, kept)
    means = meaning(dice, state)
    assert means
    if means.match != "exact":
        return
    for move in means.before:
        for event in decide(state, move):
            state = apply(state, event)
    faces_left = [die.face for index, die in enumerate(dice) if index not in means.aside]
    for event in decide(state, roll(*faces_left)):
        state = apply(state, event)
    assert state.turn
    assert len(state.turn.roll or ()) == means.wanted
