"""The light of a scene: what hangs, stands and shines around the table."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, log, sin

import numpy as np
import numpy.typing as npt

from datasets.rendering.camera import Camera
from datasets.rendering.dice import Colour, hsv, linear


@dataclass(frozen=True, slots=True)
class Lamp:
    """A source: an ``area`` of this size, a ``point`` of this radius, or a ``sun``.

    ``power`` is in Blender's watts for lengths in centimetres (for a sun: in W/m2).
    """

    kind: str
    position_cm: tuple[float, float, float]
    power: float
    colour: Colour
    size_cm: tuple[float, float] = (1.0, 1.0)
    bars: int = 0


@dataclass(frozen=True, slots=True)
class Light:
    """Lamps, and the surroundings (``room``, or the picture of a real one by its number).

    ``photographer`` says whether the phone's and the hand's shadow may fall on the table.
    """

    kind: str
    lamps: tuple[Lamp, ...]
    surroundings: str
    surroundings_seed: int
    turn_rad: float
    strength: float
    photographer: bool = False


def kelvin(temperature: float) -> Colour:
    """The colour of a black body (fit by Tanner Helland, 2012), 1,900 to 12,000 K."""
    t = temperature / 100
    red = 255 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * log(t) - 161.12 if t <= 66 else 288.12 * (t - 60) ** -0.0755
    blue = 255 if t >= 66 else (0 if t <= 19 else 138.52 * log(t - 10) - 305.04)
    return linear((red / 255, green / 255, blue / 255))


KINDS = {
    "surroundings": 0.2,
    "window": 0.18,
    "lamp": 0.16,
    "ceiling": 0.14,
    "flash": 0.08,
    "sun": 0.08,
    "several": 0.08,
    "coloured": 0.04,
    "dim": 0.04,
}
_AMBIENT = {"surroundings": 1.0, "window": 0.25, "lamp": 0.2, "ceiling": 0.3, "flash": 0.12}


def draw_light(rng: np.random.Generator, camera: Camera) -> Light:
    """Random light; the flash sits beside the camera's lens."""
    names, shares = zip(*KINDS.items(), strict=True)
    kind = str(rng.choice(names, p=np.array(shares) / sum(shares)))
    lamps: list[Lamp] = []
    if kind == "window":
        lamps.append(_window(rng))
    elif kind == "lamp":
        lamps += [_lamp(rng) for _ in range(int(rng.integers(1, 3)))]
    elif kind == "ceiling":
        lamps += _ceiling(rng)
    elif kind == "flash":
        lamps.append(_flash(rng, camera))
    elif kind == "sun":
        lamps.append(_sun(rng))
    elif kind == "several":
        makers = [_window, _lamp, _lamp, _sun]
        lamps += [makers[rng.integers(4)](rng) for _ in range(int(rng.integers(2, 5)))]
    elif kind == "coloured":
        for _ in range(int(rng.integers(1, 4))):
            lamp = _lamp(rng)
            colour = hsv(rng.random(), rng.uniform(0.4, 0.95), 1)
            lamps.append(Lamp("point", lamp.position_cm, lamp.power, colour, lamp.size_cm))
    elif kind == "dim":
        lamp = _lamp(rng)
        lamps.append(Lamp("point", lamp.position_cm, lamp.power * 0.3, kelvin(2100), (2.0, 2.0)))
    real = rng.random() < 0.5
    return Light(
        kind,
        tuple(lamps),
        "picture" if real else "room",
        int(rng.integers(2**31)),
        float(rng.uniform(0, 2 * np.pi)),
        _AMBIENT.get(kind, 0.3) * float(rng.uniform(0.5, 1.5)),
        bool(rng.random() < 0.3),
    )


def _window(rng: np.random.Generator) -> Lamp:
    heading, away, up = rng.uniform(0, 2 * np.pi), rng.uniform(70, 220), rng.uniform(50, 130)
    return Lamp(
        "area",
        (float(away * cos(heading)), float(away * sin(heading)), float(up)),
        float(rng.uniform(0.6, 1.4)) * 1.4e5 * (away / 120) ** 2,
        kelvin(rng.uniform(5200, 8500)),
        (float(rng.uniform(50, 120)), float(rng.uniform(60, 150))),
        int(rng.integers(2, 5)) if rng.random() < 0.4 else 0,
    )


