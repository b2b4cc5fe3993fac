"""The ``dicesight calibrate`` command."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from models.judging import Judged
    from models.reliability import Forecast

_PAIR = (
    click.Path(path_type=Path, dir_okay=False, exists=True),
    click.Path(path_type=Path, file_okay=False, exists=True),
)


@click.command()
@click.argument("network", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option(
    "--held-out",
    "pairs",
    type=_PAIR,
    nargs=2,
    multiple=True,
    required=True,
    metavar="MODEL FOLDER",
    help="An ONNX file and labelled pictures that it was not trained on (repeatable).",
)
@click.option(
    "--limit",
    type=click.IntRange(1),
    metavar="N",
    help="Only N pictures of each folder, drawn at random but always the same.",
)
@click.option(
    "--ask-below",
    type=click.FloatRange(0, 1, min_open=True),
    metavar="T",
    help="Ask below this certainty.  [default: the lowest with at most 0.5 % silent errors]",
)
@click.option("--dry-run", is_flag=True, help="Only say what was found; write nothing.")
def calibrate(
    network: Path,
    pairs: tuple[tuple[Path, Path], ...],
    limit: int | None,
    ask_below: float | None,
    dry_run: bool,
) -> None:
    """Fit how certain NETWORK's readings are, and when to ask, and write it beside NETWORK.

    Fitted to pictures with one to six dice that are read by a model which has not seen them:
    NETWORK itself where there are such, else models trained in the same way without a set. What is
    written is used by whatever reads with NETWORK; `dicesight promote` takes it along. Figures
    named "held out" are of each folder by a fit to the others, so name at least two.
    """
    from datasets.labels import read_folder
    from models.calibrating import (
        asking,
        fit,
        forecasts,
        held_out,
        rolls,
        threshold,
    )
    from models.calibration_file import write_calibration
    from models.judging import judge_all, sample
    from models.weights import load_weights, open_reader

    if len({folder for _, folder in pairs}) < 2:
        raise click.UsageError("Name two folders at least, each with --held-out MODEL FOLDER.")
    weights = load_weights(network)
    sets: dict[str, list[Judged]] = {}
    fitted_on = []
    for model, folder in pairs:
        reader = open_reader(model)
        pictures = tuple(one for one in read_folder(folder) if one.dice)
        found = rolls(list(judge_all(reader, sample(pictures, limit), folder.name)))
        name = f"{folder.name} ({model.name})"
        sets[name] = found
        fitted_on.append(
            {"folder": folder.name, "sha256": reader.model_sha256, "pictures": len(found)}
        )
    everything = [judged for found in sets.values() for judged in found]
    before = forecasts(everything, weights.calibration)
    after = held_out(sets)
    _tell("as it was", before)
    _tell("held out", after)
    best = threshold(after)
    if best is None:
        click.echo("No threshold keeps silent errors to 0.5 % of these rolls.")
    else:
        click.echo(
            f"Silent errors of at most 0.5 %: ask below {best.ask_below:g}, which asks about "
            f"{best.asked} of {best.n} ({best.asked / best.n:.3f})."
        )
    fitted = fit(everything)
    chosen = ask_below or (best.ask_below if best else fitted.ask_below)
    fitted = replace(fitted, ask_below=chosen)
    start = 0
    for name, found in sets.items():
        part = asking(after[start : start + len(found)], chosen)
        start += len(found)
        exact = sum(judged.result.exact for judged in found)
        click.echo(
            f"  {name}: exact {exact} of {len(found)}; asking below {chosen:g}: "
            f"asked {part.asked}, silent {part.silent}"
        )
    click.echo(
        f"A die: {fitted.right[0]:.2f} + {fitted.right[1]:.2f} log odds of its confidence; a weak "
        f"sighting: {fitted.overlooked[0]:.2f} + {fitted.overlooked[1]:.2f}; ask below {chosen:g}."
    )
    if dry_run:
        return
    path = write_calibration(network, weights.sha256, fitted, fitted_on)
    click.echo(f"Written into {path}")


def _tell(name: str, said: Sequence[Forecast]) -> None:
    from models.calibrating import asking
    from models.reliability import brier, log_loss

    click.echo(f"{name}: {len(said)} rolls, log loss {log_loss(said):.4f}, Brier {brier(said):.4f}")
    for ask_below in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95):
        found = asking(said, ask_below)
        click.echo(
            f"  ask below {ask_below:<4g} asked {found.asked / found.n:.3f}, silent "
            f"{found.silent} of {found.n} ({found.silent / found.n:.4f})"
        )
