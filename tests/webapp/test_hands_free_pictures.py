"""A roll entered without a tap becomes a labelled picture once play has gone on from it."""

from __future__ import annotations

import pytest

from datasets.collection import Collection
from tests.webapp.conftest import Table
from tests.webapp.test_live_frames import EMPTY, still
from vision.frames import Box
from webapp.hands_free import agreed
from webapp.offers import OfferedDie

ROLL = (1, 1, 4, 4, 4, 5)


@pytest.fixture
def rolled(table: Table) -> Table:
    """A table that goes hands-free and keeps pictures, with a roll that the camera entered.

    One look read a die differently, so that there is something to learn from it."""
    table.play("set_table", hands_free=True, collects=True)
    frames = still(*ROLL, frames=4)
    table.watch(EMPTY, *frames, *still(1, 1, 4, 4, 4, 4, frames=1), *frames, *frames)
    table.seq, table.state = (table.fetch()[name] for name in ("seq", "state"))
    assert table.state["roll"] == list(ROLL)
    return table


def collection(table: Table) -> Collection:
    found: Collection = table.client.application.extensions["dicesight"].collection
    return found


def look_again(table: Table) -> None:
    table.watch(*still(*ROLL, frames=1), from_s=30.0)


def test_its_picture_waits_until_play_has_gone_on_and_is_kept_once(rolled: Table) -> None:
    look_again(rolled)
    assert collection(rolled).count(rolled.id) == 0, "it may still be set right"
    rolled.play("set_aside", dice=[1, 1])
    rolled.play("bank")
    look_again(rolled)
    look_again(rolled)
    (item,) = collection(rolled).queue()
    assert sorted(die.face for die in item.picture.dice) == list(ROLL)
    assert (item.why, item.checked) == ("disagreement", False)
    assert item.picture.facts.settings["hands_free"] is True
    assert collection(rolled).consent(rolled.id)


def test_a_value_that_was_set_right_on_the_sheet_is_the_label(rolled: Table) -> None:
    rolled.play("roll", dice=[1, 1, 4, 4, 4, 6])
    rolled.play("set_aside", dice=[1, 1])
    rolled.play("roll_again")
    rolled.play("roll", dice=[2, 3, 4, 6])
    look_again(rolled)
    (item,) = collection(rolled).queue()
    assert item.why == "corrected"
    assert [die.face for die in item.picture.dice if die.said_by == "person"] == [6]


def test_a_roll_that_was_taken_back_leaves_no_picture(rolled: Table) -> None:
    rolled.play("undo")
    look_again(rolled)
    rolled.play("roll", dice=[2, 2, 3, 3, 4, 6])
    rolled.play("farkle")
    look_again(rolled)
    assert collection(rolled).count(rolled.id) == 0


def test_none_is_kept_when_the_players_do_not_agree_any_more(rolled: Table) -> None:
    rolled.play("set_table", collects=False)
    rolled.play("set_aside", dice=[1, 1])
    rolled.play("bank")
    look_again(rolled)
    assert collection(rolled).count(rolled.id) == 0


def test_without_consent_none_is_held(table: Table) -> None:
    table.play("set_table", hands_free=True)
    table.watch(EMPTY, *still(*ROLL))
    parts = table.client.application.extensions["dicesight"]
    assert not parts.album._held


def lying(*faces: int) -> tuple[OfferedDie, ...]:
    places = (Box(50.0 * n, 0, 50.0 * n + 40, 40) for n in range(len(faces)))
    return tuple(OfferedDie(box, face, 0.9) for box, face in zip(places, faces, strict=True))


@pytest.mark.parametrize(
    ("thrown", "labels"),
    [
        ((1, 1, 5), [1, 1, 5]),
        ((1, 1, 6), [1, 1, 6]),  # the five was a six
        ((1, 5, 6), None),  # which of the ones was a six?
        ((2, 3, 5), None),
        ((1, 1), None),  # one too many was seen
    ],
)
def test_the_sheet_labels_the_dice_only_where_it_says_which_is_which(
    thrown: tuple[int, ...], labels: list[int] | None
) -> None:
    found = agreed(lying(1, 1, 5), frozenset(), thrown)
    assert (None if found is None else [die.face for die in found]) == labels


def test_dice_set_aside_before_keep_what_was_read() -> None:
    found = agreed(lying(1, 1, 5), frozenset({0}), (1, 2))
    assert found is not None
    assert [die.face for die in found] == [1, 1, 2]
