"""The body of a die as a mesh, with the paint of its faces as a picture. Edge 1, about the origin.

Every quad knows the value of the face that it belongs to, so that a label can be read off the same
body that is rendered.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from datasets.labels import FACES
from datasets.rendering.dice import DieStyle
from datasets.rendering.pips import Floats, face_axes, pip_centres

Ints = npt.NDArray[np.int64]
TILE = 160
"""Side of a face's tile in the paint, in pixels."""

_TILES = {1: (0, 0), 2: (1, 0), 3: (2, 0), 4: (0, 1), 5: (1, 1), 6: (2, 1)}


@dataclass(frozen=True, slots=True)
class Mesh:
    """Vertices (n, 3), quads (m, 4), texture coordinates per corner (m, 4, 2), faces (m,)."""

    vertices: Floats
    quads: Ints
    uv: Floats
    faces: Ints


def die_mesh(style: DieStyle) -> Mesh:
    """The body of such a die: a grid on each face, rounded at the edges, dented where drilled."""
    half, radius = 0.5, style.edge_radius
    flat = 44 if style.pips.depth > 0 and style.marks == "pips" else 12
    rim = np.linspace(half - radius, half, 7)
    inner = np.linspace(-(half - radius), half - radius, flat + 1)[1:-1]
    steps = np.concatenate([-rim[::-1], inner, rim])
    n = len(steps)
    u, w = np.meshgrid(steps, steps, indexing="ij")
    grid = np.arange(n * n).reshape(n, n)
    corners = np.stack([grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]], -1)
    corners = corners.reshape(-1, 4)
    vertices, quads, uvs, faces = [], [], [], []
    for number, (face, axes) in enumerate(face_axes(style.pips.left_handed).items()):
        points = axes.normal * half + u[..., None] * axes.across + w[..., None] * axes.along
        points = _rounded(points, half - radius, radius, style.ball)
        if style.pips.depth > 0 and style.marks == "pips":
            reach = style.pips.radius_of(face) * half
            for x, y in pip_centres(style.pips, face) * half:
                share = np.clip(1 - (np.hypot(u - x, w - y) / reach) ** 2, 0, 1) ** 0.75
                points = points - axes.normal * (share * style.pips.depth)[..., None]
        vertices.append(points.reshape(-1, 3))
        quads.append(corners + number * n * n)
        column, row = _TILES[face]
        edge = 0.5 / TILE
        across = (np.clip(u + 0.5, edge, 1 - edge) + column) / 3
        along = (np.clip(w + 0.5, edge, 1 - edge) + row) / 2
        uvs.append(np.stack([across, along], -1).reshape(-1, 2)[corners])
        faces.append(np.full(len(corners), face))
    # Points on a shared edge become one, or smooth shading would show the seams.
    all_points = np.concatenate(vertices)
    _, first, place = np.unique(
        np.round(all_points * 1e5).astype(np.int64), axis=0, return_index=True, return_inverse=True
    )
    return Mesh(
        all_points[first],
        place.reshape(-1)[np.concatenate(quads)],
        np.concatenate(uvs),
        np.concatenate(faces),
    )


def _rounded(points: Floats, inner: float, radius: float, ball: float) -> Floats:
    core = np.clip(points, -inner, inner)
    out = points - core
    length = np.linalg.norm(out, axis=-1, keepdims=True)
    rounded = core + radius * out / np.maximum(length, 1e-9)
    if ball > 0:
        distance = np.linalg.norm(rounded, axis=-1, keepdims=True)
        rounded = rounded * np.minimum(1, ball / distance)
    result: Floats = rounded
    return result


@lru_cache(256)
def hull_points(style: DieStyle, count: int = 260) -> Floats:
    """Extreme points of the body in evenly spread directions: enough for silhouettes and throws."""
    k = np.arange(count) + 0.5
    polar, turn = np.arccos(1 - 2 * k / count), np.pi * (1 + 5**0.5) * k
    directions = np.stack(
        [np.cos(turn) * np.sin(polar), np.sin(turn) * np.sin(polar), np.cos(polar)], 1
    )
    inner, radius = 0.5 - style.edge_radius, style.edge_radius
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * inner
    points = (corners[:, None] + directions[None] * radius).reshape(-1, 3)
    if style.ball > 0:
        distance = np.linalg.norm(points, axis=1, keepdims=True)
        points = np.concatenate(
            [points * np.minimum(1, style.ball / distance), _circles(style.ball)]
        )
    extreme = np.unique(np.argmax(points @ directions.T, axis=0))
    result: Floats = points[extreme]
    result.setflags(write=False)
    return result


