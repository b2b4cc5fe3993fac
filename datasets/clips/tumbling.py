"""Dice let go from a hand: their whole way to where they rest, by physics or made up.

Both give each die's poses, RATE_HZ a second, until it lies still; the last pose is flat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from datasets.clips.track import RATE_HZ, Stretch, about, about_z
from datasets.rendering.dice import DieStyle
from datasets.rendering.mesh import hull_points
from datasets.rendering.pips import Floats, face_axes
from datasets.rendering.resting import quarter_turn, random_turn
from datasets.rendering.scene import PlacedDie

_GRAVITY = 981.0
_LONGEST_S = 4.0
_MOVED = 0.012
"""A die rests from when it is nearer than this, in edges and radians, to where it ends."""


@dataclass(frozen=True, slots=True, eq=False)
class Release:
    """Dice about to leave a hand at ``place_cm`` towards ``goal_cm`` on the table.

    ``speed`` is in cm/s; ``lying`` stays where it is.
    """

    styles: tuple[DieStyle, ...]
    edges_cm: tuple[float, ...]
    place_cm: tuple[float, float, float]
    goal_cm: tuple[float, float]
    speed: float
    lying: tuple[PlacedDie, ...]
    limit_cm: float
    """A die that goes farther than this beyond its goal has left the picture for good."""
    obstacles: tuple[tuple[float, float, float, float], ...] = ()
    """Upright cylinders in the way: x, y, radius, height."""

    @property
    def heading(self) -> Floats:
        """The horizontal direction of the throw, of length 1."""
        way = np.array(self.goal_cm) - np.array(self.place_cm[:2])
        return np.asarray(way / max(float(np.linalg.norm(way)), 1e-6))


Tumble = Callable[[np.random.Generator, Release], list[Stretch] | None]
"""A throw; None where it did not end well: a die stands on its edge or is still rolling."""


def tumble_by_physics(rng: np.random.Generator, release: Release) -> list[Stretch] | None:
    """Dice thrown by the physics engine (needs mujoco)."""
    import mujoco

    model = mujoco.MjModel.from_xml_string(_world(rng, release))
    state: Any = mujoco.MjData(model)
    count = len(release.styles)
    heading = release.heading
    side = np.array([-heading[1], heading[0]])
    for number in range(count):
        edge = release.edges_cm[number]
        row, column = number // 2, number % 2
        off = heading * (-row * 1.15 * edge) + side * ((column - 0.5) * 1.2 * edge)
        lift = float(rng.uniform(0, 0.8)) * edge
        state.qpos[7 * number : 7 * number + 3] = (
            *(np.array(release.place_cm[:2]) + off),
            max(release.place_cm[2], 0.9 * edge) + lift,
        )
        turn = random_turn(rng)
        mujoco.mju_mat2Quat(state.qpos[7 * number + 3 : 7 * number + 7], turn.ravel())
        speed = release.speed * float(rng.uniform(0.75, 1.2))
        way = heading + side * float(rng.normal(0, 0.16))
        state.qvel[6 * number : 6 * number + 2] = way * speed
        state.qvel[6 * number + 2] = float(rng.uniform(-30, 15))
        # Mostly forward spin, as of dice that roll off fingers.
        spin = np.array([-heading[1], heading[0], 0]) * speed / edge * float(rng.uniform(0.5, 1.5))
        state.qvel[6 * number + 3 : 6 * number + 6] = turn.T @ (spin + rng.normal(0, 9, 3))
    mujoco.mj_forward(model, state)  # or the first poses would all be the world's origin
    step_s = float(model.opt.timestep)
    every = round(1 / RATE_HZ / step_s)
    places: list[Floats] = []
    turns: list[Floats] = []
    calm = 0
    for step in range(int(_LONGEST_S / step_s)):
        if step % every == 0:
            places.append(np.array(state.xpos[1 : count + 1]))
            turns.append(np.array(state.xmat[1 : count + 1]).reshape(count, 3, 3))
            past = (places[-1][:, :2] - release.goal_cm) @ heading
            if past.max() > release.limit_cm:
                return None
        mujoco.mj_step(model, state)
        calm = calm + 1 if np.abs(state.qvel).max(initial=0) < 0.8 else 0
        if calm > 40:
            break
    else:
        return None
    return _ended(release, np.array(places), np.array(turns))


def _world(rng: np.random.Generator, release: Release) -> str:
    meshes, bodies = [], []
    for number, (style, edge) in enumerate(zip(release.styles, release.edges_cm, strict=True)):
        shape = f'type="box" size="{edge / 2:.5f} {edge / 2:.5f} {edge / 2:.5f}"'
        if style.ball:
            points = " ".join(f"{v:.5f}" for v in (hull_points(style, 90) * edge).ravel())
            meshes.append(f'<mesh name="m{number}" vertex="{points}" inertia="convex"/>')
            shape = f'type="mesh" mesh="m{number}"'
        bodies.append(
            f'<body name="d{number}"><freejoint/><geom {shape} '
            f'density="0.0012" friction="{rng.uniform(0.35, 0.65):.3f} 0.02 0.002" '
            'condim="4"/></body>'
        )
    for die in release.lying:
        half = die.edge_cm / 2
        x, y, z = die.position_cm
        flat = die.rotation @ face_axes(die.style.pips.left_handed)[2].normal
        other = die.rotation @ face_axes(die.style.pips.left_handed)[1].normal
        along = flat if abs(flat[2]) < 0.5 else other
        turn = float(np.degrees(np.arctan2(along[1], along[0])))
        bodies.append(
            f'<geom type="box" size="{half:.4f} {half:.4f} {half:.4f}" '
            f'pos="{x:.4f} {y:.4f} {z:.4f}" euler="0 0 {turn:.3f}" friction="0.5 0.02 0.002"/>'
        )
    for x, y, radius, height in release.obstacles:
        bodies.append(
            f'<geom type="cylinder" size="{radius:.4f} {height / 2:.4f}" '
            f'pos="{x:.4f} {y:.4f} {height / 2:.4f}" friction="0.4 0.02 0.002"/>'
        )
    return f"""<mujoco>
