"""Where dice start from and where they rest, and laying them out by hand without any physics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from datasets.rendering.dice import DieStyle
from datasets.rendering.mesh import hull_points
from datasets.rendering.pips import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Start:
    """A die about to be let go. ``placed``: put down gently, else thrown."""

    style: DieStyle
    edge_cm: float
    position_cm: tuple[float, float, float]
    rotation: Floats
    placed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where the die of start ``number`` came to rest."""

    number: int
    position_cm: tuple[float, ...]
    rotation: Floats


def random_turn(rng: np.random.Generator) -> Floats:
    """A rotation drawn evenly from all (Shoemake's quaternions, Graphics Gems III, 1992)."""
    w, x, y, z = (q := rng.normal(size=4)) / np.linalg.norm(q)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def quarter_turn(rng: np.random.Generator) -> Floats:
    """One of the 24 turns that put a cube onto itself."""
    columns = np.zeros((3, 3))
    for row, column in enumerate(rng.permutation(3)):
        columns[row, column] = rng.choice([-1.0, 1.0])
    if np.linalg.det(columns) < 0:
        columns[0] = -columns[0]
    return columns


def starts(
    rng: np.random.Generator,
    styles: Sequence[DieStyle],
    edges_cm: Sequence[float],
    mode: str,
    spread_cm: float,
) -> list[Start]:
    """Starts for a ``throw``, a ``cluster`` that is drawn together, a ``row`` or a ``stack``."""
    found = []
    count = len(styles)
    columns = int(np.ceil(count / 2)) if count > 4 else max(count, 1)
    top = 0.0
    for number, (style, edge) in enumerate(zip(styles, edges_cm, strict=True)):
        if mode == "row":
            x = (number % columns - (columns - 1) / 2) * edge * rng.uniform(1.0, 1.06)
            place = (x, number // columns * edge * 1.04, edge / 2 + 0.01)
            turn = _yaw(rng.normal(0, 0.05)) @ quarter_turn(rng)
            found.append(Start(style, edge, place, turn, placed=True))
        elif mode == "stack" and number < 4:
            height = edge / 2 + 0.01 if number == 0 else top + edge / 2 + 0.01
            x, y = rng.normal(0, 0.12 * edge, 2) if number else (0.0, 0.0)
            top = height + edge / 2
            turn = _yaw(rng.uniform(0, 2 * np.pi)) @ quarter_turn(rng)
            found.append(Start(style, edge, (float(x), float(y), height), turn, placed=True))
        else:
            heading, away = rng.uniform(0, 2 * np.pi), spread_cm * np.sqrt(rng.random())
            if mode == "stack":
                away += 4 * edge
            place = (
                float(away * np.cos(heading)),
                float(away * np.sin(heading)),
                float(2 + number * 1.2 * edge + rng.uniform(0, 4)),
            )
            found.append(Start(style, edge, place, random_turn(rng)))
    return found


def lay(rng: np.random.Generator, begin: Sequence[Start], spread_cm: float) -> list[Pose]:
    """Rest dice without physics: flat, a few on an edge, beside each other or apart."""
    poses: list[Pose] = []
    placed: list[tuple[float, float, float]] = []
    for number, start in enumerate(begin):
        turn = _yaw(rng.uniform(0, 2 * np.pi)) @ quarter_turn(rng)
        if rng.random() < 0.06:
            turn = _tilt(rng) @ turn
        lowest = float((hull_points(start.style) @ turn.T)[:, 2].min()) * start.edge_cm
        reach = start.edge_cm * 0.75
        for attempt in range(200):
            away = (spread_cm + attempt * 0.05) * np.sqrt(rng.random())
            heading = rng.uniform(0, 2 * np.pi)
            x, y = float(away * np.cos(heading)), float(away * np.sin(heading))
            if all(np.hypot(x - px, y - py) > reach + pr for px, py, pr in placed):
                placed.append((x, y, reach))
                poses.append(Pose(number, (x, y, -lowest), turn))
                break
    return poses


def _yaw(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def _tilt(rng: np.random.Generator) -> Floats:
    angle = rng.uniform(0.25, 0.7)
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1.0, 0, 0], [0, c, -s], [0, s, c]])
