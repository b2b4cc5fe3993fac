"""Drawn dice show the face that they are labelled with, in many kinds, and some none at all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.crops import CropSampler, CropStyle, Source
from datasets.drawn_die import DrawnDie, draw_die, legible
from datasets.labels import FACES, LabelledPicture
from datasets.rendering.dice import DieStyle, draw_style

ABOVE_DEG = 180


def _plain(rng: np.random.Generator) -> DieStyle:
    """White with flat black pips of the usual size."""
    style = draw_style(rng, "plastic")
    pips = replace(style.pips, depth=0.0, shape="round", radius=0.17, one_scale=1.0, spread=0.5)
    return replace(
        style, base=(0.8,) * 3, ink=(0.01,) * 3, special_faces=(), pips=replace(pips, six_gap=1.0),
        edge_radius=0.05, ball=0.0, roughness=1.0,
    )  # fmt: skip


def _dice(monkeypatch: pytest.MonkeyPatch, count: int) -> list[DrawnDie]:
    monkeypatch.setattr("datasets.drawn_die.draw_style", _plain)
    monkeypatch.setattr("datasets.drawn_die.UNMARKED", 0.0)
    monkeypatch.setattr("datasets.drawn_die.INLAID", 0.0)
    return [draw_die(np.random.default_rng(number), 90) for number in range(count)]


def _pips(die: DrawnDie) -> int:
    """Round dark spots as large as the largest: the pips of the sides are foreshortened."""
    cutting = die.cutting
    grey = cutting.patch.min(axis=2).astype(np.uint8)
    dark = (grey < 0.5 * np.percentile(grey[cutting.alpha > 0.9], 80)) & (cutting.alpha > 0.9)
    _, _, stats, _ = cv2.connectedComponentsWithStats(dark.astype(np.uint8))
    areas = [area for _, _, wide, tall, area in stats[1:].tolist() if area > 0.65 * wide * tall]
    return sum(area > 0.7 * max(areas) for area in areas)


def test_a_die_seen_from_above_has_as_many_pips_as_its_label_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from_above = [d for d in _dice(monkeypatch, 150) if d.turn_deg == ABOVE_DEG]
    assert {die.face for die in from_above} == set(FACES)
    assert [_pips(die) for die in from_above] == [die.face for die in from_above]


def test_a_die_is_as_large_as_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    for die in _dice(monkeypatch, 60):
        assert 60 < die.cutting.side_px < 130
        assert die.cutting.patch.shape == (*die.cutting.alpha.shape, 3)
        shown = die.cutting.alpha > 0.5
        assert not shown[0].any()
        assert not shown[-1].any()
        assert not shown[:, 0].any()
        assert not shown[:, -1].any()


def test_no_ground_shines_through_a_solid_die(monkeypatch: pytest.MonkeyPatch) -> None:
    for die in _dice(monkeypatch, 20):
        inner = cv2.erode((die.cutting.alpha > 0.5).astype(np.uint8), np.ones((5, 5)))
        assert die.cutting.alpha[inner > 0].min() > 0.9


def test_veins_hide_no_pips() -> None:
    # A marbled die whose veins have the colour of its pips showed none.
    for number in range(300):
        rng = np.random.default_rng(number)
        style = legible(rng, draw_style(rng, "marbled"))
        ink, *bodies = (np.array(c) ** (1 / 2.2) for c in (style.ink, style.base, style.second))
        assert min(np.abs(ink - body).max() for body in bodies) > 0.2


def test_the_same_seed_draws_the_same_die() -> None:
    one, two = (draw_die(np.random.default_rng(8), 50) for _ in range(2))
    assert one.face == two.face
    assert np.array_equal(one.cutting.patch, two.cutting.patch)


def test_no_two_dice_look_alike_and_small_ones_are_drawn_too() -> None:
    rng = np.random.default_rng(3)
    dice = [draw_die(rng, 24) for _ in range(200)]
    assert len({die.cutting.patch.tobytes() for die in dice}) == 200
    bodies = [np.median(d.cutting.patch[d.cutting.alpha > 0.5], axis=0) for d in dice]
    assert np.std(bodies, axis=0).min() > 30


def test_some_dice_have_no_pips_and_say_no_face() -> None:
    rng = np.random.default_rng(5)
    blank = sum(draw_die(rng, 24).face is None for _ in range(200))
    assert 12 <= blank <= 50


def _sampler(tmp_path: Path) -> CropSampler:
    table = np.full((200, 200, 3), 140, np.uint8)
    cv2.imwrite(str(tmp_path / "table.png"), table)
    bare = Source("bare", (LabelledPicture(tmp_path / "table.png", ()),))
    style = CropStyle(size_px=160, die_px=(40, 50), pasted=1.0, drawn=1.0, with_distractors=0.0)
    return CropSampler([bare], style, seed=2)


def test_drawn_dice_are_laid_with_their_faces(tmp_path: Path) -> None:
    sampler = _sampler(tmp_path)
    crops = [sampler.draw(0, number) for number in range(60)]
    faces = np.concatenate([crop.classes for crop in crops])
    assert set(faces) == set(range(6))
    for crop in crops:
        assert (crop.boxes_n[:, 2:] * 160 > 8).all()
        assert (crop.boxes_n[:, 2:] * 160 < 110).all()


def test_a_die_without_pips_lies_in_the_crop_and_is_not_labelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("datasets.drawn_die.UNMARKED", 1.0)
    monkeypatch.setattr("datasets.crops.photograph", lambda rng, image, die_px: image)
    sampler = _sampler(tmp_path)
    # Four in ten of the grounds are the grey table, on which a die shows.
    crops = [sampler.draw(0, number) for number in range(40)]
    assert all(not len(crop.classes) for crop in crops)
    shown = [np.ptp(crop.image.reshape(-1, 3), axis=0).max() > 60 for crop in crops]
    assert sum(shown) > 20
