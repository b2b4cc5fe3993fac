"""Filming a story: each frame's light gathered while the shutter is open, developed, written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from datasets.clips.film import Film, Linear
from datasets.clips.story import Story
from datasets.labels import LabelError
from vision.frames import Image


class Painter(Protocol):
    """Draws what a camera sees, as linear RGB."""

    def exposed(self, begin_s: float, end_s: float) -> Linear:
        """What is seen while the shutter is open; one moment where both times are the same."""


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
            light = painter.exposed(begin_s, end_s)
        elif story.sway.moving(begin_s):
            # A hand that holds a phone moves it by less than a pixel while the shutter is open.
            middle_s = (begin_s + end_s) / 2
            light = painter.exposed(middle_s, middle_s)
        else:
            still = light = painter.exposed(begin_s, begin_s)
        yield film.develop(light, begin_s)


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