def _lamp(rng: np.random.Generator) -> Lamp:
    heading, away, up = rng.uniform(0, 2 * np.pi), rng.uniform(10, 110), rng.uniform(60, 180)
    power = rng.uniform(0.5, 1.3) * 9e4 * (away**2 + up**2) / 12000
    radius = float(rng.uniform(1.5, 14))
    place = (float(away * cos(heading)), float(away * sin(heading)), float(up))
    return Lamp("point", place, float(power), kelvin(rng.uniform(2200, 5000)), (radius, radius))


def _ceiling(rng: np.random.Generator) -> list[Lamp]:
    colour, up = kelvin(rng.uniform(2700, 6500)), float(rng.uniform(140, 240))
    size = (float(rng.uniform(8, 60)), float(rng.uniform(20, 150)))
    power = float(rng.uniform(0.7, 1.4)) * 6e4 * (up / 120) ** 2
    count = int(rng.integers(1, 5))
    x0, y0 = rng.uniform(-120, 120, 2)
    return [
        Lamp("area", (float(x0 + 90 * n), float(y0), up), power / count, colour, size)
        for n in range(count)
    ]


def _flash(rng: np.random.Generator, camera: Camera) -> Lamp:
    right, up, _ = camera.axes()
    eye = np.array(camera.eye_cm)
    beside = eye + right * rng.uniform(-1.5, 1.5) + up * rng.uniform(0.5, 2)
    distance = float(np.linalg.norm(eye - np.array(camera.target_cm)))
    place = (float(beside[0]), float(beside[1]), float(beside[2]))
    return Lamp("point", place, 9e4 * (distance / 60) ** 2, kelvin(5600), (0.35, 0.35))


def _sun(rng: np.random.Generator) -> Lamp:
    heading, height = rng.uniform(0, 2 * np.pi), rng.uniform(0.25, 1.2)
    flat = 100 * cos(height)
    place = (float(flat * cos(heading)), float(flat * sin(heading)), float(100 * sin(height)))
    return Lamp("sun", place, float(rng.uniform(3, 9)), kelvin(rng.uniform(4200, 5800)))


def room(seed: int, width: int = 512) -> npt.NDArray[np.float32]:
    """A made-up room all around, as an equirectangular picture in linear RGB, first row on top.

    Walls, floor and ceiling of plain colours, with windows and lamps of ten to a hundred times
    their brightness.
    """
    rng = np.random.default_rng(seed)
    height = width // 2
    rows = np.linspace(0, 1, height)[:, None, None]
    warm = np.array(kelvin(rng.uniform(2700, 7500)))
    ceiling, floor = rng.uniform(0.3, 0.9), rng.uniform(0.05, 0.4)
    wall = np.array(hsv(rng.uniform(0, 1), rng.uniform(0, 0.35), rng.uniform(0.3, 0.95)))
    picture = np.broadcast_to(wall, (height, width, 3)).copy()
    picture = np.where(rows < rng.uniform(0.15, 0.35), ceiling, picture)
    picture = np.where(rows > rng.uniform(0.6, 0.75), floor * wall, picture)
    panels = int(rng.integers(0, 12))
    for _ in range(panels):
        x, y = rng.integers(0, width), rng.integers(int(height * 0.3), int(height * 0.8))
        w, h = rng.integers(4, width // 8), rng.integers(4, height // 4)
        picture[y : y + h, x : x + w] = hsv(rng.random(), rng.uniform(0, 0.7), rng.uniform(0, 0.8))
    for _ in range(int(rng.integers(1, 5))):
        x, y = rng.integers(0, width), rng.integers(int(height * 0.05), int(height * 0.55))
        w, h = rng.integers(4, width // 7), rng.integers(4, height // 4)
        glow = np.array(kelvin(rng.uniform(2500, 8000))) * float(np.exp(rng.uniform(2, 4.5)))
        picture[y : y + h, x : x + w] = glow
    result: npt.NDArray[np.float32] = (picture * warm).astype(np.float32)
    return result
