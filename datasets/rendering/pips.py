"""Where pips lie on the faces of a die, as makers in East and West lay them out.

A die is a cube of edge 1 about the origin. Positions on a face are in half edges, -1 to 1, along
the face's own two axes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from datasets.labels import FACES

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PipStyle:
    """How a die's pips are laid out.

    ``spread`` is the distance of a corner pip from the middle in half edges, ``six_gap`` that of
    the two rows of a six as a share of it. ``turns`` are quarter turns of each face. ``radius`` is
    in half edges and ``one_scale`` enlarges the single pip of the one. ``depth`` is in edges; 0
    means painted on. ``left_handed`` mirrors the order of the faces 1, 2, 3 about their corner.
    """

    spread: float = 0.5
    six_gap: float = 1.0
    turns: tuple[int, int, int, int, int, int] = (0, 0, 0, 0, 0, 0)
    mirrored: bool = False
    straight_two: bool = False
    straight_three: bool = False
    radius: float = 0.17
    one_scale: float = 1.0
    shape: str = "round"
    depth: float = 0.0
    left_handed: bool = False

    def radius_of(self, face: int) -> float:
        """The pips' radius on this face, in half edges."""
        return self.radius * (self.one_scale if face == 1 else 1.0)


def draw_pips(rng: np.random.Generator, east: bool) -> PipStyle:
    """A random layout; ``east`` for those of China and Japan, with a big one and a narrow six."""
    spread = rng.uniform(0.38, 0.6)
    six_gap = rng.uniform(0.6, 0.9) if east else rng.uniform(0.72, 1.0)
    radius = min(rng.uniform(0.1, 0.22), 0.46 * spread, 0.88 * spread * six_gap, 0.9 - spread)
    if east:
        one_scale = rng.uniform(1.3, 2.3)
    else:
        one_scale = rng.uniform(1.15, 1.9) if rng.random() < 0.08 else 1.0
    turns = tuple(int(turn) for turn in rng.integers(0, 4, 6))
    return PipStyle(
        spread=spread,
        six_gap=six_gap,
        turns=turns,  # type: ignore[arg-type]  # six of them
        mirrored=bool(rng.integers(2)),
        straight_two=bool(rng.random() < (0.5 if east else 0.05)),
        straight_three=bool(rng.random() < 0.04),
        radius=radius,
        one_scale=one_scale,
        shape=str(rng.choice(["round", "square", "ring", "diamond"], p=[0.89, 0.04, 0.04, 0.03])),
        depth=float(rng.uniform(0.015, 0.06)) if rng.random() < 0.6 else 0.0,
        left_handed=bool(rng.integers(2)),
    )


def pip_centres(style: PipStyle, face: int) -> Floats:
    """The centres of a face's pips: shape (face, 2), in half edges along the face's axes."""
    s = style.spread
    d = -1 if style.mirrored else 1
    if face == 1:
        points = [(0.0, 0.0)]
    elif face == 2:
        points = [(-s, 0), (s, 0)] if style.straight_two else [(-s, -s * d), (s, s * d)]
    elif face == 3:
        ends = [(-s, 0), (s, 0)] if style.straight_three else [(-s, -s * d), (s, s * d)]
        points = [*ends, (0.0, 0.0)]
    elif face == 6:
        points = [(x, y) for x in (-s * style.six_gap, s * style.six_gap) for y in (-s, 0, s)]
    else:
        points = [(-s, -s), (-s, s), (s, -s), (s, s), *([(0.0, 0.0)] if face == 5 else [])]
    found = np.array(points, float)
    for _ in range(style.turns[face - 1]):
        found = np.stack([-found[:, 1], found[:, 0]], 1)
    return found


@dataclass(frozen=True, slots=True)
class FaceAxes:
    """A face's outward normal and its two axes; across x along = normal."""

    normal: Floats
    across: Floats
    along: Floats


def face_axes(left_handed: bool) -> dict[int, FaceAxes]:
    """The axes of each face of a die in its own frame; opposite faces sum to seven."""
    x, y, z = np.eye(3)
    third = -y if left_handed else y
    normals = {1: z, 6: -z, 2: x, 5: -x, 3: third, 4: -third}
    axes = {}
    for face in FACES:
        normal = normals[face]
        across = np.roll(np.abs(normal), 1)
        axes[face] = FaceAxes(normal, across, np.cross(normal, across))
    return axes
