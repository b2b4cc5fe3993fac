"""Making the things that lie about: coins, cards, dominoes, cups, hands. Needs bpy.

Each maker gets the thing's own chance, its half sizes in centimetres, and where it stands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import bpy
import cv2
import numpy as np
from mathutils import Matrix, Vector

from datasets.rendering.cycles.nodes import plain, printed
from datasets.rendering.cycles.objects import add_mesh, box, disc, paint_with, primitive, sheet
from datasets.rendering.dice import grey, hsv, linear
from datasets.rendering.pips import PipStyle, pip_centres
from datasets.rendering.prints import floral, paper, playing_card, score_sheet, striped
from datasets.rendering.solids import drawn_solid
from datasets.rendering.things import PEN_TIP_CM, SOLID_REACH

Size = tuple[float, float, float]


def _coin(rng: np.random.Generator, size: Size, place: Any) -> None:
    metals = (linear((0.8, 0.78, 0.74)), linear((0.85, 0.68, 0.35)), linear((0.75, 0.45, 0.3)))
    colour = metals[rng.integers(3)]
    dark = plain(tuple(np.array(colour) * 0.5), 0.45, metallic=1.0)
    bright = plain(colour, float(rng.uniform(0.2, 0.5)), metallic=1.0)
    radius, _, half = size
    up = place @ Matrix.Translation((0, 0, half))
    primitive("cylinder", up, bright, 0.03, radius=radius, depth=2 * half, vertices=64)
    # A raised rim with a plain relief: enough to be a coin at the size it has in pictures.
    disc(radius * 0.86, up @ Matrix.Translation((0, 0, half + 0.002)), dark)
    relief = up @ Matrix.Translation((0, 0, half + 0.01))
    kind = int(rng.integers(3))
    if kind == 0:
        for turn in np.arange(12) * np.pi / 6:
            spot = (radius * 0.68 * np.cos(turn), radius * 0.68 * np.sin(turn), 0)
            disc(radius * 0.07, relief @ Matrix.Translation(spot), bright)
    disc(radius * (0.35 if kind else 0.25), relief, bright)
    if kind == 2:
        bar = relief @ Matrix.Translation((0, 0, 0.004))
        box((radius * 0.6, radius * 0.08, 0.004), bar, bright, 0.0)


def _button(rng: np.random.Generator, size: Size, place: Any) -> None:
    radius, _, half = size
    body = plain(hsv(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.1, 0.95)), 0.3)
    up = place @ Matrix.Translation((0, 0, half))
    primitive("cylinder", up, body, half * 0.7, radius=radius, depth=2 * half, vertices=48)
    hole, count = plain(grey(0.03), 0.9), int(rng.choice([2, 4]))
    for turn in np.arange(count) * 2 * np.pi / count + np.pi / 4:
        spot = (radius * 0.3 * np.cos(turn), radius * 0.3 * np.sin(turn), half + 0.003)
        disc(radius * 0.11, up @ Matrix.Translation(spot), hole)


def _token(rng: np.random.Generator, size: Size, place: Any) -> None:
    radius, _, half = size
    body = plain(hsv(rng.random(), rng.uniform(0.3, 0.9), rng.uniform(0.1, 0.9)), 0.4)
    up = place @ Matrix.Translation((0, 0, half))
    corners = int(rng.choice([48, 48, 6, 8]))
    primitive("cylinder", up, body, 0.05, radius=radius, depth=2 * half, vertices=corners)
    if rng.random() < 0.4:
        ink = plain(grey(0.95 if rng.random() < 0.5 else 0.05), 0.5)
        for turn in np.arange(8) * np.pi / 4:
            spot = (radius * 0.8 * np.cos(turn), radius * 0.8 * np.sin(turn), half + 0.003)
            disc(radius * 0.12, up @ Matrix.Translation(spot), ink)


def _card(rng: np.random.Generator, size: Size, place: Any) -> None:
    made = sheet(2 * size[0], 2 * size[1], 12, size[2])
    made.matrix_world = place
    paint_with(made, printed(playing_card(rng), 0.3))


def _paper_sheet(rng: np.random.Generator, size: Size, place: Any) -> None:
    made = sheet(2 * size[0], 2 * size[1], 12, size[2])
    made.matrix_world = place
    image = score_sheet(rng) if rng.random() < 0.6 else paper(rng, 512)
    paint_with(made, printed(image, 0.8))


_DOMINO = PipStyle(spread=0.5)


def _domino(rng: np.random.Generator, size: Size, place: Any) -> None:
    light = rng.random() < 0.6
    body = linear((0.92, 0.9, 0.82)) if light else grey(0.06)
    if rng.random() < 0.25:
        body = hsv(rng.random(), rng.uniform(0.3, 0.9), rng.uniform(0.2, 0.9))
        light = sum(body) > 0.9
    w, h, half = size
    up = place @ Matrix.Translation((0, 0, half))
    box(size, up, plain(body, 0.3), 0.1 * w)
    ink = plain(grey(0.05) if light else grey(0.92), 0.4)
    top = up @ Matrix.Translation((0, 0, half + 0.003))
    for side in (-1, 1):
        value = int(rng.integers(0, 7))
        for x, y in pip_centres(_DOMINO, value) if value else ():
            spot = (x * w * 0.95, side * h / 2 + y * w * 0.95, 0)
            disc(w * 0.15, top @ Matrix.Translation(spot), ink)
    box((w * 0.85, w * 0.035, 0.004), top, ink, 0.0)


def _pen(rng: np.random.Generator, size: Size, place: Any) -> None:
    long, radius, _ = size
    colour = plain(hsv(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.1, 0.9)), 0.3)
    lying = place @ Matrix.Translation((0, 0, radius)) @ Matrix.Rotation(np.pi / 2, 4, "Y")
    sides = int(rng.choice([6, 32]))
    primitive("cylinder", lying, colour, 0.0, radius=radius, depth=2 * long, vertices=sides)
    tip = lying @ Matrix.Translation((0, 0, long + PEN_TIP_CM / 2))
    wood = plain(linear((0.85, 0.68, 0.45)), 0.7)
    primitive("cone", tip, wood, 0.0, radius1=radius, radius2=0.06, depth=PEN_TIP_CM, vertices=24)


def _cup(rng: np.random.Generator, size: Size, place: Any) -> None:
    radius, _, half = size
    h = 2 * half
    profile = (
        (0, 0.4), (radius * 0.8, 0.4), (radius * 0.85, 0.1), (radius * 0.9, 0.0), (radius, h),
        (radius * 0.96, h + 0.1), (radius * 0.92, h), (radius * 0.8, 0.6), (0, 0.6),
    )  # fmt: skip
    turns = np.linspace(0, 2 * np.pi, 49)[:-1]
    points = np.array([[r * np.cos(t), r * np.sin(t), z] for r, z in profile for t in turns])
    rings = np.arange(len(points)).reshape(len(profile), 48)
    nxt = np.roll(rings, -1, 1)
    quads = np.stack([rings[:-1], nxt[:-1], nxt[1:], rings[1:]], -1).reshape(-1, 4)
    made = add_mesh(points, quads)
    made.matrix_world = place
    colour = hsv(rng.random(), rng.uniform(0, 0.8), rng.uniform(0.1, 0.95))
    glass = {"transmission_weight": 0.9} if rng.random() < 0.25 else {}
    paint_with(made, plain(colour, float(rng.uniform(0.05, 0.6)), **glass))


def _book(rng: np.random.Generator, size: Size, place: Any) -> None:
    up = place @ Matrix.Translation((0, 0, size[2]))
    if rng.random() < 0.5:
        cover = printed((floral if rng.random() < 0.5 else striped)(rng, 256), 0.5)
    else:
        cover = plain(hsv(rng.random(), rng.uniform(0.1, 0.8), rng.uniform(0.1, 0.8)), 0.5)
    box(size, up, cover, 0.08)


def _phone(rng: np.random.Generator, size: Size, place: Any) -> None:
    up = place @ Matrix.Translation((0, 0, size[2]))
    box(size, up, plain(hsv(rng.random(), rng.uniform(0, 0.5), rng.uniform(0.03, 0.3)), 0.3), 0.3)
    screen = up @ Matrix.Translation((0, 0, size[2] + 0.002))
    box((size[0] * 0.93, size[1] * 0.95, 0.002), screen, plain(grey(0.02), 0.04), 0.0)


def _polyhedron(rng: np.random.Generator, size: Size, place: Any) -> None:
    """A d4, d8, d10, d12 or d20, with a numeral on each face."""
    solid = drawn_solid(rng, size[2] * SOLID_REACH)
    base = hsv(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.08, 0.95))
    body, ink = plain(base, 0.2), 0.95 if sum(base) < 1 else 0.05
    for number, face in enumerate(solid.faces, start=1):
        corners = solid.corners[face]
        made = add_mesh(corners, np.arange(len(face))[None], smooth=False)
        made.matrix_world = place
        paint_with(made, body)
        middle = corners.mean(axis=0)
        normal = Vector(np.cross(corners[1] - corners[0], corners[2] - corners[1])).normalized()
        # The numeral's square stays within the circle that the face's edges touch.
        along = np.roll(corners, -1, axis=0) - corners
        to_edges = np.linalg.norm(np.cross(along, middle - corners), axis=1)
        side = float((to_edges / np.linalg.norm(along, axis=1)).min()) * 2**0.5
        tile = np.full((96, 96, 3), tuple(float(c) for c in np.array(base)[::-1]), np.float32)
        shown = (np.clip(tile, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8)
        text = str(number)
        (w, h), _ = cv2.getTextSize(text, 2, 1.6, 4)
        spot = ((96 - w) // 2, (96 + h) // 2)
        cv2.putText(shown, text, spot, 2, 1.6, (int(255 * ink),) * 3, 4, cv2.LINE_AA)
        sign = sheet(side * 0.95, side * 0.95, 1, 0.0)
        turn = normal.to_track_quat("Z", "Y").to_matrix().to_4x4()
        above = Vector(middle) + normal * 0.004 * size[2]
        sign.matrix_world = place @ Matrix.Translation(above) @ turn
        paint_with(sign, printed(np.asarray(shown, np.uint8), 0.2))


def _hand(rng: np.random.Generator, size: Size, place: Any) -> None:
    """A hand that reaches in: four fingers and a palm, molten into one body."""
    skin = plain(
        hsv(rng.uniform(0.025, 0.055), rng.uniform(0.25, 0.5), rng.uniform(0.2, 0.9)),
        0.45,
        subsurface_weight=0.2,
    )
    balls = bpy.data.metaballs.new("hand")
    balls.resolution, balls.render_resolution = 0.25, 0.2
    made = bpy.data.objects.new("hand", balls)
    bpy.context.scene.collection.objects.link(made)
    balls.materials.append(skin)
    curl = float(rng.uniform(1.8, 2.8))

    def ball(x: float, y: float, z: float, radius: float) -> None:
        element = balls.elements.new()
        element.radius = radius
        element.co = place @ Vector((x, y, z))

    # The fingers point to the middle of the scene from wherever the hand is.
    away = np.hypot(*place.translation[:2]) or 1.0
    toward = Matrix.Rotation(float(np.arctan2(place.translation.y, place.translation.x)), 4, "Z")
    place = Matrix.Translation(place.translation * (1 + 3 / away)) @ toward
    for finger in range(4):
        side = (finger - 1.5) * 1.7
        for joint in range(12):
            bend = 1.2 + 1.5 * np.sin(joint / 12 * curl)
            reach = 1 - joint * 0.75 + abs(finger - 1.5) * 0.6
            ball(reach, side * (1 - 0.02 * joint), bend, 1.25 - 0.015 * joint)
    thumb = 1 if rng.random() < 0.5 else -1
    for joint in range(14):
        reach = joint * 0.45
        ball(3.5 - reach, thumb * (3.2 + 1.6 * np.sin(joint / 13 * 2.4)), 1.9 - 0.03 * joint, 1.35)
    # Metaballs shrink to about half of their radius where none is near: lay them close.
    for step in range(9):
        for side in (-2.4, -1.2, 0.0, 1.2, 2.4):
            ball(0.5 + step * 0.9, side * (1 - 0.03 * step), 2.5, 1.9)
    for step in range(26):
        for side in (-1.0, 0.0, 1.0):
            ball(7.5 + step * 0.9, side, 2.7 + 0.04 * step, 2.4)


MAKERS: dict[str, Callable[[np.random.Generator, Size, Any], None]] = {
    "coin": _coin,
    "button": _button,
    "token": _token,
    "card": _card,
    "sheet": _paper_sheet,
    "domino": _domino,
    "pen": _pen,
    "cup": _cup,
    "book": _book,
    "phone": _phone,
    "polyhedron": _polyhedron,
    "hand": _hand,
}
