"""The ``dicesight watch`` command: a camera or clip in, a line for each roll that has settled."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import click
import cv2

from vision.camera import STILL_RUNNING
from vision.pipeline import Pipeline
from vision.roll import RollRead
from vision.source import Source, SourceError

RETRY_S = 0.2
"""Between a fault and the next try; sources that must spare a network wait longer themselves."""

SAID_AGAIN_S = 30.0


@click.command()
@click.argument("source", metavar="SOURCE")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each roll.")
@click.option(
    "--fast", is_flag=True, help="Read a file as fast as possible, by the clock of the recording."
)
@click.option(
    "--expect",
    "expected",
    type=click.IntRange(1, 6),
    metavar="N",
    help="N dice are rolled each time: ask where another number is seen.",
)
@click.option(
    "--weights",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="PATH",
    help="Read with this ONNX model instead of the one in use.",
)
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="DICESIGHT_DATA_DIR",
    help="Folder with the model in use. Default: the user's data folder.",
)
def watch(
    source: str,
    *,
    as_json: bool,
    fast: bool,
    expected: int | None,
    weights: Path | None,
    data_dir: Path | None,
) -> None:
    """Watch a table and print each roll once, when the dice have come to rest.

    SOURCE is a webcam's number (0 is the first), the address of a network camera (rtsp:// or
    http://), a video file, or a folder of pictures. Faults of a camera are told on standard error
    and the camera is tried again; a file ends at its end, anything with Ctrl-C.

    With --json each roll is an object with t_s (seconds since the start of the source), rolled
    (faces of the dice that were rolled), kept (faces of those set aside before), certainty (0 to 1)
    and ask (a person should look before the roll counts).
    """
    # Only now: the help and usage errors do not wait for OpenCV and the inference engine.
    from models.in_use import open_reader_in_use
    from vision.sources import open_source

    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    logging = cv2.utils.logging
    logging.setLogLevel(logging.LOG_LEVEL_ERROR)  # what matters is said in our own words
    watched = open_source(source, fast=fast)
    reader = open_reader_in_use(data_dir, weights)
    pipeline = Pipeline(reader.detector, reader)
    try:
        with closing(watched):
            rolls = settled_rolls(watched, pipeline, expected, say=_say_fault, back=_say_back)
            for roll in rolls:
                click.echo(as_json_line(roll) if as_json else as_text(roll))
    except KeyboardInterrupt:
        return  # how a camera is meant to be left


def settled_rolls(
    source: Source,
    pipeline: Pipeline,
    expected: int | None = None,
    *,
    say: Callable[[SourceError], None],
    back: Callable[[str], None] = lambda _name: None,
    wait: Callable[[float], None] = time.sleep,
) -> Iterator[RollRead]:
    """The rolls of a source until it ends; its passing faults go to ``say``, the same one not
    again before SAID_AGAIN_S have passed without it, and its name to ``back`` when pictures come
    after one that was said to keep them away.

    Raises SourceError where trying again is of no use.
    """
    told, well_since_s, time_s, gone = "", 0.0, 0.0, False
    while True:
        try:
            for frame in source.frames():
                if gone:
                    back(source.name)
                    told, gone = "", False
                if frame.time_s - well_since_s > SAID_AGAIN_S:
                    told = ""
                roll = pipeline.step(frame, expected=expected).roll
                if roll is not None:
                    yield roll
                time_s = frame.time_s
        except SourceError as error:
            if not error.passing:
                raise
            well_since_s = time_s
            if error.code != told:
                say(error)
                gone = error.code not in STILL_RUNNING
            told = error.code
            wait(RETRY_S)
            continue
        break
    last = pipeline.end()
    if last is not None:
        yield last


def as_json_line(roll: RollRead) -> str:
    """One line of JSON, the promised output of ``--json``."""
    return json.dumps(
        {
            "t_s": round(roll.time_s, 3),
            "rolled": list(roll.rolled_faces),
            "kept": list(roll.kept_faces),
            "certainty": round(roll.certainty, 4),
            "ask": roll.ask,
        }
    )


def as_text(roll: RollRead) -> str:
    """One line for a person."""
    minutes, seconds = divmod(roll.time_s, 60)
    faces = " ".join(str(face) for face in roll.rolled_faces)
    line = f"{int(minutes)}:{seconds:04.1f}  {faces}"
    if roll.kept:
        line += f"  kept {' '.join(str(face) for face in roll.kept_faces)}"
    if roll.ask:
        line += "  please check"
    return line


def _say_back(name: str) -> None:
    click.echo(f"Pictures come from {name} now.", err=True)


def _say_fault(error: SourceError) -> None:
    click.echo(f"{error.words} Trying again.", err=True)
