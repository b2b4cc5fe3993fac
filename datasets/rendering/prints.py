"""Flat prints as pictures: cloths, tiles, paper, pages, cards, score sheets (BGR, 8 bits)."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.frames import Image

Bgr = tuple[int, int, int]


def _colour(rng: np.random.Generator, low: int = 40, high: int = 250) -> Bgr:
    # Cloth and tiles are seldom of a pure colour.
    saturation = int(20 + 210 * rng.beta(1.6, 2.2))
    pixel = np.array([[[rng.integers(180), saturation, rng.integers(low, high)]]])
    blue, green, red = cv2.cvtColor(pixel.astype(np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return int(blue), int(green), int(red)


def _plain(side: int, colour: Bgr) -> Image:
    return np.full((side, side, 3), colour, np.uint8)


def gingham(rng: np.random.Generator, side: int) -> Image:
    """Checked cloth of two colours."""
    one = np.array(_colour(rng), float)
    other = np.full(3, 245.0) if rng.random() < 0.7 else np.array(_colour(rng), float)
    bands = (np.arange(side) * int(rng.integers(6, 20)) * 2 // side) % 2
    share = (bands[:, None] + bands[None]) / 2
    return np.asarray(other + (one - other) * share[..., None], np.uint8)


def tartan(rng: np.random.Generator, side: int) -> Image:
    """Woven bands of several colours, mirrored."""
    colours = [np.array(_colour(rng), float) for _ in range(4)]
    period = side // int(rng.integers(2, 6))
    band, at = np.zeros((period, 3)), 0
    while at < period:
        width = int(rng.integers(4, max(6, period // 3)))
        band[at : at + width] = colours[rng.integers(4)]
        at += width
    band = np.concatenate([band, band[::-1]])
    line = np.tile(band, (side // len(band) + 2, 1))[:side]
    twill = ((np.add.outer(np.arange(side), np.arange(side)) // 2) % 2)[..., None]
    woven = np.where(twill, line[:, None], line[None]) * 0.75
    return (woven + (line[:, None] + line[None]) * 0.125).astype(np.uint8)


def dotted(rng: np.random.Generator, side: int) -> Image:
    """Equal dots in rows: what looks most like pips."""
    sheet, ink, rows = _plain(side, _colour(rng)), _colour(rng), int(rng.integers(6, 30))
    radius = side / rows * rng.uniform(0.12, 0.38)
    for row in range(rows + 1):
        for column in range(rows + 1):
            x = (column + (0.5 if row % 2 else 0)) * side / rows
            centre = (int(x * 16), int(row * side / rows * 16))
            cv2.circle(sheet, centre, int(radius * 16), ink, -1, cv2.LINE_AA, 4)
    return sheet


def striped(rng: np.random.Generator, side: int) -> Image:
    """Stripes of a few widths and colours."""
    count = int(rng.integers(2, 5))
    colours = [_colour(rng) for _ in range(count)]
    widths = rng.integers(side // 60 + 3, side // 8, count)
    sheet, at, number = _plain(side, colours[0]), 0, 0
    while at < side:
        sheet[:, at : at + int(widths[number % count])] = colours[number % count]
        at += int(widths[number % count])
        number += 1
    return sheet


def floral(rng: np.random.Generator, side: int) -> Image:
    """Strewn flowers, as on oilcloth."""
    sheet = _plain(side, _colour(rng))
    for _ in range(int(rng.integers(50, 220))):
        x, y = rng.uniform(0, side, 2)
        reach = float(rng.uniform(0.008, 0.035) * side)
        petal, heart, petals = _colour(rng), _colour(rng), int(rng.integers(4, 8))
        for turn in rng.random() * 6 + np.arange(petals) * 2 * np.pi / petals:
            centre = (float(x + reach * np.cos(turn)), float(y + reach * np.sin(turn)))
            spot = (centre, (reach * 1.3, reach * 0.7), float(np.degrees(turn)))
            cv2.ellipse(sheet, spot, petal, -1, cv2.LINE_AA)
        cv2.circle(sheet, (int(x), int(y)), max(1, int(reach * 0.45)), heart, -1, cv2.LINE_AA)
    return sheet


def terrazzo(rng: np.random.Generator, side: int) -> Image:
    """Chips of stone in a light ground."""
    sheet = _plain(side, _colour(rng, 150, 250))
    for _ in range(int(rng.integers(400, 1800))):
        x, y = rng.uniform(0, side, 2)
        reach = rng.gamma(2.0, 0.0028) * side
        turns = np.sort(rng.random(int(rng.integers(4, 8))) * 2 * np.pi)
        chip = np.stack([x + reach * np.cos(turns), y + reach * np.sin(turns) * 0.8], 1)
        cv2.fillPoly(sheet, [chip.astype(np.int32)], _colour(rng, 20, 255), cv2.LINE_AA)
    return sheet


def tiles(rng: np.random.Generator, side: int) -> Image:
    """Tiles of one colour with joints."""
    count = int(rng.integers(2, 8))
    step, base = side // count, np.array(_colour(rng), float)
    joint, grout = max(2, int(step * rng.uniform(0.01, 0.05))), int(rng.integers(80, 200))
    sheet = np.zeros((side, side, 3), np.uint8)
    for row in range(count + 1):
        for column in range(count + 1):
            tone = np.clip(base * (1 + rng.normal(0, 0.05)), 0, 255)
            sheet[row * step : (row + 1) * step, column * step : (column + 1) * step] = tone
    for line in range(count + 1):
        at = line * step
        sheet[max(0, at - joint) : at + joint] = grout
        sheet[:, max(0, at - joint) : at + joint] = grout
    return sheet


def paper(rng: np.random.Generator, side: int) -> Image:
    """Writing paper: blank, lined or squared, often with notes and sums."""
    tone = int(rng.integers(212, 252))
    sheet = _plain(side, (tone - int(rng.integers(0, 22)), tone, tone))
    ink = (230, 190, 150) if rng.random() < 0.7 else (170, 170, 170)
    step, ruled = side // int(rng.integers(24, 60)), int(rng.integers(3))
    for at in range(0, side, step):
        if ruled >= 1:
            cv2.line(sheet, (0, at), (side, at), ink, 1, cv2.LINE_AA)
        if ruled >= 2:
            cv2.line(sheet, (at, 0), (at, side), ink, 1, cv2.LINE_AA)
    if rng.random() < 0.6:
        _notes(rng, sheet, step)
    return sheet


def _notes(rng: np.random.Generator, sheet: Image, step: int) -> None:
    ink = ((120, 40, 20), (30, 30, 30), (40, 40, 190))[rng.integers(3)]
    letters = list("abcdeghiklmnoprstuABCDE0123456789+-=")
    for _ in range(int(rng.integers(5, 60))):
        words = "".join(rng.choice(letters, int(rng.integers(2, 10))))
        x, y = rng.integers(0, sheet.shape[0], 2).tolist()
        font = (cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX)[rng.integers(2)]
        scale = step / 26 * float(rng.uniform(0.7, 1.6))
        cv2.putText(sheet, words, (x, y), font, scale, ink, max(1, step // 16), cv2.LINE_AA)


def page(rng: np.random.Generator, side: int) -> Image:
    """A printed page: columns of text, headings, a picture."""
    ground, ink = int(rng.integers(205, 255)), int(rng.integers(10, 70))
    sheet = _plain(side, (ground - int(rng.integers(0, 15)), ground, ground))
    columns, margin = int(rng.integers(1, 4)), side // 20
    width = (side - margin) // columns
    size = float(rng.uniform(0.3, 0.7))
    letters = list("abcdefghiklmnoprstuvwxyz abcdefg hinorst ")
    for column in range(columns):
        x, y = margin + column * width, margin * 2
        while y < side:
            if rng.random() < 0.03:
                bottom = min(side, y + int(rng.integers(side // 12, side // 5)))
                cv2.rectangle(sheet, (x, y), (x + width - margin, bottom), _colour(rng), -1)
                y = bottom + margin
            heading = rng.random() < 0.05
            scale = size * (2.2 if heading else 1)
            text = "".join(rng.choice(letters, max(3, int((width - margin) / (18 * scale)))))
            cv2.putText(sheet, text, (x, y), 0, scale, (ink,) * 3, 2 if heading else 1, cv2.LINE_AA)
            y += int(34 * scale + 4)
    return sheet


PRINTS: dict[str, tuple[Callable[[np.random.Generator, int], Image], ...]] = {
    "print": (gingham, tartan, dotted, striped, floral, terrazzo),
    "tiles": (tiles,),
    "paper": (paper,),
    "page": (page,),
}

_FACE_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (1, -1), (-1, 1)),
    5: ((-1, -1), (1, 1), (1, -1), (-1, 1), (0, 0)),
    6: ((-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0)),
}


def score_sheet(rng: np.random.Generator, width: int = 420, height: int = 600) -> Image:
    """A printed score sheet with small dice faces in its margin and figures in its columns."""
    sheet = np.full((height, width, 3), int(rng.integers(222, 252)), np.uint8)
    rows, columns = int(rng.integers(9, 17)), int(rng.integers(2, 7))
    step, left = height // rows, int(width * rng.uniform(0.25, 0.42))
    ink = ((120, 40, 20), (40, 40, 40), (30, 30, 170))[rng.integers(3)]
    if rng.random() < 0.5:
        sheet[:step] = _colour(rng)
    letters = list("abcdeghiklmnoprstu ")
    for row in range(1, rows):
        y = row * step
        cv2.line(sheet, (0, y), (width, y), (60, 60, 60), 1, cv2.LINE_AA)
        side = step - 8
        if row <= 6 and side > 10 and rng.random() < 0.8:
            cv2.rectangle(sheet, (4, y + 4), (4 + side, y + 4 + side), (30, 30, 30), 1)
            for px, py in _FACE_PIPS[row]:
                spot = (
                    int(4 + side / 2 + px * side * 0.27),
                    int(y + 4 + side / 2 + py * side * 0.27),
                )
                cv2.circle(sheet, spot, max(1, side // 10), (30, 30, 30), -1, cv2.LINE_AA)
        words = "".join(rng.choice(letters, int(rng.integers(4, 12))))
        cv2.putText(sheet, words, (step + 2, y + step - 9), 0, 0.42, (30, 30, 30), 1, cv2.LINE_AA)
        for column in range(columns):
            if rng.random() < 0.6:
                x = int(left + (column + 0.2) * (width - left) / columns)
                figure = str(rng.integers(0, 50) * 50)
                cv2.putText(sheet, figure, (x, y + step - 6), 6, 0.5, ink, 1, cv2.LINE_AA)
    for column in range(columns):
        x = int(left + column * (width - left) / columns)
        cv2.line(sheet, (x, 0), (x, height), (60, 60, 60), 1)
    return sheet


def playing_card(rng: np.random.Generator, width: int = 252, height: int = 352) -> Image:
    """A playing card: its back, or a number with as many spots."""
    sheet = np.full((height, width, 3), 250, np.uint8)
    if rng.random() < 0.35:
        cv2.rectangle(sheet, (14, 14), (width - 14, height - 14), _colour(rng), -1)
        for at in range(-height, width + height, int(rng.integers(10, 26))):
            for end in (at + height, at - height):
                cv2.line(sheet, (at, 0), (end, height), (255,) * 3, 1, cv2.LINE_AA)
        sheet[:14] = sheet[-14:] = 250
        sheet[:, :14] = sheet[:, -14:] = 250
        return sheet
    ink: Bgr = (40, 30, 200) if rng.random() < 0.5 else (25, 25, 25)
    value, diamond = int(rng.integers(1, 11)), rng.random() < 0.5
    rows = -(-value // 2)
    for number in range(value):
        lone = value % 2 and number == value - 1
        x = width / 2 if lone else width * (0.3 if number % 2 else 0.7)
        y = height * (number // 2 + 1) / (rows + 1)
        reach = 40 if value == 1 else 18
        if diamond:
            ends = [[x, y - reach], [x + reach * 0.75, y], [x, y + reach], [x - reach * 0.75, y]]
            cv2.fillPoly(sheet, [np.array(ends, np.int32)], ink, cv2.LINE_AA)
        else:
            for side in (-1, 1):
                lobe = (int(x + side * reach * 0.45), int(y - reach * 0.2))
                cv2.circle(sheet, lobe, int(reach * 0.5), ink, -1, cv2.LINE_AA)
            ends = [[x - reach * 0.9, y], [x + reach * 0.9, y], [x, y + reach]]
            cv2.fillPoly(sheet, [np.array(ends, np.int32)], ink, cv2.LINE_AA)
    text = "A" if value == 1 else str(value)
    cv2.putText(sheet, text, (10, 42), cv2.FONT_HERSHEY_DUPLEX, 1.2, ink, 2, cv2.LINE_AA)
    return sheet
