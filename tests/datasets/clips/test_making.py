"""Making clips: the same again from a seed, on again after a stop, truth equal to what happens."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from datasets.clips.making import ClipOrder, story_of
from datasets.clips.story import Story
from datasets.clips.truth import read_truth
from datasets.labels import LabelError
from dicesight import main

ORDER = ClipOrder("quick", 3, 640, physics=False)


def _make(folder: Path, count: int, *more: str) -> Result:
    words = ["render-clips", "--out", str(folder), "--count", str(count), "--size", "160"]
    words += ["--fps", "4", "--rolls", "1", "--no-physics", "--kind", "roll"]
    return CliRunner().invoke(main, [*words, *more])


def _films(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_stopped_run_goes_on_and_ends_as_if_it_had_not_been_stopped(tmp_path: Path) -> None:
    assert _make(tmp_path / "a", 2).exit_code == 0
    assert _make(tmp_path / "b", 1).exit_code == 0
    # Killed after the film was begun and before its truth was written.
    (tmp_path / "b" / "q0-0000.json").unlink()
    (tmp_path / "b" / "q0-0000.mp4").write_bytes(b"half")
    told = _make(tmp_path / "b", 2)
    assert told.exit_code == 0, told.output
    assert "2 clips made, 2 in all" in told.stdout
    assert _films(tmp_path / "a") == _films(tmp_path / "b")
    assert "0 clips made" in _make(tmp_path / "b", 2).stdout


def test_a_folder_begun_with_other_settings_is_left_alone(tmp_path: Path) -> None:
    assert _make(tmp_path, 1).exit_code == 0
    before = _films(tmp_path)
    told = _make(tmp_path, 2, "--rolls", "2")
    assert told.exit_code == 1
    assert "clip_settings_differ" in told.stderr
    assert _films(tmp_path) == before


def test_the_film_has_the_frames_and_the_size_that_its_truth_says(tmp_path: Path) -> None:
    assert _make(tmp_path, 1).exit_code == 0
    truth = read_truth(tmp_path / "q0-0000.json")
    film = cv2.VideoCapture(str(tmp_path / "q0-0000.mp4"))
    assert film.get(cv2.CAP_PROP_FPS) == pytest.approx(truth.fps)
    frames = 0
    while True:
        read, image = film.read()
        if not read:
            break
        frames += 1
        assert image.shape == (truth.height, truth.width, 3)
    assert frames == truth.frames > 8
    assert truth.fps == 4


@pytest.fixture(scope="module")
def stories() -> list[Story]:
    """Some stories without their pictures."""
    return [story_of(ORDER, index) for index in range(12)]


def test_another_clip_of_the_seed_is_another_story(stories: list[Story]) -> None:
    again = story_of(ORDER, 4)
    assert again.truth == stories[4].truth
    assert again.camera == stories[4].camera
    assert len({story.camera for story in stories}) == len(stories)


def test_at_rest_the_dice_show_what_the_truth_says_and_stay_so_until_touched(
    stories: list[Story],
) -> None:
    rolls = 0
    for story in stories:
        for roll in story.truth.rolls:
            rolls += 1
            for time_s in np.linspace(roll.rest_s + 1e-3, roll.until_s - 0.02, 4):
                dice = [die for track in story.tracks if (die := track.at(time_s)) is not None]
                faces = sorted(die.top()[0] for die in dice)
                assert faces == sorted(roll.rolled + roll.kept)
                assert all(die.top()[1] > 0.998 for die in dice)
                hand = story.hand.at(time_s)
                assert hand is None or not hand.seen(story.camera)
    assert rolls >= 9


def test_dice_lie_in_the_picture_and_clear_of_each_other(stories: list[Story]) -> None:
    for story in stories:
        size = (story.camera.width_px, story.camera.height_px)
        for roll in story.truth.rolls:
            camera = story.sway.camera_at(story.camera, roll.rest_s)
            dice = [d for track in story.tracks if (d := track.at(roll.rest_s + 1e-3)) is not None]
            for number, die in enumerate(dice):
                at = camera.project(die.hull(), distort=False)
                assert (at >= 0).all()
                assert (at <= size).all()
                for other in dice[:number]:
                    apart = np.subtract(die.position_cm, other.position_cm)
                    assert np.linalg.norm(apart) > 0.95 * die.edge_cm


def test_kept_dice_are_moved_gently_and_keep_their_faces(stories: list[Story]) -> None:
    pushed = 0
    for story in stories:
        for track in story.tracks:
            for before, stretch in zip(track.stretches, track.stretches[1:], strict=False):
                if not len(before.positions) or len(stretch.positions) < 2:
                    continue
                pushed += 1
                first, last = stretch.positions[0], stretch.positions[-1]
                assert np.allclose(first, before.positions[-1])
                assert first[2] == last[2]
                steps = np.linalg.norm(np.diff(stretch.positions, axis=0), axis=1) * 250
                assert steps.max() < 9 * track.edge_cm
                ups = stretch.rotations[:, 2]
                assert np.allclose(ups, ups[0])
    assert pushed >= 2


def test_clips_without_a_roll_have_events_and_no_rolls(stories: list[Story]) -> None:
    bare = [story for story in stories if story.kind == "no_roll"]
    assert bare
    for story in bare:
        assert story.truth.rolls == ()
        assert story.truth.facts["events"]
        lying = [die for track in story.tracks if (die := track.at(0.0)) is not None]
        assert story.truth.lying == tuple(sorted(die.top()[0] for die in lying))


def test_a_file_that_is_no_truth_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    for text in ("{", "[]", json.dumps({"fps": 15})):
        path.write_text(text)
        with pytest.raises(LabelError) as caught:
            read_truth(path)
        assert caught.value.code == "clip_truth_unreadable"
