"""Why a person has to look at a die: what its place and shape among the others give away."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from vision.certainty import UNSURE_BELOW, USUAL, Calibration, die_certainty
from vision.frames import Box, Detection

EDGE_PX = 2.0
"""A box that comes so near to the picture's edge is cut by it."""

CUT = 0.86
"""A cut die shows less than this share of the others' width or height."""

STACKED = 0.35
"""Two dice of which one box covers this share of the other lie on one another."""

LARGER, SMALLER = 1.7, 0.5
"""Area of a die's box beside the median of the others, outside of which it leans or is hidden."""

MARGIN = 0.7
"""A die whose second face has this share of the first one's votes leans, or is misread."""

_FEW = 3


def reasons(
    dice: Sequence[Detection],
    others: Sequence[Detection],
    width_px: float,
    height_px: float,
    by: Calibration = USUAL,
) -> tuple[str, ...]:
    """For each die of ``dice`` a code that says why to look at it, or "".

    ``others`` lie there too and are compared with, but not judged. Boxes in pixels of a picture of
    the given size. "half_visible", "stacked", "leaning" or "unsure".
    """
    everything = [*dice, *others]
    return tuple(
        _reason(die, [each for each in everything if each is not die], width_px, height_px, by)
        for die in dice
    )


def _reason(
    die: Detection,
    others: Sequence[Detection],
    width_px: float,
    height_px: float,
    by: Calibration,
) -> str:
    box = die.box
    cut_x = box.x1_px <= EDGE_PX or box.x2_px >= width_px - EDGE_PX
    cut_y = box.y1_px <= EDGE_PX or box.y2_px >= height_px - EDGE_PX
    if others:
        usual_x = median(each.box.width_px for each in others)
        usual_y = median(each.box.height_px for each in others)
    else:
        usual_x = usual_y = max(box.width_px, box.height_px)
    if (cut_x and box.width_px < CUT * usual_x) or (cut_y and box.height_px < CUT * usual_y):
        return "half_visible"
    if any(covered_share(box, each.box) > STACKED for each in others):
        return "stacked"
    if len(others) >= _FEW:
        size = box.area_px / max(1.0, median(each.box.area_px for each in others))
        if size > LARGER or size < SMALLER:
            return "leaning" if size > LARGER else "half_visible"
    if die.scores:
        first, second = sorted(die.scores, reverse=True)[:2]
        if second > MARGIN * first:
            return "leaning"
    return "unsure" if die_certainty(die, by) < UNSURE_BELOW else ""


def covered_share(one: Box, other: Box) -> float:
    """The share of the smaller box that both have in common, 0 to 1."""
    width = min(one.x2_px, other.x2_px) - max(one.x1_px, other.x1_px)
    height = min(one.y2_px, other.y2_px) - max(one.y1_px, other.y1_px)
    if width <= 0 or height <= 0:
        return 0.0
    return width * height / max(1.0, min(one.area_px, other.area_px))
