"""Photorealistic clips: one picture bent for a swaying camera, and parts of it made anew."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from datasets.clips.ground import homography
from datasets.clips.hand import Grip, draw_look
from datasets.clips.making import ClipOrder, story_of
from datasets.clips.story import Story
from datasets.clips.sway import Sway, draw_jolt, draw_sway
from datasets.clips.wide import seen_by, wide_camera
from datasets.clips.windows import covered, pasted, window_of, with_shadows
from datasets.rendering.light import Lamp
from dicesight import main

ORDER = ClipOrder("cycles", 2, 160, physics=False, kind="roll", rolls=1, fps=8.0, samples=2)


@pytest.fixture(scope="module")
def story() -> Story:
    """A story with a camera on a stand and large dice."""
    found = story_of(ORDER, 3)
    assert not found.sway.waves
    assert found.truth.facts["die_px"] > 24
    return found


@pytest.mark.parametrize("seed", range(5))
def test_wherever_a_held_camera_looks_lies_in_the_wide_picture(story: Story, seed: int) -> None:
    rng = np.random.default_rng(seed)
    sway = replace(draw_sway(rng, 1.0), jolts=(draw_jolt(rng, 0.5),))
    held = replace(story, sway=sway)
    wide = wide_camera(held)
    assert wide.focal_px == pytest.approx(held.camera.focal_px)
    width, height = held.camera.width_px, held.camera.height_px
    corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1.0]])
    for time_s in rng.uniform(0, held.frames / held.fps, 5):
        camera = held.sway.camera_at(held.camera, float(time_s))
        at = corners @ (homography(wide) @ np.linalg.inv(homography(camera))).T
        at = at[:, :2] / at[:, 2:]
        assert (at >= 0).all()
        assert (at <= (wide.width_px, wide.height_px)).all()


def test_what_is_bent_lies_where_the_swaying_camera_sees_it(story: Story) -> None:
    held = replace(story, sway=draw_sway(np.random.default_rng(1), 1.0))
    wide, height_cm = wide_camera(held), 0.8
    spots = np.array([[0.0, 0.0, height_cm], [1.5, -1.0, height_cm], [-1.0, 1.2, height_cm]])
    picture = np.zeros((wide.height_px, wide.width_px, 3), np.float32)
    for x, y in wide.project(spots, distort=False):
        cv2.circle(picture, (round(16 * (x - 0.5)), round(16 * (y - 0.5))), 48, (1, 1, 1), -1, 8, 4)
    camera = held.sway.camera_at(held.camera, 1.3)
    seen = seen_by(camera, wide, picture, height_cm)
    assert seen.shape[:2] == (camera.height_px, camera.width_px)
    for x, y in camera.project(spots, distort=False):
        around = seen[int(y) - 5 : int(y) + 6, int(x) - 5 : int(x) + 6, 0]
        rows, columns = np.indices(around.shape)
        across = int(x) - 4.5 + (columns * around).sum() / around.sum()
        down = int(y) - 4.5 + (rows * around).sum() / around.sum()
        assert (across, down) == pytest.approx((x, y), abs=0.6)


def test_a_camera_on_a_stand_needs_no_wide_picture(story: Story) -> None:
    assert wide_camera(replace(story, sway=Sway())) == story.camera


def test_a_window_holds_the_body_and_its_shadow(story: Story) -> None:
    lamp = Lamp("point", (60.0, 0.0, 60.0), 1.0, (1.0, 1.0, 1.0))
    body = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    points = with_shadows(body, (lamp,))
    # The lamp stands as high as it is far: the shadow is as long as the body is high.
    assert np.abs(points - (-1 / 59 * 60, 0, 0)).max(axis=1).min() < 0.03
    window = window_of(story.camera, points)
    assert window is not None
    inside = story.camera.project(points, distort=False)
    assert (inside >= window[:2]).all()
    assert (inside <= window[2:]).all()
    far = body + story.camera.axes()[0] * 500
    assert window_of(story.camera, far) is None


def test_a_part_is_pasted_where_its_bodies_are_and_elsewhere_only_its_shades() -> None:
    rng = np.random.default_rng(4)
    grain = np.asarray(0.4 + 0.1 * rng.standard_normal((120, 160, 1)), np.float32)
    picture = np.repeat(grain, 3, axis=2)
    part = np.full((80, 90, 3), 0.4, np.float32)
    part[:, 60:] = 0.2  # a shadow; few light paths show no grain
    part[30:50, 20:40] = 0.9  # a body
    bodies = np.zeros((80, 90), np.float32)
    bodies[28:52, 18:42] = 1
    window = (40, 20, 130, 100)
    made = pasted(picture, part, window, bodies)
    assert np.allclose(made[52:68, 62:78], 0.9)
    far = np.ones(picture.shape[:2], bool)
    far[20:100, 40:130] = False
    assert np.array_equal(made[far], picture[far])
    table, shadow = made[75:95, 60:90], made[40:80, 108:114]
    assert np.abs(table - picture[75:95, 60:90]).mean() < 0.02, "the grain stays"
    assert shadow.mean() == pytest.approx(0.2, abs=0.03)
    assert shadow.std() > 0.03, "the grain is there in the shadow too"


def test_a_change_of_light_fades_out_at_the_ends_of_the_part() -> None:
    picture = np.full((120, 160, 3), 0.4, np.float32)
    part = np.full((80, 90, 3), 0.7, np.float32)
    made = pasted(picture, part, (40, 20, 130, 100), np.zeros((80, 90), np.float32))
    assert made[60, 85, 0] == pytest.approx(0.7, abs=0.01)
    assert np.abs(np.diff(made[60, :, 0])).max() < 0.05


def test_the_cover_of_a_body_holds_all_of_it_and_little_more(story: Story) -> None:
    camera = story.camera
    die = next(d for t in story.tracks if (d := t.at(story.truth.rolls[0].rest_s + 0.1)))
    window = (0, 0, camera.width_px, camera.height_px)
    mask = covered(camera, [die.hull()], window)
    for x, y in camera.project(die.hull(), distort=False):
        assert mask[int(y), int(x)] > 0.9
    side = story.truth.facts["die_px"]
    assert (mask > 0.1).sum() < 4 * (side + 8) ** 2


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0.5, 6), st.integers(0, 50))
def test_a_lifted_hand_has_no_finger_in_the_table(
    curl: float, pointing: float, height_cm: float, seed: int
) -> None:
    look = draw_look(np.random.default_rng(seed))
    grip = Grip((3.0, 2.0, height_cm), 0.7, curl, pointing, look)
    raised = replace(grip, place=(3.0, 2.0, height_cm + grip.lift_cm()))
    for start, end, r0, r1, clothed in raised.capsules():
        assert clothed or min(start[2] - r0, end[2] - r1) > -1e-9


def test_without_blender_it_is_said_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    words = ["render-clips", "--engine", "cycles", "--count", "1", "--out", "nowhere"]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 1
    assert "bpy is missing" in told.stderr


def test_blender_shows_the_dice_where_they_rest_and_nothing_else_changes(story: Story) -> None:
    pytest.importorskip("bpy", reason="Blender's Python module is not installed")
    from datasets.clips.cycles.painter import CyclesPainter

    painter = CyclesPainter(story, 2)
    before = painter.exposed(0.0, 0.0)
    time_s = story.truth.rolls[0].rest_s + 0.05
    after = painter.exposed(time_s, time_s)
    assert after.shape == (story.camera.height_px, story.camera.width_px, 3)
    changed = np.abs(after - before).max(axis=2) > 0.1 * before.mean()
    dice = [die for track in story.tracks if (die := track.at(time_s)) is not None]
    assert dice
    outside = np.ones(changed.shape, bool)
    for die in dice:
        ((x, y),) = story.camera.project(np.array([die.position_cm]), distort=False)
        assert changed[int(y), int(x)]
        cv2.circle(outside.view(np.uint8), (int(x), int(y)), 60, 0, -1)
    assert changed[outside].mean() < 0.02
    rendered = painter.rendered
    assert painter.exposed(time_s + 0.1, time_s + 0.1) is after
    assert painter.rendered == rendered, "what lies still is rendered once"
