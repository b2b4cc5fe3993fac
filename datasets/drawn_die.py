"""Dice that are drawn for one training crop: more kinds of dice than any set or renderer shows.

A rounded cube is met by parallel rays (sphere tracing of its distance function: Hart, 1996), and
painted with a material, pips and the reflections of lamps, in about a hundredth of a second.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from datasets.labels import FACES
from datasets.pasting import Cutting
from datasets.rendering.dice import Colour, DieStyle, draw_style, hsv
from datasets.rendering.pips import FaceAxes, face_axes, pip_centres

Points = npt.NDArray[np.float32]

UNMARKED = 0.15
"""Share of dice without pips: blank, or with a numeral or a picture."""

INLAID = 0.14
"""Share of dice with a round plate let into the one, or into every face."""

_HALF = 0.9
_LEGIBLE = 0.22
_STEPS = 12
_VEINED = {"marbled": 0.9, "stone": 0.8, "pearl": 0.5, "speckled": 0.8, "wood": 0.4,
           "glitter": 0.6, "metal": 0.2}  # fmt: skip
_INKS = (
    (0.01, 0.01, 0.01), (0.9, 0.9, 0.9), (0.7, 0.01, 0.01), (0.8, 0.7, 0.02), (0.02, 0.04, 0.6),
)  # fmt: skip
_GLYPHS = (*"0123456789ABCKQXZ?!+$&", "10", "12", "20")


@dataclass(frozen=True, slots=True)
class DrawnDie:
    """A die to be laid on a picture: ``face`` is the one on top, None where it has no pips.

    ``turn_deg`` bounds how far it may be turned: one seen from the side has an up and a down.
    """

    cutting: Cutting
    face: int | None
    turn_deg: float


@dataclass(frozen=True, slots=True)
class _View:
    """The die's own directions: to the camera, to the picture's right, up in it, and upwards."""

    near: Points
    right: Points
    above: Points
    up: Points


def draw_die(rng: np.random.Generator, side_px: int) -> DrawnDie:
    """A random die whose box has sides of about ``side_px``."""
    style = legible(rng, draw_style(rng))
    axes = face_axes(style.pips.left_handed)
    top = int(rng.choice(FACES))
    from_above = bool(rng.random() < 0.4)
    elevation = np.deg2rad(rng.uniform(74, 90) if from_above else rng.uniform(18, 74))
    view = _view(axes[top], float(elevation), rng.uniform(0, 2 * np.pi))
    size = int(side_px * _HALF / 0.62)
    centres = ((np.arange(size, dtype=np.float32) + 0.5) / size * 2 - 1) * _HALF
    xs, ys = np.meshgrid(centres, -centres)
    rays = xs.reshape(-1, 1) * view.right + ys.reshape(-1, 1) * view.above + view.near
    points, distance = _march(rays.astype(np.float32), view.near, style)
    pixel = 2 * _HALF / size
    alpha = np.clip(1 - (distance - 0.004) / pixel, 0, 1)
    met = np.flatnonzero(alpha)
    points = points[met]
    marked = rng.random() >= UNMARKED
    albedo, normals = _painted(rng, points, _normals(points, style), axes, style, marked, pixel)
    light = _lit(rng, albedo, normals, view, style)
    colour = np.zeros((size * size, 3), np.float32)
    colour[met] = np.clip(light, 0, 1) ** np.float32(1 / 2.2)
    patch = (255 * colour[:, ::-1]).reshape(size, size, 3).astype(np.uint8)
    alpha = alpha.reshape(size, size)
    shown = alpha > 0.5
    if style.clear:
        alpha = alpha * np.float32(rng.uniform(0.65, 1.0))
    rows, columns = np.flatnonzero(shown.any(1)), np.flatnonzero(shown.any(0))
    tall, wide = rows[-1] + 1 - rows[0], columns[-1] + 1 - columns[0]
    cutting = Cutting(np.asarray(patch, np.uint8), np.asarray(alpha, np.float32), max(tall, wide))
    return DrawnDie(cutting, top if marked else None, 180 if from_above else 25)


def legible(rng: np.random.Generator, style: DieStyle) -> DieStyle:
    """The style with pips that can be told from each of its colours: veins may hide them."""
    bodies = [style.base]
    if style.material in _VEINED or style.material == "two-tone":
        bodies.append(style.second)

    def apart(ink: Colour) -> float:
        return min(float(np.abs(_seen(ink) - _seen(body)).max()) for body in bodies)

    best = max(_INKS, key=apart)
    # Some pips differ from the body in hue more than in light: red on black, blue on green.
    hued = hsv(rng.random(), 1.0, rng.uniform(0.4, 0.8)) if rng.random() < 0.12 else style.ink
    return replace(
        style,
        ink=hued if apart(hued) > _LEGIBLE else best,
        special=style.special if apart(style.special) > _LEGIBLE else best,
    )


def _seen(colour: Colour) -> Points:
    """A colour in linear RGB as a screen shows it."""
    return np.asarray(np.array(colour) ** (1 / 2.2), np.float32)


def _view(top: FaceAxes, elevation: float, turn: float) -> _View:
    side = np.cos(turn) * top.across + np.sin(turn) * top.along
    near = np.cos(elevation) * side + np.sin(elevation) * top.normal
    right = np.cross(top.normal, side)
    above = np.cross(near, right)
    return _View(*(np.asarray(each, np.float32) for each in (near, right, above, top.normal)))


def _distance(points: Points, style: DieStyle) -> npt.NDArray[np.float32]:
    """Distance to a cube of edge 1 with rounded edges, cut by a ball where the style has one."""
    radius = max(style.edge_radius, 0.02)
    beyond = np.maximum(np.abs(points) - np.float32(0.5 - radius), 0)
    distance = np.sqrt(np.einsum("ij,ij->i", beyond, beyond)) - np.float32(radius)
    if style.ball:
        ball = np.sqrt(np.einsum("ij,ij->i", points, points)) - np.float32(style.ball)
        distance = np.maximum(distance, ball)
    return np.asarray(distance, np.float32)


def _march(rays: Points, near: Points, style: DieStyle) -> tuple[Points, npt.NDArray[np.float32]]:
    """Where each ray meets the die, and how near it came to it (0 where it does)."""
    points, least = _entered(rays, near), np.full(len(rays), 9.0, np.float32)
    for _ in range(_STEPS):
        distance = _distance(points, style)
        least = np.minimum(least, distance)
        points = np.asarray(points - np.maximum(distance, 0)[:, None] * near, np.float32)
    return points, np.asarray(np.maximum(least, 0), np.float32)


def _entered(rays: Points, near: Points) -> Points:
    """Each ray moved to where it enters the cube with sharp edges, if it does."""
    along = np.where(np.abs(near) < 1e-4, np.float32(1e-4), near)
    ways = np.stack([(rays - 0.5) / along, (rays + 0.5) / along])
    enter, leave = ways.min(axis=0).max(axis=1), ways.max(axis=0).min(axis=1)
    way = np.where(enter < leave, enter, 0)
    return np.asarray(rays - way[:, None] * near, np.float32)


def _normals(points: Points, style: DieStyle) -> Points:
    radius = max(style.edge_radius, 0.02)
    beyond = np.maximum(np.abs(points) - np.float32(0.5 - radius), 0) * np.sign(points)
    length = np.sqrt(np.einsum("ij,ij->i", beyond, beyond))
    normals = beyond / np.maximum(length, 1e-6)[:, None]
    if style.ball:
        reach = np.sqrt(np.einsum("ij,ij->i", points, points))
        on_ball = reach - style.ball > length - radius
        normals[on_ball] = points[on_ball] / np.maximum(reach[on_ball], 1e-6)[:, None]
    return np.asarray(normals, np.float32)


def _painted(
    rng: np.random.Generator,
    points: Points,
    normals: Points,
    axes: dict[int, FaceAxes],
    style: DieStyle,
    marked: bool,
    pixel: float,
) -> tuple[Points, Points]:
    """The colour of each point (linear RGB), and its normal, which dents change."""
    albedo = _body(rng, points, style)
    owner = np.abs(points).argmax(axis=1)
    ahead = points[np.arange(len(points)), owner] > 0
    disc = _disc(rng, style) if rng.random() < INLAID else None
    glyph = _glyph(rng) if not marked and rng.random() < 0.75 else None
    shaded = normals.copy()
    fine = max(0.04, 2 * pixel)
    for face in FACES:
        axis = axes[face]
        along = int(np.abs(axis.normal).argmax())
        own = np.flatnonzero((owner == along) & (ahead == (axis.normal[along] > 0)))
        if not len(own):
            continue
        across_axis, along_axis = axis.across.astype(np.float32), axis.along.astype(np.float32)
        place = 2 * np.stack([points[own] @ across_axis, points[own] @ along_axis], 1)
        ink = np.array(style.special if face in style.special_faces else style.ink)
        within = 1.0
        if disc is not None and (face == 1 or disc.everywhere):
            reach = np.hypot(place[:, 0], place[:, 1])
            plate = np.clip((disc.radius - reach) / fine + 0.5, 0, 1)[:, None]
            albedo[own] = albedo[own] * (1 - plate) + np.array(disc.colour) * plate
            ink = np.array(disc.ink)
            within = min(1.0, 0.66 * disc.radius / style.pips.spread)
        if glyph is not None:
            cell = np.clip((place * 0.5 + 0.5) * len(glyph), 0, len(glyph) - 1).astype(int)
            drawn = glyph[cell[:, 1], cell[:, 0], None]
            albedo[own] = albedo[own] * (1 - drawn) + ink * drawn
        if not marked:
            continue
        radius = style.pips.radius_of(face) * within
        for centre in within * pip_centres(style.pips, face):
            off = place - centre.astype(np.float32)
            cover = _pip(off, radius, style.pips.shape, fine)[:, None]
            albedo[own] = albedo[own] * (1 - cover) + ink * cover
            if style.pips.depth:
                dent = off[:, :1] * across_axis + off[:, 1:] * along_axis
                shaded[own] -= cover * dent * np.float32(14 * style.pips.depth / radius)
    length = np.sqrt(np.einsum("ij,ij->i", shaded, shaded))
    shaded = np.asarray(shaded / np.maximum(length, 1e-6)[:, None], np.float32)
    return np.asarray(albedo, np.float32), shaded


def _body(rng: np.random.Generator, points: Points, style: DieStyle) -> Points:
    """The material: even, veined, speckled, or of two colours."""
    base, second = np.array(style.base, np.float32), np.array(style.second, np.float32)
    count = len(points)
    if style.material == "two-tone":
        side = points @ rng.normal(0, 1, 3).astype(np.float32)
        mix = np.clip((side - rng.normal(0, 0.15)) * rng.choice([3, 40]) + 0.5, 0, 1)
    elif style.material in _VEINED:
        wave = np.zeros(count, np.float32)
        for frequency in (rng.uniform(2, 6), rng.uniform(5, 14), rng.uniform(12, 30)):
            direction = rng.normal(0, 1, 3)
            direction = (direction / np.linalg.norm(direction) * frequency).astype(np.float32)
            wave = np.sin(points @ direction + 2 * wave + np.float32(rng.uniform(0, 6)))
        sharp = 1.0 if style.material in {"pearl", "wood"} else float(rng.uniform(1, 5))
        mix = np.clip(0.5 + 0.5 * sharp * wave, 0, 1) * _VEINED[style.material]
    else:
        mix = np.zeros(count, np.float32)
    return np.asarray(base + mix[:, None] * (second - base), np.float32)


@dataclass(frozen=True, slots=True)
class _Disc:
    """A round plate let into a face; ``radius`` in half edges."""

    radius: float
    colour: tuple[float, float, float]
    ink: tuple[float, float, float]
    everywhere: bool


def _disc(rng: np.random.Generator, style: DieStyle) -> _Disc:
    bright = bool(rng.random() < 0.4)
    colour = hsv(rng.random(), rng.uniform(0, 1), rng.uniform(0.6, 1) if bright else 0.35)
    ink = style.base if rng.random() < 0.5 else hsv(0, 0, 0.05 if bright else 0.95)
    if abs(sum(ink) - sum(colour)) < 0.3:
        ink = hsv(0, 0, 0.05 if bright else 0.95)
    return _Disc(float(rng.uniform(0.5, 0.88)), colour, ink, bool(rng.random() < 0.5))


def _glyph(rng: np.random.Generator) -> npt.NDArray[np.float32]:
    """What stands on a die that has no pips: a numeral, a letter or a picture; shape (64, 64)."""
    sheet = np.zeros((64, 64), np.uint8)
    kind = rng.random()
    if kind < 0.55:
        text = str(rng.choice(_GLYPHS))
        font, scale = int(rng.choice([0, 2, 3, 4])), 1.5 if len(text) == 1 else 1.0
        (wide, tall), _ = cv2.getTextSize(text, font, scale, 4)
        place = ((64 - wide) // 2, (64 + tall) // 2)
        cv2.putText(sheet, text, place, font, scale, 255, int(rng.integers(2, 6)), cv2.LINE_AA)
    else:
        if kind < 0.8:
            cv2.circle(sheet, (32, 32), int(rng.integers(18, 29)), 255, int(rng.choice([-1, 2, 3])))
        for _ in range(int(rng.integers(3, 8))):
            x, y = (int(value) for value in rng.normal(32, 11, 2))
            axes = (int(rng.integers(2, 14)), int(rng.integers(2, 6)))
            ink = int(255 * (rng.random() < 0.5))
            cv2.ellipse(sheet, (x, y), axes, float(rng.uniform(0, 180)), 0, 360, ink, -1)
    return np.asarray(sheet / 255, np.float32)


def _pip(off: Points, radius: float, shape: str, fine: float) -> npt.NDArray[np.float32]:
    """How much of a pip covers each point at ``off`` from its middle, 0 to 1."""
    if shape == "square":
        reach = np.abs(off).max(axis=1) * 1.12
    elif shape == "diamond":
        reach = np.abs(off).sum(axis=1) * 0.85
    else:
        reach = np.hypot(off[:, 0], off[:, 1])
    cover = np.clip((radius - reach) / fine + 0.5, 0, 1)
    if shape == "ring":
        cover = cover * np.clip((reach - 0.45 * radius) / fine + 0.5, 0, 1)
    return np.asarray(cover, np.float32)


def _lit(
    rng: np.random.Generator, albedo: Points, normals: Points, view: _View, style: DieStyle
) -> Points:
    """The light that each point sends to the camera (linear RGB)."""
    ambient = float(rng.uniform(0.3, 0.85))
    upward = normals @ view.up
    light = ambient * (0.62 + 0.38 * upward)
    shine = np.zeros(len(normals), np.float32)
    mirrored = 2 * (normals @ view.near)[:, None] * normals - view.near
    for _ in range(int(rng.integers(1, 3))):
        lamp = rng.normal(0, 0.7, 2) @ np.stack([view.right, np.cross(view.up, view.right)])
        lamp = lamp + view.up
        lamp = (lamp / np.linalg.norm(lamp)).astype(np.float32)
        light = light + (1 - ambient) * np.maximum(normals @ lamp, 0)
        sharp = float(np.exp(rng.uniform(np.log(8), np.log(250))))
        shine += rng.uniform(0, 0.9) * np.maximum(mirrored @ lamp, 0) ** np.float32(sharp)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.45, 0.35, 0.2]))):
        # A window or a tube: bright where the mirrored ray goes through its rectangle overhead.
        middle, half = rng.normal(0, 0.35, 2), np.exp(rng.uniform(np.log(0.02), np.log(0.4), 2))
        inside = np.ones(len(normals), np.float32)
        for axis, at, reach in zip(
            (view.right, np.cross(view.up, view.right)), middle, half, strict=True
        ):
            inside *= np.clip((reach - np.abs(mirrored @ axis - at)) * 25 + 0.5, 0, 1)
        shine += rng.uniform(0.2, 1.0) * inside * (mirrored @ view.up > 0)
    if style.clear:
        light = 0.5 * light + 0.5 * light.mean() + 0.25 * (1 - np.abs(normals @ view.near))
    gloss = np.float32((1 - style.roughness) * rng.uniform(0.2, 1))
    tint = rng.normal(1, 0.06, 3)
    lit = albedo * (light * rng.uniform(0.75, 1.25))[:, None] * tint + gloss * shine[:, None]
    return np.asarray(lit, np.float32)