<option timestep="0.002" gravity="0 0 -{_GRAVITY}" cone="elliptic" impratio="10">
<flag multiccd="enable"/></option>
<compiler angle="degree"/>
<default><geom solref="0.004 0.6" solimp="0.95 0.99 0.01"/></default>
<asset>{"".join(meshes)}</asset>
<worldbody><geom type="plane" size="300 300 1" friction="0.6 0.02 0.002" condim="4"/>
{"".join(bodies)}</worldbody></mujoco>"""


def _ended(release: Release, places: Floats, turns: Floats) -> list[Stretch] | None:
    """The ways up to where each die lies still; None unless all lie flat on the table."""
    found = []
    for number, edge in enumerate(release.edges_cm):
        at, turn = places[:, number], turns[:, number]
        end = PlacedDie(release.styles[number], edge, tuple(at[-1]), turn[-1])
        if end.top()[1] < 0.998 or at[-1][2] > edge * 0.52:
            return None
        away = np.linalg.norm(at - at[-1], axis=1) / edge
        cosines = (np.einsum("nij,ij->n", turn, turn[-1]) - 1) / 2
        away = np.maximum(away, np.arccos(np.clip(cosines, -1, 1)))
        last = int(np.flatnonzero(away > _MOVED)[-1]) + 1 if (away > _MOVED).any() else 0
        # What is left of the way is less than anybody can see: it is made in the last pose.
        kept_at = np.concatenate([at[:last], at[-1:]])
        kept_turn = np.concatenate([turn[:last], turn[-1:]])
        found.append(Stretch(0.0, kept_at, kept_turn))
    return found


def tumble_by_hand(rng: np.random.Generator, release: Release) -> list[Stretch] | None:
    """Dice that hop and roll to places drawn at random, without a physics engine."""
    reach = float(np.linalg.norm(np.array(release.goal_cm) - np.array(release.place_cm[:2])))
    placed = [(die.position_cm[0], die.position_cm[1], die.edge_cm) for die in release.lying]
    placed += [(x, y, 2 * radius) for x, y, radius, _ in release.obstacles]
    found = []
    for number, edge in enumerate(release.edges_cm):
        for _ in range(60):
            spread = max(2.2 * edge, 0.4 * reach)
            x, y = np.array(release.goal_cm) + rng.normal(0, 0.5, 2) * spread
            if all(np.hypot(x - px, y - py) > 0.75 * (edge + pe) for px, py, pe in placed):
                break
        else:
            return None
        placed.append((float(x), float(y), edge))
        turn = about_z(float(rng.uniform(0, 2 * np.pi))) @ quarter_turn(rng)
        off = rng.normal(0, 0.4, 2) * edge
        start = np.array(release.place_cm) + np.append(off, number * 0.2 * edge)
        last_s = float(rng.uniform(0.7, 1.3))
        found.append(_hops(rng, release.styles[number], edge, start, (x, y), turn, last_s))
    return found


def _hops(
    rng: np.random.Generator,
    style: DieStyle,
    edge: float,
    start: Floats,
    goal: tuple[float, float],
    turn: Floats,
    last_s: float,
) -> Stretch:
    """A way that slows down, hops lower and lower, and turns about the axis across it."""
    steps = round(last_s * RATE_HZ) + 1
    t = np.linspace(0, 1, steps)
    left = (1 - t) ** 2  # the share of the way that is still to go
    way = np.array(goal) - start[:2]
    length = float(np.linalg.norm(way))
    along = way / max(length, 1e-6)
    axis = np.array([-along[1], along[0], 0.0])
    rounds = np.ceil(length / edge * float(rng.uniform(0.5, 1.0))) * np.pi / 2
    rotations = about(axis, -rounds * left) @ turn
    lowest = (hull_points(style) @ np.swapaxes(rotations, 1, 2))[:, :, 2].min(axis=1) * edge
    hop = np.abs(np.cos(2.5 * np.pi * t)) * (1 - t) ** 2 * max(start[2], edge)
    positions = np.concatenate([np.array(goal) - way * left[:, None], (hop - lowest)[:, None]], 1)
    return Stretch(0.0, positions, rotations)
