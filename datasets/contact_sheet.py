"""Contact sheets: many labelled pictures on a few large ones, with the labels drawn in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import cv2
import numpy as np

from datasets.labels import LabelledPicture
from vision.frames import Image

_READABLE, _NOT = (60, 200, 60), (40, 40, 230)


def drawn(picture: LabelledPicture, side_px: int) -> Image:
    """The picture with each die's box, outline of the top face and value, its long side as wide.

    Green for dice that are taught, red for those marked as not readable; a leaning die has a /
    behind its value, a half hidden one the visible share.
    """
    image = picture.load()
    height, width = image.shape[:2]
    scale = side_px / max(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    for die in picture.dice:
        colour = _READABLE if die.readable else _NOT
        box = die.box(*size)
        corner = (round(box.x1_px), round(box.y1_px))
        cv2.rectangle(small, corner, (round(box.x2_px), round(box.y2_px)), colour, 1)
        if die.outline_n:
            outline = np.array(die.outline_n) * size
            cv2.polylines(small, [np.round(outline).astype(np.int32)], True, (230, 180, 40), 1)
        words = f"{die.face}{'/' if die.leaning else ''}"
        if die.visibility is not None and die.visibility < 0.9:
            words += f" {die.visibility:.0%}"
        place = (corner[0], max(10, corner[1] - 3))
        cv2.putText(small, words, place, 0, 0.42, (0, 0, 0), 3, cv2.LINE_AA)
        cv2.putText(small, words, place, 0, 0.42, colour, 1, cv2.LINE_AA)
    return small


def sheets(
    pictures: Sequence[LabelledPicture], columns: int, rows: int, side_px: int
) -> Iterator[Image]:
    """Sheets with ``columns`` times ``rows`` pictures, each with its name below."""
    cell = side_px + 16
    for start in range(0, len(pictures), columns * rows):
        part = pictures[start : start + columns * rows]
        used = -(-len(part) // columns)
        sheet = np.full((used * cell, columns * side_px, 3), 24, np.uint8)
        for place, picture in enumerate(part):
            small = drawn(picture, side_px)
            top, left = place // columns * cell, place % columns * side_px
            sheet[top : top + small.shape[0], left : left + small.shape[1]] = small
            name = picture.path.name[-40:]
            below = (left + 3, top + side_px + 12)
            cv2.putText(sheet, name, below, 0, 0.38, (220,) * 3, 1, cv2.LINE_AA)
        yield sheet


def dice_sheet(pictures: Sequence[LabelledPicture], columns: int, side_px: int) -> Image:
    """Every readable die cut out with its value below: where wrong values catch the eye."""
    tiles = []
    for picture in pictures:
        image = picture.load()
        height, width = image.shape[:2]
        for die in picture.dice:
            if not die.readable:
                continue
            box = die.box(width, height)
            half = 0.6 * max(box.width_px, box.height_px)
            x, y = box.centre_px
            edge = int(half) + 2
            padded = np.pad(image, ((edge, edge), (edge, edge), (0, 0)), mode="edge")
            left, top = int(x) + 2, int(y) + 2
            cut = padded[top : top + int(2 * half) + 1, left : left + int(2 * half) + 1]
            tile = np.full((side_px + 16, side_px, 3), 24, np.uint8)
            tile[:side_px] = cv2.resize(cut, (side_px, side_px), interpolation=cv2.INTER_AREA)
            words = f"{die.face}{'/' if die.leaning else ''}"
            cv2.putText(tile, words, (4, side_px + 13), 0, 0.5, (255,) * 3, 1, cv2.LINE_AA)
            tiles.append(tile)
    blank = np.full((side_px + 16, side_px, 3), 24, np.uint8)
    tiles += [blank] * (-len(tiles) % columns or (columns if not tiles else 0))
    lines = [np.hstack(tiles[n : n + columns]) for n in range(0, len(tiles), columns)]
    return np.asarray(np.vstack(lines), np.uint8)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("contact-sheets"),
    show_default=True,
    help="Folder for the sheets.",
)
@click.option("--columns", type=click.IntRange(1, 40), default=6, show_default=True)
@click.option("--rows", type=click.IntRange(1, 40), default=4, show_default=True)
@click.option(
    "--side", default=320, show_default=True, help="Long side of each picture on the sheet, pixels."
)
@click.option("--dice", is_flag=True, help="Cut the dice out, each with its value below.")
def show(folder: Path, out: Path, columns: int, rows: int, side: int, dice: bool) -> None:
    """Draw contact sheets of the labelled pictures in FOLDER, to be looked at.

    Green boxes are taught, red ones are marked as not readable; / behind the value: leaning; a
    percentage: visible share.
    """
    from datasets.labels import read_folder

    pictures = read_folder(folder)
    out.mkdir(parents=True, exist_ok=True)
    if dice:
        per_sheet = columns * rows
        made: Iterator[Image] = (
            dice_sheet(pictures[n : n + per_sheet], 24, 80)
            for n in range(0, len(pictures), per_sheet)
        )
    else:
        made = sheets(pictures, columns, rows, side)
    count = 0
    for count, sheet in enumerate(made, start=1):  # told below
        cv2.imwrite(str(out / f"sheet-{count:03d}.jpg"), sheet)
    click.echo(f"{out}: {count} sheets of {len(pictures)} pictures")
