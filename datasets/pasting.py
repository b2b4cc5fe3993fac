"""Dice cut out of labelled pictures and laid on other tables.

Every set shows its dice on its own few tables, so a network may learn the tables. A die that was
cut out along its outline and laid on a ground that no set has teaches the die alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from datasets.clips.ground import TILE_PX, tile
from datasets.rendering.prints import PRINTS
from vision.frames import Box, Image

Alpha = npt.NDArray[np.float32]

GROUNDS = ("felt", "carpet", "grass", "gravel", "sand", "marble", "leather", "wood", "planks",
           "plain", *PRINTS)  # fmt: skip
"""Kinds of drawn ground that dice are laid on."""

_AROUND = 0.22
_CUT_PX = 48
_LEAST_SHARE, _MOST_SHARE = 0.5, 0.97
_TRIES = 8
_LEAST_CONTRAST = 0.06
_PIPS_APART = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class Cutting:
    """A die with a margin: ``patch`` (h, w, 3) BGR, ``alpha`` (h, w) 0 to 1, and its side in px."""

    patch: Image
    alpha: Alpha
    side_px: float


@dataclass(slots=True)
class Cutter:
    """Cuts dice out of pictures and remembers their outlines, since finding one is slow."""

    _outlines: dict[tuple[str, Box], npt.NDArray[np.uint8]] = field(default_factory=dict)

    def cut(self, name: str, image: Image, box: Box) -> Cutting | None:
        """The die in ``box`` (pixels of ``image``); None where the picture's edge cuts it.

        ``name`` tells pictures apart.
        """
        side = max(box.width_px, box.height_px)
        margin = _AROUND * side
        x1, y1 = int(box.x1_px - margin), int(box.y1_px - margin)
        x2, y2 = int(box.x2_px + margin) + 1, int(box.y2_px + margin) + 1
        if x1 < 0 or y1 < 0 or x2 > image.shape[1] or y2 > image.shape[0] or side < 12:
            return None
        patch = image[y1:y2, x1:x2]
        if (name, box) not in self._outlines:
            inner = Box(box.x1_px - x1, box.y1_px - y1, box.x2_px - x1, box.y2_px - y1)
            self._outlines[name, box] = outline(patch, inner)
        mask = self._outlines[name, box]
        size = (patch.shape[1], patch.shape[0])
        smooth = cv2.resize(mask, size, interpolation=cv2.INTER_LINEAR).astype(np.float32) / 255
        soft = cv2.GaussianBlur(smooth, (0, 0), max(0.6, side / 60))
        return Cutting(patch, np.asarray(soft, np.float32), side)


def outline(patch: Image, box: Box) -> npt.NDArray[np.uint8]:
    """What of ``patch`` is the die in ``box``: 0 or 255, at most ``_CUT_PX`` on its longer side.

    Found by GrabCut (Rother and others, 2004); an ellipse with flat sides where that finds
    something that no die in this box could be.
    """
    scale = min(1.0, _CUT_PX / max(patch.shape[:2]))
    small = cv2.resize(patch, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    height, width = small.shape[:2]
    x, y = box.centre_px[0] * scale, box.centre_px[1] * scale
    half_w, half_h = box.width_px * scale / 2, box.height_px * scale / 2
    ys, xs = np.mgrid[0:height, 0:width]
    reach = np.abs((xs - x) / half_w) ** 4 + np.abs((ys - y) / half_h) ** 4
    known = np.full((height, width), cv2.GC_BGD, np.uint8)
    known[reach < 1.3] = cv2.GC_PR_FGD
    known[reach < 0.1] = cv2.GC_FGD
    rounded = np.where(reach < 0.85, 255, 0).astype(np.uint8)
    state = np.zeros((1, 65)), np.zeros((1, 65))
    cv2.setRNGSeed(1)  # GrabCut starts from clusters drawn at random
    try:
        cv2.grabCut(small, known, None, *state, 2, cv2.GC_INIT_WITH_MASK)  # type: ignore[call-overload]
    except cv2.error:  # a patch of one colour has no two sides to tell apart
        return rounded
    found = np.where((known == cv2.GC_FGD) | (known == cv2.GC_PR_FGD), 255, 0).astype(np.uint8)
    found = np.asarray(cv2.morphologyEx(found, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    contours, _ = cv2.findContours(found, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return rounded
    # A die has no dents: its hull gives back pips and highlights that were taken for ground.
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    share = cv2.contourArea(hull) / (4 * half_w * half_h)
    if not _LEAST_SHARE < share < _MOST_SHARE:
        return rounded
    filled = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(filled, hull, 255)
    return filled


@dataclass(slots=True)
class Grounds:
    """Drawn tables to lay dice on: a stock that is drawn once, since drawing one is slow."""

    stock: int = 80
    _tiles: dict[int, Image] = field(default_factory=dict)

    def draw(self, rng: np.random.Generator, size_px: int) -> Image:
        """A square of ground, turned and scaled at random."""
        number = int(rng.integers(self.stock))
        if number not in self._tiles:
            own = np.random.default_rng(number)
            kind = GROUNDS[number % len(GROUNDS)]
            light, _ = tile(own, kind)
            self._tiles[number] = (255 * light[..., ::-1] ** (1 / 2.2)).astype(np.uint8)
        angle, scale = rng.uniform(0, 360), float(np.exp(rng.uniform(-0.9, 0.5)))
        middle = (TILE_PX / 2, TILE_PX / 2)
        matrix = np.asarray(cv2.getRotationMatrix2D(middle, angle, scale), np.float64)
        matrix[:, 2] += size_px / 2 - TILE_PX / 2 + rng.uniform(-80, 80, 2)
        laid = cv2.warpAffine(
            self._tiles[number], matrix, (size_px, size_px),
            flags=cv2.INTER_AREA, borderMode=cv2.BORDER_WRAP,
        )  # fmt: skip
        return np.asarray(laid, np.uint8)


def paste(
    rng: np.random.Generator,
    image: Image,
    cutting: Cutting,
    linear: npt.NDArray[np.float64],
    taken: Sequence[Box],
    *,
    dye: bool = True,
) -> tuple[Image, Box] | None:
    """Lay a die on ``image``, changed by ``linear`` (2, 2), where no box of ``taken`` is.

    Returns the picture and the die's box in it, or None where no free place was found. Its light
    and hue change, unless ``dye`` is false, and a soft shadow falls on one side.
    """
    height, width = image.shape[:2]
    tall, wide = cutting.alpha.shape
    half = np.abs(linear) @ np.array([wide, tall]) / 2
    for _ in range(_TRIES):
        centre = rng.uniform([0.3 * half[0], 0.3 * half[1]], [width, height] - 0.3 * half)
        inner = 0.72 * half
        place = Box(*(centre - inner), *(centre + inner))
        if any(place.overlap(other) > 0 for other in taken):
            continue
        offset = centre - linear @ np.array([wide, tall]) / 2
        matrix = np.hstack([linear, offset[:, None]])
        alpha = cv2.warpAffine(cutting.alpha, matrix, (width, height), flags=cv2.INTER_AREA)
        rows, columns = np.flatnonzero((alpha > 0.5).any(1)), np.flatnonzero((alpha > 0.5).any(0))
        if not len(rows) or not len(columns):
            continue
        lit = _lit(rng, cutting.patch) if dye else cutting.patch
        laid = cv2.warpAffine(lit, matrix, (width, height), flags=cv2.INTER_AREA)
        side = float(min(half))
        drop = rng.normal(0, 0.12, 2) * side
        moved = np.array([[1, 0, drop[0]], [0, 1, drop[1]]])
        dark = cv2.warpAffine(alpha, moved, (width, height))
        dark = cv2.GaussianBlur(dark, (0, 0), max(1.0, 0.14 * side)) * rng.uniform(0.1, 0.7)
        over = alpha[..., None]
        merged = image * (1 - dark[..., None]) * (1 - over) + laid * over
        box = Box(columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)
        return np.clip(merged, 0, 255).astype(np.uint8), box
    return None


def _lit(rng: np.random.Generator, patch: Image) -> Image:
    """The die under another light, mostly in other colours."""
    hsv = cv2.cvtColor(_dyed(rng, patch), cv2.COLOR_BGR2HSV).astype(np.int16)
    if rng.random() < 0.5:
        hsv[..., 0] = (hsv[..., 0] + int(rng.integers(180))) % 180
        hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.5, 1.4), 0, 255)
    hsv[..., 2] = np.clip(hsv[..., 2] * rng.uniform(0.75, 1.2), 0, 255)
    lit = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)
    return _gleaming(rng, np.asarray(lit, np.uint8)) if rng.random() < 0.3 else lit  # type: ignore[return-value]


def _dyed(rng: np.random.Generator, patch: Image) -> Image:
    """The die with its light and dark parts changed about, or dyed: white dice have no hue to turn.

    A dye multiplies, so it colours what is light; on the negative it colours what is dark. Pips
    may come near to the colour of the body, but can be told from it.
    """
    light: npt.NDArray[Any] = patch.astype(np.float32) / 255
    if rng.random() < 0.15:
        light = in_two_colours(rng, light)
    if rng.random() < 0.12:
        light = 1 - light
    if rng.random() < 0.3:
        light = light * rng.uniform(0.15, 1, 3).astype(np.float32)
    if rng.random() < 0.2:
        light = 1 - (1 - light) * rng.uniform(0.15, 1, 3).astype(np.float32)
    if rng.random() < 0.2:
        body = np.median(light, axis=(0, 1))
        light = body + (light - body) * rng.uniform(0.5, 0.9)
    readable = light.std(axis=(0, 1)).max() >= _LEAST_CONTRAST
    return np.asarray(255 * light, np.uint8) if readable else patch


def in_two_colours(rng: np.random.Generator, light: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The die with what is dark in one colour and what is light in another, reflections white.

    The two may be equally light: red pips on a black or blue body are told apart by hue alone.
    """
    grey = light.mean(axis=2, keepdims=True)
    height, width = grey.shape[:2]
    inner = grey[height // 4 : -(height // 4), width // 4 : -(width // 4)]
    dark, body, bright = np.percentile(inner, (4, 50, 96))
    below, above = float(body - dark), float(bright - body)
    pips_are_dark = below >= above
    if max(below, above) < max(_PIPS_APART, 1.5 * min(below, above)):
        return light  # nobody can say from the light alone what is a pip
    # From 0 for the pips to 1 for the body.
    share = (grey - (dark if pips_are_dark else bright)) / max(below, above)
    share = share if pips_are_dark else -share
    one, two = rng.uniform(0, 0.9, (2, 3)).astype(np.float32)
    while np.abs(one - two).max() < 0.35:
        two = rng.uniform(0, 0.9, 3).astype(np.float32)
    gleam = np.clip(2.5 * (share - 1.25), 0, 1) * pips_are_dark
    painted = one + np.clip(share, 0, 1) * (two - one)
    return np.asarray(painted + gleam * (1 - painted), np.float32)


def _gleaming(rng: np.random.Generator, patch: Image) -> Image:
    """The die with the reflection of a lamp or a window, at most as large as two pips or so."""
    height, width = patch.shape[:2]
    corners = rng.uniform(-1, 1, (4, 2)) * rng.uniform(0.04, 0.16) * width
    corners += rng.uniform([0.25 * width, 0.25 * height], [0.75 * width, 0.75 * height])
    glare = np.zeros((height, width), np.float32)
    cv2.fillConvexPoly(glare, cv2.convexHull(corners.astype(np.int32)), 1.0)
    glare = cv2.GaussianBlur(glare, (0, 0), max(0.5, rng.uniform(0.005, 0.05) * width))  # type: ignore[assignment]
    share = rng.uniform(0.4, 1.0) * glare[..., None]
    return np.asarray(patch * (1 - share) + rng.uniform(215, 255) * share, np.uint8)
