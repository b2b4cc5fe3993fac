"""The ``dicesight evaluate`` command."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click


@click.command()
@click.argument(
    "folders",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path, file_okay=False, exists=True),
)
@click.option(
    "--weights",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="ONNX file to score instead of the network in use.",
)
@click.option(
    "--confidence",
    type=click.FloatRange(0, 1),
    help="Least confidence of a detection.",
)
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="DICESIGHT_DATA_DIR",
    help="Folder with the model in use. Default: the user's data folder.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a folder.")
@click.option("--misses", is_flag=True, help="Also name each picture that was not read exactly.")
def evaluate(
    folders: tuple[Path, ...],
    weights: Path | None,
    confidence: float | None,
    data_dir: Path | None,
    as_json: bool,
    misses: bool,
) -> None:
    """Score a reader on folders of labelled pictures (in the project's own form or as YOLO).

    Die recall: dice found. Face accuracy: right faces among them. Extra dice: detections that are
    no die, a picture. Exact rolls: every die found with the right face and nothing extra. A picture
    without a label file counts as a picture without dice.
    """
    from tqdm import tqdm

    from datasets.labels import read_folder
    from models.accuracy import Mean, Share, Tally, compare
    from models.in_use import open_reader_in_use

    reader = open_reader_in_use(data_dir, weights)
    sets = {folder: read_folder(folder) for folder in folders}

    def words(figure: Share | Mean) -> str:
        if not figure.n:
            return "-"
        low, high = figure.interval
        return f"{figure.value:.4f} [{low:.4f}, {high:.4f}] n={figure.n}"

    for folder, pictures in sets.items():
        tally = Tally()
        missed = []
        shown = sys.stderr.isatty() and not as_json
        for picture in tqdm(pictures, desc=folder.name, disable=not shown, file=sys.stderr):
            image = picture.load()
            height, width = image.shape[:2]
            truth = [(die.box(width, height), die.face) for die in picture.dice if die.readable]
            unreadable = [die.box(width, height) for die in picture.dice if not die.readable]
            read = reader.read(image, confidence=confidence)
            result = compare(truth, read, unreadable)
            tally.add(result)
            if not result.exact:
                faces = "".join(map(str, sorted(face for _, face in truth)))
                seen = "".join(map(str, sorted(die.face for die in read)))
                missed.append(f"{picture.path.name}: is {faces or 'none'}, read {seen or 'none'}")
        if as_json:
            record = {"folder": str(folder), "pictures": len(pictures), **tally.to_mapping()}
            if misses:
                record["misses"] = missed
            click.echo(json.dumps(record))
            continue
        click.echo(f"{folder.name}: {len(pictures)} pictures")
        click.echo(f"  die recall              {words(tally.die_recall)}")
        click.echo(f"  face accuracy           {words(tally.face_accuracy)}")
        click.echo(f"  extra dice a picture    {words(tally.extra_dice)}")
        click.echo(f"  exact rolls             {words(tally.exact_rolls)}")
        click.echo(f"  exact, at most six dice {words(tally.exact_small_rolls)}")
        click.echo(f"  quiet without dice      {words(tally.quiet)}")
        for line in missed if misses else ():
            click.echo(f"    {line}")
