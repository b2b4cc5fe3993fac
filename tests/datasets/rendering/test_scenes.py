"""A seed decides a scene, and scenes stay within what a phone at a table sees."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.rendering.camera import Camera
from datasets.rendering.scene import Scene, draw_scene, rest_by_hand, rest_by_physics


def _scenes(count: int) -> list[Scene]:
    return [draw_scene((3, n), 320, rest_by_hand) for n in range(count)]


def test_the_same_seed_gives_the_same_scene_and_another_seed_another() -> None:
    one, again, other = (draw_scene((5, n), 320, rest_by_hand) for n in (1, 1, 2))
    assert (one.camera, one.light, one.things) == (again.camera, again.light, again.things)
    for die, twin in zip(one.dice, again.dice, strict=True):
        assert die.style == twin.style
        assert np.array_equal(die.rotation, twin.rotation)
    assert one.camera != other.camera


def test_scenes_are_as_wide_as_promised() -> None:
    scenes = _scenes(200)
    heights = [scene.camera.eye_cm[2] for scene in scenes]
    tilts = []
    for scene in scenes:
        away = np.array(scene.camera.eye_cm) - np.array(scene.camera.target_cm)
        tilts.append(np.rad2deg(np.arccos(away[2] / np.linalg.norm(away))))
    assert min(heights) >= 12
    assert max(heights) <= 120
    assert max(heights) > 60
    assert 0 <= min(tilts) < 5
    assert 55 < max(tilts) <= 65
    counts = {len(scene.dice) for scene in scenes}
    assert {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12} >= counts >= {0, 1, 2, 3, 4, 5, 6, 7, 9}
    assert all(scene.things for scene in scenes if not scene.dice)
    assert sum(scene.tray is not None for scene in scenes) > 10
    assert len({scene.surface.kind for scene in scenes}) >= 15
    assert len({scene.light.kind for scene in scenes}) == 9


def test_tables_without_dice_are_full_of_things_that_keep_clear_of_each_other() -> None:
    scenes = [draw_scene((6, n), 320, rest_by_hand, with_dice=False) for n in range(30)]
    assert not any(scene.dice for scene in scenes)
    full = [scene.things for scene in scenes]
    assert min(map(len, full)) >= 4
    assert np.mean([len(things) for things in full]) > 8
    kinds = {thing.kind for things in full for thing in things}
    assert {"domino", "button", "coin", "other die", "token", "polyhedron"} <= kinds
    for things in full:
        solid = [thing for thing in things if thing.solid]
        for place, one in enumerate(solid):
            for other in solid[:place]:
                apart = np.hypot(one.x_cm - other.x_cm, one.y_cm - other.y_cm)
                assert apart > one.reach_cm + other.reach_cm


def test_dice_laid_by_hand_stand_on_the_table_and_not_in_each_other() -> None:
    for scene in _scenes(40):
        for die in scene.dice:
            assert die.hull()[:, 2].min() == pytest.approx(0, abs=1e-6)
            _, upright = die.top()
            assert upright > 0.5


def test_thrown_dice_come_to_rest_on_the_table_or_on_each_other() -> None:
    pytest.importorskip("mujoco", reason="the physics engine is not installed")
    flat = leaning = 0
    for number in range(25):
        scene = draw_scene((4, number), 320, rest_by_physics)
        for die in scene.dice:
            assert die.hull()[:, 2].min() > -0.06 * die.edge_cm
            _, upright = die.top()
            flat += upright > 0.999
            leaning += upright < 0.978
    assert flat > 3 * leaning > 0


@pytest.mark.parametrize("distortion", [-0.09, -0.03, 0.03])
def test_points_land_where_the_lens_moves_the_picture(distortion: float) -> None:
    camera = Camera(320, 240, (10.0, -20.0, 30.0), (0.0, 0.0, 0.0), 0.2, distortion=distortion)
    spots = camera.project(np.array([[0.0, 0, 0], [4, 3, 0], [-5, 2, 1]]), distort=False)
    for x, y in spots:
        picture = np.zeros((240, 320, 1), np.float32)
        ys, xs = np.mgrid[0:240, 0:320] + 0.5
        picture[..., 0] = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / 18)
        moved = camera.through_lens(picture).reshape(240, 320)
        peak = np.array([(moved * xs).sum(), (moved * ys).sum()]) / moved.sum()
        assert np.abs(peak - camera.distorted(np.array([[x, y]]))[0]).max() < 0.3


def test_the_lens_leaves_no_edge_empty() -> None:
    for distortion in (-0.09, 0.03):
        camera = Camera(64, 48, (0.0, -1.0, 30.0), (0.0, 0.0, 0.0), distortion=distortion)
        ys, xs = np.mgrid[0:48, 0:64].astype(np.float32)
        moved = camera.through_lens(np.stack([xs, ys], 2))
        # Smeared edges would repeat a number along a row or column.
        assert (np.diff(moved[:, :, 0], axis=1) > 0).all()
        assert (np.diff(moved[:, :, 1], axis=0) > 0).all()


def test_what_is_straight_ahead_lands_in_the_middle_and_above_is_up() -> None:
    camera = Camera(200, 100, (0.0, -40.0, 30.0), (0.0, 0.0, 0.0))
    middle, above, right = camera.project(np.array([[0.0, 0, 0], [0, 0, 3], [3, 0, 0]]))
    assert middle == pytest.approx((100, 50))
    assert above[1] < 50
    assert right[0] > 100


def test_the_camera_stays_above_the_highest_die_and_only_the_top_sheet_curls() -> None:
    curled = 0
    for scene in _scenes(80):
        top = max((float(die.hull()[:, 2].max()) for die in scene.dice), default=0.0)
        assert scene.camera.eye_cm[2] >= min(top + 8, 120) - 1e-9
        flat = [thing for thing in scene.things if thing.kind in {"card", "sheet"}]
        assert all(thing.size_cm[2] == 0 for thing in flat[:-1])
        curled += any(thing.size_cm[2] > 0.05 for thing in flat)
    assert curled > 10


def test_a_table_has_an_edge_beyond_the_dice_and_a_floor_below_it() -> None:
    boards = [scene.board for scene in _scenes(120)]
    tables = [board for board in boards if board is not None]
    assert 0.5 < len(tables) / len(boards) < 0.95
    for board in tables:
        for half, middle in zip(board.half_cm, board.middle_cm, strict=True):
            # Dice rest within 30 cm each way, whichever way the table is turned.
            assert half - abs(middle) >= 30 * 2**0.5
        assert board.height_cm >= 35
