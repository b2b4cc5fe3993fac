"""The ``dicesight read`` command: photographs in, faces and points out, a line a picture."""

from __future__ import annotations

import glob
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import cv2

from farkle.dice import MAX_DICE
from farkle.rules import PRESETS, Rules
from farkle.scoring import best_keep
from vision.decode import Picture, PictureError, open_picture
from vision.frames import Detection, Image
from vision.overlay import draw_overlay
from vision.still import Still, read_still

_PICTURE_SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif"}
_MANY = 5


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read from one photograph; boxes in pixels of the full upright picture."""

    photo: str
    width_px: int
    height_px: int
    dice: tuple[Detection, ...]
    points: int | None
    """Points of the best keep, 0 where nothing scores, None with more dice than a roll has."""

    certainty: float
    """The probability, 0 to 1, that all dice are right and none was overlooked."""

    ask: bool
    """Whether a person should look before the roll counts."""

    doubtful: tuple[bool, ...]
    """For each die whether it is one to look at."""

    def as_json(self) -> str:
        """One line of JSON, the promised output of ``--json``."""
        dice = [
            {
                "box": [
                    round(die.box.x1_px, 1),
                    round(die.box.y1_px, 1),
                    round(die.box.x2_px, 1),
                    round(die.box.y2_px, 1),
                ],
                "face": die.face,
                "confidence": round(die.confidence, 4),
                "doubtful": doubtful,
            }
            for die, doubtful in zip(self.dice, self.doubtful, strict=True)
        ]
        told = {"image": self.photo, "width": self.width_px, "height": self.height_px}
        sure = {"certainty": round(self.certainty, 4), "ask": self.ask}
        return json.dumps({**told, "dice": dice, "points": self.points, **sure})

    def as_text(self) -> str:
        """One line for a person."""
        name = click.format_filename(self.photo)
        if not self.dice:
            return f"{name}: no dice found"
        faces = " ".join(str(face) for face in sorted(die.face for die in self.dice))
        if self.points is None:
            return f"{name}: {faces}, too many dice for a roll"
        worth = f"best keep {self.points} points" if self.points else "nothing scores"
        return f"{name}: {faces}, {worth}"


@click.command()
@click.argument("photos", metavar="PHOTO...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@click.option(
    "--confidence",
    type=click.FloatRange(0, 1),
    metavar="T",
    help="Take dice the model is at least this sure of, 0 to 1.  [default: the model's own]",
)
@click.option(
    "--overlay",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write each picture with boxes and values into this folder.",
)
@click.option(
    "--rules",
    "preset",
    type=click.Choice(list(PRESETS)),
    default="playmonster",
    show_default=True,
    help="Count the points by this rule preset.",
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
def read(
    photos: tuple[str, ...],
    *,
    as_json: bool,
    confidence: float | None,
    overlay: Path | None,
    preset: str,
    weights: Path | None,
    data_dir: Path | None,
) -> None:
    """Read the dice in photographs and count their points.

    PHOTO is a picture (JPEG, PNG or WebP), a folder of pictures, or a pattern such as
    'table/**/*.jpg'. A picture that cannot be read gives a line on standard error, and the others
    are still read. The exit status is 0 when all were read, 1 when some were not.

    With --json each picture is an object with image, width, height, dice (each with box as x1, y1,
    x2, y2 in pixels, face, confidence, and doubtful where a person should look), points (null with
    more than six dice), certainty (0 to 1, that all dice are right and none was overlooked) and ask
    (whether a person should look before the roll counts).
    """
    # Only now: the help and usage errors do not wait for the inference engine.
    from models.in_use import open_reader_in_use

    reader = open_reader_in_use(data_dir, weights)
    rules = Rules.preset(preset)
    paths, missing = found_pictures(photos)
    drawings = None if overlay is None else OverlayFolder(overlay, paths)
    unread = len(missing)
    for line in missing:
        click.echo(line, err=True)
    for photo in with_progress(paths):
        try:
            picture = open_picture(Path(photo))
        except (PictureError, OSError) as error:
            unread += 1
            _say(f"{click.format_filename(photo)}: {_reason(error)}", err=True)
            continue
        still = read_still(reader, picture.image, confidence=confidence)
        reading = read_picture(photo, picture, still, rules)
        _say(reading.as_json() if as_json else reading.as_text())
        if drawings is not None:
            drawings.write(photo, draw_overlay(picture.image, still.dice))
    sys.exit(1 if unread else 0)


def read_picture(photo: str, picture: Picture, still: Still, rules: Rules) -> Reading:
    """Put together what is told about a picture from what was read in ``picture.image``."""
    dice = picture.in_full_pixels(still.dice)
    points: int | None = None
    if len(dice) <= MAX_DICE:
        faces = tuple(sorted(die.face for die in dice))
        keep = best_keep(faces, rules) if faces else None
        points = 0 if keep is None else keep.points
    doubtful = tuple(bool(reason) for reason in still.reasons)
    return Reading(
        photo,
        picture.width_px,
        picture.height_px,
        dice,
        points,
        still.certainty,
        still.ask,
        doubtful,
    )


def found_pictures(photos: Sequence[str]) -> tuple[list[str], list[str]]:
    """Unfold folders and patterns into picture paths; also a line for each that gave none.

    Folders are not searched in depth; a pattern with ``**`` is. Paths keep the form they were
    given in.
    """
    paths: list[str] = []
    missing: list[str] = []
    for photo in photos:
        name = click.format_filename(photo)
        if Path(photo).is_dir():
            inside = sorted(
                str(Path(photo) / path.name)
                for path in Path(photo).iterdir()
                if path.suffix.lower() in _PICTURE_SUFFIXES and path.is_file()
            )
            paths += inside
            if not inside:
                missing.append(f"{name}: the folder holds no pictures")
        elif Path(photo).exists() or not glob.has_magic(photo):
            paths.append(photo)
        else:
            matches = sorted(
                path
                for path in glob.glob(photo, recursive=True)  # noqa: PTH207 - any root, as given
                if Path(path).is_file()
            )
            paths += matches
            if not matches:
                missing.append(f"{name}: the pattern matches no file")
    return paths, missing


class OverlayFolder:
    """Names and writes the drawn pictures; never over another one of this run nor a photograph."""

    def __init__(self, folder: Path, photos: Iterable[str]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._taken = {Path(photo).resolve() for photo in photos}

    def write(self, photo: str, drawn: Image) -> Path:
        """Write ``drawn`` as ``<photo's name>-dice.jpg``, numbered where that name is taken."""
        stem = f"{Path(photo).stem}-dice"
        path = self._folder / f"{stem}.jpg"
        number = 2
        while path.resolve() in self._taken:
            path = self._folder / f"{stem}-{number}.jpg"
            number += 1
        self._taken.add(path.resolve())
        _, encoded = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, 90])
        path.write_bytes(encoded.tobytes())
        return path


def with_progress(paths: list[str]) -> Iterator[str]:
    """The paths, with a progress bar on standard error where a person waits for many."""
    if not sys.stderr.isatty() or len(paths) < _MANY:
        yield from paths
        return
    from tqdm import tqdm  # a tenth of the time to the first answer, where there is no bar

    yield from tqdm(paths, unit="picture")


def _say(line: str, *, err: bool = False) -> None:
    bar = sys.modules.get("tqdm")
    if bar is None:
        click.echo(line, err=err)
        return
    # Without this the progress bar and the line would share one line of the terminal.
    with bar.tqdm.external_write_mode(file=sys.stderr if err else sys.stdout):
        click.echo(line, err=err)


def _reason(error: PictureError | OSError) -> str:
    if isinstance(error, PictureError):
        return error.words
    if isinstance(error, FileNotFoundError):
        return "there is no such file."
    if isinstance(error, PermissionError):
        return "the file may not be read."
    return f"the file cannot be read ({error.strerror or error})."
