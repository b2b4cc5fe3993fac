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
    default=1280,
    show_default=True,
    help="Long side of the pictures in pixels.",
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
    seed: int,
    workers: int,
    size: int,
    kind: str | None,
    rolls: int | None,
    fps: float | None,
    no_physics: bool,
) -> None:
    """Make films of dice that were never thrown, with a file beside each that says what it shows.

    Throws of one to six dice, dice pushed aside or picked up and thrown again, hands that come and
    go, cameras held in a hand; and clips without a roll. Can be stopped and started again at any
    time. With the physics engine (mujoco) throws are simulated, without it they are made up.
    """
    from tqdm import tqdm

    from datasets.clips.making import ClipOrder, make_all, physics_there

    order = ClipOrder(
        "quick",
        seed,
        size,
        physics_there() and not no_physics,
        None if kind is None else "roll" if kind == "roll" else "no_roll",
        rolls,
        fps,
    )
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    with tqdm(unit="clip", dynamic_ncols=True, file=sys.stderr, mininterval=1.0) as bar:

        def on_done(done: int, wanted: int) -> None:
            if bar.total is None:
                bar.total, bar.initial, bar.n = wanted, done, done
            bar.update(done - bar.n)

        made = make_all(out, order, count, min(workers, cores or 1), on_done)
    click.echo(f"{out}: {made} clips made, {count} in all")
