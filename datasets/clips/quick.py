"""The quick painter: dice, hands and cups drawn over the table's picture, without any package.

Flat faces with their pips in perspective, bodies from their outlines, soft shadows, painter's
order. Linear RGB pictures of single moments.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from datasets.clips.ground import Ground, Linear
from datasets.clips.hand import Capsule, Grip
from datasets.clips.story import Story
from datasets.clips.track import about_z
from datasets.clips.windows import Window
from datasets.labels import FACES
from datasets.rendering.camera import Camera
from datasets.rendering.dice import DieStyle, hsv
from datasets.rendering.mesh import TILE, face_paint
from datasets.rendering.pips import Floats, face_axes
from datasets.rendering.scene import PlacedDie
from datasets.rendering.things import Thing

_FINE = 2
"""Pixels of a die's working picture for one of the frame, each way."""

_BLUR_STEPS = 4
_MARGIN_PX = 24
_COARSE = 4
"""Pixels of the frame for one of the shadows' picture, each way."""


class QuickPainter:
    """Draws the moments of one story."""

    def __init__(self, story: Story) -> None:
        self._story = story
        self._sun = sun_of(story)
        rng = np.random.default_rng((*story.seed, 5))
        self._ambient = float(rng.uniform(0.35, 0.65))
        self._soft = float(rng.uniform(0.004, 0.012)) * story.camera.long_px / _COARSE
        edge = story.tracks[0].edge_cm
        self._origin = np.zeros(2)
        self._seen: tuple[Camera, Linear] | None = None
        self._ground = Ground(story.camera, story.surface, story.props, self._sun, edge)
        self._others = tuple(
            _standing(prop.thing) for prop in story.props if prop.kind == "other die"
        )

    def _at(self, camera: Camera, points: Floats) -> Floats:
        """Pixels of the part of the picture that is being drawn."""
        return camera.project(points, distort=False) - self._origin

    def light(self, time_s: float, window: Window | None = None) -> Linear:
        """What the camera sees at this time, in this part of the picture."""
        story = self._story
        x1, y1, x2, y2 = window or (0, 0, story.camera.width_px, story.camera.height_px)
        self._origin = np.array([x1, y1], float)
        camera = story.sway.camera_at(story.camera, time_s)
        if self._seen is None or self._seen[0] != camera:
            self._seen = (camera, self._ground.seen_by(camera))
        dice = [die for track in story.tracks if (die := track.at(time_s)) is not None]
        dice += self._others
        grip = story.hand.at(time_s)
        if grip is not None and not grip.seen(camera, 60):
            grip = None
        size = (x2 - x1, y2 - y1)
        shade = self._shade(camera, dice, grip, time_s, size)
        picture = self._seen[1][y1:y2, x1:x2] * shade
        eye = np.array(camera.eye_cm)
        if story.carried is not None:
            self._cup(picture, camera, time_s)
        for die in sorted(
            dice, key=lambda d: -float(np.linalg.norm(np.array(d.position_cm) - eye))
        ):
            self._die(picture, camera, die)
        if grip is not None:
            self._hand(picture, camera, grip)
        gain = story.gain(time_s)
        return picture if gain == 1 else picture * np.float32(gain)

    def exposed(self, begin_s: float, end_s: float) -> Linear:
        """What is seen while the shutter is open: the mean of several moments.

        What stays the same in all of them is drawn once.
        """
        if begin_s == end_s:
            return self.light(begin_s)
        story = self._story
        times = begin_s + (np.arange(_BLUR_STEPS) + 0.5) / _BLUR_STEPS * (end_s - begin_s)
        light = self.light(float(times[0]))
        whole = story.sway.moving(times[0]) or story.gain(times[0]) != story.gain(times[-1])
        window = None if whole else self.window([float(time_s) for time_s in times])
        x1, y1, x2, y2 = window or (0, 0, light.shape[1], light.shape[0])
        part = light[y1:y2, x1:x2]
        for time_s in times[1:]:
            part += self.light(float(time_s), window)
        part /= np.float32(len(times))
        return light

    def window(self, times_s: Sequence[float]) -> Window:
        """The part of the picture in which something may differ between these times."""
        story = self._story
        self._origin = np.zeros(2)
        points = []
        for time_s in times_s:
            camera = story.sway.camera_at(story.camera, time_s)
            bodies = [
                die.hull()
                for track in story.tracks
                if track.moving(min(times_s), max(times_s))
                and (die := track.at(time_s)) is not None
            ]
            grip = story.hand.at(time_s)
            if grip is not None and grip.seen(camera, 60):
                bodies += [_body(capsule) for capsule in grip.capsules()]
            if story.carried is not None:
                x, y = story.carried.place(time_s)
                r, _, h = story.carried.cup.size_cm
                bodies.append(np.concatenate([_ring(x, y, 0, r), _ring(x, y, 2 * h, r)]))
            for body in bodies:
                depth = (np.array(camera.eye_cm) - body) @ camera.axes()[2]
                body = body[depth > 2]
                if len(body):
                    points += [self._at(camera, body), self._dropped(camera, body)]
        width, height = story.camera.width_px, story.camera.height_px
        if not points:
            return 0, 0, _COARSE, _COARSE
        every = np.concatenate(points)
        x1, y1 = np.clip(every.min(axis=0) - _MARGIN_PX, 0, (width - 32, height - 32)) // 16 * 16
        x2, y2 = np.minimum((every.max(axis=0) + _MARGIN_PX) // 16 * 16 + 16, (width, height))
        return int(x1), int(y1), int(max(x2, x1 + 16)), int(max(y2, y1 + 16))

    def _shade(
        self,
        camera: Camera,
        dice: list[PlacedDie],
        grip: Grip | None,
        time_s: float,
        size: tuple[int, int],
    ) -> Linear:
        width, height = size[0] // _COARSE, size[1] // _COARSE
        cast = np.zeros((height, width), np.float32)
        near = np.zeros((height, width), np.float32)
        for die in dice:
            hull = die.hull()
            _fill(cast, self._dropped(camera, hull) / _COARSE, 1.0)
            if hull[:, 2].min() < 0.3:
                middle = hull.mean(axis=0)
                foot = (middle + (hull - middle) * 1.06) * (1, 1, 0)
                _fill(near, self._at(camera, foot) / _COARSE, 1.0)
        if self._story.carried is not None:
            x, y = self._story.carried.place(time_s)
            r, _, h = self._story.carried.cup.size_cm
            rims = np.concatenate([_ring(x, y, 0.0, r), _ring(x, y, 2 * h, r)])
            _fill(cast, self._dropped(camera, rims) / _COARSE, 1.0)
        if grip is not None:
            for capsule in grip.capsules():
                _fill(cast, self._dropped(camera, _body(capsule)) / _COARSE, 1.0)
        soft = cv2.GaussianBlur(cast, (0, 0), max(self._soft, 0.6))
        contact = cv2.GaussianBlur(near, (0, 0), max(0.6, self._soft * 0.7))
        shade = (1 - (1 - self._ambient) * 0.9 * soft) * (1 - 0.3 * contact)
        return np.asarray(cv2.resize(shade, size)[..., None], np.float32)

    def _dropped(self, camera: Camera, points: Floats) -> Floats:
        heights = np.maximum(points[:, 2:], 0)
        fallen = (points - self._sun * (heights / self._sun[2])) * (1, 1, 0)
        return self._at(camera, fallen)

    def _lit(self, normal: Floats) -> float:
        # The room's light comes mostly from above; near the table the sides are in the shade.
        around = self._ambient * (0.55 + 0.45 * float(normal[2]))
        straight = max(float(normal @ self._sun), 0.0) / max(float(self._sun[2]), 0.6)
        return around + (1 - self._ambient) * straight

    def _die(self, picture: Linear, camera: Camera, die: PlacedDie) -> None:
        hull = self._at(camera, die.hull())
        height, width = picture.shape[:2]
        x1, y1 = np.maximum(np.floor(hull.min(axis=0)).astype(int) - 2, 0)
        x2, y2 = np.minimum(np.ceil(hull.max(axis=0)).astype(int) + 3, [width, height])
        if x2 - x1 < 2 or y2 - y1 < 2:
            return
        style, eye = die.style, np.array(camera.eye_cm)
        side = ((int(x2 - x1)) * _FINE, (int(y2 - y1)) * _FINE)
        part = cv2.resize(picture[y1:y2, x1:x2], side, interpolation=cv2.INTER_NEAREST)
        work = np.asarray(part, np.float32)
        corner = np.array([x1, y1])
        outline = cv2.convexHull(((hull - corner) * _FINE).astype(np.float32)).reshape(-1, 2)
        base = np.array(style.base)
        _fill(work, outline, base * self._lit(np.array([0, 0, 0.55])) * 0.95)
        axes = face_axes(style.pips.left_handed)
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
            target = self._at(camera, die.to_world(corners))
            target = ((target - corner) * _FINE).astype(np.float32)
            paint = _face(style, face, _level(target))
            n = paint.shape[0]
            source = np.array([[0, 0], [n, 0], [n, n], [0, n]], np.float32)
            matrix = cv2.getPerspectiveTransform(source, target)
            laid = cv2.warpPerspective(paint, matrix, side, flags=cv2.INTER_LINEAR)
            half = eye - middle
            half = half / np.linalg.norm(half) + self._sun
            shine = max(float(normal @ half) / float(np.linalg.norm(half)), 0.0) ** 60
            gloss = 0.35 * (1 - style.roughness) * shine
            share = laid[..., 3:]
            lit = laid[..., :3] * self._lit(normal) + gloss * share
            work = np.asarray(work * (1 - share) + lit, np.float32)
        small = cv2.resize(work, (int(x2 - x1), int(y2 - y1)), interpolation=cv2.INTER_AREA)
        mask = np.zeros(work.shape[:2], np.float32)
        _fill(mask, outline, 1.0)
        share = cv2.resize(mask, (int(x2 - x1), int(y2 - y1)), interpolation=cv2.INTER_AREA)[
            ..., None
        ]
        picture[y1:y2, x1:x2] = picture[y1:y2, x1:x2] * (1 - share) + small * share

    def _cup(self, picture: Linear, camera: Camera, time_s: float) -> None:
        carried = self._story.carried
        assert carried is not None
        x, y = carried.place(time_s)
        r, _, h = carried.cup.size_cm
        rng = np.random.default_rng(carried.cup.seed)
        colour = np.array(hsv(rng.random(), rng.uniform(0, 0.8), rng.uniform(0.2, 0.95)))
        drink = np.array(hsv(rng.uniform(0.02, 0.12), rng.uniform(0.3, 0.9), rng.uniform(0.1, 0.7)))
        top = self._at(camera, _ring(x, y, 2 * h, r))
        foot = self._at(camera, _ring(x, y, 0.0, r * 0.85))
        body = cv2.convexHull(np.concatenate([top, foot]).astype(np.float32)).reshape(-1, 2)
        _fill(picture, body, colour * 0.6)
        _fill(picture, top, colour * 1.0)
        inner = self._at(camera, _ring(x, y, 2 * h, r * 0.9))
        _fill(picture, inner, colour * 0.45)
        level = self._at(camera, _ring(x, y, 1.7 * h, r * 0.82))
        _fill(picture, level, drink)

    def _hand(self, picture: Linear, camera: Camera, grip: Grip) -> None:
        eye, axes = np.array(camera.eye_cm), camera.axes()
        size = np.array([picture.shape[1], picture.shape[0]])
        pieces = [piece for capsule in grip.capsules() for piece in _cut(capsule)]
        ends = np.array([[start, end] for start, end, _, _, _ in pieces])
        depths = (eye - ends) @ axes[2]
        at = self._at(camera, ends.reshape(-1, 3)).reshape(-1, 2, 2)
        reach = np.array([[r0, r1] for _, _, r0, r1, _ in pieces]) * camera.focal_px
        reach = reach / np.maximum(depths, 1.0)
        beyond = (at < -reach[..., None]) | (at > size + reach[..., None])
        shown = (depths.min(axis=1) > 2.0) & ~beyond.all(axis=1).any(axis=1)
        look = grip.look
        shapes = [
            (depths[n].min(), at[n], reach[n], np.array(look.sleeve if pieces[n][4] else look.skin))
            for n in np.flatnonzero(shown)
        ]
        if not shapes:
            return
        corners = np.concatenate(
            [at + sign * reach[:, None] for _, at, reach, _ in shapes for sign in (-1, 1)]
        )
        x1, y1 = np.maximum(corners.min(axis=0).astype(int) - 12, 0) // 2 * 2
        x2, y2 = np.minimum(corners.max(axis=0).astype(int) + 14, size) // 2 * 2
        if x2 - x1 < 4 or y2 - y1 < 4:
            return
        # Skin has no fine detail: half of the frame's pixels each way do.
        half = (int(x2 - x1) // 2, int(y2 - y1) // 2)
        layer, mask = np.zeros((half[1], half[0], 3), np.float32), np.zeros(half[::-1], np.float32)
        toward = (axes @ self._sun)[:2] * (1, -1)
        corner = np.array([x1, y1])
        near_last = sorted(shapes, key=lambda shape: -shape[0])
        for _, at, reach, _ in shapes:
            _fill(mask, _capsule((at - corner) / 2, reach / 2), 1.0)
        # Three tones, the lighter the nearer to the side of the light: round enough for a hand.
        for share, tone in ((1.0, 0.5), (0.78, 0.75), (0.5, 1.0)):
            for _, at, reach, colour in near_last:
                off = toward * (1 - share) * reach.mean() * 0.8 - corner
                _fill(layer, _capsule((at + off) / 2, reach * share / 2), colour * tone)
        blur = max(0.8, 0.12 * float(np.median([reach.mean() for _, _, reach, _ in shapes])))
        spread = cv2.GaussianBlur(layer, (0, 0), blur)
        weight = cv2.GaussianBlur(mask, (0, 0), blur)[..., None]
        full = (int(x2 - x1), int(y2 - y1))
        skin = cv2.resize(spread / np.maximum(weight, 0.05), full)
        cover = cv2.resize(mask, full)[..., None]
        place = picture[y1:y2, x1:x2]
        place += (skin - place) * cover


def sun_of(story: Story) -> Floats:
    """The direction to the strongest lamp, never too low."""
    lamps = story.light.lamps
    place = np.array(lamps[0].position_cm if lamps else (40.0, -60.0, 120.0))
    direction: Floats = place / np.linalg.norm(place)
    direction[2] = max(direction[2], 0.7)
    return direction / np.linalg.norm(direction)


_ANGLES = np.arange(24) * np.pi / 12
_CIRCLE = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], 1)
_BALL = np.concatenate([np.insert(_CIRCLE, axis, 0.0, axis=1) for axis in range(3)])


