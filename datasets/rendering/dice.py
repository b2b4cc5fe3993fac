"""What a die looks like: its edges, its pips, what it is made of, and in which colours."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass, replace

import numpy as np

from datasets.rendering.pips import PipStyle, draw_pips

Colour = tuple[float, float, float]
"""Linear RGB, 0 to 1."""


@dataclass(frozen=True, slots=True)
class DieStyle:
    """A kind of die. Lengths are in edges.

    ``edge_radius`` rounds the edges; ``ball`` is the radius of a sphere that cuts the corners off,
    0 for none. ``marks`` are "pips", or "numerals" and "symbols" for dice that are not to be read.
    ``clear`` is the share of light that goes through. ``special`` colours the pips of the faces in
    ``special_faces``. ``seed`` decides grain, veins and specks.
    """

    pips: PipStyle
    material: str
    base: Colour
    second: Colour
    ink: Colour
    special: Colour
    special_faces: tuple[int, ...] = ()
    edge_radius: float = 0.07
    ball: float = 0.0
    marks: str = "pips"
    roughness: float = 0.3
    clear: float = 0.0
    wear: float = 0.0
    seed: int = 0


def linear(srgb: tuple[float, float, float]) -> Colour:
    """Linear RGB of a colour as screens name it."""
    c = np.clip(np.array(srgb, float), 0, 1)
    r, g, b = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    return float(r), float(g), float(b)


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """Linear RGB of a colour by hue (in turns), saturation and value, as screens name it."""
    s, v = min(max(saturation, 0.0), 1.0), min(max(value, 0.0), 1.0)
    return linear(colorsys.hsv_to_rgb(hue % 1.0, s, v))


def grey(value: float) -> Colour:
    """A neutral grey of this value on a screen."""
    return linear((value, value, value))


def luminance(colour: Colour) -> float:
    """Relative luminance, 0 to 1."""
    return float(np.dot(colour, (0.2126, 0.7152, 0.0722)))


MATERIALS = {
    "ivory": 0.2,
    "plastic": 0.2,
    "translucent": 0.12,
    "tinted": 0.05,
    "marbled": 0.09,
    "speckled": 0.05,
    "glitter": 0.04,
    "pearl": 0.06,
    "wood": 0.05,
    "metal": 0.04,
    "two-tone": 0.03,
    "rubber": 0.02,
    "glow": 0.02,
    "stone": 0.03,
}
"""Materials with their shares."""


def draw_style(rng: np.random.Generator, material: str | None = None) -> DieStyle:
    """A random die; ``material`` names one of MATERIALS, else it is drawn."""
    names, shares = zip(*MATERIALS.items(), strict=True)
    kind = material or str(rng.choice(names, p=np.array(shares) / sum(shares)))
    east = bool(rng.random() < 0.2)
    pips = draw_pips(rng, east)
    hue, saturation = float(rng.random()), float(rng.uniform(0.35, 1))
    base = hsv(hue, saturation, rng.uniform(0.12, 0.97))
    second = hsv(hue + rng.normal(0, 0.15), rng.uniform(0, 1), rng.uniform(0.1, 1))
    ink: Colour | None = None
    clear, roughness = 0.0, float(rng.uniform(0.06, 0.5))
    if kind == "ivory":
        tone = rng.uniform(0.74, 0.97)
        base = linear((tone, tone * rng.uniform(0.93, 1), tone * rng.uniform(0.76, 1)))
        ink = grey(0.08) if rng.random() < 0.7 else hsv(rng.random(), 0.9, rng.uniform(0.25, 0.7))
    elif kind == "plastic" and rng.random() < 0.25:
        base = grey(rng.uniform(0.03, 0.14))
    elif kind == "translucent":
        base = hsv(hue, rng.uniform(0.35, 0.95), rng.uniform(0.6, 1))
        clear, roughness = float(rng.uniform(0.6, 0.85)), float(rng.uniform(0.02, 0.35))
        ink = grey(0.96) if rng.random() < 0.7 else grey(0.08)
    elif kind == "tinted":
        # Quite clear dice come out as dark glass, since light finds no way through them: a part
        # of the light is scattered inside, as the plastic of real ones does.
        base = hsv(hue, rng.uniform(0.03, 0.35), rng.uniform(0.85, 1))
        clear, roughness = float(rng.uniform(0.6, 0.75)), float(rng.uniform(0.02, 0.12))
        ink = grey(0.05) if rng.random() < 0.5 else hsv(hue + 0.5, 0.9, 0.35)
    elif kind == "wood":
        base = hsv(rng.uniform(0.05, 0.11), rng.uniform(0.3, 0.75), rng.uniform(0.3, 0.88))
        second = tuple(np.array(base) * rng.uniform(0.5, 0.85))
        roughness = float(rng.uniform(0.35, 0.7))
        ink = grey(0.1) if luminance(base) > 0.1 and rng.random() < 0.85 else grey(0.93)
    elif kind == "metal":
        metals = ((0.9, 0.9, 0.92), (0.95, 0.78, 0.4), (0.9, 0.6, 0.45), (0.4, 0.4, 0.43))
        base = linear(metals[rng.integers(4)])
        roughness = float(rng.uniform(0.15, 0.5))
        ink = grey(0.06) if rng.random() < 0.6 else hsv(rng.random(), 0.8, 0.4)
    elif kind == "rubber":
        roughness = 0.8
    elif kind == "glow":
        base = hsv(rng.choice([0.2, 0.28, 0.35, 0.5]), rng.uniform(0.25, 0.6), rng.uniform(0.75, 1))
        ink = grey(0.06)
    elif kind == "stone":
        base = hsv(rng.uniform(0, 1), rng.uniform(0, 0.4), rng.uniform(0.15, 0.75))
        second = hsv(rng.uniform(0, 1), rng.uniform(0, 0.3), rng.uniform(0.1, 0.9))
    if ink is None:
        ink = _ink(rng, base, hue)
    special, special_faces = _special(rng, east, base, ink)
    return DieStyle(
        pips=pips,
        material=kind,
        base=base,
        second=second,
        ink=ink,
        special=special,
        special_faces=special_faces,
        edge_radius=_edge_radius(rng),
        ball=float(rng.uniform(0.66, 0.78)) if rng.random() < 0.3 else 0.0,
        roughness=roughness,
        clear=clear,
        wear=float(rng.beta(1, 5)),
        seed=int(rng.integers(2**31)),
    )


def _ink(rng: np.random.Generator, base: Colour, hue: float) -> Colour:
    light = luminance(base)
    kind = rng.random()
    if kind < 0.62:
        return grey(rng.uniform(0.85, 0.98)) if light < 0.3 else grey(0.07)
    if kind < 0.8:
        return linear((0.93, 0.78, 0.38)) if light < 0.2 else hsv(hue + 0.5, 0.9, 0.22)
    if kind < 0.94:
        return hsv(hue + rng.uniform(0.3, 0.7), 0.8, 0.92 if light < 0.25 else 0.25)
    # A few dice are hard to read, as some are in every club's bag.
    return tuple(np.array(base) * (0.4 if light > 0.12 else 0.3) + (0 if light > 0.12 else 0.25))


def _special(
    rng: np.random.Generator, east: bool, base: Colour, ink: Colour
) -> tuple[Colour, tuple[int, ...]]:
    """The second ink of eastern dice: red one, often red four; blue on some."""
    if not east and rng.random() > 0.05:
        return ink, ()
    hue = 0.99 if rng.random() < 0.8 else 0.61
    value = 0.75 if luminance(base) > 0.2 else 1.0
    faces = (1, 4) if east and rng.random() < 0.6 else (1,)
    return hsv(hue, 0.92, value), faces


def _edge_radius(rng: np.random.Generator) -> float:
    square, usual = rng.uniform(0.008, 0.03), rng.uniform(0.03, 0.07)
    return float(rng.choice([square, usual, rng.uniform(0.07, 0.17)], p=[0.25, 0.4, 0.35]))


def with_other_marks(rng: np.random.Generator, style: DieStyle) -> DieStyle:
    """The same die with numerals or symbols in place of pips: a thing to be left alone."""
    marks = "numerals" if rng.random() < 0.65 else "symbols"
    return replace(style, marks=marks, pips=replace(style.pips, depth=0.0), special_faces=())
