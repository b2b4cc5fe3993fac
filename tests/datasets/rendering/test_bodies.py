"""The body of a die, its paint and its labels are one and the same die."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.labels import FACES
from datasets.rendering.dice import MATERIALS, draw_style, with_other_marks
from datasets.rendering.mesh import TILE, die_mesh, hull_points, paint
from datasets.rendering.pips import draw_pips, face_axes, pip_centres

_SEEDS = range(40)


@pytest.mark.parametrize("seed", _SEEDS)
def test_pips_are_as_many_as_the_value_and_lie_on_the_face(seed: int) -> None:
    rng = np.random.default_rng(seed)
    style = draw_pips(rng, east=seed % 2 == 0)
    for face in FACES:
        centres, radius = pip_centres(style, face), style.radius_of(face)
        assert len(centres) == face
        assert np.abs(centres).max() + radius < 1
        gaps = np.linalg.norm(centres[:, None] - centres[None], axis=2) + np.eye(face) * 9
        assert gaps.min() > 1.7 * radius


@pytest.mark.parametrize("left_handed", [False, True])
def test_opposite_faces_sum_to_seven_and_axes_are_right_handed(left_handed: bool) -> None:
    axes = face_axes(left_handed)
    for face in FACES:
        one, other = axes[face], axes[7 - face]
        assert np.array_equal(one.normal, -other.normal)
        assert np.allclose(np.cross(one.across, one.along), one.normal)
    turn = np.linalg.det([axes[1].normal, axes[2].normal, axes[3].normal])
    assert turn == (-1 if left_handed else 1)


@pytest.mark.parametrize("seed", range(6))
def test_the_paint_lies_where_the_pips_are_on_the_body(seed: int) -> None:
    rng = np.random.default_rng(seed)
    style = draw_style(rng, "plastic")
    mesh, sheet = die_mesh(style), paint(style)
    middles = mesh.vertices[mesh.quads].mean(axis=1)
    in_ink = []
    for face in FACES:
        axes = face_axes(style.pips.left_handed)[face]
        on = np.flatnonzero(mesh.faces == face)
        flat = np.stack([middles[on] @ axes.across, middles[on] @ axes.along], 1) * 2
        inner = np.abs(flat).max(axis=1) < 1 - 2 * style.edge_radius
        u, v = mesh.uv[on].mean(axis=1)[inner].T
        inked = sheet[(v * 2 * TILE).astype(int), (u * 3 * TILE).astype(int), 0]
        away = np.linalg.norm(flat[inner][:, None] - pip_centres(style.pips, face)[None], axis=2)
        radius = style.pips.radius_of(face)
        share = away.min(axis=1) / radius
        assert (inked[share > 1.3] < 0.2).all()
        in_ink += list(inked[(share > 0.55) & (share < 0.72)])
    assert len(in_ink) > 10
    assert (np.array(in_ink) > 0.8).mean() > 0.95


@pytest.mark.parametrize("seed", range(12))
def test_the_body_is_closed_and_within_its_cube(seed: int) -> None:
    style = draw_style(np.random.default_rng(seed))
    mesh = die_mesh(style)
    assert np.abs(mesh.vertices).max() <= 0.5 + 1e-9
    edges = np.sort(np.stack([mesh.quads, np.roll(mesh.quads, -1, 1)], 2).reshape(-1, 2), 1)
    edges = edges[edges[:, 0] != edges[:, 1]]
    _, counts = np.unique(edges, axis=0, return_counts=True)
    assert set(counts) == {2}
    reach = hull_points(style) @ np.eye(3)
    assert np.abs(reach).max() == pytest.approx(0.5, abs=0.01)


def test_every_material_is_drawn_and_stays_within_what_colours_may_be() -> None:
    rng = np.random.default_rng(0)
    drawn = [draw_style(rng) for _ in range(600)]
    assert {style.material for style in drawn} == set(MATERIALS)
    for style in drawn:
        for colour in (style.base, style.second, style.ink, style.special):
            assert len(colour) == 3
            assert all(0 <= channel <= 1 for channel in colour)
    assert any(style.special_faces == (1, 4) for style in drawn)
    assert any(style.pips.depth == 0 for style in drawn)
    assert any(style.ball for style in drawn)
    assert hash(drawn[0]) != hash(drawn[1])


def test_dice_with_other_marks_have_no_pips() -> None:
    rng = np.random.default_rng(3)
    for _ in range(30):
        other = with_other_marks(rng, draw_style(rng))
        assert other.marks in {"numerals", "symbols"}
        assert paint(other)[..., 0].max() > 0.5
