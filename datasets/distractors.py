"""Things on a table that are not dice, drawn flat: what the reader must learn to leave alone.

Each painter returns a small picture (BGR) and its mask (0 to 255); ``scatter`` lays a few of them
on a picture with random turn, size and perspective, away from given boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from vision.frames import Box, Image

Painter = Callable[[np.random.Generator], tuple[Image, Image]]

# Centres of the pips of each half of a domino tile, in units of the half's side.
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    0: (),
    1: ((0.5, 0.5),),
    2: ((0.25, 0.25), (0.75, 0.75)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)),
    5: ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)),
    6: ((0.25, 0.2), (0.75, 0.2), (0.25, 0.5), (0.75, 0.5), (0.25, 0.8), (0.75, 0.8)),
}
_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)


def _colour(rng: np.random.Generator, low: int = 0, high: int = 255) -> tuple[int, int, int]:
    blue, green, red = rng.integers(low, high + 1, 3)
    return int(blue), int(green), int(red)


def _ink(rng: np.random.Generator, ground: tuple[int, int, int]) -> tuple[int, int, int]:
    return _colour(rng, 0, 60) if sum(ground) > 360 else _colour(rng, 190, 255)


def _sheet(height: int, width: int, colour: tuple[int, int, int]) -> Image:
    return np.full((height, width, 3), colour, np.uint8)


def _shade(rng: np.random.Generator, image: Image, strength: float = 0.35) -> Image:
    """Light falling off across the object, so that it does not look printed."""
    height, width = image.shape[:2]
    angle = rng.uniform(0, 2 * np.pi)
    ys, xs = np.mgrid[0:height, 0:width]
    ramp = (np.cos(angle) * xs / width + np.sin(angle) * ys / height) * strength
    lit: Image = np.clip(image * (1 + ramp - ramp.mean())[..., None], 0, 255).astype(np.uint8)
    return lit


def domino(rng: np.random.Generator) -> tuple[Image, Image]:
    """A domino tile: two halves with 0 to 6 pips and a line between them."""
    side = 64
    ground = _colour(rng, 190, 255) if rng.random() < 0.6 else _colour(rng, 0, 80)
    if rng.random() < 0.15:
        ground = _colour(rng)
    ink = _ink(rng, ground)
    tile = _sheet(side, 2 * side, ground)
    radius = int(rng.integers(4, 9))
    for half in (0, 1):
        for x, y in _PIPS[int(rng.integers(0, 7))]:
            centre = (int((half + y) * side), int(x * side))
            cv2.circle(tile, centre, radius, ink, -1, cv2.LINE_AA)
    cv2.line(tile, (side, 6), (side, side - 6), ink, int(rng.integers(1, 4)), cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.circle(tile, (side, side // 2), 4, _colour(rng, 60, 200), -1, cv2.LINE_AA)
    mask = np.zeros((side, 2 * side), np.uint8)
    inset = int(rng.integers(2, 12))
    cv2.rectangle(mask, (inset, inset), (2 * side - 1 - inset, side - 1 - inset), 255, -1)
    mask = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * inset + 1,) * 2))  # type: ignore[assignment]
    return _shade(rng, tile), mask


def coin(rng: np.random.Generator) -> tuple[Image, Image]:
    """A coin, token or button: a disc with a rim, a relief or holes."""
    side = 96
    metal = [(60, 90, 150), (170, 175, 180), (70, 160, 200), (90, 110, 130)]
    ground = metal[rng.integers(len(metal))] if rng.random() < 0.7 else _colour(rng)
    disc = _sheet(side, side, ground)
    ink = tuple(int(c * rng.uniform(0.5, 0.8)) for c in ground)
    half = side // 2
    cv2.circle(disc, (half, half), half - 5, ink, int(rng.integers(1, 4)), cv2.LINE_AA)
    kind = rng.random()
    if kind < 0.4:
        text = str(rng.choice(["1", "2", "5", "10", "20", "50", "A", "X"]))
        cv2.putText(disc, text, (half - 16 * len(text), half + 16), 1, 3.2, ink, 3, cv2.LINE_AA)
    elif kind < 0.65:
        holes = int(rng.choice([2, 4]))
        for angle in np.arange(holes) * 2 * np.pi / holes:
            spot = (int(half + 14 * np.cos(angle)), int(half + 14 * np.sin(angle)))
            cv2.circle(disc, spot, 6, _colour(rng, 0, 60), -1, cv2.LINE_AA)
    else:
        points = rng.normal(half, half / 3.2, (12, 2)).astype(np.int32)
        cv2.polylines(disc, [points], True, ink, 2, cv2.LINE_AA)
    mask = np.zeros((side, side), np.uint8)
    cv2.circle(mask, (half, half), half - 1, 255, -1, cv2.LINE_AA)
    return _shade(rng, disc, 0.6), mask


def keyboard(rng: np.random.Generator) -> tuple[Image, Image]:
    """A piece of a keyboard, a keypad or a remote control: rows of labelled square keys."""
    rows, columns = int(rng.integers(1, 5)), int(rng.integers(2, 8))
    key, gap = 40, int(rng.integers(3, 12))
    body = _colour(rng, 0, 90) if rng.random() < 0.6 else _colour(rng, 150, 235)
    cap = _colour(rng, 0, 80) if rng.random() < 0.55 else _colour(rng, 180, 255)
    board = _sheet(rows * (key + gap) + gap, columns * (key + gap) + gap, body)
    ink, round_keys = _ink(rng, cap), rng.random() < 0.2
    for row in range(rows):
        for column in range(columns):
            x, y = gap + column * (key + gap), gap + row * (key + gap)
            if round_keys:
                cv2.circle(board, (x + key // 2, y + key // 2), key // 2, cap, -1, cv2.LINE_AA)
            else:
                cv2.rectangle(board, (x, y), (x + key, y + key), cap, -1, cv2.LINE_AA)
            glyph = str(rng.choice([*"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:;"]))
            font = int(rng.choice(_FONTS[:3]))
            cv2.putText(board, glyph, (x + 9, y + 27), font, 0.7, ink, 1, cv2.LINE_AA)
            if rng.random() < 0.15:
                cv2.circle(board, (x + 30, y + 30), 3, ink, -1, cv2.LINE_AA)
    return _shade(rng, board), np.full(board.shape[:2], 255, np.uint8)


def printed_page(rng: np.random.Generator) -> tuple[Image, Image]:
    """Paper with lines of text, figures or a grid: a score sheet, a leaflet, a box lid."""
    height, width = int(rng.integers(80, 260)), int(rng.integers(80, 260))
    ground = _colour(rng, 205, 255) if rng.random() < 0.75 else _colour(rng)
    page, ink = _sheet(height, width, ground), _ink(rng, ground)
    if rng.random() < 0.35:
        step = int(rng.integers(14, 34))
        for x in range(0, width, step):
            cv2.line(page, (x, 0), (x, height), ink, 1)
        for y in range(0, height, step):
            cv2.line(page, (0, y), (width, y), ink, 1)
    size, font = float(rng.uniform(0.35, 1.1)), int(rng.choice(_FONTS))
    letters = np.array(list("abcdefghijklmnop qrstuvwxyz ABCDEFG 0123456789.:%•"))
    for y in range(14, height, int(16 + 24 * size)):
        text = "".join(rng.choice(letters, int(rng.integers(3, 26))))
        cv2.putText(page, text, (5, y), font, size, ink, int(rng.integers(1, 3)), cv2.LINE_AA)
    return page, np.full(page.shape[:2], 255, np.uint8)


def symbol_tile(rng: np.random.Generator) -> tuple[Image, Image]:
    """A square with a numeral, letter or sign where a die would have pips."""
    side = 72
    ground = _colour(rng)
    tile, ink = _sheet(side, side, ground), _ink(rng, ground)
    kind = rng.random()
    if kind < 0.6:
        text = str(rng.choice([*"0123456789AKQJX?+!", "10", "12", "20"]))
        scale = 2.0 if len(text) == 1 else 1.3
        (w, h), _ = cv2.getTextSize(text, 2, scale, 4)
        place = ((side - w) // 2, (side + h) // 2)
        cv2.putText(tile, text, place, int(rng.choice(_FONTS)), scale, ink, 4, cv2.LINE_AA)
    elif kind < 0.8:
        cv2.polylines(
            tile, [rng.integers(14, side - 14, (5, 2)).astype(np.int32)], True, ink, 4, cv2.LINE_AA
        )
    else:
        cv2.ellipse(tile, (36, 36), (22, 12), float(rng.uniform(0, 180)), 0, 360, ink, 4)
    mask = np.zeros((side, side), np.uint8)
    cv2.rectangle(mask, (3, 3), (side - 4, side - 4), 255, -1)
    return _shade(rng, tile, 0.5), mask


def dots(rng: np.random.Generator) -> tuple[Image, Image]:
    """A dotted cloth or perforated plate: many equal dots in rows, or strewn at random."""
    height, width = int(rng.integers(90, 260)), int(rng.integers(90, 260))
    ground = _colour(rng)
    cloth, ink = _sheet(height, width, ground), _ink(rng, ground)
    step, radius = int(rng.integers(12, 40)), int(rng.integers(2, 7))
    strewn, shift = rng.random() < 0.4, int(rng.integers(0, 2))
    for row, y in enumerate(range(step // 2, height, step)):
        for x in range(step // 2 + shift * (row % 2) * step // 2, width, step):
            spot = (int(rng.integers(width)), int(rng.integers(height))) if strewn else (x, y)
            cv2.circle(cloth, spot, radius, ink, -1, cv2.LINE_AA)
    return cloth, np.full(cloth.shape[:2], 255, np.uint8)


def pill(rng: np.random.Generator) -> tuple[Image, Image]:
    """A small plain body (rubber, sugar cube, counter, LEGO-like brick): shape without pips."""
    side = 72
    ground = _colour(rng, 40, 255)
    body = _sheet(side, side, ground)
    mask = np.zeros((side, side), np.uint8)
    corners = rng.uniform(6, 18, (4, 2))
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]]) + corners * [
        [1, 1],
        [-1, 1],
        [-1, -1],
        [1, -1],
    ]
    cv2.fillConvexPoly(mask, square.astype(np.int32), 255, cv2.LINE_AA)
    if rng.random() < 0.4:
        studs = int(rng.integers(2, 4))
        light = tuple(min(255, int(c * 1.2)) for c in ground)
        for x in range(studs):
            for y in range(studs):
                spot = (int((x + 0.5) * side / studs), int((y + 0.5) * side / studs))
                cv2.circle(body, spot, 9, light, -1, cv2.LINE_AA)
                cv2.circle(body, spot, 9, tuple(int(c * 0.7) for c in ground), 1, cv2.LINE_AA)
    return _shade(rng, body, 0.7), mask


def target(rng: np.random.Generator) -> tuple[Image, Image]:
    """A round or oval thing with a spot on it: a ball, an eye, a wheel, a cup from above."""
    side = 84
    ground = _colour(rng)
    disc, half = _sheet(side, side, ground), side // 2
    for _ in range(int(rng.integers(1, 4))):
        spot = tuple(int(value) for value in rng.normal(half, rng.choice([2, 12]), 2))
        radius = int(rng.integers(4, 26))
        cv2.circle(disc, spot, radius, _colour(rng), int(rng.choice([-1, -1, 3])), cv2.LINE_AA)
    mask = np.zeros((side, side), np.uint8)
    axes = (half - 2, int((half - 2) * rng.uniform(0.55, 1)))
    cv2.ellipse(mask, (half, half), axes, 0, 0, 360, 255, -1, cv2.LINE_AA)
    return _shade(rng, disc, 0.8), mask


def number_token(rng: np.random.Generator) -> tuple[Image, Image]:
    """A round counter of a board game: a number, and below it dots that say how likely it is."""
    side = 84
    ground = _colour(rng, 170, 245) if rng.random() < 0.7 else _colour(rng)
    disc, half = _sheet(side, side, ground), side // 2
    ink = _ink(rng, ground) if rng.random() < 0.7 else (30, 30, 190)
    text = str(int(rng.integers(2, 13)))
    font, scale = int(rng.choice(_FONTS[:4])), float(rng.uniform(0.9, 1.5))
    (wide, tall), _ = cv2.getTextSize(text, font, scale, 3)
    cv2.putText(
        disc, text, (half - wide // 2, half + tall // 3), font, scale, ink,
        int(rng.integers(2, 5)), cv2.LINE_AA,
    )  # fmt: skip
    count, radius = int(rng.integers(0, 6)), int(rng.integers(2, 5))
    for number in range(count):
        x = half + int((number - (count - 1) / 2) * 2.6 * radius)
        cv2.circle(disc, (x, half + tall // 3 + 12), radius, ink, -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.circle(disc, (half, half), half - 4, ink, 1, cv2.LINE_AA)
    mask = np.zeros((side, side), np.uint8)
    cv2.circle(mask, (half, half), half - 1, 255, -1, cv2.LINE_AA)
    return _shade(rng, disc), mask


def board_tile(rng: np.random.Generator) -> tuple[Image, Image]:
    """One or more plates of a board, mostly hexagons, with a landscape and often a counter on each.

    From afar such a plate looks like a die that shows a one.
    """
    radius, corners = 46, int(rng.choice([6, 6, 6, 4, 8]))
    columns, rows = (1, 1) if rng.random() < 0.4 else (int(rng.integers(2, 4)), 2)
    step = np.array([1.74 * radius, 1.5 * radius])
    size = (np.array([columns + 0.5 * (rows > 1), rows]) * step + 0.5 * radius).astype(int)
    frame = _colour(rng)
    board, mask = _sheet(size[1], size[0], frame), np.zeros((size[1], size[0]), np.uint8)
    angles = (corners != 6) * np.pi / corners + np.arange(corners) * 2 * np.pi / corners
    ring = np.stack([np.sin(angles), np.cos(angles)], 1)
    for row in range(rows):
        for column in range(columns):
            middle = np.array([column + 0.5 + 0.5 * (row % 2), row + 0.65]) * step
            cv2.fillConvexPoly(mask, (middle + ring * radius * 1.04).astype(np.int32), 255)
            plate = np.zeros_like(mask)
            cv2.fillConvexPoly(plate, (middle + ring * radius * 0.9).astype(np.int32), 255)
            rough = rng.normal(0, 1, (int(rng.integers(4, 14)), int(rng.integers(4, 14)), 3))
            land = cv2.resize(rough, (int(size[0]), int(size[1])), interpolation=cv2.INTER_CUBIC)
            land = np.clip(np.array(_colour(rng)) + 22 * land, 0, 255).astype(np.uint8)
            board = np.where(plate[..., None] > 0, land, board).astype(np.uint8)
            if rng.random() < 0.8:
                token, round_mask = number_token(rng)
                side = int(radius * rng.uniform(0.5, 1.0))
                token = np.asarray(cv2.resize(token, (side, side), interpolation=cv2.INTER_AREA))
                round_mask = np.asarray(cv2.resize(round_mask, (side, side)))
                x, y = (middle - side / 2).astype(int)
                part = board[y : y + side, x : x + side]
                share = round_mask[: part.shape[0], : part.shape[1], None] / 255
                laid = part * (1 - share) + token[: part.shape[0], : part.shape[1]] * share
                board[y : y + side, x : x + side] = laid.astype(np.uint8)
    return _shade(rng, board), mask


def clutter(rng: np.random.Generator) -> tuple[Image, Image]:
    """A heap of shapes of no kind: what the names above leave out."""
    side = 96
    heap, mask = _sheet(side, side, _colour(rng)), np.zeros((side, side), np.uint8)
    for _ in range(int(rng.integers(2, 8))):
        colour, (x, y) = _colour(rng), rng.integers(12, side - 12, 2).tolist()
        kind, reach = int(rng.integers(3)), int(rng.integers(4, 26))
        for sheet, ink in ((heap, colour), (mask, (255,) * 3)):
            turn = float(reach * 7 % 180)
            if kind == 0:
                cv2.ellipse(sheet, (x, y), (reach, reach // 2 + 2), turn, 0, 360, ink, -1)
            elif kind == 1:
                corners = cv2.boxPoints(((x, y), (2 * reach, reach + 3), turn))
                cv2.fillConvexPoly(sheet, corners.astype(np.int32), ink, cv2.LINE_AA)
            else:
                end = (int(x + reach * np.cos(turn)), int(y + reach * np.sin(turn)))
                cv2.line(sheet, (x, y), end, ink, 2 + reach // 5, cv2.LINE_AA)
    return _shade(rng, heap, 0.5), mask


PAINTERS: tuple[tuple[Painter, float], ...] = (
    (domino, 0.2),
    (coin, 0.12),
    (keyboard, 0.1),
    (printed_page, 0.1),
    (symbol_tile, 0.09),
    (dots, 0.06),
    (pill, 0.06),
    (target, 0.08),
    (number_token, 0.05),
    (board_tile, 0.08),
    (clutter, 0.06),
)


def _place(
    rng: np.random.Generator, image: Image, taken: Sequence[Box], size_px: float
) -> Image | None:
    """Lay one distractor whose short side is about ``size_px``; None if it found no free spot."""
    painters, weights = zip(*PAINTERS, strict=True)
    thing, mask = painters[rng.choice(len(painters), p=np.array(weights))](rng)
    height, width = thing.shape[:2]
    scale = size_px / min(height, width)
    angle, squeeze = rng.uniform(0, 2 * np.pi), rng.uniform(0.6, 1.0)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    tilt = np.array([[1, 0], [0, squeeze]])
    linear = tilt @ turn * scale
    half = np.abs(linear) @ np.array([width / 2, height / 2])
    for _ in range(6):
        centre = rng.uniform([0, 0], [image.shape[1], image.shape[0]])
        box = Box(*(centre - half), *(centre + half))
        if any(box.overlap(other) > 0 for other in taken):
            continue
        offset = centre - linear @ np.array([width / 2, height / 2])
        matrix = np.hstack([linear, offset[:, None]])
        size = (image.shape[1], image.shape[0])
        flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        laid = cv2.warpAffine(thing, matrix, size, flags=flags)
        alpha = cv2.warpAffine(mask, matrix, size, flags=flags)[..., None].astype(np.float32) / 255
        drop = max(1.0, size_px * 0.08)
        moved = np.array([[1, 0, drop], [0, 1, drop]], np.float32)
        shadow = cv2.GaussianBlur(cv2.warpAffine(alpha, moved, size), (0, 0), drop)[..., None]
        shaded = image * (1 - 0.45 * shadow)
        merged: Image = (shaded * (1 - alpha) + laid * alpha).astype(np.uint8)
        return merged
    return None


def scatter(
    rng: np.random.Generator, image: Image, taken: Sequence[Box], count: int, size_px: float
) -> Image:
    """A copy of ``image`` with up to ``count`` distractors of about ``size_px``, off ``taken``."""
    for _ in range(count):
        placed = _place(rng, image, taken, size_px * float(np.exp(rng.uniform(-0.5, 0.8))))
        image = image if placed is None else placed
    return image
