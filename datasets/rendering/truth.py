"""Labels read off the scene itself: what is where, how much of it shows, and whether it is legible.

An engine tells, for each pixel of the undistorted picture, which die shows there and which of its
faces.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from datasets.labels import LabelledDie
from datasets.rendering.dice import DieStyle
from datasets.rendering.pips import face_axes, pip_centres
from datasets.rendering.scene import PlacedDie, Scene
from vision.frames import Image

LEANING = float(np.cos(np.deg2rad(12)))
"""A die counts as leaning when its top face is tilted by more than 12 degrees."""

LEAST_SIDE_PX = 16.0
LEAST_TOP = 0.5
LEAST_TOP_PX = 8.0
"""Least width of the top face across the direction in which it is foreshortened."""
LEAST_VISIBLE = 0.3
LEAST_CONTRAST = 10.0
"""Least difference of a pip from what is around it, in CIE 1976 L*a*b* units. Where noise or the
material's own pattern spreads as much, a pip must differ by a quarter more than the spread."""


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    """What an engine returns: linear RGB (h, w, 3); die numbers from 1, 0 for none; face values."""

    light: npt.NDArray[np.float32]
    die: npt.NDArray[np.int32]
    face: npt.NDArray[np.int32]


def labels(scene: Scene, rendered: Rendered, image: Image) -> tuple[LabelledDie, ...]:
    """A label for each die that shows, in the order of the scene.

    ``rendered`` and ``image`` are as the lens shows them. A die nobody could read in ``image`` is
    marked so: too small, too hidden, or without contrast on some pip of its top face.
    """
    scaled = image.astype(np.float32) / np.float32(255)
    lab = np.asarray(cv2.cvtColor(scaled, cv2.COLOR_BGR2LAB), np.float32)
    found = []
    for number, die in enumerate(scene.dice, start=1):
        shown = rendered.die == number
        ys, xs = np.nonzero(shown)
        if len(xs) < 12:
            continue
        found.append(_label(scene, die, rendered.face, shown, xs, ys, lab))
    return tuple(found)


def mask(scene: Scene, rendered: Rendered) -> npt.NDArray[np.uint8]:
    """The instance mask that goes with `labels`: value i is the i-th label."""
    result = np.zeros(rendered.die.shape, np.uint8)
    place = 0
    for number in range(1, len(scene.dice) + 1):
        shown = rendered.die == number
        if np.count_nonzero(shown) >= 12:
            place += 1
            result[shown] = place
    return result


def _label(
    scene: Scene,
    die: PlacedDie,
    faces: npt.NDArray[np.int32],
    shown: npt.NDArray[np.bool_],
    xs: npt.NDArray[np.int64],
    ys: npt.NDArray[np.int64],
    lab: npt.NDArray[np.float32],
) -> LabelledDie:
    height, width = shown.shape
    face, upright = die.top()
    left, top, right, bottom = xs.min(), ys.min(), xs.max() + 1, ys.max() + 1
    whole = _area(scene.camera.project(die.hull()))
    visibility = min(1.0, len(xs) / max(whole, 1.0))
    axes = face_axes(die.style.pips.left_handed)[face]
    corners = np.array(
        [axes.normal * 0.5 + axes.across * u + axes.along * w for u, w in _flat_part(die.style)]
    )
    outline = scene.camera.project(die.to_world(corners))
    on_top = shown & (faces == face)
    top_shown = np.count_nonzero(on_top) / max(_area(outline), 1.0)
    readable = (
        max(right - left, bottom - top) >= LEAST_SIDE_PX
        and visibility >= LEAST_VISIBLE
        and top_shown >= LEAST_TOP
        and min(cv2.minAreaRect(outline.astype(np.float32))[1]) >= LEAST_TOP_PX
        and _legible(scene, die, face, on_top, lab)
    )
    return LabelledDie(
        face,
        float((left + right) / 2 / width),
        float((top + bottom) / 2 / height),
        float((right - left) / width),
        float((bottom - top) / height),
        tuple((float(x / width), float(y / height)) for x, y in outline),
        round(visibility, 4),
        upright < LEANING,
        bool(readable),
        "renderer",
    )


def _flat_part(style: DieStyle) -> list[tuple[float, float]]:
    """Corners of what is flat of a face, about its middle, in edges: where balls cut the corners
    off, the square that remains is rounded."""
    inner = 0.5 - 0.5 * style.edge_radius
    circle = np.sqrt(max(style.ball**2 - 0.25, 0.0)) if style.ball else np.inf
    if circle >= inner * np.sqrt(2):
        return [(-inner, -inner), (inner, -inner), (inner, inner), (-inner, inner)]
    turns = np.arange(24) * np.pi / 12
    c, s = np.cos(turns), np.sin(turns)
    away = np.minimum(circle, inner / np.maximum(np.abs(c), np.abs(s)))
    return [(float(x), float(y)) for x, y in zip(away * c, away * s, strict=True)]


def _area(points_px: npt.NDArray[np.float64]) -> float:
    return float(cv2.contourArea(cv2.convexHull(points_px.astype(np.float32))))


_DISC = np.array(
    [(r * np.cos(t), r * np.sin(t)) for r in (0.0, 0.35, 0.6) for t in np.arange(8) * np.pi / 4]
)
_BAND = np.array([(0.72 * np.cos(t), 0.72 * np.sin(t)) for t in np.arange(24) * np.pi / 12])
_RING = np.array(
    [(r * np.cos(t), r * np.sin(t)) for r in (1.4, 1.7) for t in np.arange(16) * np.pi / 8]
)


def _legible(
    scene: Scene,
    die: PlacedDie,
    face: int,
    on_top: npt.NDArray[np.bool_],
    lab: npt.NDArray[np.float32],
) -> bool:
    """Whether each pip of the top face differs from the face around it, and is large enough."""
    axes = face_axes(die.style.pips.left_handed)[face]
    centres, radius = pip_centres(die.style.pips, face), die.style.pips.radius_of(face)
    disc = _BAND if die.style.pips.shape == "ring" else _DISC
    differing = 0
    for centre in centres:
        around = centre + _RING * radius
        alone = np.ones(len(around), bool)
        for other in centres:
            if not np.array_equal(other, centre):
                alone &= np.hypot(*(around - other).T) > 1.3 * radius
        alone &= np.abs(around).max(axis=1) < 1 - die.style.edge_radius
        samples = []
        for spots in (centre + disc * radius, around[alone]):
            points = (
                axes.normal * 0.5 + (spots[:, :1] * axes.across + spots[:, 1:] * axes.along) * 0.5
            )
            pixels = np.floor(scene.camera.project(die.to_world(points))).astype(int)
            x, y = pixels[:, 0], pixels[:, 1]
            inside = (x >= 0) & (y >= 0) & (x < lab.shape[1]) & (y < lab.shape[0])
            x, y = x[inside], y[inside]
            samples.append(lab[y, x][on_top[y, x]])
        if min(map(len, samples)) < 4:
            return False
        ink, ground = (np.median(sample, axis=0) for sample in samples)
        # Grain and glitter of the size of a pip hide it, however different its colour is.
        unrest = float(np.linalg.norm(samples[1].std(axis=0)))
        needed = max(LEAST_CONTRAST, 1.25 * unrest)
        differing += float(np.linalg.norm(ink - ground)) >= needed
    return differing == len(centres)
