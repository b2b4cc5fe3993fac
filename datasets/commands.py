"""The ``dicesight datasets`` commands: list, stats, check, split, export, import."""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from datasets.importing import Find, Layout
    from datasets.shelf import Shelf, Version

_data_dir = click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="DICESIGHT_DATA_DIR",
    help="Folder for everything that is kept. Default: the user's data folder.",
)
_sets = click.argument("sets", nargs=-1, required=True, metavar="SET...")


def open_shelf(data_dir: Path | None) -> Shelf:
    """The shelf of the data folder."""
    import platformdirs

    from datasets.shelf import Shelf

    home = data_dir or platformdirs.user_data_path("dicesight", appauthor=False)
    return Shelf(home / "datasets")


@click.group()
def datasets() -> None:
    """Keep labelled pictures as versions that never change, and exchange them.

    A SET is named NAME for its newest version, or NAME@2 for a certain one.
    """


@datasets.command("list")
@_data_dir
def list_sets(data_dir: Path | None) -> None:
    """List all versions with their pictures, dice and licence."""
    versions = open_shelf(data_dir).versions()
    if not versions:
        click.echo("No picture sets yet. Take one with: dicesight datasets import FOLDER --name N")
    for version in versions:
        pictures = version.pictures()
        dice = sum(len(picture.dice) for picture in pictures)
        licence = version.origin.licence or "licence not recorded"
        click.echo(
            f"{version.label:24} {len(pictures):6} pictures {dice:7} dice  "
            f"{version.made_at[:10]}  {licence}"
        )


@datasets.command()
@_sets
@click.option(
    "--plots",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the charts, one SVG file a table.",
)
@click.option("--json", "as_json", is_flag=True, help="All figures as one JSON object.")
@_data_dir
def stats(sets: tuple[str, ...], plots: Path | None, as_json: bool, data_dir: Path | None) -> None:
    """Count faces, sizes of dice, dice a picture, light, sessions and who gave the labels."""
    from datasets.plots import bars
    from datasets.statistics import count

    told = count(_find(data_dir, sets))
    if plots is not None:
        plots.mkdir(parents=True, exist_ok=True)
        for name, table in told.tables.items():
            (plots / f"{name}.svg").write_text(bars(name.replace("_", " "), table), "utf-8")
    if as_json:
        click.echo(json.dumps(told.to_mapping()))
        return
    click.echo(f"{told.pictures} pictures, {told.dice} dice")
    click.echo(
        f"{told.leaning} leaning, {told.half_hidden} half hidden, {told.unreadable} not readable"
    )
    for name, table in told.tables.items():
        click.echo(f"\n{name.replace('_', ' ')}")
        entries = list(table.items())
        for key, value in entries[:20]:
            click.echo(f"  {key:24} {value:7}")
        if len(entries) > 20:
            click.echo(f"  and {len(entries) - 20} more")


@datasets.command()
@_sets
@_data_dir
def check(sets: tuple[str, ...], data_dir: Path | None) -> None:
    """Hold every file against the manifest; say which pictures show nearly the same.

    Exit status 1 when a file is missing, altered or added.
    """
    from datasets.likeness import near_pairs

    broken = False
    for version in _find(data_dir, sets):
        problems = version.problems()
        broken = broken or bool(problems)
        for problem in problems:
            click.echo(f"{version.label}/{problem.file} {problem.words}", err=True)
        names = list(version.measures)
        pairs = list(near_pairs([version.measures[name]["likeness"] for name in names]))
        state = "damaged" if problems else "sound"
        click.echo(
            f"{version.label}: {state}, {len(version.files)} files, {len(names)} pictures, "
            f"{len({j for _, j in pairs})} of them nearly the same as another"
        )
    if broken:
        raise click.ClickException("At least one version is not as it was made.")


@datasets.command()
@_sets
@click.option(
    "--parts", default="train=0.8,val=0.2", show_default=True, help="Names and shares of the parts."
)
@click.option("--seed", default=0, show_default=True, help="Which session goes where among equals.")
@click.option(
    "--keep-together", is_flag=True, help="Put sessions with nearly the same pictures in one part."
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="File to write the split to, for `dicesight datasets export --split`.",
)
@_data_dir
def split(
    sets: tuple[str, ...],
    parts: str,
    seed: int,
    keep_together: bool,
    out: Path,
    data_dir: Path | None,
) -> None:
    """Share sets out into parts by session, and fail if parts show nearly the same."""
    from datasets import splitting

    pictures = splitting.members(_find(data_dir, sets))
    shares = splitting.parse_parts(parts)
    result = splitting.split(pictures, shares, seed, keep_together)
    splitting.write_split(out, result, seed)
    dice = {member.key: member.dice for member in pictures}
    for part, keys in result.items():
        count = sum(dice[key] for key in keys)
        share = count / max(sum(dice.values()), 1)
        click.echo(f"{part}: {len(keys)} pictures, {count} dice ({share:.0%} of the dice)")


