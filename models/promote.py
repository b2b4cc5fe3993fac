"""The ``dicesight promote`` command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.labels import LabelledPicture
    from datasets.shelf import Shelf
    from models.accuracy import Tally
    from vision.reader import DiceReader


@click.command()
@click.argument(
    "network", required=False, type=click.Path(path_type=Path, dir_okay=False, exists=True)
)
@click.option(
    "--protect",
    multiple=True,
    metavar="SET",
    help="Picture set that every network must be better on, from now on (repeatable).",
)
@click.option(
    "--unprotect", multiple=True, metavar="SET", help="Judge by this set no longer (repeatable)."
)
@click.option("--back", is_flag=True, help="Go back to the network that was in use before.")
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="DICESIGHT_DATA_DIR",
    help="Folder for everything that is kept. Default: the user's data folder.",
)
def promote(
    network: Path | None,
    protect: tuple[str, ...],
    unprotect: tuple[str, ...],
    back: bool,
    data_dir: Path | None,
) -> None:
    """Let NETWORK (.onnx) read the dice from now on, if it is better than the one in use.

    Better means on every protected set: more rolls read exactly, or as many and fewer mistakes with
    single dice; a set that is read without a mistake stays so. A set with pictures that the network
    was taught is refused as a judge. A running server reads the next picture with it, and
    `dicesight read`, `watch` and `evaluate` use it from then on.
    """
    import platformdirs

    from datasets.commands import open_shelf
    from models.in_use import Garage

    home = data_dir or platformdirs.user_data_path("dicesight", appauthor=False)
    garage, shelf = Garage.of(home), open_shelf(home)
    if back:
        click.echo(f"In use: {garage.back()}")
        return
    judges = [*garage.protected, *(shelf.find(label).label for label in protect)]
    for label in unprotect:
        label = label if "@" in label else shelf.find(label).label
        if label not in judges:
            raise click.ClickException(f"{label} is not protected.")
        judges.remove(label)
    if network is not None and not judges:
        raise click.ClickException("Name a set to judge by first, with --protect SET.")
    shared = [] if network is None else shared_pictures(shelf, judges, _taught(network))
    if network is not None and shared:
        raise click.ClickException(
            f"{network.name} was taught pictures of {', '.join(shared)}: it cannot be judged by "
            "them. Protect a set that is not taught."
        )
    garage.protect(judges)
    if network is None:
        click.echo(f"In use: {garage.history[-1]}")
        click.echo(f"Protected sets: {', '.join(garage.protected) or 'none'}")
        return
    from models.weights import WeightsError, open_reader

    now, new = open_reader(garage.path), open_reader(network)
    worse = []
    for label in garage.protected:
        pictures = shelf.find(label).pictures()
        before, after = _score(now, pictures, label), _score(new, pictures, label)
        better = _better(after, before)
        click.echo(
            f"{label}: exact rolls {before.exact_rolls.hits} -> {after.exact_rolls.hits} "
            f"of {len(pictures)}, mistakes {_mistakes(before)} -> {_mistakes(after)}: "
            f"{'better' if better else 'not better'}"
        )
        if not better:
            worse.append(label)
    if worse:
        raise WeightsError(
            "not_better",
            f"Not promoted: not better on {', '.join(worse)}. In use stays {garage.history[-1]}.",
        )
    click.echo(f"In use: {garage.take(network)}. Back with: dicesight promote --back")


def _taught(network: Path) -> set[str]:
    """The sets (name@number) that the network's record says it was trained on."""
    record = network.with_suffix(".json")
    if not record.is_file():
        return set()
    training = json.loads(record.read_text(encoding="utf-8")).get("training", {})
    runs = training if isinstance(training, list) else [training]
    return {name for run in runs for name in run.get("sources", {})}


def shared_pictures(shelf: Shelf, judges: Sequence[str], taught: set[str]) -> list[str]:
    """The judges with pictures that were taught, also where a set has them under another name."""
    here = {version.label: version for version in shelf.versions()}
    known = {
        digest
        for label in taught & set(here)
        for name, digest in here[label].files.items()
        if not name.endswith(".json")
    }
    return sorted(
        label
        for label in set(judges)
        if label in taught or (label in here and known & set(here[label].files.values()))
    )


def _score(reader: DiceReader, pictures: tuple[LabelledPicture, ...], label: str) -> Tally:
    from models.accuracy import Tally
    from models.judging import judge_all

    return Tally([judged.result for judged in judge_all(reader, pictures, label)])


def _mistakes(tally: Tally) -> int:
    """Dice that were missed, read wrong, or seen where none lie."""
    return sum(result.dice - result.right + result.extra for result in tally.results)


def _exact(tally: Tally) -> int:
    return sum(result.exact for result in tally.results)


def _better(new: Tally, old: Tally) -> bool:
    if not _mistakes(new):
        return True
    return (_exact(new), -_mistakes(new)) > (_exact(old), -_mistakes(old))
