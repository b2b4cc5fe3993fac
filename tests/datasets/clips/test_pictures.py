"""What is drawn is what the truth says: pips are counted in the pictures themselves."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.clips.ground import homography
from datasets.clips.making import ClipOrder, story_of
from datasets.clips.quick import QuickPainter
from datasets.clips.shooting import frames
from datasets.clips.story import Story
from datasets.clips.sway import draw_sway
from datasets.clips.tumbling import Release, tumble_by_hand, tumble_by_physics
from datasets.clips.view import draw_camera, on_table
from datasets.rendering.camera import Camera
from datasets.rendering.pips import Floats, PipStyle, face_axes
from datasets.rendering.scene import PlacedDie
from tests.datasets.rendering.plain_scenes import WHITE

ORDER = ClipOrder("quick", 5, 960, physics=False, kind="roll", rolls=1)


def _pips(picture: Floats, camera: Camera, die: PlacedDie) -> int:
    """Dark spots on the top face of a white die, seen straight from above."""
    axes = face_axes(die.style.pips.left_handed)[die.top()[0]]
    corners = np.array(
        [
            axes.normal * 0.5 + axes.across * u + axes.along * w
            for u, w in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
        ]
    )
    source = camera.project(die.to_world(corners), distort=False).astype(np.float32)
    target = np.array([[0, 0], [96, 0], [96, 96], [0, 96]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    tile = cv2.warpPerspective(picture.mean(axis=2), matrix, (96, 96))[8:-8, 8:-8]
    dark = (tile < 0.5 * np.percentile(tile, 90)).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    return int((stats[1:, cv2.CC_STAT_AREA] > 40).sum())


def test_the_top_face_of_each_die_at_rest_shows_as_many_pips_as_the_truth_says() -> None:
    counted: list[int] = []
    for index in range(4):
        story = story_of(ORDER, index)
        if story.truth.facts["die_px"] < 34:
            continue
        for track in story.tracks:
            pips = replace(PipStyle(), left_handed=track.style.pips.left_handed)
            track.style = replace(WHITE, pips=pips)
        roll = story.truth.rolls[0]
        time_s = roll.rest_s + 0.01
        picture = QuickPainter(story).light(time_s)
        camera = story.sway.camera_at(story.camera, time_s)
        dice = [die for track in story.tracks if (die := track.at(time_s)) is not None]
        found = [_pips(np.asarray(picture, np.float64), camera, die) for die in dice]
        assert tuple(sorted(found)) == roll.rolled
        counted += found
    assert len(counted) >= 6


@pytest.fixture(scope="module")
def story() -> Story:
    """A story without a swaying camera."""
    order = ClipOrder("quick", 2, 320, physics=False, kind="roll", rolls=1, fps=8.0)
    return next(s for n in range(40) if not (s := story_of(order, n)).sway.waves)


def test_frames_differ_only_by_noise_while_nothing_moves(story: Story) -> None:
    roll = story.truth.rolls[0]
    first, last = int(np.ceil(roll.rest_s * 8)) + 2, int(roll.until_s * 8) - 1
    still = [image for n, image in enumerate(frames(story, QuickPainter(story)))][first:last]
    assert len(still) >= 4
    smooth = [cv2.blur(image.astype(np.float32), (15, 15)) for image in still]
    assert max(float(np.abs(a - b).mean()) for a, b in pairwise(smooth)) < 1
    assert all(not np.array_equal(a, b) for a, b in pairwise(still))


def test_the_throw_is_seen_to_move(story: Story) -> None:
    roll = story.truth.rolls[0]
    painter = QuickPainter(story)
    before = painter.light(0.0)
    after = painter.light(roll.rest_s + 0.01)
    changed = np.abs(after - before).max(axis=2) > 0.03
    dice = [die for track in story.tracks if (die := track.at(roll.rest_s + 0.01)) is not None]
    for die in dice:
        (x, y), *_ = story.camera.project(np.array([die.position_cm]), distort=False)
        assert changed[int(y), int(x)]


def test_a_part_of_a_picture_is_the_same_as_in_the_whole(story: Story) -> None:
    painter = QuickPainter(story)
    times = [story.truth.rolls[0].rest_s - step for step in (0.5, 0.45)]
    x1, y1, x2, y2 = painter.window(times)
    assert 0 <= x1 < x2 <= story.camera.width_px
    assert 0 <= y1 < y2 <= story.camera.height_px
    whole = painter.light(times[1])
    part = painter.light(times[1], (x1, y1, x2, y2))
    inner = np.s_[12:-12, 12:-12]
    assert np.abs(whole[y1:y2, x1:x2] - part)[inner].mean() < 0.003


@given(st.integers(0, 10_000))
def test_the_table_lies_where_the_camera_puts_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    camera = draw_sway(rng, 1.0).camera_at(draw_camera(rng, 960, 1.6), float(rng.uniform(0, 20)))
    pixel = (float(rng.uniform(0, camera.width_px)), float(rng.uniform(0, camera.height_px)))
    x, y = on_table(camera, pixel)
    at = homography(camera) @ (x, y, 1.0)
    assert at[:2] / at[2] == pytest.approx(pixel, abs=1e-6)
    (again,) = camera.project(np.array([[x, y, 0.0]]), distort=False)
    assert again == pytest.approx(pixel, abs=1e-6)


def test_physics_lets_every_die_come_to_rest_flat_on_the_table() -> None:
    pytest.importorskip("mujoco")
    release = Release((WHITE,) * 3, (1.6,) * 3, (-12.0, 0.0, 4.0), (0.0, 0.0), 70.0, (), 40.0)
    ways = next(
        found
        for seed in range(20)
        if (found := tumble_by_physics(np.random.default_rng(seed), release)) is not None
    )
    for way in ways:
        die = PlacedDie(WHITE, 1.6, tuple(way.positions[-1]), way.rotations[-1])
        assert die.top()[1] > 0.998
        assert die.hull()[:, 2].min() == pytest.approx(0, abs=0.03)
        assert way.positions[0][0] < -9


def test_made_up_throws_start_in_the_hand_and_end_on_the_table() -> None:
    release = Release((WHITE,) * 4, (1.6,) * 4, (-12.0, 3.0, 4.0), (0.0, 0.0), 70.0, (), 40.0)
    ways = tumble_by_hand(np.random.default_rng(1), release)
    assert ways is not None
    for way in ways:
        assert np.linalg.norm(way.positions[0][:2] - (-12, 3)) < 3
        die = PlacedDie(WHITE, 1.6, tuple(way.positions[-1]), way.rotations[-1])
        assert die.top()[1] > 0.999
        assert die.hull()[:, 2].min() == pytest.approx(0, abs=0.01)