def _ring(x: float, y: float, z: float, radius: float) -> Floats:
    return np.column_stack([_CIRCLE * radius + (x, y), np.full(len(_CIRCLE), z)])


def _cut(capsule: Capsule) -> list[Capsule]:
    """A long capsule in pieces: what is behind the camera can be left out of a forearm."""
    start, end, r0, r1, sleeve = capsule
    count = 6 if float(np.linalg.norm(end - start)) > 15 else 1
    shares = np.linspace(0, 1, count + 1)
    return [
        (
            start + (end - start) * low,
            start + (end - start) * high,
            r0 + (r1 - r0) * low,
            r0 + (r1 - r0) * high,
            sleeve,
        )
        for low, high in pairwise(shares)
    ]


def _body(capsule: Capsule) -> Floats:
    start, end, r0, r1, _ = capsule
    return np.concatenate([start + r0 * _BALL, end + r1 * _BALL])


def _capsule(at: Floats, reach: Floats) -> Floats:
    rings = np.concatenate([at[0] + _CIRCLE * reach[0], at[1] + _CIRCLE * reach[1]])
    return np.asarray(cv2.convexHull(rings.astype(np.float32)).reshape(-1, 2), np.float64)


def _fill(picture: Linear, points: npt.NDArray[Any], value: Floats | float) -> None:
    corners = np.asarray(cv2.convexHull(np.asarray(points, np.float32)), np.float32).reshape(-1, 2)
    colour = (value,) if isinstance(value, float) else tuple(float(v) for v in value)
    fixed = np.round(np.clip(corners, -8000, 8000) * 16 - 8).astype(np.int32)
    cv2.fillConvexPoly(picture, fixed, colour, cv2.LINE_AA, 4)


