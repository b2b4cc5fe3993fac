"""Throwing dice: a physics engine lets them fall, tumble, pile up and lean (MuJoCo).

Lengths are in centimetres, turns are rotation matrices from the die's frame to the world's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from datasets.rendering.mesh import hull_points
from datasets.rendering.pips import Floats
from datasets.rendering.resting import Pose, Start, quarter_turn
from datasets.rendering.solids import drawn_solid
from datasets.rendering.things import PEN_TIP_CM, SOLID_REACH, Thing

_GRAVITY = 981.0
_STEP_S = 1 / 500
_LONGEST_S = 3.0
_AT_REST = 1.5
"""Largest speed, in cm/s, of a die that counts as lying still."""
_ON_ITS_WAY = 6.0
"""A die still as fast as this, in cm/s, when the time is up would be caught in the air."""


Form = Literal["box", "round", "lying", "solid"]


@dataclass(frozen=True, slots=True)
class Wall:
    """Something fixed: half sizes, middle, turn about the vertical.

    A ``box``, a ``round`` one that stands upright, a ``lying`` one along its own x axis, or a
    ``solid`` with these corners about the middle.
    """

    half_cm: tuple[float, float, float]
    middle_cm: tuple[float, float, float]
    turn_rad: float = 0.0
    form: Form = "box"
    corners_cm: tuple[tuple[float, float, float], ...] = ()


_ROUND = frozenset({"coin", "button", "token", "cup"})
_CUP_TOP_CM = 60.0


def walls_of(things: Sequence[Thing]) -> list[Wall]:
    """What dice bump into among these things, in the form that is drawn.

    Round things as boxes would hold dice up in the air beside them.
    """
    return [wall for thing in things if thing.solid for wall in _walls_of(thing)]


def _walls_of(thing: Thing) -> list[Wall]:
    a, b, h = thing.size_cm
    x, y, turn = thing.x_cm, thing.y_cm, thing.turn_rad
    if thing.kind == "cup":
        # As high as dice fall: none is to lie on the air above a cup.
        h = _CUP_TOP_CM
    if thing.kind in _ROUND:
        return [Wall((a, b, h), (x, y, h), turn, "round")]
    if thing.kind == "pen":
        away = a + PEN_TIP_CM / 2
        tip = (x + away * float(np.cos(turn)), y + away * float(np.sin(turn)), h)
        return [
            Wall((a, b, h), (x, y, h), turn, "lying"),
            Wall((PEN_TIP_CM / 2, b / 2, h / 2), tip, turn, "lying"),
        ]
    if thing.kind == "polyhedron":
        solid = drawn_solid(np.random.default_rng(thing.seed), h * SOLID_REACH)
        corners = tuple((float(u), float(v), float(w)) for u, v, w in solid.corners)
        return [Wall((a, b, h), (x, y, 0.0), turn, "solid", corners)]
    return [Wall((a, b, h), (x, y, h), turn)]


def throw(
    rng: np.random.Generator, starts: Sequence[Start], walls: Sequence[Wall], pull: bool
) -> list[Pose]:
    """Let dice go from their starts and return where they come to rest.

    ``pull`` draws them to the middle while they settle, so that they touch. Dice that left the
    table's middle (30 cm) or still roll after three seconds are not among the poses.
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
        speed = float(np.linalg.norm(state.qvel[6 * number : 6 * number + 3]))
        if np.abs(position[:2]).max() < 30 and position[2] > 0 and speed < _ON_ITS_WAY:
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
    for number, wall in enumerate(walls):
        geom, mesh = _fixed(wall, f"w{number}")
        bodies.append(geom)
        meshes.append(mesh)
    return f"""<mujoco>
<option timestep="{_STEP_S}" gravity="0 0 -{_GRAVITY}" cone="elliptic" impratio="10">
<flag multiccd="enable"/></option>
<compiler angle="degree"/>
<default><geom solref="0.004 0.6" solimp="0.95 0.99 0.01"/></default>
<asset>{"".join(meshes)}</asset>
<worldbody><geom type="plane" size="100 100 1" friction="0.6 0.02 0.002" condim="4"/>
{"".join(bodies)}</worldbody></mujoco>"""


def _fixed(wall: Wall, name: str) -> tuple[str, str]:
    """The wall as MuJoCo's geom, and its mesh where it has one."""
    a, b, h = wall.half_cm
    x, y, z = wall.middle_cm
    c, s = np.cos(wall.turn_rad), np.sin(wall.turn_rad)
    mesh, turn = "", f'euler="0 0 {np.degrees(wall.turn_rad):.3f}"'
    place = f'pos="{x:.4f} {y:.4f} {z:.4f}" {turn}'
    if wall.form == "round":
        shape = f'type="cylinder" size="{a:.4f} {h:.4f}" {place}'
    elif wall.form == "lying":
        ends = f"{x - a * c:.4f} {y - a * s:.4f} {z:.4f} {x + a * c:.4f} {y + a * s:.4f} {z:.4f}"
        shape = f'type="cylinder" size="{b:.4f}" fromto="{ends}"'
    elif wall.form == "solid":
        # MuJoCo moves a mesh to its centre of mass: the corners are placed beforehand, and the
        # geom stands where that centre is.
        corners = np.array(wall.corners_cm) @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
        points = " ".join(f"{v:.5f}" for v in (corners + wall.middle_cm).ravel())
        mesh = f'<mesh name="{name}" vertex="{points}" inertia="convex"/>'
        shape = f'type="mesh" mesh="{name}"'
    else:
        shape = f'type="box" size="{a:.4f} {b:.4f} {h:.4f}" {place}'
    return f'<geom {shape} friction="0.7 0.02 0.002"/>', mesh


def lean_on(rng: np.random.Generator, start: Start, wall: Wall) -> Start:
    """The same die put half onto or against a wall, so that it comes to rest leaning."""
    across, along, heading = wall.half_cm[0], wall.half_cm[1], wall.turn_rad
    if wall.form == "lying":
        across, along, heading = along, across, heading + np.pi / 2
    side = rng.uniform(-0.6, 0.6) * along
    if wall.form in {"round", "solid"}:
        side, heading = 0.0, float(rng.uniform(0, 2 * np.pi))
    low = wall.half_cm[2] < start.edge_cm * 0.4
    reach = across + start.edge_cm * (rng.uniform(0.0, 0.3) if low else 0.62)
    c, s = np.cos(heading), np.sin(heading)
    offset = np.array([[c, -s], [s, c]]) @ np.array([reach, side])
    place = np.array(wall.middle_cm[:2]) + offset
    if low:
        height = 2 * wall.half_cm[2] + start.edge_cm * 0.52
        tilt = 0.0
    else:
        tilt = float(rng.uniform(0.25, 0.75))
        height = start.edge_cm * (0.5 * (np.cos(tilt) + np.sin(tilt))) + 0.02
    turn = _about_z(heading) @ _about_y(-tilt) @ quarter_turn(rng)
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
