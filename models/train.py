"""The ``dicesight train`` command."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from datasets.crops import CropSampler, Source
    from models.ranks import Rank


@click.command()
@click.option(
    "--recipe",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    default=Path(__file__).with_name("recipe.toml"),
    show_default="the shipped recipe",
    help="TOML file that names the picture sets and their shares.",
)
@click.option(
    "--pictures",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Folder that the recipe's paths start from; without it only the sets named are taught.",
)
@click.option(
    "--set",
    "sets",
    multiple=True,
    metavar="SET[=SHARE]",
    help="Version on the shelf, NAME or NAME@2, with its share of the crops (repeatable).",
)
@click.option(
    "--start",
    default="shipped",
    show_default=True,
    help="Where to start from: `shipped`, `none`, a network (.onnx) or weights (.pt); yolo11n.pt "
    "is fetched from the internet.",
)
@click.option(
    "--run",
    "run_folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("runs/train"),
    show_default=True,
    help="Folder for checkpoints and the record of the run.",
)
@click.option("--passes", default=12, show_default=True, help="Passes over the crops.")
@click.option("--crops", default=5000, show_default=True, help="Crops drawn in a pass.")
@click.option("--size", default=256, show_default=True, help="Side of a crop in pixels.")
@click.option("--batch", default=16, show_default=True, help="Crops in a batch.")
@click.option("--rate", default=0.0007, show_default=True, help="Highest learning rate.")
@click.option(
    "--leave-out", multiple=True, metavar="NAME", help="Source to leave out (repeatable)."
)
@click.option("--seed", default=0, show_default=True, help="Seed of the crops.")
@click.option("--threads", default=2, show_default=True, help="Processor threads.")
@click.option(
    "--devices",
    metavar="DEVICES",
    help="Graphics cards to train on, such as 0,1, a process each; cpu,cpu for two processes "
    "on the processor. Default: the first card, or the processor.",
)
@click.option("--resume", is_flag=True, help="Go on with the run in --run after its last pass.")
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="DICESIGHT_DATA_DIR",
    help="Folder with the shelf of sets. Default: the user's data folder.",
)
def train(
    recipe: Path,
    pictures: Path | None,
    sets: tuple[str, ...],
    start: str,
    run_folder: Path,
    passes: int,
    crops: int,
    size: int,
    batch: int,
    rate: float,
    leave_out: tuple[str, ...],
    seed: int,
    threads: int,
    devices: str | None,
    resume: bool,
    data_dir: Path | None,
) -> None:
    """Train a reader on crops of labelled pictures (needs the `train` extra).

    Teaches the pictures of a recipe (--pictures), of sets on the shelf (--set), or both. Writes
    RUN/weights/last.pt after every pass and RUN/report.md at the end; `dicesight export-model`
    turns the weights into the model that the product loads.

    On several machines start it on each with `torchrun -m dicesight train ...`; --batch is then
    shared out among all processes.
    """
    import os

    from models.ranks import parse_devices, start_ranks, this_rank

    rank = this_rank()
    chosen = () if devices is None else parse_devices(devices)
    if len(chosen) > 1 and rank.count == 1:
        start_ranks(chosen, ["train", *_repeated(click.get_current_context())])
        return

    os.environ.setdefault("OMP_NUM_THREADS", str(threads))
    import cv2
    from tqdm import tqdm

    from datasets.crops import CropSampler
    from datasets.recipe import read_recipe, read_style
    from datasets.shelf import write_whole

    if pictures is None and not sets:
        raise click.UsageError("Name pictures to train on: --pictures FOLDER, --set SET, or both.")
    sources = () if pictures is None else read_recipe(recipe, pictures, leave_out)
    sources += _from_shelf(data_dir, sets)
    run_folder = run_folder.absolute()
    if resume and not (run_folder / "weights" / "last.pt").is_file():
        raise click.ClickException(f"There is no run to go on with in {run_folder}.")
    from models.report import crop_sheet, write_report
    from models.training import TrainingPlan, train_detector

    for source in sources:
        dice = sum(len(picture.dice) for picture in source.pictures)
        if rank.leads:
            click.echo(f"{source.name}: {len(source.pictures)} pictures, {dice} dice", err=True)
    sampler = CropSampler(sources, replace(read_style(recipe), size_px=size), seed)
    run_folder.mkdir(parents=True, exist_ok=True)
    begin = None if resume else _begin(start, sampler, run_folder, rank)
    plan = TrainingPlan(
        run_folder, begin, passes, crops, batch, rate, threads, resume, chosen, rank
    )
    if not rank.leads:
        train_detector(plan, sampler, lambda step, steps, losses: None)
        return
    began = time.monotonic()
    settings = {
        "recipe": None if pictures is None else recipe.name,
        "start": start,
        "sources": {source.name: len(source.pictures) for source in sources},
        "left_out": list(leave_out),
        "passes": passes,
        "crops": crops,
        "size_px": size,
        "batch": batch,
        "rate": rate,
        "seed": seed,
        "processes": rank.count,
    }
    (run_folder / "settings.json").write_text(json.dumps(settings, indent=2) + "\n")
    with tqdm(unit="batch", dynamic_ncols=True, file=sys.stderr, mininterval=1.0) as bar:
        told_s = 0.0

        def on_step(step: int, steps: int, losses: dict[str, float]) -> None:
            nonlocal told_s
            if time.monotonic() - told_s > 2 or step == steps:
                told_s = time.monotonic()
                progress = {"step": step, "steps": steps, "rate": bar.format_dict["rate"]}
                write_whole(run_folder / "progress.json", json.dumps(progress).encode())
            bar.total = steps
            bar.set_postfix({name: f"{value:.2f}" for name, value in losses.items()}, refresh=False)
            bar.update(step - bar.n)

        weights = train_detector(plan, sampler, on_step)
    cv2.imwrite(str(run_folder / "crops.jpg"), crop_sheet(sampler))
    faces = Counter(
        str(die.face) for source in sources for picture in source.pictures for die in picture.dice
    )
    told = dict(sorted(faces.items()))
    report = write_report(run_folder, settings, told, time.monotonic() - began)
    click.echo(f"Trained: {weights}")
    click.echo(f"Report: {report}")


def _from_shelf(data_dir: Path | None, sets: tuple[str, ...]) -> tuple[Source, ...]:
    from datasets.commands import open_shelf
    from datasets.crops import Source

    shelf, sources = open_shelf(data_dir), []
    for told in sets:
        label, _, share = told.partition("=")
        try:
            weight = float(share or 1)
            if not 0 < weight < float("inf"):
                raise ValueError
        except ValueError:
            raise click.UsageError(f"{told!r}: the share after = is a number above 0.") from None
        version = shelf.find(label)
        sources.append(Source(version.label, version.pictures(), weight, turn_deg=45))
    return tuple(sources)


def _repeated(context: click.Context) -> list[str]:
    """The options that the command was called with, for its processes."""
    arguments: list[str] = []
    for option in context.command.params:
        value = context.params[str(option.name)]
        if isinstance(option, click.Option) and option.is_flag:
            arguments += [option.opts[0]] if value else []
        elif value is not None:
            values = value if isinstance(value, tuple) else (value,)
            for each in values:
                arguments += [option.opts[0], str(each)]
    return arguments


def _begin(start: str, sampler: CropSampler, run_folder: Path, rank: Rank) -> str | None:
    """The checkpoint that training starts from; None for a network that knows nothing.

    Each process writes its own: they may be on machines that share no folder.
    """
    if start == "none":
        return None
    if start != "shipped" and not start.endswith(".onnx"):
        return start
    from models.warm_start import write_checkpoint
    from models.weights import load_weights

    network = load_weights(None if start == "shipped" else Path(start)).payload
    target = run_folder / ("start.pt" if rank.leads else f"start-{rank.number}.pt")
    write_checkpoint(network, [sampler.draw(0, n).image for n in range(32)], target)
    return str(target)
