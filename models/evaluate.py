"""The ``dicesight evaluate`` command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from datasets.labels import FACES, read_folder
from models.accuracy import NO_DIE, Mean, Share, Tally

if TYPE_CHECKING:
    from models.judging import Judged


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
@click.option(
    "--misses", is_flag=True, help="Also name each picture that was not read exactly, and why."
)
@click.option(
    "--limit",
    type=click.IntRange(1),
    metavar="N",
    help="Only N pictures of each folder, drawn at random but always the same.",
)
@click.option(
    "--report",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Also write a page with tables, charts and every picture that was read wrong.",
)
def evaluate(
    folders: tuple[Path, ...],
    weights: Path | None,
    confidence: float | None,
    data_dir: Path | None,
    as_json: bool,
    misses: bool,
    limit: int | None,
    report: Path | None,
) -> None:
    """Score a reader on folders of labelled pictures (in the project's own form or as YOLO).

    Die recall: dice found. Face accuracy: right faces among them. Extra dice: detections that are
    no die, a picture. Exact rolls: every die found with the right face and nothing extra. Silent
    errors: pictures with at most six dice that were read wrong although nobody would be asked;
    asked: those about which a person would be. A picture without a label file counts as a picture
    without dice.
    """
    from models.in_use import open_reader_in_use
    from models.judging import judge_all, sample
    from models.misses import faults

    reader = open_reader_in_use(data_dir, weights)
    sets = {folder: sample(read_folder(folder), limit) for folder in folders}
    judged_sets: dict[str, list[Judged]] = {}
    for folder, pictures in sets.items():
        found = list(
            judge_all(reader, pictures, folder.name, confidence=confidence, shown=not as_json)
        )
        name = folder.name if folder.name not in judged_sets else str(folder)
        judged_sets[name] = found
        tally = Tally([judged.result for judged in found])
        missed = [line_of(judged, faults(judged)) for judged in found if not judged.result.exact]
        if as_json:
            record = {"folder": str(folder), "pictures": len(pictures), **tally.to_mapping()}
            if misses:
                record["misses"] = missed
            click.echo(json.dumps(record))
            continue
        click.echo(f"{folder.name}: {len(pictures)} pictures")
        for line in (*told(tally), *(missed if misses else ())):
            click.echo(f"  {line}")
    if report is not None:
        from models.evaluation_page import page

        report.mkdir(parents=True, exist_ok=True)
        by = reader.calibration
        facts = {
            "network": f"{weights.name if weights else 'in use'}, SHA-256 {reader.model_sha256}",
            "asked below a certainty of": f"{by.ask_below:g}",
            "least confidence of a die": "the reader's own"
            if confidence is None
            else f"{confidence:g}",
        }
        path = report / "index.html"
        path.write_text(page(judged_sets, facts), encoding="utf-8")
        click.echo(f"The page is in {path}", err=as_json)


def told(tally: Tally) -> list[str]:
    """The figures of a folder, a line each."""
    lines = [
        f"die recall              {_words(tally.die_recall)}",
        f"face accuracy           {_words(tally.face_accuracy)}",
        f"extra dice a picture    {_words(tally.extra_dice)}",
        f"exact rolls             {_words(tally.exact_rolls)}",
        f"exact, at most six dice {_words(tally.exact_small_rolls)}",
        f"silent errors of these  {_words(tally.silent_errors)}",
        f"asked of these          {_words(tally.asked)}",
        f"quiet without dice      {_words(tally.quiet)}",
    ]
    if tally.die_recall.n:
        lines += _faces(tally)
    return lines


def _words(figure: Share | Mean) -> str:
    if not figure.n:
        return "-"
    low, high = figure.interval
    return f"{figure.value:.4f} [{low:.4f}, {high:.4f}] n={figure.n}"


def _faces(tally: Tally) -> list[str]:
    """Recall and precision of each face, and what it was read as."""
    counts = tally.confusion
    lines = [f"face  {'recall':<30} {'precision':<30} read as 1 2 3 4 5 6, missed"]
    for face in FACES:
        row = " ".join(str(counts[face, said]) for said in FACES)
        lines.append(
            f"{face:<4}  {_words(tally.face_recall(face)):<30} "
            f"{_words(tally.face_precision(face)):<30} {row}, {counts[face, NO_DIE]}"
        )
    return lines


def line_of(judged: Judged, why: tuple[str, ...]) -> str:
    """A picture that was not read exactly, in a line: what it is, what was read, and why."""
    faces = "".join(str(face) for face in sorted(face for _, face in judged.truth))
    seen = "".join(str(face) for face in sorted(die.face for die in judged.still.dice))
    asked = "asked" if judged.still.ask else "NOT ASKED"
    return (
        f"{judged.picture.path.name}: is {faces or 'none'}, read {seen or 'none'}, "
        f"certainty {judged.still.certainty:.2f}, {asked}: {'; '.join(why)}"
    )
