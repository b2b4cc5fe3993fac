"""Making many clips: one after another or in processes, and on again after a stop."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from datasets.clips.quick import QuickPainter
from datasets.clips.shooting import Painter, write_film
from datasets.clips.story import Story, draw_story
from datasets.clips.truth import Kind
from datasets.clips.tumbling import Tumble, tumble_by_hand, tumble_by_physics
from datasets.labels import LabelError
from datasets.rendering.workers import start, start_quietly
from datasets.shelf import write_whole

Engine = Literal["quick", "cycles"]


@dataclass(frozen=True, slots=True)
class ClipOrder:
    """What is to be made; kept beside the clips, so that a run goes on as it began.

    ``kind``, ``rolls`` and ``fps`` are None where each clip draws its own; ``samples``, the light
    paths a pixel, where nothing is traced.
    """

    engine: Engine
    seed: int
    size_px: int
    physics: bool
    kind: Kind | None = None
    rolls: int | None = None
    fps: float | None = None
    samples: int | None = None

    def stem(self, index: int) -> str:
        """The name of a clip without its suffix."""
        return f"{self.engine[0]}{self.seed}-{index:04d}"


def physics_there() -> bool:
    """Whether the physics engine is installed."""
    return find_spec("mujoco") is not None


def make_all(
    folder: Path, order: ClipOrder, count: int, workers: int, on_done: Callable[[int, int], None]
) -> int:
    """Make what is missing of clips 0 to ``count`` - 1; returns how many that were.

    ``on_done(done, count)`` is called at the start and after each clip. Raises LabelError
    ``clip_settings_differ`` when the folder was begun with other settings, ``clip_failed`` when a
    process dies.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _keep_order(folder, order)
    # The truth is written last, so that a clip with one is complete.
    missing = [n for n in range(count) if not (folder / f"{order.stem(n)}.json").is_file()]
    done = count - len(missing)
    on_done(done, count)
    if workers == 1 and order.engine == "quick":
        for index in missing:
            make_one(folder, order, index)
            done += 1
            on_done(done, count)
        return len(missing)
    context = multiprocessing.get_context("spawn")
    begin = start if order.engine == "quick" else start_quietly
    # Blender grows with each scene, so a process makes few.
    few = None if order.engine == "quick" else 4
    try:
        with ProcessPoolExecutor(
            workers, context, initializer=begin, max_tasks_per_child=few
        ) as pool:
            for future in as_completed([pool.submit(make_one, folder, order, n) for n in missing]):
                future.result()
                done += 1
                on_done(done, count)
    except BrokenProcessPool:
        raise LabelError(
            "clip_failed",
            "A process that makes clips has died. Finished clips are kept: start again to go on.",
        ) from None
    return len(missing)


def story_of(order: ClipOrder, index: int) -> Story:
    """The story of clip ``index``; the same order and index give the same."""
    tumble: Tumble = tumble_by_physics if order.physics else tumble_by_hand
    return draw_story(
        (order.seed, index),
        order.size_px,
        tumble,
        order.engine,
        kind=order.kind,
        rolls=order.rolls,
        fps=order.fps,
    )


def make_one(folder: Path, order: ClipOrder, index: int) -> int:
    """Make one clip with its truth."""
    story = story_of(order, index)
    path = folder / f"{order.stem(index)}.mp4"
    write_film(path, story, _painter(order, story))
    write_whole(path.with_suffix(".json"), story.truth.to_text().encode())
    return index


def _painter(order: ClipOrder, story: Story) -> Painter:
    if order.engine == "quick":
        return QuickPainter(story)
    from datasets.clips.cycles.painter import CyclesPainter

    assert order.samples is not None
    return CyclesPainter(story, order.samples)


def _keep_order(folder: Path, order: ClipOrder) -> None:
    path = folder / f"order-{order.engine}-{order.seed}.txt"
    wanted = asdict(order)
    if not path.is_file():
        write_whole(path, (json.dumps(wanted, indent=1) + "\n").encode())
        return
    # Orders of before samples could be told have none.
    before = {"samples": None, **json.loads(path.read_text(encoding="utf-8"))}
    if before != wanted:
        raise LabelError(
            "clip_settings_differ",
            f"{folder} was begun with {before}, not {wanted}. Make these clips in another folder.",
        )
