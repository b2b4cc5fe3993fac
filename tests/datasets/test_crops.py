"""Crops show dice at a size worth reading, with boxes that stay on the dice however they turn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.crops import CropSampler, CropStyle, Source
from datasets.exposure import photograph
from datasets.labels import LabelledDie, LabelledPicture

_COLOURS = {1: (0, 0, 255), 4: (0, 255, 0)}


@pytest.fixture
def table(tmp_path: Path) -> LabelledPicture:
    """A grey picture with a red die (1) and a green one (4), each a disc of its own colour."""
    image = np.full((400, 400, 3), 128, np.uint8)
    cv2.circle(image, (120, 140), 24, _COLOURS[1], -1)
    cv2.circle(image, (290, 250), 24, _COLOURS[4], -1)
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), image)
    side = 48 / 400
    return LabelledPicture(
        path,
        (
            LabelledDie(1, 120 / 400, 140 / 400, side, side),
            LabelledDie(4, 290 / 400, 250 / 400, side, side),
        ),
    )


def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Geometry only: leave out what light and lens do, so that colours tell the dice apart."""
    monkeypatch.setattr("datasets.crops.photograph", lambda rng, image, die_px: image)


def test_each_label_of_a_crop_lies_on_its_own_die(
    table: LabelledPicture, monkeypatch: pytest.MonkeyPatch
) -> None:
    _plain(monkeypatch)
    style = CropStyle(without_dice=0, with_distractors=0)
    sampler = CropSampler([Source("table", (table,))], style, seed=5)
    seen = 0
    for index in range(120):
        crop = sampler.draw(0, index)
        for number, (x, y, w, h) in zip(crop.classes, crop.boxes_n * style.size_px, strict=True):
            if not (w / 2 < x < 320 - w / 2 and h / 2 < y < 320 - h / 2):
                continue
            seen += 1
            face = int(number) + 1
            patch = crop.image[
                int(y - h / 3) : int(y + h / 3) + 1, int(x - w / 3) : int(x + w / 3) + 1
            ].reshape(-1, 3)
            # A disc fills a circle in its box: the inner two thirds are mostly of its colour.
            assert (np.abs(patch.astype(int) - _COLOURS[face]).max(axis=1) < 60).mean() > 0.7
            assert 0.6 < w / h < 1.7
    assert seen > 100


def test_dice_come_in_the_wanted_sizes(
    table: LabelledPicture, monkeypatch: pytest.MonkeyPatch
) -> None:
    _plain(monkeypatch)
    style = CropStyle(die_px=(60, 80), without_dice=0, with_distractors=0)
    sampler = CropSampler([Source("table", (table,))], style)
    sizes = [
        np.sqrt(w * h) * style.size_px
        for index in range(60)
        for x, y, w, h in sampler.draw(0, index).boxes_n
        if w / 2 < x < 1 - w / 2 and h / 2 < y < 1 - h / 2
    ]
    assert len(sizes) > 30
    assert min(sizes) > 50
    assert max(sizes) < 95


def test_crops_without_dice_show_none_of_them(
    table: LabelledPicture, monkeypatch: pytest.MonkeyPatch
) -> None:
    _plain(monkeypatch)
    monkeypatch.setattr("datasets.crops.scatter", lambda rng, image, *rest: image)
    sampler = CropSampler([Source("table", (table,))], CropStyle(without_dice=1.0))
    for index in range(60):
        crop = sampler.draw(0, index)
        assert len(crop.classes) == 0
        for colour in _COLOURS.values():
            near = np.abs(crop.image.astype(int) - colour).max(axis=2) < 60
            assert near.sum() < 30


def test_the_same_seed_pass_and_index_give_the_same_crop(table: LabelledPicture) -> None:
    sources = [Source("table", (table,))]
    one, two = CropSampler(sources, seed=3), CropSampler(sources, seed=3)
    first, again = one.draw(2, 9), two.draw(2, 9)
    assert np.array_equal(first.image, again.image)
    assert np.array_equal(first.boxes_n, again.boxes_n)
    assert not np.array_equal(first.image, one.draw(3, 9).image)


def test_sources_are_drawn_by_their_weight(table: LabelledPicture, tmp_path: Path) -> None:
    bare = np.full((200, 200, 3), 90, np.uint8)
    cv2.imwrite(str(tmp_path / "bare.png"), bare)
    empty = Source("bare", (LabelledPicture(tmp_path / "bare.png", ()),), weight=3.0)
    full = Source("table", (table,), weight=1.0)
    sampler = CropSampler([empty, full], CropStyle(without_dice=0, die_px=(60, 80)))
    with_dice = sum(len(sampler.draw(0, index).classes) > 0 for index in range(200))
    assert 25 < with_dice < 80


