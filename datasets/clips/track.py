"""Where one die is at any time of a clip: a chain of stretches, each a list of poses.

Lengths are in centimetres, times in seconds from the start of the clip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from datasets.rendering.dice import DieStyle
from datasets.rendering.pips import Floats
from datasets.rendering.scene import PlacedDie

RATE_HZ = 250
"""Poses a second of a thrown die."""


@dataclass(frozen=True, slots=True, eq=False)
class Stretch:
    """Poses from ``begin_s`` on, RATE_HZ a second: positions (n, 3), rotations (n, 3, 3).

    After the last one the die lies there until the next stretch begins. No poses: it is away.
    """

    begin_s: float
    positions: Floats
    rotations: Floats

    @property
    def end_s(self) -> float:
        """When the last pose is reached."""
        return self.begin_s + max(0, len(self.positions) - 1) / RATE_HZ


@dataclass(slots=True, eq=False)
class Track:
    """One die through a clip; its stretches are added in the order of time."""

    style: DieStyle
    edge_cm: float
    stretches: list[Stretch] = field(default_factory=list)

    def add(self, begin_s: float, positions: Floats, rotations: Floats) -> float:
        """Move along these poses from ``begin_s`` on; returns when the last is reached."""
        stretch = Stretch(begin_s, positions, rotations)
        self.stretches.append(stretch)
        return stretch.end_s

    def put(self, time_s: float, position: Floats, rotation: Floats) -> None:
        """Lie here from ``time_s`` on."""
        self.add(time_s, position[None], rotation[None])

    def take(self, time_s: float) -> None:
        """Be away, in somebody's hand, from ``time_s`` on."""
        self.add(time_s, np.zeros((0, 3)), np.zeros((0, 3, 3)))

    def at(self, time_s: float) -> PlacedDie | None:
        """The die at this time; None while it is away."""
        current = None
        for stretch in self.stretches:
            if stretch.begin_s > time_s + 1e-9:
                break
            current = stretch
        if current is None or not len(current.positions):
            return None
        place = (time_s - current.begin_s) * RATE_HZ
        last = len(current.positions) - 1
        low = int(min(max(place, 0), last))
        high, share = min(low + 1, last), min(max(place - low, 0.0), 1.0)
        x, y, z = current.positions[low] * (1 - share) + current.positions[high] * share
        rotation = current.rotations[high if share > 0.5 else low]
        return PlacedDie(self.style, self.edge_cm, (float(x), float(y), float(z)), rotation)

    def moving(self, begin_s: float, end_s: float) -> bool:
        """Whether the die is under way, comes or goes between these times."""
        for stretch in self.stretches:
            if stretch.begin_s < end_s and stretch.end_s > begin_s:
                return True
            if begin_s <= stretch.begin_s < end_s:
                return True
        return False


def smooth(steps: int) -> Floats:
    """From 0 to 1 in so many steps as a hand moves: with the least jerk (Flash and Hogan, 1985)."""
    t = np.linspace(0, 1, max(steps, 2))
    eased: Floats = t**3 * (10 - 15 * t + 6 * t * t)
    return eased


def slide(die: PlacedDie, target: Sequence[float], turn_rad: float, last_s: float) -> Stretch:
    """Poses from where a die lies to ``target`` (x, y) in ``last_s``, turning about the vertical.

    The stretch begins at 0; its face stays on top.
    """
    steps = smooth(round(last_s * RATE_HZ) + 1)
    start = np.array(die.position_cm)
    goal = np.array([target[0], target[1], start[2]])
    positions = start + steps[:, None] * (goal - start)
    rotations = np.stack([about_z(float(step) * turn_rad) @ die.rotation for step in steps])
    return Stretch(0.0, positions, rotations)


def about_z(angle: float) -> Floats:
    """A turn about the vertical."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def about(axis: Floats, angles: Floats) -> Floats:
    """Turns about one axis of length 1 (Rodrigues' formula): shape (n, 3, 3)."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    s, c = np.sin(angles)[:, None, None], np.cos(angles)[:, None, None]
    turns: Floats = np.eye(3) + s * cross + (1 - c) * (cross @ cross)
    return turns
