"""Rendering many pictures: several processes, picture after picture, and on again after a stop."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from datasets import coco, yolo
from datasets.label_file import read_label_file, to_text
from datasets.labels import Facts, LabelError, LabelledPicture
from datasets.rendering.workers import start_quietly
from datasets.shelf import write_whole

Engine = Literal["cycles", "flat"]


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be rendered; kept beside the pictures, so that a run goes on as it began."""

    engine: Engine
    seed: int
    size_px: int
    samples: int
    with_dice: bool = True

    def stem(self, index: int) -> str:
        """The name of a picture without its suffix."""
        return f"r{self.seed}-{index:06d}"


def render_all(
    folder: Path, order: Order, count: int, workers: int, on_done: Callable[[int, int], None]
) -> int:
    """Render what is missing of pictures 0 to ``count`` - 1; returns how many that were.

    ``on_done(done, count)`` is called at the start and after each picture. Raises LabelError
    ``render_settings_differ`` when the folder was begun with other settings, ``render_failed``
    when a picture brings its process down twice.
    """
    for name in ("images", "labels", "masks"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    _keep_order(folder, order)
    missing = [n for n in range(count) if not _label_path(folder, order, n).is_file()]
    on_done(count - len(missing), count)
    done = count - len(missing)
    if workers == 1 and order.engine == "flat":
        for index in missing:
            render_one(folder, order, index)
            done += 1
            on_done(done, count)
    else:
        for _ in _in_processes(folder, order, missing, workers):
            done += 1
            on_done(done, count)
    write_whole(folder / "data.yaml", yolo.data_yaml(_both("images")).encode())
    write_whole(folder / "coco.json", _coco(folder).encode())
    return len(missing)


def _both(folder: str) -> dict[str, str]:
    return {"train": folder, "val": folder}


def _label_path(folder: Path, order: Order, index: int) -> Path:
    # Written last, so that a picture with a label is complete.
    return folder / "images" / f"{order.stem(index)}.json"


def _keep_order(folder: Path, order: Order) -> None:
    path = folder / "render.json"
    wanted = asdict(order)
    if not path.is_file():
        write_whole(path, (json.dumps(wanted, indent=1) + "\n").encode())
        return
    # Folders begun before there was the choice have dice.
    before = {"with_dice": True, **json.loads(path.read_text(encoding="utf-8"))}
    if before != wanted:
        raise LabelError(
            "render_settings_differ",
            f"{folder} was begun with {before}, not {wanted}. Render into another folder.",
        )


def _in_processes(folder: Path, order: Order, missing: list[int], workers: int) -> Iterator[int]:
    """Render in processes of their own; one that dies takes its pictures along for a second try."""
    left, tries = list(missing), dict.fromkeys(missing, 0)
    while left:
        pool = ProcessPoolExecutor(
            workers,
            multiprocessing.get_context("spawn"),
            initializer=start_quietly,
            max_tasks_per_child=40,  # Blender grows with each scene
        )
        running: dict[Future[int], int] = {}
        try:
            with pool:
                queue = iter(list(left))
                for index in queue:
                    tries[index] += 1
                    running[pool.submit(render_one, folder, order, index)] = index
                    if len(running) >= 2 * workers:
                        yield from _finished(running, left)
                while running:
                    yield from _finished(running, left)
        except BrokenProcessPool:
            often = [index for index in running.values() if tries[index] > 1]
            if often:
                raise LabelError(
                    "render_failed", f"Picture {min(often)} brings the renderer down each time."
                ) from None


def _finished(running: dict[Future[int], int], left: list[int]) -> Iterator[int]:
    ready, _ = wait(running, return_when=FIRST_COMPLETED)
    for future in ready:
        index = future.result()
        del running[future]
        left.remove(index)
        yield index


def render_one(folder: Path, order: Order, index: int) -> int:
    """Render one picture with its mask and labels; the same order and index give the same."""
    from datasets.rendering.scene import draw_scene, rest_by_hand, rest_by_physics
    from datasets.rendering.sensor import encoded, expose, stored
    from datasets.rendering.truth import Rendered, labels, mask

    seed = (order.seed, index)
    if order.engine == "cycles":
        from datasets.rendering.cycles.engine import render

        scene = draw_scene(seed, order.size_px, rest_by_physics, order.with_dice)
    else:
        from datasets.rendering.flat import render

        scene = draw_scene(seed, order.size_px, rest_by_hand, order.with_dice)
    seen = render(scene, order.samples)
    lens = scene.camera
    seen = Rendered(
        lens.through_lens(seen.light),
        np.rint(lens.through_lens(seen.die.astype(np.float32), nearest=True)).astype(np.int32),
        np.rint(lens.through_lens(seen.face.astype(np.float32), nearest=True)).astype(np.int32),
    )
    rng = np.random.default_rng((*seed, 2))
    shot = expose(rng, seen.light, dim=scene.light.kind == "dim")
    dice = labels(scene, seen, stored(shot))
    facts = Facts(
        session=f"rendered {order.seed}",
        camera="rendered",
        source="Dicesight's renderer",
        licence="CC0-1.0",
        settings={
            "engine": order.engine,
            "mode": scene.mode,
            "surface": scene.surface.kind if scene.tray is None else "tray",
            "light": scene.light.kind,
            "height_cm": round(scene.camera.eye_cm[2], 1),
            "focal_mm": scene.camera.focal_mm,
            "materials": " ".join(sorted({die.style.material for die in scene.dice})),
            "things": " ".join(sorted({thing.kind for thing in scene.things})),
            **shot.settings,
        },
    )
    stem = order.stem(index)
    path = folder / "images" / f"{stem}.jpg"
    picture = LabelledPicture(path, dice, facts)
    write_whole(path, encoded(shot))
    ok, png = cv2.imencode(".png", mask(scene, seen))
    assert ok
    write_whole(folder / "masks" / f"{stem}.png", png.tobytes())
    write_whole(folder / "labels" / f"{stem}.txt", yolo.to_lines(dice).encode())
    text = to_text(picture, scene.camera.width_px, scene.camera.height_px)
    write_whole(path.with_suffix(".json"), text.encode())
    return index


def _coco(folder: Path) -> str:
    pictures = []
    for label in sorted((folder / "images").glob("*.json")):
        read = read_label_file(label)
        size = json.loads(label.read_text(encoding="utf-8"))
        pictures.append(
            coco.CocoPicture(
                f"images/{read.path.name}",
                size["width_px"],
                size["height_px"],
                read.dice,
                read.facts,
            )
        )
    return coco.to_text(pictures)
