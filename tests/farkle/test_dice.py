"""Reading and writing dice."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farkle.dice import format_dice, parse_dice
from farkle.errors import FarkleError


@pytest.mark.parametrize(
    "written",
    ["1 1 5 2 3 6", "115236", "6-5-3-2-1-1", "1,1,5,2,3,6", " 1 1 5, 2 3 6 ", [1, 1, 5, 2, 3, 6]],
)
def test_dice_are_read_in_every_usual_notation(written: str | list[int]) -> None:
    assert parse_dice(written) == (1, 1, 2, 3, 5, 6)


def test_integers_of_numpy_and_generators_are_dice() -> None:
    assert parse_dice(np.array([6, 1])) == (1, 6)
    assert parse_dice(face for face in (5, 5)) == (5, 5)
    assert all(type(face) is int for face in parse_dice(np.array([6, 1])))


@settings(deadline=None)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=6))
def test_writing_then_reading_gives_the_same_dice(dice: list[int]) -> None:
    assert parse_dice(format_dice(dice)) == tuple(sorted(dice))


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("", "no_dice"),
        ([], "no_dice"),
        ("1 2 3 4 5 6 1", "too_many_dice"),
        ("7", "face_out_of_range"),
        ([0], "face_out_of_range"),
        ([10**5000], "face_out_of_range"),
        ("one", "dice_not_readable"),
        ("²", "dice_not_readable"),
        ([1.0], "dice_not_readable"),
        ([True], "dice_not_readable"),
        ([None], "dice_not_readable"),
        ([[1]], "dice_not_readable"),
        (None, "dice_not_readable"),
        (5, "dice_not_readable"),
        (b"115", "dice_not_readable"),
    ],
)
def test_what_is_no_dice_is_refused_in_words(written: object, code: str) -> None:
    with pytest.raises(FarkleError) as caught:
        parse_dice(written)  # type: ignore[arg-type]
    assert caught.value.code == code
    assert len(caught.value.words) < 80


def test_an_endless_iterable_is_refused() -> None:
    with pytest.raises(FarkleError) as caught:
        parse_dice(itertools.repeat(1))
    assert caught.value.code == "too_many_dice"


def test_writing_stops_where_reading_does_even_with_dice_without_end() -> None:
    with pytest.raises(FarkleError) as refusal:
        format_dice(itertools.count(1))
    assert refusal.value.code == "too_many_dice"
