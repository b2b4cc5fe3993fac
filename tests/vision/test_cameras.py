"""A camera's faults are said in words within three seconds, and it is tried again."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest

from vision.camera import Camera
from vision.frames import Image
from vision.health import SAID_AFTER_S, Health
from vision.mailbox import Mailbox
from vision.pushed import PushedFrames
from vision.source import SourceError
from vision.sources import open_source
from vision.stream import stream_name
from vision.webcam import open_webcam

LIVELY = [np.full((48, 64, 3), 60 + number, np.uint8) for number in range(50)]


@dataclass
class FakeCapture:
    """Gives its pictures one after another; then it fails, or hangs until it is let go."""

    pictures: list[Image]
    hangs: bool = False
    released: threading.Event = field(default_factory=threading.Event)
    given: int = 0

    def read(self) -> tuple[bool, Image | None]:
        if self.given < len(self.pictures):
            self.given += 1
            time.sleep(0.001)
            return True, self.pictures[self.given - 1]
        if self.hangs:
            self.released.wait(5)
        return False, None

    def release(self) -> None:
        self.released.set()


def test_frames_come_in_order_with_their_times_and_a_lost_camera_is_said() -> None:
    camera = Camera("cam", lambda: FakeCapture(LIVELY[:20]))
    seen: list[float] = []
    with pytest.raises(SourceError, match="stopped") as lost:
        seen.extend(frame.time_s for frame in camera.frames())
    assert lost.value.code == "camera_lost"
    assert lost.value.passing
    assert seen == sorted(seen)
    assert seen[-1] > 0


def test_a_camera_that_hangs_is_said_and_holds_nobody() -> None:
    capture = FakeCapture(LIVELY[:1], hangs=True)
    camera = Camera("cam", lambda: capture, silent_s=0.1)
    frames = camera.frames()
    next(frames)
    began_s = time.monotonic()
    with pytest.raises(SourceError) as lost:
        next(frames)
    assert lost.value.code == "camera_lost"
    assert time.monotonic() - began_s < 3
    capture.released.set()
    camera.close()


def test_after_a_fault_the_camera_is_opened_again_after_pauses_that_grow() -> None:
    waits: list[float] = []
    tries = iter([False, False, True])

    def connect() -> FakeCapture:
        if next(tries):
            return FakeCapture(LIVELY)
        raise SourceError("camera_busy", "Another program holds the camera.")

    camera = Camera("cam", connect, sleep=waits.append)
    for _ in range(2):
        with pytest.raises(SourceError, match="Another program"):
            next(camera.frames())
        _until_the_reader_has_gone(camera)
    assert next(camera.frames()).image.shape == (48, 64, 3)
    assert len(waits) == 2
    assert 0 < waits[0] < waits[1]
    camera.close()


def _until_the_reader_has_gone(camera: Camera) -> None:
    for thread in threading.enumerate():
        if thread.name == f"camera {camera.name}":
            thread.join(5)


def test_a_closed_camera_ends_the_frames_that_another_thread_waits_for() -> None:
    capture = FakeCapture(LIVELY[:1], hangs=True)
    camera = Camera("cam", lambda: capture, silent_s=30)
    frames: Iterator[object] = camera.frames()
    next(frames)
    ended = threading.Event()

    def wait() -> None:
        assert next(frames, None) is None
        ended.set()

    waiting = threading.Thread(target=wait)
    waiting.start()
    camera.close()
    assert ended.wait(5)
    capture.released.set()


def faults(image: Image, per_s: float, lasts_s: float, *, lively: bool = True) -> list[str]:
    health, told = Health("cam"), []
    for number in range(round(per_s * lasts_s)):
        shown = image.copy()
        shown[0, 0] = number % 2 if lively else 0
        fault = health.fault(shown, number / per_s)
        told += [] if fault is None else [fault.code]
    return told


def test_a_black_picture_is_said_and_said_again_while_it_lasts() -> None:
    black = np.zeros((48, 64, 3), np.uint8)
    assert faults(black, 15, 2.9) == ["camera_black"]
    assert faults(black, 15, SAID_AFTER_S * 3.2) == ["camera_black"] * 3


def test_a_frozen_picture_is_said_and_a_still_table_with_noise_is_not() -> None:
    table = np.full((48, 64, 3), 90, np.uint8)
    assert faults(table, 15, 2.9, lively=False) == ["camera_frozen"]
    assert faults(table, 15, 20) == []


def test_a_slow_camera_is_said() -> None:
    table = np.full((48, 64, 3), 90, np.uint8)
    assert set(faults(table, 1, 10)) == {"camera_slow"}
    assert faults(table, 8, 10) == []


def test_a_mailbox_keeps_only_the_newest() -> None:
    mailbox: Mailbox[int] = Mailbox()
    for number in range(1000):
        mailbox.put(number)
    assert mailbox.take(1) == 999
    assert mailbox.take(0.01) is None


def test_pushed_frames_are_dropped_not_queued_and_their_end_is_an_end() -> None:
    now_s = iter([5.0, 5.5, 6.0])
    source = PushedFrames("phone", clock=lambda: next(now_s), silent_s=0.05)
    for image in LIVELY[:3]:
        source.push(image)
    frames = source.frames()
    frame = next(frames)
    assert (frame.number, frame.time_s) == (2, 1.0)
    with pytest.raises(SourceError, match="phone"):
        next(frames)
    source.close()
    assert list(source.frames()) == []


def test_a_missing_webcam_is_said_in_words() -> None:
    with pytest.raises(SourceError) as missing:
        open_webcam(97)
    assert missing.value.code == "camera_missing"
    with pytest.raises(SourceError, match="97"):
        next(open_source("97").frames())


def test_a_stream_that_nobody_serves_is_said_within_three_seconds() -> None:
    began_s = time.monotonic()
    source = open_source("rtsp://user:secret@127.0.0.1:9/table")
    with pytest.raises(SourceError) as unreachable:
        next(source.frames())
    assert unreachable.value.code == "stream_unreachable"
    assert "secret" not in unreachable.value.words
    assert time.monotonic() - began_s < 3.5


def test_an_address_is_shown_without_its_password() -> None:
    assert stream_name("rtsp://user:secret@10.0.0.7:554/live") == "rtsp://10.0.0.7:554"
    assert stream_name("http://cam.local/video") == "http://cam.local"


def test_what_names_no_source_is_refused_with_what_would() -> None:
    with pytest.raises(SourceError, match="by its number") as unknown:
        open_source("front camera")
    assert unknown.value.code == "source_unknown"
