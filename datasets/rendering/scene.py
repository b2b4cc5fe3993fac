"""A whole scene as a value: what a seed decides, before anything is rendered.

World coordinates are in centimetres, the table is z = 0. Every engine renders the same scene.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from datasets.rendering.camera import Camera, draw_camera
from datasets.rendering.dice import DieStyle, draw_style
from datasets.rendering.light import Light, draw_light
from datasets.rendering.mesh import hull_points
from datasets.rendering.pips import Floats, face_axes
from datasets.rendering.resting import Pose, Start, lay, starts
from datasets.rendering.things import BARE_KINDS, Thing, draw_thing

SURFACES = {
    "wood": 0.17,
    "planks": 0.07,
    "felt": 0.12,
    "leather": 0.05,
    "cloth": 0.08,
    "print": 0.1,
    "paper": 0.05,
    "page": 0.05,
    "tiles": 0.04,
    "carpet": 0.04,
    "marble": 0.04,
    "plain": 0.06,
    "glass": 0.03,
    "concrete": 0.03,
    "grass": 0.02,
    "gravel": 0.02,
    "sand": 0.01,
    "metal": 0.02,
}
"""Kinds of surfaces with their shares."""


@dataclass(frozen=True, slots=True)
class Surface:
    """What the dice lie on; ``seed`` decides its colours and its pattern."""

    kind: str
    seed: int


@dataclass(frozen=True, slots=True)
class Tray:
    """A tray with walls about the middle: inner half sizes, height and thickness of the walls."""

    half_cm: tuple[float, float]
    height_cm: float
    wall_cm: float
    lining: Surface
    frame: Surface


@dataclass(frozen=True, slots=True)
class Board:
    """The edge of the table: half sizes, middle, turn; below it lies a floor."""

    half_cm: tuple[float, float]
    middle_cm: tuple[float, float]
    turn_rad: float
    thick_cm: float
    height_cm: float
    floor: Surface


@dataclass(frozen=True, slots=True, eq=False)
class PlacedDie:
    """A die at rest. ``rotation`` turns the die's frame into the world's."""

    style: DieStyle
    edge_cm: float
    position_cm: tuple[float, float, float]
    rotation: Floats

    def top(self) -> tuple[int, float]:
        """The value on top and the cosine of its tilt: 1 when it lies flat."""
        axes = face_axes(self.style.pips.left_handed)
        ups = {face: float(self.rotation[2] @ axes[face].normal) for face in axes}
        face = max(ups, key=lambda value: ups[value])
        return face, ups[face]

    def to_world(self, points: Floats) -> Floats:
        """Points of the die's frame (edge 1) in the world."""
        moved: Floats = points * self.edge_cm @ self.rotation.T + np.array(self.position_cm)
        return moved

    def hull(self) -> Floats:
        """Extreme points of its body in the world."""
        return self.to_world(hull_points(self.style))


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Everything that is in front of the camera, and the camera."""

    seed: tuple[int, ...]
    mode: str
    dice: tuple[PlacedDie, ...]
    things: tuple[Thing, ...]
    surface: Surface
    tray: Tray | None
    light: Light
    camera: Camera
    board: Board | None = None
    """None where the surface has no edge: the floor, or the ground out of doors."""


Rest = Callable[
    [np.random.Generator, list[Start], list[Thing], Tray | None, str, float], list[Pose]
]
"""How dice come to rest: by physics, or laid out."""


def rest_by_hand(
    rng: np.random.Generator,
    begin: list[Start],
    things: list[Thing],
    tray: Tray | None,
    mode: str,
    spread_cm: float,
) -> list[Pose]:
    """Dice laid out without physics, on whatever lies there."""
    return lay(rng, begin, spread_cm)


def rest_by_physics(
    rng: np.random.Generator,
    begin: list[Start],
    things: list[Thing],
    tray: Tray | None,
    mode: str,
    spread_cm: float,
) -> list[Pose]:
    """Dice thrown by the physics engine (needs mujoco)."""
    from datasets.rendering.throw import Wall, lean_on, throw, walls_of

    walls = walls_of(things)
    leanable = [wall for wall in walls if max(wall.half_cm[:2]) < 9]
    if tray is not None:
        (a, b), h, t = tray.half_cm, tray.height_cm / 2, tray.wall_cm / 2
        walls += [
            Wall((t, b + 2 * t, h), (a + t, 0, h)),
            Wall((t, b + 2 * t, h), (-a - t, 0, h)),
            Wall((a, t, h), (0, b + t, h)),
            Wall((a, t, h), (0, -b - t, h)),
        ]
    if leanable:
        begin = [
            lean_on(rng, start, leanable[rng.integers(len(leanable))])
            if mode == "lean" and rng.random() < 0.7
            else start
            for start in begin
        ]
    return throw(rng, begin, walls, pull=mode == "cluster")


def draw_scene(seed: tuple[int, ...], long_px: int, rest: Rest, with_dice: bool = True) -> Scene:
    """The scene of this seed, for a picture whose long side has ``long_px`` pixels.

    Without dice the table is full of things of about the size of dice.
    """
    rng = np.random.default_rng(seed)
    count = 0 if rng.random() < 0.06 else int(rng.integers(1, 13 if rng.random() < 0.3 else 8))
    count = count if with_dice else 0
    mode = str(
        rng.choice(["throw", "cluster", "row", "stack", "lean"], p=[0.48, 0.2, 0.1, 0.07, 0.15])
    )
    edge = float(rng.choice([0.8, 1.0, 1.2, 1.4, 1.6, 1.6, 1.6, 1.9, 2.2, 2.5, 3.0]))
    styles, edges = _set_of_dice(rng, count, edge)
    tray = _draw_tray(rng, edge) if rng.random() < 0.14 else None
    spread = float(rng.uniform(1.5, 7.0)) * max(1.0, edge / 1.6) * max(1.0, (count / 6) ** 0.5)
    if with_dice:
        things = _draw_things(rng, count, mode, spread)
    else:
        spread = float(rng.uniform(5, 11))
        things = _fill(rng, 1.2 * spread)
    begin = starts(rng, styles, edges, mode, spread)
    poses = rest(rng, begin, things, tray, mode, spread)
    dice = tuple(
        PlacedDie(
            styles[pose.number],
            edges[pose.number],
            (float(pose.position_cm[0]), float(pose.position_cm[1]), float(pose.position_cm[2])),
            pose.rotation,
        )
        for pose in poses
    )
    centre, reach, top = np.zeros(3), spread, 0.0
    if dice:
        places = np.array([die.position_cm for die in dice])
        centre = places.mean(axis=0)
        reach = float(np.linalg.norm((places - centre)[:, :2], axis=1).max())
        top = max(float(die.hull()[:, 2].max()) for die in dice)
    camera = draw_camera(rng, long_px, centre, reach, edge, top)
    names, shares = zip(*SURFACES.items(), strict=True)
    kind = str(rng.choice(names, p=np.array(shares) / sum(shares)))
    surface = Surface(kind, int(rng.integers(2**31)))
    light = draw_light(rng, camera)
    board = _draw_board(rng, kind)
    return Scene(seed, mode, dice, tuple(things), surface, tray, light, camera, board)


def _set_of_dice(
    rng: np.random.Generator, count: int, edge: float
) -> tuple[list[DieStyle], list[float]]:
    """One set of equal dice, a mixed bag, or two colours."""
    kinds = int(rng.choice([1, 2, count or 1], p=[0.55, 0.15, 0.3]))
    drawn = [draw_style(rng) for _ in range(max(kinds, 1))]
    sizes = [edge * (1.0 if n == 0 else float(rng.uniform(0.8, 1.2))) for n in range(len(drawn))]
    picks = [n % len(drawn) for n in range(count)]
    return [drawn[n] for n in picks], [sizes[n] for n in picks]


_NO_EDGE = frozenset({"carpet", "grass", "gravel", "sand", "concrete"})
_EITHER = frozenset({"planks", "tiles"})
REACH_CM = 45.0
"""Half the least width of a table: dice that come to rest farther out than 30 cm are not shown."""


def _draw_board(rng: np.random.Generator, kind: str) -> Board | None:
    """A table top of usual size, anywhere about the dice; people also play on the floor."""
    floors = ("planks", "planks", "tiles", "carpet", "plain", "concrete")
    half = (float(rng.uniform(REACH_CM, 100)), float(rng.uniform(REACH_CM, 60)))
    drawn = Board(
        half,
        (
            float(rng.uniform(-1, 1)) * (half[0] - REACH_CM),
            float(rng.uniform(-1, 1)) * (half[1] - REACH_CM),
        ),
        float(rng.uniform(0, 2 * np.pi)),
        float(rng.uniform(1.5, 4.5)),
        float(rng.choice([rng.uniform(70, 78), rng.uniform(35, 50)], p=[0.75, 0.25])),
        Surface(str(rng.choice(floors)), int(rng.integers(2**31))),
    )
    on_floor = kind in _NO_EDGE or (kind in _EITHER and rng.random() < 0.6)
    return None if on_floor else drawn


def _draw_tray(rng: np.random.Generator, edge: float) -> Tray:
    half = float(rng.uniform(6, 13)) * max(1.0, edge / 1.8)
    lining = str(rng.choice(["felt", "leather", "wood", "cloth", "plain"]))
    frame = str(rng.choice(["wood", "leather", "plain", "metal"], p=[0.5, 0.25, 0.15, 0.1]))
    return Tray(
        (half, half * float(rng.uniform(0.65, 1))),
        float(rng.uniform(1.5, 4.5)),
        float(rng.uniform(0.4, 1.6)),
        Surface(lining, int(rng.integers(2**31))),
        Surface(frame, int(rng.integers(2**31))),
    )


def _draw_things(rng: np.random.Generator, dice: int, mode: str, spread: float) -> list[Thing]:
    count = int(rng.choice([0, 1, 2, 3, 5, 8], p=[0.25, 0.2, 0.2, 0.15, 0.12, 0.08]))
    if not dice:
        count = max(count, 3)
    if mode == "lean":
        count = max(count, 2)
    things: list[Thing] = []
    for number in range(count):
        near = 0.0 if not dice else 1.0
        drawn = draw_thing(rng, near, spread + 6, 0.02 + 0.03 * number)
        if _is_free(drawn, things):
            things.append(drawn)
    return _curled(rng, things)


def _fill(rng: np.random.Generator, reach: float) -> list[Thing]:
    """A table full of things of about the size of dice, none of them a die."""
    things: list[Thing] = []
    for number in range(int(rng.integers(12, 70))):
        drawn = draw_thing(rng, 0.0, reach, 0.02 + 0.03 * number, BARE_KINDS)
        if _is_free(drawn, things):
            things.append(drawn)
    return _curled(rng, things)


def _is_free(drawn: Thing, things: list[Thing]) -> bool:
    return all(
        np.hypot(drawn.x_cm - t.x_cm, drawn.y_cm - t.y_cm) > drawn.reach_cm + t.reach_cm
        for t in things
        if t.solid and drawn.solid
    )


def _curled(rng: np.random.Generator, things: list[Thing]) -> list[Thing]:
    """Only the sheet that lies on top can curl: the others would come up through it."""
    for place in range(len(things) - 1, -1, -1):
        if not things[place].solid and things[place].kind != "hand":
            w, h, _ = things[place].size_cm
            things[place] = replace(things[place], size_cm=(w, h, float(rng.uniform(0, 0.35))))
            break
    return things
