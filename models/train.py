"""The ``dicesight train`` command."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import click


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
    required=True,
    help="Folder that the recipe's paths start from.",
)
@click.option(
    "--start",
    default="yolo11n.pt",
    show_default=True,
    help="Weights to start from (.pt) or `none`; yolo11n.pt is fetched from the internet.",
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
@click.option("--resume", is_flag=True, help="Go on with the run in --run after its last pass.")
def train(
    recipe: Path,
    pictures: Path,
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
    resume: bool,
) -> None:
    """Train a reader on crops of labelled pictures (needs the `train` extra).

    Writes RUN/weights/last.pt after every pass; `dicesight export-model` turns it into the model
    that the product loads.
    """
    import os

    os.environ.setdefault("OMP_NUM_THREADS", str(threads))
    from tqdm import tqdm

    from datasets.crops import CropSampler
    from datasets.recipe import read_recipe, read_style

    sources = read_recipe(recipe, pictures, leave_out)
    run_folder = run_folder.absolute()
    if resume and not (run_folder / "weights" / "last.pt").is_file():
        raise click.ClickException(f"There is no run to go on with in {run_folder}.")
    from models.training import TrainingPlan, train_detector

    for source in sources:
        dice = sum(len(picture.dice) for picture in source.pictures)
        click.echo(f"{source.name}: {len(source.pictures)} pictures, {dice} dice", err=True)
    begin = None if start == "none" else start
    plan = TrainingPlan(run_folder, begin, passes, crops, batch, rate, threads, resume)
    sampler = CropSampler(sources, replace(read_style(recipe), size_px=size), seed)
    run_folder.mkdir(parents=True, exist_ok=True)
    settings = {
        "recipe": recipe.name,
        "sources": {source.name: len(source.pictures) for source in sources},
        "left_out": list(leave_out),
        "passes": passes,
        "crops": crops,
        "size_px": size,
        "batch": batch,
        "rate": rate,
        "seed": seed,
    }
    (run_folder / "settings.json").write_text(json.dumps(settings, indent=2) + "\n")
    with tqdm(unit="batch", dynamic_ncols=True, file=sys.stderr, mininterval=1.0) as bar:

        def on_step(step: int, steps: int, losses: dict[str, float]) -> None:
            bar.total = steps
            bar.set_postfix({name: f"{value:.2f}" for name, value in losses.items()}, refresh=False)
            bar.update(step - bar.n)

        weights = train_detector(plan, sampler, on_step)
    click.echo(f"Trained: {weights}")
