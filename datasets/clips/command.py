"""The ``dicesight render-clips`` command."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click


@click.command("render-clips")
@click.option("--count", type=click.IntRange(1), required=True, help="Clips of this seed.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Folder for the clips; one that was begun is gone on with.",
)
@click.option(
    "--engine",
    type=click.Choice(["quick", "cycles"]),
    default="quick",
    show_default=True,
    help="quick: drawn, needs nothing. cycles: photorealistic, needs bpy, takes minutes a clip.",
)
@click.option("--seed", default=0, show_default=True, help="Seed: the same gives the same.")
@click.option(
    "--workers",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Processes that work at once.",
)
@click.option(
    "--size",
    type=click.IntRange(160, 1920),
    show_default="1280; with cycles 480",
    help="Long side of the pictures in pixels.",
)
@click.option(
    "--samples",
    type=click.IntRange(1, 4096),
    default=4,
    show_default=True,
    help="Light paths a pixel with cycles; the denoiser makes few do.",
)
@click.option(
    "--kind", type=click.Choice(["roll", "no_roll"]), help="Only clips with, or without a roll."
)
@click.option("--rolls", type=click.IntRange(1, 5), metavar="N", help="Rolls a clip, at most.")
@click.option(
    "--fps",
    type=click.FloatRange(4, 60),
    metavar="F",
    help="Frames a second. Default: 8, 15 or 30.",
)
@click.option(
    "--no-physics",
    is_flag=True,
    help="Make up how the dice roll, also where the physics engine is installed.",
)
def render_clips(
    count: int,
    out: Path,
    engine: str,
    seed: int,
    workers: int,
    size: int | None,
    samples: int,
    kind: str | None,
    rolls: int | None,
    fps: float | None,
    no_physics: bool,
) -> None:
    """Make films of dice that were never thrown, with a file beside each that says what it shows.

    Throws of one to six dice, dice pushed aside or picked up and thrown again, hands that come and
    go, cameras held in a hand; and clips without a roll. Can be stopped and started again at any
    time. With the physics engine (mujoco) throws are simulated, without it they are made up. The
    photorealistic engine films the same stories in small pictures; a clip takes it minutes.
    """
    from tqdm import tqdm

    from datasets.clips.making import ClipOrder, make_all, physics_there
    from datasets.rendering.needed import needed

    photorealistic = engine == "cycles"
    if photorealistic:
        needed("bpy", *(() if no_physics else ("mujoco",)))
    order = ClipOrder(
        "cycles" if photorealistic else "quick",
        seed,
        size or (480 if photorealistic else 1280),
        physics_there() and not no_physics,
        None if kind is None else "roll" if kind == "roll" else "no_roll",
        rolls,
        fps,
        samples if photorealistic else None,
    )
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    with tqdm(unit="clip", dynamic_ncols=True, file=sys.stderr, mininterval=1.0) as bar:

        def on_done(done: int, wanted: int) -> None:
            if bar.total is None:
                bar.total, bar.initial, bar.n = wanted, done, done
            bar.update(done - bar.n)

        made = make_all(out, order, count, min(workers, cores or 1), on_done)
    click.echo(f"{out}: {made} clips made, {count} in all")
