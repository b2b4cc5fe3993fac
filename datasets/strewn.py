"""Pictures of tables without dice: cut-out things strewn on drawn grounds and on photographs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click
import cv2
import numpy as np

from datasets.labels import PICTURE_SUFFIXES, LabelError
from datasets.pasting import Grounds
from datasets.shelf import write_whole
from vision.frames import Image

SIDE_PX = 800
"""Side of a picture."""

_DICE = ("dice", "die_", "_die", "domino")
_THINGS = (6, 20)
_THING_PX = (50, 260)
_ON_PHOTOGRAPH = 0.3


def find_things(folder: Path) -> tuple[Path, ...]:
    """PNG files below a folder whose names do not say that they show dice, sorted.

    Raises LabelError ``folder_empty``.
    """
    found = sorted(
        path
        for path in folder.rglob("*.png")
        if not any(word in path.stem.lower() for word in _DICE)
    )
    if not found:
        raise LabelError("folder_empty", f"There are no PNG files below {folder}.")
    return tuple(found)


def find_photographs(folder: Path) -> tuple[Path, ...]:
    """All pictures below a folder, sorted. Raises LabelError ``folder_empty``."""
    found = sorted(p for p in folder.rglob("*") if p.suffix.lower() in PICTURE_SUFFIXES)
    if not found:
        raise LabelError("folder_empty", f"There are no pictures below {folder}.")
    return tuple(found)


def strew_things(
    folder: Path,
    things: Sequence[Path],
    photographs: Sequence[Path],
    count: int,
    seed: int,
    on_done: Callable[[int, int], None],
) -> None:
    """Write ``count`` JPEG pictures into ``folder/images``; the same seed gives the same ones.

    Those that are there already stay.
    ``things`` are PNG files with transparency, ``photographs`` pictures without dice to lie below
    them at times. ``on_done(done, count)`` is called after each.
    """
    images = folder / "images"
    images.mkdir(parents=True, exist_ok=True)
    grounds = Grounds()
    for index in range(count):
        path = images / f"strewn-{seed}-{index:05d}.jpg"
        if path.is_file():
            on_done(index + 1, count)
            continue
        rng = np.random.default_rng((seed, index))
        picture = _ground(rng, grounds, photographs)
        for _ in range(int(rng.integers(*_THINGS))):
            thing = cv2.imread(str(things[int(rng.integers(len(things)))]), cv2.IMREAD_UNCHANGED)
            if thing is not None and thing.ndim == 3 and thing.shape[2] == 4:
                picture = _lay(rng, picture, np.asarray(thing, np.uint8))
        quality = [cv2.IMWRITE_JPEG_QUALITY, 90]
        write_whole(path, cv2.imencode(".jpg", picture, quality)[1].tobytes())
        on_done(index + 1, count)


def _ground(rng: np.random.Generator, grounds: Grounds, photographs: Sequence[Path]) -> Image:
    if photographs and rng.random() < _ON_PHOTOGRAPH:
        photograph = cv2.imread(str(photographs[int(rng.integers(len(photographs)))]))
        if photograph is not None:
            short = min(photograph.shape[:2])
            scale = SIDE_PX / short * float(rng.uniform(1.0, 2.0))
            large = cv2.resize(photograph, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            y = int(rng.integers(large.shape[0] - SIDE_PX + 1))
            x = int(rng.integers(large.shape[1] - SIDE_PX + 1))
            return np.asarray(large[y : y + SIDE_PX, x : x + SIDE_PX], np.uint8)
    return grounds.draw(rng, SIDE_PX)


def _lay(rng: np.random.Generator, picture: Image, thing: Image) -> Image:
    height, width = thing.shape[:2]
    side = float(np.exp(rng.uniform(*np.log(_THING_PX))))
    scale = min(side / max(height, width), 3.0)
    small = cv2.resize(thing, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    middle = (small.shape[1] / 2, small.shape[0] / 2)
    turn = np.asarray(cv2.getRotationMatrix2D(middle, float(rng.uniform(0, 360)), 1.0), np.float64)
    turn[:, 2] += rng.uniform(0, SIDE_PX, 2) - middle
    laid = cv2.warpAffine(small, turn, (SIDE_PX, SIDE_PX), flags=cv2.INTER_LINEAR)
    alpha = laid[..., 3:].astype(np.float32) / 255
    merged = picture * (1 - alpha) + laid[..., :3] * alpha
    return np.asarray(merged, np.uint8)


@click.command()
@click.option(
    "--things",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=True,
    help="Folder with PNG files of single things, with transparency; names with dice are left out.",
)
@click.option(
    "--photographs",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with photographs without dice, to lie below the things at times.",
)
@click.option("--count", type=click.IntRange(1), required=True, help="Pictures in the folder.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Folder for the pictures; one that was begun is gone on with.",
)
@click.option("--seed", default=0, show_default=True, help="Seed: the same gives the same.")
def strew(things: Path, photographs: Path | None, count: int, out: Path, seed: int) -> None:
    """Make pictures of tables without dice, to teach what is none.

    Strews cut-out things, such as clip art, on drawn cloth, wood and prints and on photographs. The
    folder can be trained on and measured with like any other; without labels a picture has no dice.
    """
    from tqdm import tqdm

    below = find_photographs(photographs) if photographs else ()
    with tqdm(total=count, unit="picture", dynamic_ncols=True, file=sys.stderr) as bar:

        def on_done(done: int, wanted: int) -> None:
            bar.update(done - bar.n)

        strew_things(out, find_things(things), below, count, seed, on_done)
    click.echo(f"{out}: {count} pictures without dice")
