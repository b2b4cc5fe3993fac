"""A hand with its forearm as one body of skin and one of cloth. Needs bpy.

The capsules of `datasets.clips.hand` are molten together, so that fingers grow out of the palm.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import bpy
import numpy as np

from datasets.clips.cycles.poses import move
from datasets.clips.hand import Capsule, Grip, Look
from datasets.clips.track import about_z
from datasets.rendering.cycles.nodes import PRINCIPLED, Nodes
from datasets.rendering.cycles.objects import add_mesh, paint_with
from datasets.rendering.dice import Colour
from datasets.rendering.mesh import Ints
from datasets.rendering.pips import Floats

_STEPS = 16
"""Shapes between a flat hand and a fist that are told apart."""

_VOXEL_CM = 0.16
_TURNS = np.arange(14) * 2 * np.pi / 14
_RINGS = np.linspace(-np.pi / 2, np.pi / 2, 8)[1:-1]


class Arm:
    """The arm of one clip; shapes that it has had are kept."""

    def __init__(self, look: Look) -> None:
        self._skin = _skin(look.skin)
        self._cloth = _cloth(look.sleeve)
        self._shapes: dict[tuple[int, int], tuple[Any, Any]] = {}
        self._shown: tuple[Any, ...] = ()

    def hide(self) -> None:
        """Take it out of the picture."""
        for thing in self._shown:
            thing.hide_render = True
        self._shown = ()

    def show(self, grips: list[Grip]) -> None:
        """Let it go through these poses while the shutter is open, in the shape of their middle."""
        self.hide()
        middle = grips[len(grips) // 2]
        shape = (round(middle.curl * _STEPS), round(middle.pointing * _STEPS))
        if shape not in self._shapes:
            curl, pointing = shape[0] / _STEPS, shape[1] / _STEPS
            still = replace(middle, place=(0, 0, 0), heading=0.0, curl=curl, pointing=pointing)
            self._shapes[shape] = self._made(still)
        positions = [np.array(grip.place) + np.array([0, 0, grip.lift_cm()]) for grip in grips]
        rotations = [about_z(grip.heading) for grip in grips]
        self._shown = self._shapes[shape]
        for thing in self._shown:
            thing.hide_render = False
            move(thing, positions, rotations)

    def _made(self, grip: Grip) -> tuple[Any, Any]:
        body = grip.capsules()
        bare = _molten([capsule for capsule in body if not capsule[4]])
        paint_with(bare, self._skin)
        sleeve = _molten([capsule for capsule in body if capsule[4]], voxel_cm=0.5)
        paint_with(sleeve, self._cloth)
        return bare, sleeve


def _molten(capsules: list[Capsule], voxel_cm: float = _VOXEL_CM) -> Any:
    """One smooth body of these capsules."""
    points: list[Floats] = []
    polygons: list[Ints] = []
    for capsule in capsules:
        ring = _capsule(capsule)
        rows, columns = ring.shape[:2]
        grid = np.arange(rows * columns).reshape(rows, columns) + sum(len(p) for p in points)
        right = np.roll(grid, -1, axis=1)
        quads = np.stack([grid[:-1], right[:-1], right[1:], grid[1:]], -1)
        points.append(ring.reshape(-1, 3))
        polygons.append(quads.reshape(-1, 4))
    made = add_mesh(np.concatenate(points), np.concatenate(polygons))
    melt = made.modifiers.new("melt", "REMESH")
    melt.mode, melt.voxel_size, melt.use_smooth_shade = "VOXEL", voxel_cm, True
    smooth = made.modifiers.new("smooth", "SMOOTH")
    smooth.factor, smooth.iterations = 0.5, 7
    # Made once: a modifier would be worked out again for each frame.
    graph = bpy.context.evaluated_depsgraph_get()
    mesh = bpy.data.meshes.new_from_object(made.evaluated_get(graph))
    made.modifiers.clear()
    made.data = mesh
    return made


def _capsule(capsule: Capsule) -> Floats:
    """Rings of points about it, from one end to the other; the first and last nearly a point."""
    start, end, r0, r1, _ = capsule
    along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-6)
    aside = np.cross(along, (0, 0, 1.0) if abs(along[2]) < 0.9 else (1.0, 0, 0))
    aside /= np.linalg.norm(aside)
    circle = np.cos(_TURNS)[:, None] * aside + np.sin(_TURNS)[:, None] * np.cross(along, aside)
    rows = [start - along * r0 + circle * 0.01 * r0]
    for angle in _RINGS:
        middle, radius = (start, r0) if angle <= 0 else (end, r1)
        rows.append(middle + along * np.sin(angle) * radius + circle * np.cos(angle) * radius)
    rows.append(end + along * r1 + circle * 0.01 * r1)
    return np.asarray(rows)


def _skin(colour: Colour) -> Any:
    nodes = Nodes("skin")
    place = nodes.add("ShaderNodeTexCoord").outputs["Object"]
    red = tuple(float(v) for v in np.clip(np.array(colour) * (1.05, 0.72, 0.66), 0, 1))
    blotches = nodes.noise(place, 0.7, 3.0)
    shade = nodes.blend(blotches, colour, red)
    shader = nodes.add(PRINCIPLED, {"Base Color": shade, "Roughness": 0.5})
    nodes.bump(shader, nodes.noise(place, 6.0, 4.0, 0.7), 0.25, 0.05)
    return nodes.finish(shader)


def _cloth(colour: Colour) -> Any:
    nodes = Nodes("sleeve")
    place = nodes.add("ShaderNodeTexCoord").outputs["Object"]
    dark = tuple(float(v) * 0.6 for v in colour)
    shade = nodes.blend(nodes.noise(place, 9.0, 3.0, 0.7), colour, dark)
    shader = nodes.add(PRINCIPLED, {"Base Color": shade, "Roughness": 1.0})
    nodes.bump(shader, nodes.noise(place, 0.45, 2.0, 0.5), 0.8, 0.6)
    return nodes.finish(shader)
