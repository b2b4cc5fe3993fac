"""Dice that are no cubes: the corners and faces of d4 to d20, and how they lie on a table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from datasets.rendering.pips import Floats

_SAME = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A convex solid at rest on z = 0: corners (n, 3), and each face's corners about its normal."""

    name: str
    corners: Floats
    faces: tuple[npt.NDArray[np.int64], ...]


def drawn_solid(rng: np.random.Generator, reach: float) -> Solid:
    """A random one whose corners are ``reach`` from its middle."""
    name = list(SOLIDS)[rng.integers(len(SOLIDS))]
    return at_rest(name, reach)


def at_rest(name: str, reach: float) -> Solid:
    """The solid on its lowest face."""
    points = SOLIDS[name]
    faces = flat_faces(points)
    # A kite's middle is not where its normal points: only the normal tells how the face lies.
    lowest = min((_normal(points[face]) for face in faces), key=lambda normal: float(normal[2]))
    turned: Floats = points @ _turn_down(lowest).T * reach
    turned[:, 2] -= turned[:, 2].min()
    return Solid(name, turned, faces)


def _normal(corners: Floats) -> Floats:
    normal: Floats = np.cross(corners[1] - corners[0], corners[2] - corners[1])
    return normal / np.linalg.norm(normal)


def _turn_down(direction: Floats) -> Floats:
    """The smallest turn that makes ``direction`` (of length 1) point down (Rodrigues)."""
    down = np.array([0.0, 0.0, -1.0])
    axis, cosine = np.cross(direction, down), float(direction @ down)
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    result: Floats = np.eye(3) + cross + cross @ cross / (1 + cosine)
    return result


def flat_faces(points: Floats) -> tuple[npt.NDArray[np.int64], ...]:
    """The faces of a convex solid: indices of corners in order about each outward normal."""
    found: dict[tuple[int, ...], npt.NDArray[np.int64]] = {}
    count = len(points)
    for i in range(count):
        for j in range(i + 1, count):
            for k in range(j + 1, count):
                normal = np.cross(points[j] - points[i], points[k] - points[i])
                length = np.linalg.norm(normal)
                if length < _SAME:
                    continue
                normal = normal / length
                height = normal @ points[i]
                if height < 0:
                    normal, height = -normal, -height
                heights = points @ normal
                if heights.max() > height + _SAME:
                    continue
                on = np.flatnonzero(heights > height - _SAME)
                key = tuple(int(corner) for corner in on)
                if key not in found:
                    u = points[on[0]] - points[on].mean(axis=0)
                    w = np.cross(normal, u)
                    away = points[on] - points[on].mean(axis=0)
                    found[key] = on[np.argsort(np.arctan2(away @ w, away @ u))]
    return tuple(found.values())


def _solids() -> dict[str, Floats]:
    g = (1 + 5**0.5) / 2
    signs = (-1, 1)
    cube = [[x, y, z] for x in signs for y in signs for z in signs]
    ico = [p for a in signs for b in (-g, g) for p in ([0, a, b], [a, b, 0], [b, 0, a])]
    dode = cube + [
        p for a in (-1 / g, 1 / g) for b in (-g, g) for p in ([0, a, b], [a, b, 0], [b, 0, a])
    ]
    turns = np.arange(5) * 2 * np.pi / 5
    # Only with exactly this lift are the four corners of a kite in one plane.
    cosine = np.cos(np.pi / 5)
    lift = (1 - cosine) / (1 + cosine)
    kite = [[np.cos(t), np.sin(t), lift] for t in turns]
    kite += [[np.cos(t + np.pi / 5), np.sin(t + np.pi / 5), -lift] for t in turns]
    shapes = {
        "d4": [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]],
        "d8": [[s * a, s * b, s * c] for s in signs for a, b, c in np.eye(3)],
        "d10": [*kite, [0, 0, 1.0], [0, 0, -1.0]],
        "d12": dode,
        "d20": ico,
    }
    solids = {name: np.array(points, float) for name, points in shapes.items()}
    return {name: points / np.linalg.norm(points, axis=1).max() for name, points in solids.items()}


SOLIDS = _solids()
"""The corners of each, the farthest at 1 from the middle."""
