"""The quick engine: dice as flat faces laid over a flat table, without any package of its own.

For tests and for trying things out. Light, shadow and lens are only hinted at; labels are exact.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from datasets.labels import FACES
from datasets.rendering.dice import DieStyle, hsv
from datasets.rendering.mesh import TILE, face_paint
from datasets.rendering.pips import Floats, face_axes
from datasets.rendering.prints import PRINTS
from datasets.rendering.scene import PlacedDie, Scene
from datasets.rendering.truth import Rendered

_FINE = 2
"""Pixels of the working picture for one of the final one, each way."""


def render(scene: Scene, samples: int = 1) -> Rendered:
    """Render a scene; ``samples`` is there because other engines have it."""
    camera = scene.camera
    width, height = camera.width_px * _FINE, camera.height_px * _FINE
    light = _table(scene, width, height)
    die_numbers = np.zeros((camera.height_px, camera.width_px), np.int32)
    faces = np.zeros_like(die_numbers)
    sun = _sun(scene)
    light = _shadows(scene, light, sun)
    for thing in scene.things:
        _lay_thing(scene, light, thing.seed, thing.x_cm, thing.y_cm, thing.turn_rad, thing.size_cm)
    eye = np.array(camera.eye_cm)
    by_distance = sorted(
        enumerate(scene.dice, start=1),
        key=lambda item: -float(np.linalg.norm(np.array(item[1].position_cm) - eye)),
    )
    for number, die in by_distance:
        _draw_die(scene, die, number, light, die_numbers, faces, sun)
    small = cv2.resize(
        light, (camera.width_px, camera.height_px), interpolation=cv2.INTER_AREA
    ).astype(np.float32)
    return Rendered(small, die_numbers, faces)


def _pixels(scene: Scene, points: Floats) -> Floats:
    return scene.camera.project(points, distort=False)


def _sun(scene: Scene) -> Floats:
    """The direction to the strongest lamp."""
    lamps = scene.light.lamps
    place = np.array(lamps[0].position_cm if lamps else (40.0, -60.0, 120.0))
    direction: Floats = place / np.linalg.norm(place)
    direction[2] = max(direction[2], 0.4)
    return direction / np.linalg.norm(direction)


def _table(scene: Scene, width: int, height: int) -> npt.NDArray[np.float32]:
    rng = np.random.default_rng(scene.surface.seed)
    side = 512
    if scene.surface.kind in PRINTS:
        makers = PRINTS[scene.surface.kind]
        image = makers[rng.integers(len(makers))](rng, side).astype(np.float32) / 255
        tile = image[..., ::-1] ** np.float32(2.2)
    else:
        colour = hsv(rng.random(), rng.uniform(0, 0.7), rng.uniform(0.15, 0.9))
        grain = sum(
            cv2.resize(rng.random((n, n)), (side, side), interpolation=cv2.INTER_CUBIC) / n**0.5
            for n in (4, 16, 64, 256)
        )
        tile = np.asarray(colour) * (0.7 + 0.5 * np.asarray(grain))[..., None]
    # The map from the table to the picture, by four points of the table.
    reach = 30.0
    corners = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * reach
    target = _pixels(scene, corners).astype(np.float32) * _FINE
    # A picture's rows grow downwards, the table's y does not.
    grid = np.array([[0, 3], [3, 3], [3, 0], [0, 0]], np.float32) * side
    matrix = cv2.getPerspectiveTransform(grid, target)
    tiled = np.tile(tile.astype(np.float32), (3, 3, 1))
    laid = cv2.warpPerspective(
        tiled, matrix, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(np.clip(laid, 0.005, 1), np.float32)


def _shadows(scene: Scene, light: npt.NDArray[np.float32], sun: Floats) -> npt.NDArray[np.float32]:
    shade = np.zeros(light.shape[:2], np.float32)
    for die in scene.dice:
        hull = die.hull()
        on_table = hull - sun * (hull[:, 2:] / sun[2])
        outline = cv2.convexHull((_pixels(scene, on_table) * _FINE).astype(np.float32))
        cv2.fillConvexPoly(shade, np.round(outline * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(shade, (0, 0), max(1.0, scene.camera.long_px / 160))
    return np.asarray(light * (1 - 0.65 * soft[..., None]), np.float32)


def _lay_thing(
    scene: Scene,
    light: npt.NDArray[np.float32],
    seed: int,
    x: float,
    y: float,
    turn: float,
    size: tuple[float, float, float],
) -> None:
    rng = np.random.default_rng(seed)
    colour = hsv(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.1, 0.95))
    turns = np.arange(32) * np.pi / 16
    round_one = abs(size[0] - size[1]) < 1e-6
    flat = (
        np.stack([np.cos(turns) * size[0], np.sin(turns) * size[1]], 1)
        if round_one
        else np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size[:2]
    )
    c, s = np.cos(turn), np.sin(turn)
    around = flat @ np.array([[c, s], [-s, c]]) + (x, y)
    points = np.insert(around, 2, 0.0, axis=1)
    outline = np.round(_pixels(scene, points) * _FINE * 16).astype(np.int32)
    cv2.fillPoly(light, [outline], colour, cv2.LINE_AA, 4)


def _draw_die(
    scene: Scene,
    die: PlacedDie,
    number: int,
    light: npt.NDArray[np.float32],
    die_numbers: npt.NDArray[np.int32],
    faces: npt.NDArray[np.int32],
    sun: Floats,
) -> None:
    eye = np.array(scene.camera.eye_cm)
    style, axes = die.style, face_axes(die.style.pips.left_handed)
    outline = cv2.convexHull(_pixels(scene, die.hull()).astype(np.float32))
    hull = np.asarray(outline, np.float32)
    _body(light, hull, np.array(style.base) * 0.6)
    shape = np.zeros(die_numbers.shape, np.uint8)
    cv2.fillConvexPoly(shape, np.round((hull - 0.5) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    die_numbers[shape > 0] = number
    faces[shape > 0] = 0
    for face in FACES:
        normal = die.rotation @ axes[face].normal
        middle = die.to_world(axes[face].normal[None] * 0.5)[0]
        if normal @ (eye - middle) <= 0:
            continue
        corners = np.array(
            [
                axes[face].normal * 0.5 + axes[face].across * u + axes[face].along * w
                for u, w in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
            ]
        )
        target = _pixels(scene, die.to_world(corners))
        _face(light, style, face, target, max(float(normal @ sun), 0.0))
        patch = np.zeros(shape.shape, np.uint8)
        cv2.fillConvexPoly(patch, np.round((target - 0.5) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        faces[(patch > 0) & (shape > 0)] = face


def _body(
    light: npt.NDArray[np.float32], hull: npt.NDArray[np.float32], colour: npt.NDArray[np.float64]
) -> None:
    outline = np.round(hull * _FINE * 16).astype(np.int32)
    cv2.fillConvexPoly(light, outline, tuple(float(c) for c in colour), cv2.LINE_AA, 4)


def _face(
    light: npt.NDArray[np.float32],
    style: DieStyle,
    face: int,
    target: Floats,
    facing: float,
) -> None:
    paint = face_paint(style, face)
    inked, special = paint[..., :1], paint[..., 1:2]
    ink = np.array(style.ink) * (1 - special) + np.array(style.special) * special
    tile = (np.array(style.base) * (1 - inked) + ink * inked) * (0.35 + 0.65 * facing)
    # The tile's rows grow along the face's second axis, its columns along the first.
    source = np.array([[0, 0], [TILE, 0], [TILE, TILE], [0, TILE]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, (target * _FINE).astype(np.float32))
    size = (light.shape[1], light.shape[0])
    laid = cv2.warpPerspective(tile.astype(np.float32), matrix, size, flags=cv2.INTER_AREA)
    full = np.ones((TILE, TILE), np.float32)
    share = cv2.warpPerspective(full, matrix, size, flags=cv2.INTER_LINEAR)[..., None]
    light[:] = light * (1 - share) + laid
