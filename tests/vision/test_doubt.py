"""Dice that lean, are stacked or cut off are asked about, with the reason."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vision.doubt import reasons
from vision.frames import Box, Detection
from vision.tray import holds, mask

SURE = (0.02, 0.02, 0.02, 0.9, 0.02, 0.02)


def die(x: float, y: float, side: float = 60, high: float = 60) -> Detection:
    return Detection(Box(x, y, x + side, y + high), 4, 0.9, SURE)


ROW = [die(300 + 150 * at, 300) for at in range(4)]


def why(*dice: Detection) -> tuple[str, ...]:
    return reasons(dice, (), 1280, 720)


def test_plain_dice_are_not_asked_about() -> None:
    assert why(*ROW) == ("", "", "", "")


def test_a_die_that_the_pictures_edge_cuts_is_half_visible() -> None:
    assert why(die(0, 300, side=30), *ROW)[0] == "half_visible"
    assert why(die(0, 300), *ROW)[0] == "", "a whole die may touch the edge"
    assert why(die(1255, 300, side=25))[0] == "half_visible", "also the only die there is"


def test_a_die_on_another_is_stacked_and_one_beside_it_is_not() -> None:
    assert why(die(320, 300), *ROW)[:2] == ("stacked", "stacked")
    assert why(die(358, 300), *ROW)[0] == ""


def test_a_die_much_larger_than_the_others_leans() -> None:
    assert why(die(100, 500, side=85, high=85), *ROW)[0] == "leaning"


def test_a_die_of_which_two_faces_get_votes_leans() -> None:
    torn = Detection(Box(0, 500, 60, 560), 4, 0.62, (0, 0, 0.5, 0.62, 0, 0))
    assert why(torn) == ("leaning",)


def test_a_die_that_few_looks_saw_is_unsure() -> None:
    assert why(Detection(Box(100, 500, 160, 560), 4, 0.45)) == ("unsure",)


@given(st.permutations(range(4)))
def test_reasons_do_not_depend_on_the_order(order: list[int]) -> None:
    dice = [*ROW[:3], die(100, 500, side=90, high=90)]
    assert why(*(dice[at] for at in order)) == tuple("leaning" if at == 3 else "" for at in order)


def test_the_tray_holds_what_lies_in_its_corners() -> None:
    tray = ((0.2, 0.2), (0.8, 0.2), (0.5, 0.9))
    assert holds(tray, 0.5, 0.4)
    assert not holds(tray, 0.25, 0.7)
    assert holds(None, 0.0, 0.0)
    drawn = mask(tray, (90, 160))
    assert drawn is not None
    assert drawn[36, 80] == 1
    assert drawn[63, 40] == 0
    assert mask(None, (90, 160)) is None