def _level(target: npt.NDArray[np.float32]) -> int:
    """How often the face's picture is halved before it is laid there."""
    side = float(np.linalg.norm(target - np.roll(target, 1, axis=0), axis=1).max())
    return int(np.clip(np.floor(np.log2(TILE / max(side, 1))), 0, 4))


@lru_cache(256)
def _face(style: DieStyle, face: int, level: int) -> Linear:
    """The colours of a face, times its share, and its share: less at its rounded edges."""
    paint = face_paint(style, face)
    inked, special = paint[..., :1], paint[..., 1:2]
    ink = np.array(style.ink) * (1 - special) + np.array(style.special) * special
    colour = np.array(style.base) * (1 - inked) + ink * inked
    if style.material in {"marbled", "speckled", "pearl", "wood", "stone", "glitter", "two-tone"}:
        rng = np.random.default_rng(style.seed + face)
        grid = rng.random((7, 7)).astype(np.float32)
        mix = np.clip(cv2.resize(grid, (TILE, TILE), interpolation=cv2.INTER_CUBIC), 0, 1)
        body = np.array(style.base) + (mix * 0.45)[..., None] * (
            np.array(style.second) - style.base
        )
        colour = body * (1 - inked) + ink * inked
    u = (np.arange(TILE) + 0.5) / TILE - 0.5
    x, y = np.meshgrid(np.abs(u), np.abs(u))
    inner = 0.5 - style.edge_radius
    off = np.hypot(np.maximum(x - inner, 0), np.maximum(y - inner, 0)) / style.edge_radius
    share = np.clip((0.75 - off) * 3 + 0.5, 0, 1)
    if style.ball > 0:
        flat = np.sqrt(max(style.ball**2 - 0.25, 0.0))
        share = share * np.clip((flat - np.hypot(x, y)) * TILE / 4 + 0.5, 0, 1)
    full = np.concatenate([colour * share[..., None], share[..., None]], -1).astype(np.float32)
    for _ in range(level):
        half = cv2.resize(full, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        full = np.asarray(half, np.float32)
    return full


def _standing(thing: Thing) -> PlacedDie:
    """A die with other marks than pips, where the thing stands."""
    assert thing.style is not None
    rotation = about_z(thing.turn_rad)
    half = thing.size_cm[2]
    return PlacedDie(thing.style, 2 * half, (thing.x_cm, thing.y_cm, half), rotation)
