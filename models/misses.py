"""What went wrong in a picture that was not read exactly, in words and as a drawing."""

from __future__ import annotations

import cv2
import numpy as np

from models.accuracy import LOOSE_OVERLAP, match
from models.judging import Judged
from vision.doubt import EDGE_PX, STACKED, covered_share
from vision.frames import Box, Image

TINY_PX = 20
"""Dice narrower than this show too little of their pips to be told apart for sure."""

HALF_HIDDEN = 0.85
"""Of a die's silhouette less than this is visible: then it counts as half hidden."""

_RIGHT, _TRUTH, _WRONG = (80, 190, 80), (230, 170, 40), (50, 50, 235)


def faults(judged: Judged) -> tuple[str, ...]:
    """A line for each die that was missed, misread, or seen where none is; why, as far as known."""
    dice, truth, matching = judged.still.dice, judged.truth, judged.matching
    lines = []
    for true, read in matching.named:
        if truth[true][1] != dice[read].face:
            said = f"a {truth[true][1]} read as {dice[read].face} ({dice[read].confidence:.2f})"
            lines.append(_with(said, _circumstances(judged, true)))
    weak = match([truth[index] for index in matching.missed], judged.still.faint)
    seen = {matching.missed[true]: judged.still.faint[read] for true, read in weak.named}
    for true in matching.missed:
        why = _circumstances(judged, true)
        if true in seen:
            sight = seen[true]
            why.insert(0, f"seen too faintly, as a {sight.face} of {sight.confidence:.2f}")
        lines.append(_with(f"a {truth[true][1]} was missed", why))
    for read in matching.extra:
        die = dice[read]
        said = f"({die.confidence:.2f})"
        parts = [face for box, face in truth if _shares(die.box, box)]
        if parts:
            lines.append(f"a {parts[0]} was split: a second box on it reads {die.face} {said}")
        else:
            lines.append(f"a {die.face} read where no die is {said}")
    return tuple(lines)


def _shares(one: Box, other: Box) -> bool:
    return one.overlap(other) >= LOOSE_OVERLAP / 2 or covered_share(one, other) > STACKED


def _circumstances(judged: Judged, index: int) -> list[str]:
    box = judged.truth[index][0]
    die = [each for each in judged.picture.dice if each.readable][index]
    found = []
    if min(box.width_px, box.height_px) < TINY_PX:
        found.append(f"only {min(box.width_px, box.height_px):.0f} pixels wide")
    if (
        min(box.x1_px, box.y1_px) <= EDGE_PX
        or box.x2_px >= judged.width_px - EDGE_PX
        or box.y2_px >= judged.height_px - EDGE_PX
    ):
        found.append("at the picture's edge")
    if die.leaning:
        found.append("leaning")
    if die.visibility is not None and die.visibility < HALF_HIDDEN:
        found.append(f"{die.visibility:.0%} of it visible")
    others = [other for at, (other, _) in enumerate(judged.truth) if at != index]
    if any(covered_share(box, other) > STACKED for other in others):
        found.append("another die before or upon it")
    return found


def _with(said: str, why: list[str]) -> str:
    return f"{said}: {', '.join(why)}" if why else said


def drawing(judged: Judged, side_px: int = 640) -> Image:
    """The part of the picture with dice, no side longer than ``side_px``.

    Green: read right. Red: read wrong or where no die is. Blue, with the true face: a die that was
    missed or misread.
    """
    image = judged.picture.load()
    x1, y1, x2, y2 = _part(judged)
    scale = min(2.5, side_px / max(x2 - x1, y2 - y1))
    size = (max(1, round((x2 - x1) * scale)), max(1, round((y2 - y1) * scale)))
    filter_ = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    drawn = np.asarray(cv2.resize(image[y1:y2, x1:x2], size, interpolation=filter_), np.uint8)

    def box(one: Box, words: str, colour: tuple[int, int, int], *, below: bool) -> None:
        left, top = round((one.x1_px - x1) * scale), round((one.y1_px - y1) * scale)
        right, bottom = round((one.x2_px - x1) * scale), round((one.y2_px - y1) * scale)
        cv2.rectangle(drawn, (left, top), (right, bottom), (0, 0, 0), 5)
        cv2.rectangle(drawn, (left, top), (right, bottom), colour, 2)
        place = (max(2, left), min(size[1] - 6, bottom + 26) if below else max(24, top - 6))
        (wide, _), _ = cv2.getTextSize(words, 0, 0.8, 2)
        end = (place[0] + wide + 4, place[1] + 6)
        cv2.rectangle(drawn, (place[0] - 3, place[1] - 22), end, (20, 20, 20), cv2.FILLED)
        cv2.putText(drawn, words, place, 0, 0.8, colour, 2, cv2.LINE_AA)

    right = judged.right
    misread = [true for true, read in judged.matching.named if read not in right]
    for true in (*judged.matching.missed, *misread):
        box(judged.truth[true][0], f"is {judged.truth[true][1]}", _TRUTH, below=True)
    named = {read for _, read in judged.matching.named}
    for read, die in enumerate(judged.still.dice):
        if read in named or read in judged.matching.extra:
            colour = _RIGHT if read in right else _WRONG
            box(die.box, f"{die.face} ({die.confidence:.2f})", colour, below=False)
    return drawn


def _part(judged: Judged) -> tuple[int, int, int, int]:
    """What to show: all dice, true and read, with some of the table around."""
    width, height = judged.width_px, judged.height_px
    boxes = [*(box for box, _ in judged.truth), *(die.box for die in judged.still.dice)]
    if not boxes:
        return 0, 0, width, height
    x1, y1 = min(box.x1_px for box in boxes), min(box.y1_px for box in boxes)
    x2, y2 = max(box.x2_px for box in boxes), max(box.y2_px for box in boxes)
    margin = 0.15 * max(x2 - x1, y2 - y1) + 20
    left, top = int(max(0, x1 - margin)), int(max(0, y1 - margin))
    right, bottom = int(min(width, x2 + margin)), int(min(height, y2 + margin))
    return left, top, max(right, left + 1), max(bottom, top + 1)
