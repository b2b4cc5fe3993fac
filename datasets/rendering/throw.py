"""Throwing dice: a physics engine lets them fall, tumble, pile up and lean (MuJoCo).

Lengths are in centimetres, turns are rotation matrices from the die's frame to the world's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from datasets.rendering.mesh import hull_points
from datasets.rendering.pips import Floats
from datasets.rendering.resting import Pose, Start, quarter_turn
from datasets.rendering.things import Thing

_GRAVITY = 981.0
_STEP_S = 1 / 500
_LONGEST_S = 3.0
_AT_REST = 1.5
"""Largest speed, in cm/s, of a die that counts as lying still."""


@dataclass(frozen=True, slots=True)
class Wall:
    """A fixed box: half sizes, middle, turn about the vertical."""

    half_cm: tuple[float, float, float]
    middle_cm: tuple[float, float, float]
    turn_rad: float = 0.0


def walls_of(things: Sequence[Thing]) -> list[Wall]:
    """What dice bump into among these things."""
    return [Wall(t.size_cm, (t.x_cm, t.y_cm, t.size_cm[2]), t.turn_rad) for t in things if t.solid]


def throw(
    rng: np.random.Generator, starts: Sequence[Start], walls: Sequence[Wall], pull: bool
) -> list[Pose]:
    """Let dice go from their starts and return where they come to rest.

    ``pull`` draws them to the middle while they settle, so that they touch. Dice that left the
    table's middle (30 cm) are not among the poses; their place in the list is kept by index.
    """
    import mujoco

    model = mujoco.MjModel.from_xml_string(_world(rng, starts, walls))
    state: Any = mujoco.MjData(model)
    for number, start in enumerate(starts):
        state.qpos[7 * number : 7 * number + 3] = start.position_cm
        mujoco.mju_mat2Quat(state.qpos[7 * number + 3 : 7 * number + 7], start.rotation.ravel())
        if not start.placed:
            state.qvel[6 * number : 6 * number + 2] = rng.normal(0, 22, 2)
            state.qvel[6 * number + 2] = -rng.uniform(0, 80)
            state.qvel[6 * number + 3 : 6 * number + 6] = rng.normal(0, 16, 3)
    count = len(starts)
    masses = model.body_mass[1 : count + 1, None]
    calm = 0
    for step in range(int(_LONGEST_S / _STEP_S)):
        if pull and step * _STEP_S < 1.0:
            places = state.xpos[1 : count + 1, :2]
            away = np.linalg.norm(places, axis=1, keepdims=True) + 1e-6
            state.xfrc_applied[1 : count + 1, :2] = (
                -places / away * np.minimum(1, away / 3) * 700 * masses
            )
        else:
            state.xfrc_applied[:] = 0
        mujoco.mj_step(model, state)
        calm = calm + 1 if np.abs(state.qvel).max(initial=0) < _AT_REST else 0
        if calm > 25 and not (pull and step * _STEP_S < 1.0):
            break
    poses = []
    for number in range(count):
        position = np.array(state.xpos[number + 1])
        rotation = np.array(state.xmat[number + 1]).reshape(3, 3)
        if np.abs(position[:2]).max() < 30 and position[2] > 0:
            poses.append(Pose(number, tuple(position), rotation))
    return poses


def _world(rng: np.random.Generator, starts: Sequence[Start], walls: Sequence[Wall]) -> str:
    meshes, bodies = [], []
    for number, start in enumerate(starts):
        points = " ".join(f"{v:.5f}" for v in (hull_points(start.style) * start.edge_cm).ravel())
        meshes.append(f'<mesh name="m{number}" vertex="{points}" inertia="convex"/>')
        friction = rng.uniform(0.8, 1.0) if start.placed else rng.uniform(0.35, 0.7)
        bodies.append(
            f'<body name="d{number}"><freejoint/><geom type="mesh" mesh="m{number}" '
            f'density="0.0012" friction="{friction:.3f} 0.02 0.002" condim="4"/></body>'
        )
    for wall in walls:
        half = " ".join(f"{v:.4f}" for v in wall.half_cm)
        middle = " ".join(f"{v:.4f}" for v in wall.middle_cm)
        bodies.append(
            f'<geom type="box" size="{half}" pos="{middle}" '
            f'euler="0 0 {np.degrees(wall.turn_rad):.3f}" friction="0.7 0.02 0.002"/>'
        )
    return f"""<mujoco>
<option timestep="{_STEP_S}" gravity="0 0 -{_GRAVITY}" cone="elliptic" impratio="10">
<flag multiccd="enable"/></option>
<compiler angle="degree"/>
<default><geom solref="0.004 0.6" solimp="0.95 0.99 0.01"/></default>
<asset>{"".join(meshes)}</asset>
<worldbody><geom type="plane" size="100 100 1" friction="0.6 0.02 0.002" condim="4"/>
{"".join(bodies)}</worldbody></mujoco>"""


def lean_on(rng: np.random.Generator, start: Start, wall: Wall) -> Start:
    """The same die put half onto or against a wall, so that it comes to rest leaning."""
    side = rng.uniform(-0.6, 0.6) * wall.half_cm[1]
    low = wall.half_cm[2] < start.edge_cm * 0.4
    reach = wall.half_cm[0] + start.edge_cm * (rng.uniform(0.0, 0.3) if low else 0.62)
    c, s = np.cos(wall.turn_rad), np.sin(wall.turn_rad)
    along = np.array([[c, -s], [s, c]]) @ np.array([reach, side])
    place = np.array(wall.middle_cm[:2]) + along
    if low:
        height = 2 * wall.half_cm[2] + start.edge_cm * 0.52
        tilt = 0.0
    else:
        tilt = float(rng.uniform(0.25, 0.75))
        height = start.edge_cm * (0.5 * (np.cos(tilt) + np.sin(tilt))) + 0.02
    turn = _about_z(wall.turn_rad) @ _about_y(-tilt) @ quarter_turn(rng)
    if low:
        turn = _about_z(float(rng.uniform(0, 2 * np.pi))) @ quarter_turn(rng)
    position = (float(place[0]), float(place[1]), float(height))
    return Start(start.style, start.edge_cm, position, turn, placed=True)


def _about_z(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def _about_y(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, 0, s], [0, 1.0, 0], [-s, 0, c]])
