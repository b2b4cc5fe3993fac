"""Filming a story: each frame's light gathered while the shutter is open, developed, written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from datasets.clips.film import Film, Linear
from datasets.clips.quick import Window
from datasets.clips.story import Story
from datasets.labels import LabelError
from vision.frames import Image


class Painter(Protocol):
    """Draws what a camera sees at one moment, as linear RGB."""

    def light(self, time_s: float, window: Window | None = None) -> Linear:
        """The picture at this time, or a part of it."""

    def window(self, times_s: Sequence[float]) -> Window:
        """The part in which something may differ between these times."""


_BLUR_STEPS = 4


def frames(story: Story, painter: Painter) -> Iterator[Image]:
    """The frames of a story in their order, 8-bit BGR."""
    film = Film(np.random.default_rng((*story.seed, 7)), story.light.kind == "dim")
    still: Linear | None = None
    for number in range(story.frames):
        begin_s = number / story.fps
        end_s = begin_s + story.shutter / story.fps
        if moves(story, begin_s - 1 / story.fps, end_s):
            still = None
        if still is not None:
            yield film.develop(still, begin_s)
            continue
        if moves(story, begin_s, end_s):
            times = begin_s + (np.arange(_BLUR_STEPS) + 0.5) / _BLUR_STEPS * (end_s - begin_s)
            light = _blurred(story, painter, times)
        elif story.sway.moving(begin_s):
            # A hand that holds a phone moves it by less than a pixel while the shutter is open.
            light = painter.light((begin_s + end_s) / 2)
        else:
            still = light = painter.light(begin_s)
        yield film.develop(light, begin_s)


def _blurred(story: Story, painter: Painter, times: npt.NDArray[np.float64]) -> Linear:
    """The mean of several moments; what stays the same in all of them is drawn once."""
    light = painter.light(float(times[0]))
    whole = story.sway.moving(times[0]) or story.gain(times[0]) != story.gain(times[-1])
    window = None if whole else painter.window([float(time_s) for time_s in times])
    x1, y1, x2, y2 = window or (0, 0, light.shape[1], light.shape[0])
    part = light[y1:y2, x1:x2]
    for time_s in times[1:]:
        part += painter.light(float(time_s), window)
    part /= np.float32(len(times))
    return light


def moves(story: Story, begin_s: float, end_s: float) -> bool:
    """Whether something moves between these times, other than the hand that holds the camera."""
    carried = story.carried
    return (
        any(track.moving(begin_s, end_s) for track in story.tracks)
        or _hand_moves(story, begin_s, end_s)
        or (carried is not None and carried.begin_s < end_s and begin_s < carried.end_s)
        or any(d.time_s < end_s and begin_s < d.time_s + d.last_s for d in story.dimmings)
        or any(j.time_s < end_s and begin_s < j.time_s + j.last_s for j in story.sway.jolts)
    )


def _hand_moves(story: Story, begin_s: float, end_s: float) -> bool:
    grips = [grip for t in (begin_s, end_s) if (grip := story.hand.at(t)) is not None]
    return any(grip.seen(story.camera, 80) for grip in grips)


def write_film(path: Path, story: Story, painter: Painter) -> None:
    """Write the frames as MPEG-4. Raises LabelError ``film_not_written`` where OpenCV cannot."""
    size = (story.camera.width_px, story.camera.height_px)
    partial = path.with_name(f".{path.name}.partial.mp4")
    writer = cv2.VideoWriter(str(partial), cv2.VideoWriter.fourcc(*"mp4v"), story.fps, size)
    if not writer.isOpened():
        raise LabelError("film_not_written", f"{path} cannot be written: OpenCV lacks MPEG-4.")
    try:
        for image in frames(story, painter):
            writer.write(image)
    finally:
        writer.release()
    partial.replace(path)
