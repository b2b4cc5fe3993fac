"""The ``dicesight improve`` command: from collected pictures to a better network, in one go."""

from __future__ import annotations

import importlib.util
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from models.train import train

if TYPE_CHECKING:
    from datasets.shelf import Draft, Shelf, Version
    from models.in_use import Garage

LEAST_PICTURES = 12
JUDGE = "ours-judge"


@click.command()
@click.option("--passes", default=4, show_default=True, help="Passes over the crops.")
@click.option("--crops", default=1500, show_default=True, help="Crops drawn in a pass.")
@click.option("--size", default=256, show_default=True, help="Side of a crop in pixels.")
@click.option("--threads", default=2, show_default=True, help="Processor threads.")
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="DICESIGHT_DATA_DIR",
    help="Folder for everything that is kept. Default: the user's data folder.",
)
@click.pass_context
def improve(
    ctx: click.Context, passes: int, crops: int, size: int, threads: int, data_dir: Path | None
) -> None:
    """Teach the reader what was collected from play, and use it if it reads better.

    The first time, the pictures of some tables are set apart as the set that every network is
    judged by; they are never taught. Further sets on the shelf are mixed in, so that nothing is
    forgotten. Needs the `train` extra, and pictures of at least two tables.
    """
    import os

    import platformdirs

    from datasets.collection import Collection
    from datasets.commands import open_shelf
    from datasets.labels import LabelError
    from datasets.shelf import Origin
    from models.export_model import export_model
    from models.in_use import Garage
    from models.promote import promote, shared_pictures
    from models.weights import WeightsError

    # Whoever plays meanwhile comes first.
    if hasattr(os, "nice"):
        os.nice(10)
    home = data_dir or platformdirs.user_data_path("dicesight", appauthor=False)
    shelf, garage = open_shelf(home), Garage.of(home)
    drafts = Collection(home / "collected").drafts()
    if len(drafts) < LEAST_PICTURES:
        raise LabelError(
            "too_few_pictures",
            f"{len(drafts)} pictures were collected; it takes {LEAST_PICTURES} to learn from.",
        )
    if not training_is_there():
        raise WeightsError(
            "training_missing",
            "'dicesight improve' needs the packages for training. Install them with: make training",
        )
    apart = judging_sessions(shelf, garage)
    if not apart:
        apart = _set_apart(drafts)
        judges = [draft for draft in drafts if draft.facts.session in apart]
        judge = shelf.add(JUDGE, judges, Origin(JUDGE)).label
        garage.protect([*garage.protected, judge])
    taught = [draft for draft in drafts if draft.facts.session not in apart]
    if not taught:
        raise LabelError(
            "one_table_only", "All pictures are set apart for judging. Play at another table first."
        )
    ours = _newest(shelf, "ours", taught) or shelf.add("ours", taught, Origin("ours"))
    others = {
        version.name: version.label
        for version in shelf.versions()
        if version.name not in {"ours", JUDGE}
        and not shared_pictures(shelf, garage.protected, {version.label})
    }
    run = home / "improving"
    start = "shipped" if garage.path is None else str(garage.path)
    sets = (ours.label, *others.values())
    click.echo(f"Teaching {', '.join(sets)}; judging by {', '.join(garage.protected)}.")
    ctx.invoke(
        train,
        sets=sets,
        start=start,
        run_folder=run,
        passes=passes,
        crops=crops,
        size=size,
        rate=0.0002,
        threads=threads,
        data_dir=home,
    )
    network = run / "taught.onnx"
    ctx.invoke(export_model, checkpoint=run / "weights" / "last.pt", target=network)
    ctx.invoke(promote, network=network, data_dir=home)


def training_is_there() -> bool:
    """Whether the packages of the train extra are installed, without loading them."""
    return all(importlib.util.find_spec(name) for name in ("torch", "ultralytics", "onnx"))


def _newest(shelf: Shelf, name: str, drafts: list[Draft]) -> Version | None:
    """The newest version of this name if it holds just these pictures with these labels."""
    versions = [version for version in shelf.versions() if version.name == name]
    if not versions:
        return None
    newest = max(versions, key=lambda version: version.number)
    here = {(p.path.stem, p.dice, p.facts.session) for p in newest.pictures()}
    wanted = {(draft.stem, draft.dice, draft.facts.session) for draft in drafts}
    return newest if here == wanted else None


def judging_sessions(shelf: Shelf, garage: Garage) -> set[str]:
    """The sessions of all protected sets: what of them is on the shelf is never taught."""
    return {
        picture.facts.session
        for label in garage.protected
        for picture in shelf.find(label).pictures()
    }


def _set_apart(drafts: list[Draft]) -> set[str]:
    """Sessions for judging: the smallest ones with together about a fifth of the pictures."""
    from datasets.labels import LabelError

    sizes = Counter(draft.facts.session for draft in drafts)
    if len(sizes) < 2:
        raise LabelError(
            "one_table_only",
            "All pictures are of one table. A second one is needed, to judge by what was not "
            "taught.",
        )
    chosen: set[str] = set()
    for session, _ in sorted(sizes.items(), key=lambda item: (item[1], item[0])):
        if len(chosen) + 1 == len(sizes):
            break
        chosen.add(session)
        if sum(sizes[name] for name in chosen) >= len(drafts) / 5:
            break
    return chosen
