"""Labels say how much of a die shows, whether it leans, and when nobody could read it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from datasets.labels import LabelledDie
from datasets.rendering import flat
from datasets.rendering.dice import grey
from datasets.rendering.scene import PlacedDie, Scene
from datasets.rendering.sensor import expose, stored
from datasets.rendering.truth import Rendered, labels, mask
from tests.datasets.rendering.plain_scenes import EDGE_CM, WHITE, facing_up, from_above, tilted


def _labels(scene: Scene) -> tuple[LabelledDie, ...]:
    rendered = flat.render(scene)
    return labels(scene, rendered, stored(expose(np.random.default_rng(1), rendered.light)))


def test_a_free_flat_die_is_wholly_visible_readable_and_not_leaning() -> None:
    (die,) = _labels(from_above((5,)))
    assert (die.face, die.leaning, die.readable, die.said_by) == (5, False, True, "renderer")
    assert die.visibility == pytest.approx(1, abs=0.03)
    (left, top), _, (right, bottom), _ = die.outline_n
    assert abs(right - left) < die.width_n + 1e-6
    assert abs(bottom - top) < die.height_n + 1e-6


def test_a_tilted_die_is_leaning() -> None:
    (die,) = _labels(from_above((5,), tilt_deg=20))
    assert die.leaning
    assert die.face == 5


def test_a_die_behind_another_is_visible_in_part() -> None:
    scene = from_above((5,))
    over = PlacedDie(WHITE, EDGE_CM, (1.0, 0.0, 4.0), facing_up(WHITE, 2))
    behind, front = _labels(replace(scene, dice=(*scene.dice, over)))
    assert front.visibility == pytest.approx(1, abs=0.03)
    assert behind.visibility is not None
    assert 0.2 < behind.visibility < 0.7
    assert not behind.readable
    assert front.readable


def test_a_die_without_contrast_is_marked_as_not_readable() -> None:
    pale = replace(WHITE, ink=grey(0.87))
    (die,) = _labels(from_above((4,), pale))
    assert not die.readable


def test_a_single_pip_without_contrast_makes_a_die_unreadable() -> None:
    scene = from_above((4,))
    rendered = flat.render(scene)
    image = stored(expose(np.random.default_rng(1), rendered.light))
    (die,) = labels(scene, rendered, image)
    assert die.readable
    glare = image.copy()
    box = die.box(480, 480)
    x, y = int(box.x1_px), int(box.y1_px)
    half = int(box.width_px / 2)
    glare[y : y + half, x : x + half] = 250
    (blinded,) = labels(scene, rendered, glare)
    assert not blinded.readable


def test_a_die_of_a_few_pixels_is_not_readable() -> None:
    (die,) = _labels(from_above((2,), size_px=100))
    assert max(die.width_n, die.height_n) * 100 < 16
    assert not die.readable


def test_the_mask_numbers_the_labels() -> None:
    scene = from_above((1, 6, 3))
    rendered = flat.render(scene)
    found, numbers = (
        labels(scene, rendered, np.zeros((480, 480, 3), np.uint8)),
        mask(scene, rendered),
    )
    assert set(np.unique(numbers)) == {0, 1, 2, 3}
    for number, die in enumerate(found, start=1):
        ys, xs = np.nonzero(numbers == number)
        box = die.box(480, 480)
        edges = (xs.min(), ys.min(), xs.max() + 1, ys.max() + 1)
        assert edges == pytest.approx((box.x1_px, box.y1_px, box.x2_px, box.y2_px))


def test_upside_down_is_the_opposite_value() -> None:
    turned = tilted(180) @ facing_up(WHITE, 2)
    face, upright = PlacedDie(WHITE, 1.0, (0.0, 0.0, 0.0), turned).top()
    assert (face, upright) == (5, pytest.approx(1))


def test_the_outline_of_a_die_whose_corners_are_cut_stays_on_its_top_face() -> None:
    cut = replace(WHITE, ball=0.68, edge_radius=0.03)
    scene = from_above([5], cut)
    shape = (scene.camera.height_px, scene.camera.width_px)
    image = np.zeros((*shape, 3), np.uint8)
    outlines = []
    for styled in (scene, from_above([5])):
        ones = np.ones(shape, np.int32)
        seen = Rendered(image.astype(np.float32), ones, ones)
        (label,) = labels(styled, seen, image)
        outlines.append(np.array(label.outline_n) * shape[::-1])
    middle = outlines[1].mean(axis=0)
    edge_px = np.linalg.norm(outlines[1][0] - outlines[1][1]) / (1 - WHITE.edge_radius)
    away = np.linalg.norm(outlines[0] - middle, axis=1)
    assert away.max() == pytest.approx(edge_px * (0.68**2 - 0.25) ** 0.5, rel=0.02)
    assert np.linalg.norm(outlines[1] - middle, axis=1).max() > 1.3 * away.max()


def test_a_top_face_seen_at_a_grazing_angle_is_not_readable() -> None:
    def seen_at(tilt_deg: float) -> LabelledDie:
        scene = from_above([5], size_px=160)
        slant = np.deg2rad(tilt_deg)
        eye = (0.0, -60 * float(np.sin(slant)), 60 * float(np.cos(slant)))
        camera = replace(scene.camera, eye_cm=eye, target_cm=(0.0, 0.0, 1.0), focal_mm=120.0)
        (die,) = _labels(replace(scene, camera=camera))
        return die

    assert seen_at(0).readable
    assert not seen_at(75).readable
    assert max(seen_at(75).width_n, seen_at(75).height_n) * 160 > 16
