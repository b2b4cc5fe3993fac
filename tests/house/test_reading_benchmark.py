"""The benchmark of reading: its frames are what they say, its rivals are no straw men."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from bench import reading
from bench.pip_counter import PipCounter
from bench.reading import ONNXRUNTIME, Way, main, measured
from bench.roll_frames import (
    HEIGHT_PX,
    WIDTH_PX,
    RollFrame,
    cut_frames,
    drawn_frames,
    mirrored_frames,
)
from models.accuracy import Tally, compare
from vision.decode import decode_picture
from vision.frames import Detection


def _picture_with_squares(
    folder: Path, size: tuple[int, int], places: list[tuple[int, int]]
) -> None:
    """A labelled picture with a white square for each die, 40 pixels wide, on black."""
    (folder / "images").mkdir(parents=True)
    (folder / "labels").mkdir()
    width, height = size
    image = np.zeros((height, width, 3), np.uint8)
    lines = []
    for face, (x, y) in enumerate(places):
        image[y - 20 : y + 20, x - 20 : x + 20] = 255
        lines.append(f"{face} {x / width} {y / height} {40 / width} {40 / height}")
    cv2.imwrite(str(folder / "images" / "one.png"), image)
    (folder / "labels" / "one.txt").write_text("\n".join(lines))


@pytest.mark.parametrize(
    ("size", "places"),
    [
        ((800, 1200), [(300, 500), (500, 700)]),
        ((800, 1200), [(300, 30), (500, 1170)]),
        ((2000, 900), [(1900, 800)]),
        ((640, 360), [(30, 30), (610, 330)]),
    ],
    ids=["a part", "between bars", "at the edge", "enlarged"],
)
def test_the_dice_of_a_picture_are_on_its_frame_where_the_boxes_say(
    tmp_path: Path, size: tuple[int, int], places: list[tuple[int, int]]
) -> None:
    _picture_with_squares(tmp_path, size, places)
    (frame,) = cut_frames(tmp_path)
    image = decode_picture(frame.jpeg).image
    assert image.shape[:2] == (HEIGHT_PX, WIDTH_PX)
    assert [face for _, face in frame.dice] == list(range(1, len(places) + 1))
    marked = np.zeros(image.shape[:2], bool)
    for box, _ in frame.dice:
        left, top, right, bottom = map(int, (box.x1_px, box.y1_px, box.x2_px, box.y2_px))
        assert image[top + 3 : bottom - 2, left + 3 : right - 2].min() > 200
        marked[top - 3 : bottom + 4, left - 3 : right + 4] = True
    assert image[~marked].max() < 150


def test_the_picture_that_comes_along_is_mirrored_together_with_its_dice() -> None:
    frames = mirrored_frames()
    assert len({frame.jpeg for frame in frames}) == len(frames) == 12
    for frame in frames[1::3]:
        image = decode_picture(frame.jpeg).image
        assert image.shape[:2] == (HEIGHT_PX, WIDTH_PX)
        assert sorted(face for _, face in frame.dice) == [2, 4, 5, 5, 5, 6]
        for box, _ in frame.dice:
            # The dice are of a warm brown, what they lie on is grey.
            x, y = map(round, box.centre_px)
            blue, _, red = image[y - 20 : y + 20, x - 20 : x + 20].mean(axis=(0, 1))
            assert red - blue > 50


def test_the_classical_counter_reads_most_dice_that_are_plain() -> None:
    tally = Tally()
    for frame in drawn_frames(4):
        tally.add(compare(frame.dice, PipCounter().read(decode_picture(frame.jpeg).image)))
    assert tally.die_recall.value > 0.9
    assert tally.face_accuracy.value > 0.9
    assert tally.extra_dice.value < 1


def test_what_a_way_of_reading_gets_right_is_counted() -> None:
    frames = drawn_frames(2)
    told = {frame.jpeg: [Detection(box, face, 1.0) for box, face in frame.dice] for frame in frames}
    told[frames[1].jpeg].pop()
    result = measured(Way("an oracle", lambda jpeg: told[jpeg]), frames)
    assert (result.tally.exact_rolls.hits, result.tally.exact_rolls.n) == (1, 2)
    assert len(result.clock_ms) == len(result.processor_ms) == 2


@pytest.mark.parametrize(("wanted_ms", "status", "word"), [(1e6, 0, ": yes"), (0.0, 1, ": NO")])
def test_a_figure_that_is_missed_is_named_and_gives_a_status(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    wanted_ms: float,
    status: int,
    word: str,
) -> None:
    def nothing(_jpeg: bytes) -> Sequence[Detection]:
        return ()

    way = Way("blind", nothing, None, wanted_ms, ONNXRUNTIME)
    monkeypatch.setattr(reading, "ways", lambda *_: [way])
    monkeypatch.setattr(reading, "start_s", lambda *_: 0.5)
    monkeypatch.setattr(reading, "mirrored_frames", lambda: drawn_frames(1))
    assert main([]) == status
    told = capsys.readouterr().out
    assert "0 of 1, 0.000" in told
    assert word in told


def test_a_start_is_timed_with_the_command_itself() -> None:
    frame: RollFrame = drawn_frames(1)[0]
    assert 0.1 < reading.start_s(ONNXRUNTIME, reading.SHIPPED, frame, times=1) < 60
