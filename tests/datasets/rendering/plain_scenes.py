"""Scenes without chance: known dice on a plain table under an even light."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from datasets.rendering.camera import Camera
from datasets.rendering.dice import DieStyle, grey, hsv
from datasets.rendering.light import Lamp, Light
from datasets.rendering.pips import PipStyle, face_axes
from datasets.rendering.scene import PlacedDie, Scene, Surface

WHITE = DieStyle(
    pips=PipStyle(),
    material="plastic",
    base=grey(0.9),
    second=grey(0.9),
    ink=grey(0.05),
    special=hsv(0, 0.9, 0.7),
)
EDGE_CM = 2.0


def facing_up(style: DieStyle, value: int) -> npt.NDArray[np.float64]:
    """The turn that puts this value on top."""
    axes = face_axes(style.pips.left_handed)[value]
    return np.stack([axes.across, axes.along, axes.normal])


def tilted(angle_deg: float) -> npt.NDArray[np.float64]:
    """A turn about the world's x axis."""
    c, s = np.cos(np.deg2rad(angle_deg)), np.sin(np.deg2rad(angle_deg))
    return np.array([[1.0, 0, 0], [0, c, -s], [0, s, c]])


def from_above(
    values: Sequence[int],
    style: DieStyle = WHITE,
    gap_cm: float = 4.0,
    size_px: int = 480,
    tilt_deg: float = 0.0,
) -> Scene:
    """Dice in a row showing these values, seen from straight above."""
    places = (np.arange(len(values)) - (len(values) - 1) / 2) * gap_cm
    dice = tuple(
        PlacedDie(style, EDGE_CM, (float(x), 0.0, 1.2), tilted(tilt_deg) @ facing_up(style, value))
        for x, value in zip(places, values, strict=True)
    )
    lamp = Lamp("area", (30.0, -40.0, 120.0), 1.5e5, (1.0, 1.0, 1.0), (120.0, 120.0))
    return Scene(
        seed=(0, 0),
        mode="row",
        dice=dice,
        things=(),
        surface=Surface("plain", 7),
        tray=None,
        light=Light("window", (lamp,), "room", 3, 0.0, 0.5),
        camera=Camera(size_px, size_px, (0.0, 0.0, 40.0), (0.0, 0.0, 0.0), focal_mm=40),
    )