@datasets.command("export")
@_sets
@click.argument("target", type=click.Path(path_type=Path))
@click.option(
    "--layout",
    type=click.Choice(["yolo", "coco", "own"]),
    required=True,
    help="yolo: as ultralytics reads it. coco: one JSON file a part. own: the project's form.",
)
@click.option(
    "--split",
    "split_file",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="File of `dicesight datasets split`; without it all is one part.",
)
@_data_dir
def export_sets(
    sets: tuple[str, ...],
    target: Path,
    layout: Layout,
    split_file: Path | None,
    data_dir: Path | None,
) -> None:
    """Write sets to the folder TARGET, with SOURCES.md naming licences and authors."""
    from datasets.exporting import export
    from datasets.splitting import read_split

    parts = None if split_file is None else read_split(split_file)
    pictures = export(_find(data_dir, sets), target, layout, parts)
    click.echo(f"{target}: {pictures} pictures as {layout}")


@datasets.command("import")
@click.argument("source", type=click.Path(exists=True, path_type=Path))
@click.option("--name", required=True, help="Name of the set; a known name gets its next version.")
@click.option(
    "--layout",
    type=click.Choice(["yolo", "coco", "own"]),
    help="Layout of the set. Default: told by its files.",
)
@click.option(
    "--classes",
    metavar="CLASS=FACE,...",
    help="Which face each class is, by number or name; - for what is no die. Never guessed.",
)
@click.option("--licence", default="", help="Licence of the pictures, kept with them.")
@click.option("--attribution", default="", help="Who must be named, kept with them.")
@click.option("--address", default="", help="Where the set was published.")
@click.option("--session", default="", help="Name of the session. Default: the set is one session.")
@click.option(
    "--session-from",
    default="",
    metavar="PATTERN",
    help="Regular expression that finds the session's name in a picture's path.",
)
@click.option(
    "--leave-out-bad", is_flag=True, help="Take the rest when some files are wrong, and list them."
)
@_data_dir
def import_set(
    source: Path,
    name: str,
    layout: Layout | None,
    classes: str | None,
    licence: str,
    attribution: str,
    address: str,
    session: str,
    session_from: str,
    leave_out_bad: bool,
    data_dir: Path | None,
) -> None:
    """Take the pictures and labels of SOURCE, a folder or an archive, as a new version.

    Every wrong file is listed and nothing is taken until all are right.
    """
    from datasets import importing
    from datasets.archives import is_archive, unpack
    from datasets.labels import LabelError
    from datasets.shelf import Origin

    shelf = open_shelf(data_dir)
    with tempfile.TemporaryDirectory(prefix="dicesight-import-") as unpacked:
        folder = source
        if not source.is_dir():
            if not is_archive(source):
                raise LabelError("source_unknown", f"{source} is no folder, zip or tar archive.")
            folder = Path(unpacked)
            unpack(source, folder)
        layout = layout or importing.recognise(folder, source.name)
        finds = importing.classes_of(folder, layout)
        mapping = importing.parse_classes(_ask(finds) if classes is None else classes, finds)
        wish = importing.Wish(
            mapping,
            Origin(name, address, licence, attribution),
            session or name,
            session_from,
            leave_out_bad,
        )
        drafts, problems = importing.drafts(folder, layout, wish)
        for problem in problems:
            click.echo(f"left out: {problem.file}: {problem.words}", err=True)
        origin = importing.told_by(drafts, wish.origin)
        version = shelf.add(name, drafts, origin)
    dice = sum(len(picture.dice) for picture in version.pictures())
    click.echo(f"{version.label}: {len(version.measures)} pictures, {dice} dice")
    if not version.origin.licence:
        click.echo("No licence was recorded (--licence, --attribution).", err=True)


@datasets.command()
@click.option("--name", default="ours", show_default=True, help="Name of the set.")
@click.option("--only-checked", is_flag=True, help="Only pictures that a person has checked.")
@click.option("--licence", default="", help="Licence of the pictures, kept with them.")
@_data_dir
def gather(name: str, only_checked: bool, licence: str, data_dir: Path | None) -> None:
    """Make a version of what was collected from play with consent."""
    from datasets.collection import Collection
    from datasets.shelf import Origin

    shelf = open_shelf(data_dir)
    drafts = [
        replace(draft, facts=replace(draft.facts, licence=draft.facts.licence or licence))
        for draft in Collection(shelf.root.parent / "collected").drafts(only_checked)
    ]
    version = shelf.add(name, drafts, Origin(name, licence=licence))
    dice = sum(len(picture.dice) for picture in version.pictures())
    click.echo(f"{version.label}: {len(version.measures)} pictures, {dice} dice")


def _ask(finds: tuple[Find, ...]) -> str:
    """The mapping, asked of a person where there is one; "" lets the error list the classes."""
    if not finds or not sys.stdin.isatty():
        return ""
    click.echo("Which face is each class of this set? (1 to 6, or - for what is no die)")
    answers = []
    for find in finds:
        words = f"  class {find.number} {find.name!r}, {find.count} labels"
        face = click.prompt(words, type=click.Choice(["1", "2", "3", "4", "5", "6", "-"]))
        answers.append(f"{find.number}={face}")
    return ",".join(answers)


def _find(data_dir: Path | None, sets: tuple[str, ...]) -> list[Version]:
    shelf = open_shelf(data_dir)
    return [shelf.find(label) for label in sets]