def test_a_photographed_picture_keeps_its_shape_and_type() -> None:
    rng = np.random.default_rng(0)
    image = rng.integers(0, 255, (96, 96, 3), np.uint8)
    for _ in range(80):
        out = photograph(rng, image, 60.0)
        assert out.shape == image.shape
        assert out.dtype == np.uint8


def test_a_few_pictures_are_strewn_with_black_and_white_specks() -> None:
    rng = np.random.default_rng(0)
    image = np.full((96, 96, 3), 128, np.uint8)
    shares = []
    for _ in range(300):
        seen = photograph(rng, image, 60.0)
        alone = np.abs(seen.astype(int) - cv2.medianBlur(seen, 3)).min(axis=2)
        shares.append(float((alone > 60).mean()))
    assert 4 <= sum(0.001 < share < 0.04 for share in shares) <= 45


def test_some_pictures_are_sharpened_until_edges_have_rims() -> None:
    image = np.full((96, 96, 3), 100, np.uint8)
    image[:, 48:] = 130
    rims = 0
    for index in range(300):
        seen = photograph(np.random.default_rng(index), image, 40.0)
        column = seen[24:72].astype(float).mean(axis=(0, 2))
        low, high = np.median(column[30:40]), np.median(column[56:66])
        if high < low:
            column, low, high = -column, -low, -high
        rim = min(low - column[44:48].min(), column[48:52].max() - high)
        rims += bool(high - low > 10 and rim > 0.6 * (high - low))
    assert 3 <= rims <= 60


def test_some_pictures_keep_their_colours_more_coarsely_than_their_light() -> None:
    # Stripes of two colours equally light, wide ones above narrow ones; then two greys, likewise.
    wide, narrow = np.arange(96) // 24 % 2 == 1, np.arange(96) // 4 % 2 == 1
    colours = np.array([(180, 127, 75), (60, 110, 180)], np.uint8)
    greys = np.array([(90, 90, 90), (160, 160, 160)], np.uint8)
    bands = [pair[stripes.astype(int)] for pair in (colours, greys) for stripes in (wide, narrow)]
    image = np.repeat(np.stack(bands), 24, axis=0)

    def kept(seen: np.ndarray, weights: list[int]) -> float:
        """How much of the contrast of wide stripes the narrow ones below them have."""
        rows = seen.astype(float) @ weights
        contrasts = [
            abs(band[stripes].mean() - band[~stripes].mean())
            for band, stripes in (
                (rows[4:20].mean(axis=0), wide),
                (rows[28:44].mean(axis=0), narrow),
            )
        ]
        return contrasts[1] / contrasts[0] if contrasts[0] > 25 else 1.0

    coarse = 0
    for index in range(300):
        seen = photograph(np.random.default_rng(index), image, 60.0)
        coarse += kept(seen[:48], [1, 0, -1]) < 0.3 * kept(seen[48:], [1, 1, 1])
    assert 25 <= coarse <= 90


def test_some_dice_are_recorded_from_afar_and_enlarged_but_never_beyond_reading(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    recorded = []

    def spy(rng: np.random.Generator, out: np.ndarray, die_px: float) -> np.ndarray:
        recorded.append((out.shape[0], die_px))
        return np.clip(out, 0, 255).astype(np.uint8)

    monkeypatch.setattr("datasets.exposure._recorded", spy)
    image = np.full((128, 128, 3), 128, np.uint8)
    for index in range(200):
        for die_px in (18.0, 64.0):
            assert photograph(np.random.default_rng(index), image, die_px).shape == image.shape
    assert {(side, die) for side, die in recorded if die == 18.0} == {(128, 18.0)}
    afar = [(side, die) for side, die in recorded if side < 128]
    assert 20 <= len(afar) <= 60
    assert all(die >= 16 and abs(side / 128 - die / 64) < 0.01 for side, die in afar)


def test_a_die_that_nobody_could_read_is_painted_over_and_not_taught(
    table: LabelledPicture, monkeypatch: pytest.MonkeyPatch
) -> None:
    _plain(monkeypatch)
    one, four = table.dice
    half_read = LabelledPicture(table.path, (one, replace(four, readable=False)))
    style = CropStyle(without_dice=0, with_distractors=0)
    sampler = CropSampler([Source("table", (half_read,))], style, seed=5)
    green = np.array(_COLOURS[4])
    for index in range(60):
        crop = sampler.draw(0, index)
        assert set(crop.classes) <= {0}
        assert (np.abs(crop.image.astype(int) - green).max(axis=2) < 60).mean() < 0.001
