"""What else lies or stands on the table of a clip, and a drink that is moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from datasets.clips.view import inside, on_table
from datasets.rendering.camera import Camera
from datasets.rendering.things import Thing, draw_thing

if TYPE_CHECKING:
    from datasets.clips.stage import Stage

FLAT = ("coin", "card", "domino", "button", "token", "sheet", "pen")
_NO_OBSTACLE = frozenset({"card", "sheet", "coin", "button"})


@dataclass(frozen=True, slots=True)
class Prop:
    """A thing that stays where it is."""

    thing: Thing

    @property
    def kind(self) -> str:
        """What it is."""
        return self.thing.kind

    @property
    def solid(self) -> bool:
        """Whether dice bump into it; they slide over what is thin."""
        return self.kind not in _NO_OBSTACLE

    @property
    def cylinder(self) -> tuple[float, float, float, float]:
        """The upright cylinder around it: x, y, radius, height."""
        return self.thing.x_cm, self.thing.y_cm, self.thing.reach_cm, 2 * self.thing.size_cm[2]


@dataclass(frozen=True, slots=True)
class Carried:
    """A cup that is moved: from and to where, when."""

    cup: Thing
    end_cm: tuple[float, float]
    begin_s: float
    end_s: float

    def place(self, time_s: float) -> tuple[float, float]:
        """Where its middle stands."""
        t = float(np.clip((time_s - self.begin_s) / (self.end_s - self.begin_s), 0, 1))
        share = t**3 * (10 - 15 * t + 6 * t * t)
        x = self.cup.x_cm + share * (self.end_cm[0] - self.cup.x_cm)
        y = self.cup.y_cm + share * (self.end_cm[1] - self.cup.y_cm)
        return x, y


def draw_props(
    rng: np.random.Generator, camera: Camera, edge_cm: float, many: bool
) -> tuple[Prop, ...]:
    """Things about the edge of the picture; ``many`` where they are the point of the clip."""
    counts = [2, 3, 5, 7] if many else [0, 0, 1, 2, 4]
    found: list[Prop] = []
    for _ in range(int(rng.choice(counts))):
        for _ in range(12):
            thing = draw_thing(rng, 0.0, 1.0, 0.01 + 0.01 * len(found))
            if thing.kind in {"hand", "book", "cup", "phone", "polyhedron"}:
                continue
            x, y = _beside(rng, camera, many)
            moved = Thing(
                thing.kind, x, y, thing.turn_rad, thing.size_cm, thing.seed, 0.0, thing.style
            )
            if all(
                np.hypot(x - p.thing.x_cm, y - p.thing.y_cm) > moved.reach_cm + p.thing.reach_cm
                for p in found
            ):
                found.append(Prop(moved))
                break
    return tuple(found)


def _beside(rng: np.random.Generator, camera: Camera, many: bool) -> tuple[float, float]:
    """A place that is mostly not where the dice come to rest."""
    while True:
        u, v = rng.uniform(0.05, 0.95, 2)
        if many or max(abs(u - 0.5), abs(v - 0.5)) > 0.33:
            x, y = on_table(camera, (float(u) * camera.width_px, float(v) * camera.height_px))
            return float(x), float(y)


def draw_carried(rng: np.random.Generator, stage: Stage) -> Carried | None:
    """A hand moves a cup; None where there is no room for one."""
    radius = float(rng.uniform(2.6, 4.0))
    height = float(rng.uniform(3.5, 5.0))
    taken = [(d.position_cm[0], d.position_cm[1], d.edge_cm) for d in stage.lying.values()]
    taken += [(x, y, reach) for x, y, reach, _ in stage.cups]
    for _ in range(40):
        begin = np.array(_beside(rng, stage.camera, True))
        end = begin + rng.normal(0, 1, 2) * 1.5 * radius
        way = begin + np.linspace(0, 1, 12)[:, None] * (end - begin)
        free = all(
            np.hypot(way[:, 0] - x, way[:, 1] - y).min() > radius + 1.5 * edge
            for x, y, edge in taken
        )
        if free and inside(stage.camera, np.array([[*begin, 0.0], [*end, 0.0]])):
            break
    else:
        return None
    cup = Thing(
        "cup", float(begin[0]), float(begin[1]), 0.0, (radius, radius, height),
        int(rng.integers(2**31)),
    )  # fmt: skip
    begin_s = stage.reach_to(begin, 2 * height)
    last_s = float(rng.uniform(0.5, 1.1))
    stage.carry(begin, end, 2 * height, last_s)
    return Carried(cup, (float(end[0]), float(end[1])), begin_s, begin_s + last_s)
