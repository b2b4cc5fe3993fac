"""What else lies on a table: things to lean on, to hide behind, and to be mistaken for dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from datasets.rendering.dice import DieStyle, draw_style, with_other_marks

KINDS = {
    "coin": 0.13,
    "card": 0.1,
    "domino": 0.1,
    "button": 0.06,
    "pen": 0.08,
    "cup": 0.07,
    "sheet": 0.1,
    "book": 0.04,
    "phone": 0.03,
    "polyhedron": 0.1,
    "other die": 0.09,
    "token": 0.06,
    "hand": 0.04,
}
"""Kinds of things with their shares."""

BARE_KINDS = {
    "domino": 0.24,
    "coin": 0.16,
    "button": 0.16,
    "other die": 0.16,
    "token": 0.09,
    "polyhedron": 0.08,
    "card": 0.04,
    "sheet": 0.03,
    "pen": 0.02,
    "cup": 0.01,
    "hand": 0.01,
}
"""Their shares on a table without dice, where most are of the size of dice."""


SOLID_REACH = 1.25
"""How far the corners of a polyhedron are from its middle, in its half sizes."""
PEN_TIP_CM = 1.4


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing on the table: where its middle stands, its turn, its half sizes; ``seed``: the rest.

    ``size_cm`` are half extents along its own axes; of cards and sheets the third is how far a
    corner curls up. ``solid`` says whether dice bump into it.
    """

    kind: str
    x_cm: float
    y_cm: float
    turn_rad: float
    size_cm: tuple[float, float, float]
    seed: int
    lift_cm: float = 0.0
    style: DieStyle | None = None

    @property
    def solid(self) -> bool:
        """Flat paper and hands above the table stop no die."""
        return self.kind not in {"card", "sheet", "hand"}

    @property
    def reach_cm(self) -> float:
        """Radius of the circle about its middle that it needs on the table."""
        return float(np.hypot(*self.size_cm[:2]))


def draw_thing(
    rng: np.random.Generator,
    near_cm: float,
    far_cm: float,
    lift_cm: float,
    kinds: Mapping[str, float] = KINDS,
) -> Thing:
    """A random thing somewhere in the ring between these distances from the middle."""
    names, shares = zip(*kinds.items(), strict=True)
    kind = str(rng.choice(names, p=np.array(shares) / sum(shares)))
    style = None
    if kind == "other die":
        style = with_other_marks(rng, draw_style(rng))
    size = _size(rng, kind)
    reach = float(np.hypot(*size[:2]))
    heading, away = rng.uniform(0, 2 * np.pi), rng.uniform(near_cm, max(near_cm + 1, far_cm))
    if kind in {"cup", "book", "phone", "hand"}:
        # Large things stand beside the dice and reach in, rather than bury them.
        away += reach * 0.8
    flat = kind in {"card", "sheet"}
    return Thing(
        kind,
        float(away * np.cos(heading)),
        float(away * np.sin(heading)),
        float(rng.uniform(0, 2 * np.pi)),
        size,
        int(rng.integers(2**31)),
        lift_cm if flat else 0.0,
        style,
    )


def _size(rng: np.random.Generator, kind: str) -> tuple[float, float, float]:
    u = rng.uniform
    if kind == "coin":
        r = u(0.8, 1.35)
        return r, r, u(0.08, 0.14)
    if kind == "button":
        r = u(0.5, 1.3)
        return r, r, u(0.1, 0.2)
    if kind == "token":
        r = u(0.6, 1.6)
        return r, r, u(0.15, 0.5)
    if kind == "card":
        return 3.15, 4.4, 0.0
    if kind == "sheet":
        return u(3.5, 7), u(5, 10), 0.0
    if kind == "domino":
        w = u(0.9, 1.3)
        return w, 2 * w, u(0.25, 0.45)
    if kind == "pen":
        r = u(0.3, 0.5)
        return u(5, 9), r, r
    if kind == "cup":
        r = u(3, 4.5)
        return r, r, u(3.5, 5.5)
    if kind == "book":
        return u(5, 8), u(8, 11), u(0.3, 1.5)
    if kind == "phone":
        return 3.6, 7.4, 0.4
    if kind == "hand":
        return 4.5, 7.0, 2.0
    s = u(0.55, 1.2)
    return s, s, s
