"""The ``dicesight evaluate-clips`` command."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from datasets.clips.truth import ClipTruth
    from models.accuracy import Share
    from models.clip_accuracy import ClipResult, ClipTally, Quantile, Reading
    from vision.reader import DiceReader


@click.command("evaluate-clips")
@click.argument(
    "folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False, exists=True)
)
@click.option(
    "--weights",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="ONNX file to read with instead of the one in use.",
)
@click.option(
    "--tell-count",
    is_flag=True,
    help="Tell the pipeline how many dice are rolled next, as a running game does.",
)
@click.option(
    "--limit", type=click.IntRange(1), metavar="N", help="Only the first N clips, by name."
)
@click.option("--json", "as_json", is_flag=True, help="All figures as one JSON object.")
@click.option(
    "--misses", is_flag=True, help="Also list what went wrong: the clip, the second, what is there."
)
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="DICESIGHT_DATA_DIR",
    help="Folder with the model in use. Default: the user's data folder.",
)
def evaluate_clips(
    folder: Path,
    weights: Path | None,
    tell_count: bool,
    limit: int | None,
    as_json: bool,
    misses: bool,
    data_dir: Path | None,
) -> None:
    """Score the live pipeline on clips whose rolls are known.

    DIR holds films, each with a JSON file of the same name that says what it shows, as `dicesight
    render-clips` makes them. Every film is read by its own clock, as fast as it can be.
    """
    from tqdm import tqdm

    from datasets.clips.truth import read_truth
    from datasets.labels import LabelError
    from models.clip_accuracy import ClipTally, judge
    from models.in_use import open_reader_in_use

    found = sorted(path for path in folder.glob("*.json") if film_of(path) is not None)[:limit]
    if not found:
        raise LabelError("no_clips", f"{folder} holds no films with a JSON file beside them.")
    reader = open_reader_in_use(data_dir, weights)
    tally, wrong = ClipTally(), []
    shown = sys.stderr.isatty() and not as_json
    for path in tqdm(found, desc="clips", unit="clip", disable=not shown, file=sys.stderr):
        truth = read_truth(path)
        film = film_of(path)
        assert film is not None
        result = judge(truth, watch_clip(film, truth, reader, tally.frame_ms, tell_count))
        tally.results.append(result)
        wrong += complaints(path.stem, result)
    if as_json:
        record = {"folder": str(folder), "clips": len(found), **tally.to_mapping()}
        click.echo(json.dumps(record | ({"misses": wrong} if misses else {})))
        return
    click.echo(as_text(folder.name, tally))
    for line in wrong if misses else ():
        click.echo(f"    {line}")


def film_of(path: Path) -> Path | None:
    """The film that a JSON file tells of; None where there is none."""
    films = (path.with_suffix(suffix) for suffix in (".mp4", ".mov", ".mkv", ".avi", ".webm"))
    return next((film for film in films if film.is_file()), None)


def watch_clip(
    film: Path, truth: ClipTruth, reader: DiceReader, frame_ms: list[float], tell_count: bool
) -> list[Reading]:
    """The readings of one film by its own clock; adds the time of each frame to ``frame_ms``."""
    from contextlib import closing

    from models.clip_accuracy import Reading
    from vision.pipeline import Pipeline
    from vision.sources import open_source

    pipeline = Pipeline(reader.detector, reader)
    rolls = []
    with closing(open_source(str(film), fast=True)) as source:
        for frame in source.frames():
            due = next((roll for roll in truth.rolls if roll.until_s > frame.time_s), None)
            expected = len(due.rolled) if tell_count and due is not None else None
            begin = time.perf_counter()
            view = pipeline.step(frame, expected=expected)
            frame_ms.append((time.perf_counter() - begin) * 1000)
            if view.roll is not None:
                rolls.append(view.roll)
    last = pipeline.end()  # as `dicesight watch` does, so that both read the same
    if last is not None:
        rolls.append(last)
    return [Reading(roll.time_s, roll.rolled_faces, roll.kept_faces, roll.ask) for roll in rolls]


def complaints(name: str, result: ClipResult) -> list[str]:
    """A line for each thing that went wrong in a clip."""

    def faces(values: tuple[int, ...]) -> str:
        return "".join(map(str, values)) or "none"

    lines = []
    for roll in result.rolls:
        at, read = f"{name} at {roll.truth.rest_s:.1f} s", roll.reading
        is_there = f"is {faces(roll.truth.rolled)} kept {faces(roll.truth.kept)}"
        if read is None:
            lines.append(f"{at}: missed, {is_there}")
            continue
        claims = f"read {faces(read.rolled)} kept {faces(read.kept)} at {read.time_s:.1f} s"
        if roll.silent_error:
            lines.append(f"{at}: silent error, {is_there}, {claims}")
        elif not roll.exact:
            lines.append(f"{at}: wrong but asked, {is_there}, {claims}")
        elif not roll.kept_right:
            lines.append(f"{at}: kept dice wrong, {is_there}, {claims}")
        elif roll.delay_s > 1.5:
            lines.append(f"{at}: late by {roll.delay_s:.1f} s")
    lines += [
        f"{name} at {r.time_s:.1f} s: read again, {faces(r.rolled)} kept {faces(r.kept)}"
        for r in result.duplicates
    ]
    lines += [f"{name} at {r.time_s:.1f} s: false read of {faces(r.rolled)}" for r in result.false]
    return lines


def as_text(name: str, tally: ClipTally) -> str:
    """The figures for a person."""
    import numpy as np

    def words(figure: Share | Quantile) -> str:
        if not figure.n:
            return "-"
        low, high = figure.interval
        return f"{figure.value:.3f} [{low:.3f}, {high:.3f}] n={figure.n}"

    rate = tally.false_an_hour
    low, high = rate.interval
    false = f"{rate.value:.1f} [{low:.1f}, {high:.1f}] {rate.events} in {rate.hours * 60:.1f} min"
    lines = [
        f"{name}: {len(tally.results)} clips, {tally.exact.n} rolls",
        f"  right at first            {words(tally.exact)}",
        f"  silent errors             {words(tally.silent_errors)}",
        f"  asked                     {words(tally.asked)}",
        f"  asked though right        {words(tally.asked_in_vain)}",
        f"  missed                    {words(tally.missed)}",
        f"  read more than once       {words(tally.duplicates)}",
        f"  clips read too early      {words(tally.early)}",
        f"  kept dice right           {words(tally.kept_right)}",
        f"  seconds to reading        {words(tally.delay(0.5))} median",
        f"                            {words(tally.delay(0.95))} 95th percentile",
        f"  false reads an hour       {false if rate.hours else '-'}",
    ]
    if tally.frame_ms:
        mean, high = float(np.mean(tally.frame_ms)), float(np.quantile(tally.frame_ms, 0.95))
        lines.append(f"  milliseconds a frame      {mean:.0f} mean, {high:.0f} 95th percentile")
    return "\n".join(lines)
