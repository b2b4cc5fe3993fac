"""Frames of 1280 by 720 as JPEG with what lies on them: cut from labelled pictures, or drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.labels import LabelledPicture, read_folder
from vision.frames import Box, Image

WIDTH_PX, HEIGHT_PX = 1280, 720
QUALITY = 90

PICTURE = Path(__file__).parents[1] / "webapp" / "checks" / "dice.jpg"
"""A rendered picture that comes along, 640 by 480."""

DICE = (
    (Box(180, 246, 259, 333), 4),
    (Box(218, 168, 292, 245), 5),
    (Box(236, 224, 312, 303), 6),
    (Box(288, 270, 369, 349), 5),
    (Box(295, 200, 373, 283), 5),
    (Box(315, 327, 399, 413), 2),
)
"""What lies on it."""

_TOP_PX = 100
_DRAWN = 12
_SPOTS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}


@dataclass(frozen=True, slots=True)
class RollFrame:
    """A frame as it comes from a phone, and the dice on it: boxes in its pixels, and faces."""

    jpeg: bytes
    dice: tuple[tuple[Box, int], ...]
    unreadable: tuple[Box, ...] = ()


def cut_frames(folder: Path, most: int | None = None) -> list[RollFrame]:
    """The labelled pictures of a folder as frames, at most so many, evenly chosen."""
    pictures = read_folder(folder)
    if most is not None and len(pictures) > most:
        pictures = tuple(pictures[at] for at in np.linspace(0, len(pictures) - 1, most).astype(int))
    return [_cut(picture) for picture in pictures]


def _cut(picture: LabelledPicture) -> RollFrame:
    """The widest part of the picture with a frame's shape that holds all dice; where there is no
    such part, all of it between grey bars."""
    image = picture.load()
    height, width = image.shape[:2]
    boxes = [die.box(width, height) for die in picture.dice]
    across = min(width, round(height * WIDTH_PX / HEIGHT_PX))
    down = min(height, round(width * HEIGHT_PX / WIDTH_PX))
    left, right = _between([box.x1_px for box in boxes], [box.x2_px for box in boxes], width)
    top, bottom = _between([box.y1_px for box in boxes], [box.y2_px for box in boxes], height)
    if right - left <= across and bottom - top <= down:
        x = round(min(max((left + right - across) / 2, 0), width - across))
        y = round(min(max((top + bottom - down) / 2, 0), height - down))
        part = image[y : y + down, x : x + across]
        scale = WIDTH_PX / across
        frame = cv2.resize(part, (WIDTH_PX, HEIGHT_PX), interpolation=_filter(scale))
        shift = (-x * scale, -y * scale)
    else:
        scale = min(WIDTH_PX / width, HEIGHT_PX / height)
        size = round(width * scale), round(height * scale)
        frame = np.full((HEIGHT_PX, WIDTH_PX, 3), 114, np.uint8)
        x, y = (WIDTH_PX - size[0]) // 2, (HEIGHT_PX - size[1]) // 2
        frame[y : y + size[1], x : x + size[0]] = cv2.resize(
            image, size, interpolation=_filter(scale)
        )
        shift = (x, y)
    moved = [_moved(box, scale, *shift) for box in boxes]
    return RollFrame(
        _jpeg(frame),
        tuple((box, d.face) for box, d in zip(moved, picture.dice, strict=True) if d.readable),
        tuple(box for box, d in zip(moved, picture.dice, strict=True) if not d.readable),
    )


def _between(low: list[float], high: list[float], side: int) -> tuple[float, float]:
    return (max(0, min(low)), min(side, max(high))) if low else (side / 2, side / 2)


def _filter(scale: float) -> int:
    return cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR


def _moved(box: Box, scale: float, x: float, y: float) -> Box:
    return Box(
        box.x1_px * scale + x,
        box.y1_px * scale + y,
        box.x2_px * scale + x,
        box.y2_px * scale + y,
    )


def _jpeg(image: object) -> bytes:
    _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])  # type: ignore[call-overload]
    return bytes(packed.tobytes())


def mirrored_frames() -> list[RollFrame]:
    """The picture that comes along, mirrored in four ways, in three lights."""
    image = cv2.imread(str(PICTURE))
    assert image is not None
    width = image.shape[1]
    height = round(width * HEIGHT_PX / WIDTH_PX)
    part, scale = image[_TOP_PX : _TOP_PX + height], WIDTH_PX / width
    frames = []
    for sideways in (False, True):
        for upside in (False, True):
            dice = []
            for box, face in DICE:
                x1, x2, y1, y2 = box.x1_px, box.x2_px, box.y1_px - _TOP_PX, box.y2_px - _TOP_PX
                x1, x2 = (width - x2, width - x1) if sideways else (x1, x2)
                y1, y2 = (height - y2, height - y1) if upside else (y1, y2)
                dice.append((_moved(Box(x1, y1, x2, y2), scale, 0, 0), face))
            frame = part[:: -1 if upside else 1, :: -1 if sideways else 1]
            frame = cv2.resize(frame, (WIDTH_PX, HEIGHT_PX), interpolation=cv2.INTER_LINEAR)
            frames += [
                RollFrame(_jpeg(cv2.convertScaleAbs(frame, alpha=light)), tuple(dice))
                for light in (0.8, 1.0, 1.2)
            ]
    return frames


def drawn_frames(count: int = _DRAWN) -> list[RollFrame]:
    """Frames with six drawn dice each, light or dark, turned as they fell, on a noisy table."""
    return list(_drawn(count))


def _drawn(count: int) -> Iterator[RollFrame]:
    chance = np.random.default_rng(5)
    for _ in range(count):
        colour = chance.integers(50, 140, 3)
        noise = chance.normal(0, 6, (HEIGHT_PX, WIDTH_PX, 3))
        table = np.clip(colour + cv2.GaussianBlur(noise, (0, 0), 1.2), 0, 255).astype(np.uint8)
        dark, side = bool(chance.integers(2)), int(chance.integers(56, 100))
        dice = []
        for number in range(6):
            column, row = number % 3, number // 3
            x = 300 + 340 * column + int(chance.integers(-70, 70))
            y = 200 + 300 * row + int(chance.integers(-60, 60))
            face = int(chance.integers(1, 7))
            half = _draw_die(table, x, y, side, float(chance.uniform(0, 90)), face, dark)
            dice.append((Box(x - half, y - half, x + half, y + half), face))
        yield RollFrame(_jpeg(cv2.GaussianBlur(table, (0, 0), 0.8)), tuple(dice))


def _draw_die(
    table: Image, x: int, y: int, side: int, turn_deg: float, face: int, dark: bool
) -> float:
    """Draw a die around (x, y); half the side of its upright box in pixels."""
    body, pip = ((60, 40, 30), (235, 235, 235)) if dark else ((228, 234, 236), (25, 20, 20))
    corners = cv2.boxPoints(((x, y), (side, side), turn_deg)).astype(np.int32)
    cv2.fillConvexPoly(table, corners, body, cv2.LINE_AA)
    angle = np.deg2rad(turn_deg)
    along, aside = (
        np.array([np.cos(angle), np.sin(angle)]),
        np.array([-np.sin(angle), np.cos(angle)]),
    )
    for spot in _SPOTS[face]:
        row, column = divmod("abcdefghi".index(spot), 3)
        at = np.array([x, y]) + 0.27 * side * ((column - 1) * along + (row - 1) * aside)
        cv2.circle(table, (round(at[0]), round(at[1])), round(0.095 * side), pip, -1, cv2.LINE_AA)
    return float(np.abs(corners - [x, y]).max())
