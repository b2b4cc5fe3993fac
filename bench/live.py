"""What the live pipeline costs a frame, stage by stage, on this computer.

    python -m bench.live [CLIP ...] [--threads 2]

Without clips: a drawn table of 1280 by 720 with real noise, dice of the shipped size, thrown every
six seconds, at 15 frames a second. Prints milliseconds of processor time and of the clock; the
exit status is 1 where a frame costs more than the wanted 40 ms of the clock on average.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.weights import open_reader
from vision.clip import Clip
from vision.frames import Frame
from vision.pipeline import Pipeline

WANTED_MS = 40.0
PER_S = 15
SETTLED_FRAMES = 200
THROW_S, REST_S = 1.5, 4.5


def drawn_table(throws: int) -> Iterator[Frame]:
    """Dice drawn as plain squares with pips on a noisy table, thrown ``throws`` times."""
    chance = np.random.default_rng(3)
    table = np.clip(chance.normal(110, 12, (720, 1280, 3)), 0, 255).astype(np.uint8)
    table = np.asarray(cv2.GaussianBlur(table, (0, 0), 1.5), np.uint8)
    noise = [chance.integers(0, 6, table.shape, np.uint8) for _ in range(4)]
    number = 0
    for _ in range(throws):
        places = [(200 + 150 * at, int(chance.integers(200, 500))) for at in range(6)]
        faces = chance.integers(1, 7, 6)
        for step in range(round((THROW_S + REST_S) * PER_S)):
            image = table.copy()
            for (x, y), face in zip(places, faces, strict=True):
                part = max(0.0, 1 - step / (THROW_S * PER_S))
                _draw_die(image, int(x + 200 * part), int(y - 300 * part), int(face))
            yield Frame(cv2.add(image, noise[number % 4]), number / PER_S, number)  # type: ignore[arg-type]
            number += 1


def _draw_die(image: Any, x: int, y: int, face: int) -> None:
    cv2.rectangle(image, (x, y), (x + 56, y + 56), (235, 235, 235), -1)
    spots = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "abcghi"}[face]
    for spot in spots:
        column, row = divmod("abcdefghi".index(spot), 3)
        cv2.circle(image, (x + 13 + 15 * row, y + 13 + 15 * column), 5, (20, 20, 20), -1)


def _resident_mb() -> float:
    """Megabytes of memory in use; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return pages * resource.getpagesize() / 2**20


class Stages:
    """Milliseconds spent in methods of the pipeline's parts, by the processor and by the clock."""

    def __init__(self) -> None:
        self.cpu_s: defaultdict[str, float] = defaultdict(float)
        self.calls: defaultdict[str, int] = defaultdict(int)

    def timed(self, part: Any, method: str, name: str) -> None:
        """Measure calls of ``part.method`` under this name from now on."""
        inner: Callable[..., Any] = getattr(part, method)

        def outer(*given: Any, **named: Any) -> Any:
            began_s = time.process_time()
            try:
                return inner(*given, **named)
            finally:
                self.cpu_s[name] += time.process_time() - began_s
                self.calls[name] += 1

        setattr(part, method, outer)


def main() -> int:
    """Measure and print; 1 where it is slower than wanted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("clips", nargs="*", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--throws", type=int, default=4)
    asked = parser.parse_args()
    cv2.setNumThreads(asked.threads)
    reader = open_reader(threads=asked.threads)
    sources: list[Iterator[Frame]] = [Clip(path, fast=True).frames() for path in asked.clips]
    slow = False
    for name, frames in zip(
        [path.name for path in asked.clips] or ["drawn table"],
        sources or [drawn_table(asked.throws)],
        strict=True,
    ):
        slow |= _measured(name, frames, Pipeline(reader.detector, reader)) > WANTED_MS
    return 1 if slow else 0


def _measured(name: str, frames: Iterator[Frame], pipeline: Pipeline) -> float:
    stages = Stages()
    for part, method, what in (
        (pipeline.steady, "follow", "steady"),
        (pipeline.gauge, "changed", "motion"),
        (pipeline.background, "see", "table"),
        (pipeline.background, "strange", "hand"),
        (pipeline.gaze, "follow", "cheap look"),
        (pipeline.gaze, "vote", "voting look"),
    ):
        stages.timed(part, method, what)
    clock_s: list[float] = []
    cpu_s, rolls, seen_px = 0.0, 0, ""
    early = 0.0
    for frame in frames:
        began_s, began_cpu_s = time.perf_counter(), time.process_time()
        view = pipeline.step(frame)
        clock_s.append(time.perf_counter() - began_s)
        cpu_s += time.process_time() - began_cpu_s
        rolls += view.roll is not None
        seen_px = f"{view.width_px}x{view.height_px}"
        if len(clock_s) == SETTLED_FRAMES:
            early = _resident_mb()
    count = len(clock_s)
    mean_ms = 1000 * sum(clock_s) / count
    print(f"{name}: {count} frames of {seen_px}, {rolls} rolls read")
    print(
        f"  a frame: {mean_ms:.1f} ms by the clock, {1000 * cpu_s / count:.1f} ms of processor; "
        f"95 % below {1000 * float(np.percentile(clock_s, 95)):.0f} ms, "
        f"longest {1000 * max(clock_s):.0f} ms"
    )
    for what, spent_s in sorted(stages.cpu_s.items(), key=lambda item: -item[1]):
        print(
            f"  {what:12} {1000 * spent_s / count:6.2f} ms a frame "
            f"({stages.calls[what]} times {1000 * spent_s / max(1, stages.calls[what]):.1f} ms)"
        )
    if early:
        grown = _resident_mb() - early
        print(f"  memory: {early:.0f} MB, {grown:+.1f} MB since frame {SETTLED_FRAMES}")
    return mean_ms


if __name__ == "__main__":
    sys.exit(main())
