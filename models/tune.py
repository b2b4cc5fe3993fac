"""The ``dicesight tune`` command."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from models.tuning import Search, Trial


@click.command()
@click.option(
    "--set",
    "sets",
    multiple=True,
    required=True,
    metavar="SET",
    help="Version on the shelf to train on (repeatable); with several their shares are searched.",
)
@click.option(
    "--judge",
    "judges",
    multiple=True,
    required=True,
    metavar="SET",
    help="Version on the shelf that the trials are judged by, taught to none (repeatable).",
)
@click.option("--trials", type=click.IntRange(1), default=12, show_default=True)
@click.option("--passes", default=4, show_default=True, help="Passes over the crops in a trial.")
@click.option("--crops", default=2000, show_default=True, help="Crops drawn in a pass.")
@click.option(
    "--at-once", type=click.IntRange(1), default=1, show_default=True, help="Trials at a time."
)
@click.option("--cards", default=0, show_default=True, help="Graphics cards to share out.")
@click.option("--threads", default=2, show_default=True, help="Processor threads of a trial.")
@click.option("--seed", default=0, show_default=True, help="Seed of the crops and of the search.")
@click.option(
    "--run",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("runs/tune"),
    show_default=True,
    help="Folder for the trials and the report.",
)
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="DICESIGHT_DATA_DIR",
    help="Folder with the shelf of sets. Default: the user's data folder.",
)
def tune(
    sets: tuple[str, ...],
    judges: tuple[str, ...],
    trials: int,
    passes: int,
    crops: int,
    at_once: int,
    cards: int,
    threads: int,
    seed: int,
    folder: Path,
    data_dir: Path | None,
) -> None:
    """Search for good settings of `dicesight train` (needs the `train` and `tune` extras).

    Tries learning rates, sizes of crops and batches, and the shares of the sets in short runs from
    the shipped network, with Ray Tune; judges each by the rolls it reads exactly on the --judge
    sets, and writes RUN/tuning.md with all trials and the command that repeats the best one.
    """
    import platformdirs

    from datasets.commands import open_shelf
    from models.tuning import Search, search

    home = (data_dir or platformdirs.user_data_path("dicesight", appauthor=False)).absolute()
    shelf = open_shelf(home)
    taught = tuple(shelf.find(label).label for label in sets)
    judging = [shelf.find(label) for label in judges]
    if shared := sorted(set(taught) & {version.label for version in judging}):
        raise click.UsageError(f"{', '.join(shared)} cannot both be taught and judge.")
    plan = Search(
        folder.absolute(),
        home,
        taught,
        tuple(version.folder for version in judging),
        trials,
        passes,
        crops,
        at_once,
        cards,
        threads,
        seed,
    )
    click.echo(f"{trials} trials of {passes} passes of {crops} crops each.", err=True)
    found = search(plan)
    if not found:
        raise click.ClickException(f"Every trial failed; why is told below {plan.folder}/ray.")
    report = plan.folder / "tuning.md"
    report.write_text(report_text(plan, found), encoding="utf-8")
    best = found[0]
    click.echo(f"Best: {best.exact} of {best.pictures} pictures exact, {best.mistakes} mistakes.")
    click.echo(repeating(plan, best))
    click.echo(f"Report: {report}")


def repeating(plan: Search, trial: Trial) -> str:
    """The command that trains with the settings of a trial."""
    import shlex

    from models.tuning import train_arguments

    return shlex.join(["dicesight", "train", *train_arguments(plan, trial.settings, Path("best"))])


def report_text(plan: Search, trials: Sequence[Trial]) -> str:
    """All trials as a table, the best first, and the command that repeats it."""
    names = sorted({name for trial in trials for name in trial.settings})
    head = "".join(f" {name} |" for name in names)
    rows = "".join(
        f"| {trial.exact} of {trial.pictures} | {trial.mistakes} |"
        + "".join(f" {_short(trial.settings.get(name, ''))} |" for name in names)
        + "\n"
        for trial in trials
    )
    return (
        f"# Tuning run {plan.folder.name}\n\n{plan.trials} trials of {plan.passes} passes of "
        f"{plan.crops} crops on {', '.join(plan.sets)}; {plan.trials - len(trials)} failed.\n\n"
        f"| exact | mistakes |{head}\n|---|---|{'---|' * len(names)}\n{rows}\n"
        f"The best one again, with more passes if you like:\n\n```sh\n"
        f"{repeating(plan, trials[0])}\n```\n"
    )


def _short(value: object) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)
