"""A clip gives its frames by the clock of its recording."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.clip import Clip, ClipTimes
from vision.source import SourceError
from vision.sources import open_source


def written(path: Path, frames: int, per_s: float) -> Path:
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), per_s, (64, 48))
    for number in range(frames):
        video.write(np.full((48, 64, 3), 40 + 5 * number % 200, np.uint8))
    video.release()
    return path


@dataclass
class Clock:
    """A clock that goes on only when somebody sleeps."""

    now_s: float = 100.0
    slept_s: float = 0.0

    def read(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        self.slept_s += seconds
        self.now_s += seconds


def test_frames_come_with_the_times_of_the_recording(tmp_path: Path) -> None:
    frames = list(Clip(written(tmp_path / "clip.mp4", 20, 10), fast=True).frames())
    assert [frame.time_s for frame in frames] == pytest.approx([n / 10 for n in range(20)])
    assert frames[0].image.shape == (48, 64, 3)
    assert [frame.number for frame in frames] == list(range(20))


def test_of_a_fast_recording_every_second_frame_is_enough(tmp_path: Path) -> None:
    frames = list(Clip(written(tmp_path / "clip.mp4", 30, 60), fast=True).frames())
    assert [frame.number for frame in frames] == list(range(0, 30, 2))


def test_a_clip_at_its_own_pace_waits_and_drops_what_is_late(tmp_path: Path) -> None:
    clock = Clock()
    path = written(tmp_path / "clip.mp4", 20, 10)
    seen = []
    for frame in Clip(path, clock=clock.read, sleep=clock.sleep).frames():
        seen.append(frame.number)
        if frame.number == 4:
            clock.now_s += 0.55
    assert seen == [0, 1, 2, 3, 4, *range(10, 20)]
    assert clock.slept_s == pytest.approx(1.9 - 0.55, abs=0.01)


def test_a_file_that_is_no_video_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "notes.mp4"
    path.write_text("no video")
    with pytest.raises(SourceError, match=r"notes\.mp4") as refused:
        list(open_source(str(path)).frames())
    assert refused.value.code == "clip_unreadable"
    with pytest.raises(SourceError) as missing:
        list(open_source(str(tmp_path / "none.mp4")).frames())
    assert missing.value.code == "clip_missing"


@given(st.lists(st.floats(-1e3, 1e5, allow_nan=False), min_size=2, max_size=50), st.floats(0, 240))
def test_times_rise_whatever_the_stamps_say(stamps: list[float], per_s: float) -> None:
    times = ClipTimes(per_s)
    told = [times.next(stamp) for stamp in stamps]
    assert told[0] == 0
    assert all(later > earlier for earlier, later in pairwise(told))


def test_stamps_that_start_late_count_from_the_first_frame() -> None:
    times = ClipTimes(30)
    assert [times.next(stamp) for stamp in (7.0, 7.5, 7.6)] == pytest.approx([0, 0.5, 0.6])


def turned(path: Path) -> Path:
    """The same clip, said to be held upright by a phone: a quarter turn in the track's header."""
    payload = bytearray(path.read_bytes())
    one, minus = (1 << 16).to_bytes(4, "big"), (-(1 << 16)).to_bytes(4, "big", signed=True)
    matrix = payload.index(b"tkhd") + 4 + 40
    payload[matrix : matrix + 16] = b"".join([bytes(4), one, bytes(4), minus])
    payload[matrix + 16 : matrix + 20] = bytes(4)
    path.write_bytes(payload)
    return path


def test_a_clip_of_a_phone_held_upright_is_upright(tmp_path: Path) -> None:
    path = turned(written(tmp_path / "upright.mp4", 5, 10))
    frame = next(Clip(path, fast=True).frames())
    assert frame.image.shape == (64, 48, 3)


def test_a_clip_that_was_cut_short_gives_the_frames_that_are_there(tmp_path: Path) -> None:
    path = written(tmp_path / "cut.mkv", 100, 10)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    frames = list(Clip(path, fast=True).frames())
    assert 3 < len(frames) < 100


def test_a_format_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = written(tmp_path / "clip.mp4", 5, 10)
    path.write_bytes(path.read_bytes().replace(b"mp4v", b"av01").replace(b"esds", b"free"))
    with pytest.raises(SourceError) as unreadable:
        list(Clip(path, fast=True).frames())
    assert unreadable.value.code == "clip_unreadable"
    assert "av01" in unreadable.value.words.lower()
    assert "H.264" in unreadable.value.words
    assert not unreadable.value.passing
