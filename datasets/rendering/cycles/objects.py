"""Plain bodies of Blender: meshes of our own, sheets, boxes, discs. Needs bpy."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np
import numpy.typing as npt


def add_mesh(
    vertices: npt.NDArray[Any],
    polygons: npt.NDArray[Any],
    uv: npt.NDArray[Any] | None = None,
    faces: npt.NDArray[Any] | None = None,
    smooth: bool = True,
) -> Any:
    """An object of polygons with equally many corners; ``faces`` become the attribute ``face``."""
    mesh = bpy.data.meshes.new("mesh")
    count, corners = polygons.shape
    mesh.vertices.add(len(vertices))
    mesh.vertices.foreach_set("co", np.ascontiguousarray(vertices, np.float32).ravel())
    mesh.loops.add(count * corners)
    mesh.loops.foreach_set("vertex_index", np.ascontiguousarray(polygons, np.int32).ravel())
    mesh.polygons.add(count)
    mesh.polygons.foreach_set("loop_start", np.arange(0, count * corners, corners, dtype=np.int32))
    if uv is not None:
        layer = mesh.uv_layers.new(name="uv")
        layer.data.foreach_set("uv", np.ascontiguousarray(uv, np.float32).ravel())
    if faces is not None:
        attribute = mesh.attributes.new("face", "FLOAT", "FACE")
        attribute.data.foreach_set("value", faces.astype(np.float32))
    mesh.update(calc_edges=True)
    mesh.polygons.foreach_set("use_smooth", np.full(count, smooth))
    mesh.update()
    return link(mesh)


def link(mesh: Any) -> Any:
    """An object of this mesh, in the scene."""
    thing = bpy.data.objects.new("object", mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def paint_with(thing: Any, material: Any) -> Any:
    """Give an object one material; returns the object."""
    thing.data.materials.clear()
    thing.data.materials.append(material)
    return thing


def sheet(width: float, height: float, steps: int, curl: float) -> Any:
    """A flat rectangle about the origin with texture coordinates; ``curl`` lifts one corner."""
    u = np.linspace(-0.5, 0.5, steps + 1)
    across, along = np.meshgrid(u, u, indexing="ij")
    lift = curl * np.clip(2 * across, 0, 1) ** 3 * np.clip(0.5 + along, 0, 1)
    points = np.stack([across * width, along * height, lift], -1).reshape(-1, 3)
    grid = np.arange((steps + 1) ** 2).reshape(steps + 1, steps + 1)
    quads = np.stack([grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]], -1).reshape(
        -1, 4
    )
    uv = np.stack([across + 0.5, along + 0.5], -1).reshape(-1, 2)
    return add_mesh(points, quads, uv[quads])


def primitive(kind: str, place: Any, material: Any, bevel: float = 0.0, **size: float) -> Any:
    """One of Blender's own bodies, with bevelled edges where ``bevel`` is above 0."""
    getattr(bpy.ops.mesh, f"primitive_{kind}_add")(**size)
    made = bpy.context.object
    made.matrix_world = place
    paint_with(made, material)
    if bevel:
        modifier = made.modifiers.new("bevel", "BEVEL")
        modifier.width, modifier.segments = bevel, 3
    bpy.ops.object.shade_auto_smooth(angle=0.6)
    return made


def box(half: tuple[float, float, float], place: Any, material: Any, bevel: float) -> Any:
    """A box by its half sizes."""
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * half
    quads = np.array(
        [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    )
    uv = np.tile(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float), (6, 1, 1))
    made = add_mesh(corners, quads, uv, smooth=False)
    made.matrix_world = place
    paint_with(made, material)
    if bevel:
        modifier = made.modifiers.new("bevel", "BEVEL")
        modifier.width, modifier.segments = bevel, 3
    return made


def disc(radius: float, place: Any, material: Any) -> None:
    """A flat disc: a pip, a hole, the middle of a coin."""
    turns = np.linspace(0, 2 * np.pi, 25)[:-1]
    points = np.stack([radius * np.cos(turns), radius * np.sin(turns), 0 * turns], 1)
    made = add_mesh(points, np.arange(24)[None])
    made.matrix_world = place
    paint_with(made, material)
