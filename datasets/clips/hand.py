"""A hand with its forearm that reaches over the table: where it is, and its body as capsules.

Lengths are in centimetres, times in seconds from the start of the clip.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from datasets.rendering.camera import Camera
from datasets.rendering.dice import Colour, hsv
from datasets.rendering.pips import Floats

Capsule = tuple[Floats, Floats, float, float, bool]
"""Ends, their radii, and whether it is clothed."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a hand looks: its skin, its sleeve, its size, and on which side its thumb is."""

    skin: Colour
    sleeve: Colour
    size: float
    thumb: int


def draw_look(rng: np.random.Generator) -> Look:
    """A hand of any colour, from a child's to a large man's."""
    return Look(
        hsv(rng.uniform(0.05, 0.085), rng.uniform(0.25, 0.5), rng.uniform(0.28, 0.92)),
        hsv(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.08, 0.9)),
        float(rng.uniform(0.72, 1.05)),
        1 if rng.random() < 0.5 else -1,
    )


@dataclass(frozen=True, slots=True)
class _Key:
    time_s: float
    place: tuple[float, float, float]
    curl: float
    pointing: float
    heading: float


@dataclass(frozen=True, slots=True)
class Grip:
    """A hand at one moment: the middle of its palm, where its fingers point, how curled they are.

    ``curl`` 0 is flat, 1 a fist; ``pointing`` 1 leaves the forefinger stretched.
    """

    place: tuple[float, float, float]
    heading: float
    curl: float
    pointing: float
    look: Look

    def capsules(self) -> list[Capsule]:
        """Its body, in no particular order."""
        s = self.look.size
        f = np.array([np.cos(self.heading), np.sin(self.heading), 0.0])
        side = np.array([-f[1], f[0], 0.0])
        up = np.array([0.0, 0.0, 1.0])
        middle = np.array(self.place)

        def at(x: float, y: float, z: float) -> Floats:
            point: Floats = middle + (f * x + side * y + up * z) * s
            return point

        wrist = at(-6.5, 0, 0.8)
        body: list[Capsule] = [
            (wrist, at(-13, 0, 1.8), 2.5 * s, 2.8 * s, False),
            (at(-12.5, 0, 1.8), at(-60, 0, 9.0), 3.5 * s, 5.0 * s, True),
        ]
        body += [
            (at(-5.5, 0.6 * y, 0.6), at(2.6, y, 0), 2.0 * s, 1.35 * s, False)
            for y in (-2.5, -0.85, 0.85, 2.5)
        ]
        for number, (y, length) in enumerate(((2.7, 6.4), (0.9, 7.6), (-0.9, 7.9), (-2.7, 7.0))):
            place = y * self.look.thumb * -1
            curl = self.curl
            if number == 3:
                curl = self.curl * (1 - self.pointing) + 0.12 * self.pointing
            elif self.pointing:
                curl = max(curl, 0.95 * self.pointing)
            bend, point = 0.15 + 0.5 * curl, at(3.4, place, 0.1)
            spread = 0.06 * place * (1 - curl)
            for joint, share in enumerate((0.44, 0.31, 0.25)):
                way = np.cos(bend) * (f + side * spread) - np.sin(bend) * up
                tip = point + way * length * share * s
                thick = (0.95 - 0.09 * joint) * s
                body.append((point, tip, thick, thick - 0.06 * s, False))
                point, bend = tip, bend + 1.25 * curl
        y = 3.2 * self.look.thumb
        root, knuckle = at(-3.6, 0.6 * y, -0.3), at(-0.6, 1.45 * y - 0.5 * y * self.curl, -0.9)
        body.append((root, knuckle, 1.5 * s, 1.15 * s, False))
        tip = at(2.6, (1.35 - 1.0 * self.curl) * y, -1.4)
        body.append((knuckle, tip, 1.1 * s, 0.85 * s, False))
        return body

    def lift_cm(self) -> float:
        """How far it must be raised so that no finger is in the table."""
        bare = [(min(a[2] - r, b[2] - s)) for a, b, r, s, clothed in self.capsules() if not clothed]
        return max(0.0, -float(min(bare)))

    def finger_tip(self) -> Floats:
        """Where the forefinger ends."""
        found: Floats = self.capsules()[17][1]
        return found

    def seen(self, camera: Camera, margin_px: float = 0.0) -> bool:
        """Whether any of it lies in the picture."""
        body = self.capsules()
        shares = np.linspace(0, 1, 9)[:, None, None]
        starts, ends = np.array([c[0] for c in body]), np.array([c[1] for c in body])
        points = (starts + shares * (ends - starts)).reshape(-1, 3)
        r0, r1 = np.array([c[2] for c in body]), np.array([c[3] for c in body])
        radii = (r0 + shares[..., 0] * (r1 - r0)).ravel()
        depths = (np.array(camera.eye_cm) - points) @ camera.axes()[2]
        reach = (radii * camera.focal_px / np.maximum(depths, 1) + margin_px)[:, None]
        at = camera.project(points, distort=False)
        size = np.array([camera.width_px, camera.height_px])
        near = ((at >= -reach) & (at <= size + reach)).all(axis=1)
        return bool((near & (depths > 1)).any())


@dataclass(slots=True)
class HandPath:
    """A hand through a clip; keys are added in the order of time."""

    look: Look
    keys: list[_Key] = field(default_factory=list)

    def go(
        self,
        time_s: float,
        place: tuple[float, float, float],
        heading: float,
        curl: float,
        pointing: float = 0.0,
    ) -> None:
        """Be there, in this shape, at this time."""
        self.keys.append(_Key(time_s, place, curl, pointing, heading))

    def at(self, time_s: float) -> Grip | None:
        """The hand at this time; None before it first comes and after it has last gone."""
        keys = self.keys
        if not keys or not keys[0].time_s <= time_s <= keys[-1].time_s:
            return None
        after = next(n for n, key in enumerate(keys) if key.time_s >= time_s)
        new, old = keys[after], keys[max(after - 1, 0)]
        span = new.time_s - old.time_s
        t = 1.0 if span <= 0 else (time_s - old.time_s) / span
        share = t**3 * (10 - 15 * t + 6 * t * t)
        x, y, z = np.array(old.place) + share * (np.array(new.place) - np.array(old.place))
        return Grip(
            (float(x), float(y), float(z)),
            old.heading + share * (new.heading - old.heading),
            old.curl + share * (new.curl - old.curl),
            old.pointing + share * (new.pointing - old.pointing),
            self.look,
        )

    def moving(self, begin_s: float, end_s: float) -> bool:
        """Whether it may be in sight between these times."""
        return bool(self.keys) and self.keys[0].time_s < end_s and begin_s < self.keys[-1].time_s