def _circles(ball: float) -> Floats:
    """Where the sphere that cuts the corners meets the six faces."""
    reach = np.sqrt(max(ball**2 - 0.25, 0.0))
    turns = np.linspace(0, 2 * np.pi, 25)[:-1]
    flat = np.stack([np.cos(turns) * reach, np.sin(turns) * reach], 1)
    flat = np.clip(flat, -0.5, 0.5)
    rings = [np.insert(flat, axis, side, axis=1) for axis in range(3) for side in (-0.5, 0.5)]
    return np.concatenate(rings)


@lru_cache(64)
def paint(style: DieStyle) -> npt.NDArray[np.float32]:
    """Where ink lies: (2 x TILE, 3 x TILE, 3), first row at the bottom; red: ink, green: special.

    Rows grow along a face's second axis, as texture coordinates do.
    """
    sheet = np.zeros((2 * TILE, 3 * TILE, 3), np.float32)
    rng = np.random.default_rng(style.seed)
    for face in FACES:
        tile = _pips(style, face) if style.marks == "pips" else _sign(style, face, rng)
        column, row = _TILES[face]
        place = np.s_[row * TILE : (row + 1) * TILE, column * TILE : (column + 1) * TILE]
        sheet[place][..., 0] = tile
        if face in style.special_faces:
            sheet[place][..., 1] = tile
    sheet.setflags(write=False)
    return sheet


def face_paint(style: DieStyle, face: int) -> npt.NDArray[np.float32]:
    """The tile of one face of `paint`: (TILE, TILE, 3)."""
    column, row = _TILES[face]
    return paint(style)[row * TILE : (row + 1) * TILE, column * TILE : (column + 1) * TILE]


def _pips(style: DieStyle, face: int) -> npt.NDArray[np.float32]:
    side = 4 * TILE
    tile = np.zeros((side, side), np.uint8)
    radius = style.pips.radius_of(face) * side / 2
    for x, y in (pip_centres(style.pips, face) * 0.5 + 0.5) * side:
        centre = (round(x * 16), round(y * 16))
        if style.pips.shape in {"square", "diamond"}:
            reach = radius * (0.85 if style.pips.shape == "square" else 1.15)
            turn = 0.0 if style.pips.shape == "square" else 45.0
            corners = cv2.boxPoints(((float(x), float(y)), (2 * reach, 2 * reach), turn))
            if style.pips.shape == "diamond":
                corners = (corners - (x, y)) * 0.75 + (x, y)
            cv2.fillConvexPoly(tile, np.round(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
            continue
        cv2.circle(tile, centre, round(radius * 16), 255, -1, cv2.LINE_AA, 4)
        if style.pips.shape == "ring":
            cv2.circle(tile, centre, round(radius * 0.45 * 16), 0, -1, cv2.LINE_AA, 4)
    return _reduced(tile)


def _sign(style: DieStyle, face: int, rng: np.random.Generator) -> npt.NDArray[np.float32]:
    side = 4 * TILE
    tile = np.zeros((side, side), np.uint8)
    if style.marks == "numerals":
        font, scale = int(rng.choice([0, 2, 3, 4])), 11.0
        (w, h), _ = cv2.getTextSize(str(face), font, scale, 40)
        place = ((side - w) // 2, (side + h) // 2)
        cv2.putText(tile, str(face), place, font, scale, 255, 40, cv2.LINE_AA)
        return _reduced(np.ascontiguousarray(tile[::-1]))
    centre, reach = (side // 2, side // 2), int(side * rng.uniform(0.22, 0.36))
    kind = int(rng.integers(5))
    if kind == 0:
        cv2.drawMarker(tile, centre, 255, int(rng.choice([0, 1, 2])), 2 * reach, 40)
    elif kind == 1:
        angles = np.arange(10) * np.pi / 5
        reaches = np.where(np.arange(10) % 2, 0.42, 1.0) * reach
        star = np.stack([np.cos(angles) * reaches, np.sin(angles) * reaches], 1) + side / 2
        cv2.fillPoly(tile, [star.astype(np.int32)], 255, cv2.LINE_AA)
    elif kind == 2:
        cv2.ellipse(tile, centre, (reach, reach // 2), float(rng.uniform(0, 180)), 0, 360, 255, 30)
    elif kind == 3:
        corners = side / 2 + rng.uniform(-1, 1, (5, 2)) * reach
        cv2.polylines(tile, [corners.astype(np.int32)], True, 255, 36, cv2.LINE_AA)
    else:
        letter = str(rng.choice(list("ABCEKRSXW?!")))
        cv2.putText(tile, letter, (side // 2 - 130, side // 2 + 130), 2, 11.0, 255, 40, cv2.LINE_AA)
    return _reduced(tile)


def _reduced(tile: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    small = cv2.resize(tile, (TILE, TILE), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32) / np.float32(255)
