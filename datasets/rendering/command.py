"""The ``dicesight render`` command."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click


@click.command()
@click.option("--count", type=click.IntRange(1), required=True, help="Pictures in the folder.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Folder for the pictures; one that was begun is gone on with.",
)
@click.option("--seed", default=0, show_default=True, help="Seed: the same gives the same.")
@click.option(
    "--workers",
    type=click.IntRange(1),
    show_default="all cores",
    help="Processes that render at once.",
)
@click.option(
    "--size",
    type=click.IntRange(64, 4096),
    default=640,
    show_default=True,
    help="Long side of a picture in pixels.",
)
@click.option(
    "--samples",
    type=click.IntRange(1, 4096),
    default=4,
    show_default=True,
    help="Light paths a pixel; the denoiser makes few do.",
)
@click.option(
    "--engine",
    type=click.Choice(["cycles", "flat"]),
    default="cycles",
    show_default=True,
    help="cycles: photorealistic, needs bpy and mujoco. flat: quick, needs nothing.",
)
@click.option(
    "--without-dice",
    is_flag=True,
    help="Tables full of dominoes, coins, buttons and the like, but no die: what the reader must "
    "leave alone.",
)
def render(
    count: int,
    out: Path,
    seed: int,
    workers: int | None,
    size: int,
    samples: int,
    engine: str,
    without_dice: bool,
) -> None:
    """Render pictures of dice that were never thrown, with exact labels.

    Writes images/ with a label file beside each picture, masks/ of the single dice, labels/ and
    data.yaml as YOLO has them, and coco.json. Can be stopped and started again at any time.
    """
    from tqdm import tqdm

    from datasets.rendering.batch import Order, render_all

    if engine == "cycles":
        from datasets.rendering.needed import needed

        needed("bpy", "mujoco")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    order = Order("cycles" if engine == "cycles" else "flat", seed, size, samples, not without_dice)
    with tqdm(unit="picture", dynamic_ncols=True, file=sys.stderr, mininterval=1.0) as bar:

        def on_done(done: int, wanted: int) -> None:
            if bar.total is None:
                bar.total, bar.initial, bar.n = wanted, done, done
            bar.update(done - bar.n)

        made = render_all(out, order, count, workers or cores or 1, on_done)
    click.echo(f"{out}: {made} pictures rendered, {count} in all")
