"""Dice are cut out along their outlines and laid on other tables, and their labels go with them."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.crops import CropSampler, CropStyle, Source
from datasets.labels import LabelledDie, LabelledPicture
from datasets.pasting import GROUNDS, Cutter, Cutting, Grounds, in_two_colours, outline, paste
from vision.frames import Box, Image

RED = (30, 30, 220)


def _die(ground: tuple[int, int, int], side: int = 60) -> tuple[Image, Box]:
    """A red die, turned by 30 degrees, with two white pips, on a noisy ground."""
    rng = np.random.default_rng(4)
    image = np.full((120, 120, 3), ground, np.uint8)
    image = np.clip(image + rng.normal(0, 5, image.shape), 0, 255).astype(np.uint8)
    corners = cv2.boxPoints(((60, 60), (side, side), 30))
    cv2.fillConvexPoly(image, corners.astype(np.int32), RED)
    for x, y in ((48, 60), (72, 60)):
        cv2.circle(image, (x, y), 6, (250, 250, 250), -1)
    x, y, w, h = cv2.boundingRect(corners)
    return image, Box(x, y, x + w, y + h)


@pytest.mark.parametrize("ground", [(40, 120, 40), (200, 200, 200), (90, 60, 30)])
def test_the_outline_is_that_of_the_die_with_its_pips(ground: tuple[int, int, int]) -> None:
    image, box = _die(ground)
    mask = cv2.resize(outline(image, box), (120, 120)) > 127
    truth = np.zeros((120, 120), np.uint8)
    cv2.fillConvexPoly(truth, cv2.boxPoints(((60, 60), (60, 60), 30)).astype(np.int32), 1)
    die = truth > 0
    assert (mask & die).sum() / (mask | die).sum() > 0.85
    assert mask[60, 48]
    assert mask[60, 72]


def test_a_die_that_cannot_be_told_from_its_ground_is_cut_with_a_rounded_outline() -> None:
    image = np.full((90, 90, 3), 128, np.uint8)
    mask = cv2.resize(outline(image, Box(20, 20, 70, 70)), (90, 90)) > 127
    assert mask[45, 45]
    assert not mask[5, 5]
    assert 0.6 < mask.sum() / 2500 < 1.1


def test_a_die_that_the_edge_cuts_is_not_cut_out() -> None:
    image, _ = _die((200, 200, 200))
    assert Cutter().cut("one", image, Box(0, 30, 60, 90)) is None
    assert Cutter().cut("one", image, Box(20, 20, 100, 100)) is not None


def test_a_die_is_laid_where_nothing_lies_and_its_box_holds_it() -> None:
    image, box = _die((200, 200, 200))
    cutting = Cutter().cut("one", image, box)
    assert cutting is not None
    table = np.zeros((200, 200, 3), np.uint8)
    taken = [Box(0, 0, 200, 60)]
    places = [paste(np.random.default_rng(n), table, cutting, np.eye(2), taken) for n in range(12)]
    found_places = [place for place in places if place is not None]
    assert len(found_places) >= 8
    for laid, found in found_places:
        assert not found.overlap(taken[0]) or found.y1_px > 45
        ys, xs = np.nonzero(laid.max(axis=2) > 90)
        assert found.x1_px - 3 <= xs.min()
        assert xs.max() <= found.x2_px + 3
        assert found.y1_px - 3 <= ys.min()
        assert ys.max() <= found.y2_px + 3


def _laid_inside(patch: Image, number: int) -> Image:
    """What of a die, which fills ``patch``, is seen where it was laid, less its edge."""
    cutting = Cutting(patch, np.ones((60, 60), np.float32), 60.0)
    table = np.full((200, 200, 3), 128, np.uint8)
    placed = paste(np.random.default_rng(number), table, cutting, np.eye(2), [])
    assert placed is not None
    laid, box = placed
    x1, y1, x2, y2 = (int(side) for side in (box.x1_px, box.y1_px, box.x2_px, box.y2_px))
    return np.asarray(laid[y1 + 3 : y2 - 3, x1 + 3 : x2 - 3], np.uint8)


def test_a_white_die_is_laid_in_other_colours_too_and_as_its_negative() -> None:
    white = np.full((60, 60, 3), 235, np.uint8)
    cv2.circle(white, (15, 15), 7, (20, 20, 20), -1)
    bodies = [np.median(_laid_inside(white, number), axis=(0, 1)) for number in range(60)]
    assert sum(np.ptp(body) > 60 for body in bodies) >= 12
    assert sum(body.max() < 80 for body in bodies) >= 3
    assert sum(body.min() > 150 for body in bodies) >= 12


def test_light_is_reflected_by_some_of_the_dice_but_never_by_much_of_one() -> None:
    dull = np.full((60, 60, 3), 60, np.uint8)
    shares = []
    for number in range(60):
        seen = _laid_inside(dull, number).astype(int)
        body = np.median(seen, axis=(0, 1))
        shares.append(float((np.abs(seen - body).max(axis=2) > 60).mean()))
    assert 6 <= sum(share > 0.005 for share in shares) <= 30
    assert max(shares) < 0.3


def test_pips_can_be_told_from_the_body_whatever_the_die_was_dyed() -> None:
    die = np.full((60, 60, 3), 40, np.uint8)
    for x, y in ((15, 15), (45, 15), (30, 30), (15, 45), (45, 45)):
        cv2.circle(die, (x, y), 7, (40, 40, 200), -1)
    for number in range(60):
        seen = _laid_inside(die, number).astype(float)
        assert seen.std(axis=(0, 1)).max() > 8


def _spotted(body: tuple[int, int, int], pip: tuple[int, int, int]) -> Image:
    die = np.full((60, 60, 3), body, np.uint8)
    for x, y in ((15, 15), (45, 15), (30, 30), (15, 45), (45, 45)):
        cv2.circle(die, (x, y), 7, pip, -1)
    return die


@pytest.mark.parametrize(("body", "pip"), [((230,) * 3, (25,) * 3), ((40,) * 3, (240,) * 3)])
def test_pips_and_body_get_two_colours_some_of_which_are_equally_light(
    body: tuple[int, int, int], pip: tuple[int, int, int]
) -> None:
    # Red pips on black marble were missed: hardly lighter than the body, but of another hue.
    die, alike = _spotted(body, pip), 0
    for number in range(80):
        light = in_two_colours(np.random.default_rng(number), die.astype(np.float32) / 255)
        one, two = light[15, 15], light[30, 8]
        assert np.abs(one - two).max() > 0.3
        alike += abs(float(one.mean() - two.mean())) < 0.06
    assert alike >= 6


def test_a_die_whose_pips_the_light_does_not_tell_keeps_its_colours() -> None:
    red_on_black = _spotted((60, 60, 60), (30, 30, 120)).astype(np.float32) / 255
    seen = in_two_colours(np.random.default_rng(1), red_on_black)
    assert np.array_equal(seen, red_on_black)


def test_a_full_table_takes_no_die() -> None:
    image, box = _die((200, 200, 200))
    cutting = Cutter().cut("one", image, box)
    assert cutting is not None
    full = [Box(0, 0, 200, 200)]
    table = np.zeros((200, 200, 3), np.uint8)
    assert paste(np.random.default_rng(1), table, cutting, np.eye(2), full) is None


def test_every_kind_of_ground_can_be_drawn() -> None:
    grounds = Grounds(stock=len(GROUNDS))
    rng = np.random.default_rng(0)
    drawn = [grounds.draw(rng, 64) for _ in range(40)]
    assert all(ground.shape == (64, 64, 3) for ground in drawn)
    assert len({ground.tobytes() for ground in drawn}) == 40


def test_pasted_crops_carry_the_faces_of_their_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("datasets.crops.photograph", lambda rng, image, die_px: image)
    pictures = []
    for face, spots in ((1, [(60, 60)]), (2, [(48, 60), (72, 60)])):
        image, box = _die((160, 160, 160))
        cv2.rectangle(image, (44, 50), (78, 70), RED, -1)
        for spot in spots:
            cv2.circle(image, spot, 6, (250, 250, 250), -1)
        path = tmp_path / f"{face}.png"
        cv2.imwrite(str(path), image)
        side = box.width_px / 120
        pictures.append(LabelledPicture(path, (LabelledDie(face, 0.5, 0.5, side, side),)))
    style = CropStyle(size_px=256, die_px=(50, 70), pasted=1.0, with_distractors=0.0)
    sampler = CropSampler([Source("dice", tuple(pictures))], style, seed=2)
    right = wrong = 0
    for index in range(24):
        crop = sampler.draw(0, index)
        for number, (x, y, w, h) in zip(crop.classes, crop.boxes_n * 256, strict=True):
            if not (w / 2 + 2 < x < 254 - w / 2 and h / 2 + 2 < y < 254 - h / 2):
                continue
            # The pip of a 1 lies in the middle of its box, those of a 2 do not; both stand out
            # from the body, whatever the die was dyed.
            half = int(w / 4)
            inner = crop.image[int(y) - half : int(y) + half, int(x) - half : int(x) + half]
            apart = np.linalg.norm(inner - np.median(inner, axis=(0, 1)), axis=2)
            pip = apart[half - 1 : half + 2, half - 1 : half + 2].mean() > apart.max() / 2
            right += pip == (number == 0)
            wrong += pip != (number == 0)
    assert right + wrong > 24
    assert wrong / (right + wrong) < 0.1


def test_the_same_number_gives_the_same_pasted_crop(tmp_path: Path) -> None:
    image, box = _die((160, 160, 160))
    cv2.imwrite(str(tmp_path / "die.png"), image)
    side = box.width_px / 120
    picture = LabelledPicture(tmp_path / "die.png", (LabelledDie(2, 0.5, 0.5, side, side),))
    style = CropStyle(pasted=1.0)
    first, again = (CropSampler([Source("one", (picture,))], style, seed=9) for _ in range(2))
    for index in (3, 4, 3):
        assert np.array_equal(first.draw(1, index).image, again.draw(1, index).image)
