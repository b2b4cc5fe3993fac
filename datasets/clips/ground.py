"""The table of a quick clip as one picture: its pattern, its light, and what lies flat on it.

The picture is the first camera's view of the table with room about it, so that a camera that moves
sees it through one homography. Linear RGB.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from datasets.clips.props import Prop
from datasets.rendering.camera import Camera
from datasets.rendering.dice import hsv
from datasets.rendering.pips import Floats, PipStyle, pip_centres
from datasets.rendering.prints import PRINTS, floral, paper, playing_card, score_sheet, striped
from datasets.rendering.scene import Surface

Linear = npt.NDArray[np.float32]

ROOM = 0.16
"""What lies beyond each side of the first camera's picture, as a share of it."""

TILE_PX = 512
"""Side of a drawn pattern."""


def homography(camera: Camera, height_cm: float = 0.0) -> Floats:
    """From points (x, y, 1) of the plane at this height to pixels of this camera's picture."""
    f, w, h = camera.focal_px, camera.width_px / 2, camera.height_px / 2
    lens = np.array([[f, 0, -w], [0, -f, -h], [0, 0, -1.0]])
    axes = camera.axes()
    eye = np.array(camera.eye_cm) - (0, 0, height_cm)
    seen = np.column_stack([axes[:, :2], -axes @ eye])
    found: Floats = lens @ seen
    return found


class Ground:
    """The table's picture, and its view by a camera near the first one."""

    def __init__(
        self, camera: Camera, surface: Surface, props: tuple[Prop, ...], sun: Floats, die_cm: float
    ) -> None:
        width, height = camera.width_px, camera.height_px
        move = np.array([[1, 0, ROOM * width], [0, 1, ROOM * height], [0, 0, 1.0]])
        self._to_canvas = move @ homography(camera)
        self._size = (round(width * (1 + 2 * ROOM)), round(height * (1 + 2 * ROOM)))
        self._sun = sun
        rng = np.random.default_rng(surface.seed)
        canvas = self._pattern(rng, surface, die_cm)
        for prop in props:
            if prop.kind != "other die":
                canvas = self._lay(canvas, prop)
        self._canvas = canvas

    def seen_by(self, camera: Camera) -> Linear:
        """The bare table with what lies flat on it, as this camera sees it."""
        matrix = homography(camera) @ np.linalg.inv(self._to_canvas)
        size = (camera.width_px, camera.height_px)
        seen = cv2.warpPerspective(
            self._canvas, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(seen, np.float32)

    def _pattern(self, rng: np.random.Generator, surface: Surface, die_cm: float) -> Linear:
        pattern, tile_cm = tile(rng, surface.kind)
        tile_cm = max(tile_cm, 5 * die_cm)
        width, height = self._size[0] * 2, self._size[1] * 2
        xs = (np.arange(width, dtype=np.float32) / 2 + np.float32(0.25))[None]
        ys = (np.arange(height, dtype=np.float32) / 2 + np.float32(0.25))[:, None]
        back = np.linalg.inv(self._to_canvas).astype(np.float32)
        depth = back[2, 0] * xs + back[2, 1] * ys + back[2, 2]
        x = (back[0, 0] * xs + back[0, 1] * ys + back[0, 2]) / depth
        y = (back[1, 0] * xs + back[1, 1] * ys + back[1, 2]) / depth
        scale = TILE_PX / tile_cm
        laid = cv2.remap(
            pattern, (x * scale) % TILE_PX, (y * scale) % TILE_PX, cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_WRAP,
        )  # fmt: skip
        foot = rng.normal(0, 1, 2) * 8 * die_cm
        far = ((x - foot[0]) ** 2 + (y - foot[1]) ** 2) / (2 * (16 * die_cm) ** 2)
        fall = float(rng.uniform(0.1, 0.5))
        laid *= (1 - fall + fall * np.exp(-far))[..., None]
        small = cv2.resize(laid, self._size, interpolation=cv2.INTER_AREA)
        return np.asarray(np.clip(small, 0.004, 1), np.float32)

    def _at(self, points: Floats) -> Floats:
        """Pixels of the canvas of points (x, y) on the table."""
        moved = np.column_stack([points, np.ones(len(points))]) @ self._to_canvas.T
        return np.asarray(moved[:, :2] / moved[:, 2:])

    def _lay(self, canvas: Linear, prop: Prop) -> Linear:
        thing = prop.thing
        rng = np.random.default_rng(thing.seed)
        w, h, thick = thing.size_cm
        c, s = np.cos(thing.turn_rad), np.sin(thing.turn_rad)
        turn, middle = np.array([[c, s], [-s, c]]), np.array([thing.x_cm, thing.y_cm])

        def at(points: Floats) -> npt.NDArray[np.float32]:
            return np.asarray(self._at(points @ turn + middle), np.float32)

        square = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
        turns = np.arange(40) * np.pi / 20
        ring = np.stack([np.cos(turns), np.sin(turns)], 1)
        is_round = thing.kind in {"coin", "button", "token"}
        outline = ring * w if is_round else square
        drop = -self._sun[:2] / self._sun[2] * max(thick, 0.05) * 1.5
        dark = np.zeros(canvas.shape[:2], np.float32)
        _fill(dark, self._at(outline @ turn + middle + drop), 1.0)
        _fill(dark, at(outline * 1.03), 1.0)
        canvas *= (1 - 0.55 * cv2.GaussianBlur(dark, (0, 0), 2.5))[..., None]
        colour = np.array(hsv(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.15, 0.95)))
        if thing.kind in {"card", "sheet"}:
            makers = (score_sheet, paper, striped, floral)
            maker = makers[int(rng.choice(4, p=[0.5, 0.3, 0.1, 0.1]))]
            sheet = (
                playing_card(rng)
                if thing.kind == "card"
                else score_sheet(rng) if maker is score_sheet else maker(rng, 400)
            )  # fmt: skip
            return _warp(canvas, sheet, at(square[[3, 2, 1, 0]]))
        if thing.kind == "coin":
            metal = np.array(
                [(0.62, 0.6, 0.56), (0.68, 0.47, 0.12), (0.5, 0.2, 0.09)][rng.integers(3)]
            )
            _fill(canvas, at(ring * w), metal)
            _fill(canvas, at(ring * w * 0.86), metal * 0.72)
            _fill(canvas, at(ring * w * 0.4 + (0.1 * w, 0)), metal * 0.95)
        elif thing.kind == "domino":
            light = rng.random() < 0.6
            _fill(canvas, at(square), np.full(3, 0.8 if light else 0.03))
            ink = np.full(3, 0.02 if light else 0.85)
            _fill(canvas, at(np.array([[-w, -0.05], [w, -0.05], [w, 0.05], [-w, 0.05]])), ink)
            for half in (-1, 1):
                face = int(rng.integers(0, 7))
                if face:
                    for x, y in pip_centres(PipStyle(radius=0.17), face) * w:
                        _fill(canvas, at(ring * 0.16 * w + (x, y + half * h / 2)), ink)
        else:
            _fill(canvas, at(outline), colour)
            _fill(canvas, at(outline * 0.85), colour * 0.8)
            if thing.kind == "button":
                for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                    _fill(canvas, at(ring * 0.12 * w + np.array([x, y]) * 0.25 * w), colour * 0.1)
        return canvas


def _fill(canvas: Linear, points: Floats | npt.NDArray[np.float32], value: Floats | float) -> None:
    colour = (value,) if isinstance(value, float) else tuple(float(v) for v in value)
    corners = np.round(points * 16).astype(np.int32)
    cv2.fillPoly(canvas, [corners], colour, cv2.LINE_AA, 4)


def _warp(canvas: Linear, sheet: npt.NDArray[np.uint8], corners: npt.NDArray[np.float32]) -> Linear:
    """Lay a print with its corners there: left above, right above, right below, left below."""
    height, width = sheet.shape[:2]
    span = float(np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[1]))
    shrink = min(1.0, 1.5 * span / (width + height))
    small = cv2.resize(sheet, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    height, width = small.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners)
    size = (canvas.shape[1], canvas.shape[0])
    light = (small[..., ::-1].astype(np.float32) / 255) ** np.float32(2.2)
    laid = cv2.warpPerspective(light, matrix, size, flags=cv2.INTER_LINEAR)
    share = cv2.warpPerspective(np.ones(small.shape[:2], np.float32), matrix, size)[..., None]
    return np.asarray(canvas * (1 - share) + laid * share, np.float32)


def tile(rng: np.random.Generator, kind: str) -> tuple[Linear, float]:
    """A repeating pattern of a kind of ground (linear RGB, 0 to 1) and its width in centimetres."""
    if kind in PRINTS:
        makers = PRINTS[kind]
        image = makers[rng.integers(len(makers))](rng, TILE_PX).astype(np.float32) / 255
        return np.ascontiguousarray(image[..., ::-1] ** np.float32(2.2)), float(rng.uniform(12, 30))
    if kind in {"wood", "planks"}:
        base = np.array(hsv(rng.uniform(0.05, 0.1), rng.uniform(0.3, 0.7), rng.uniform(0.3, 0.85)))
        grain = _noise(rng, ((2, 32), (3, 96), (6, 200)), (0.5, 0.35, 0.3))
        lines = np.sin(grain * 9 + np.linspace(0, 12 * np.pi, TILE_PX)[None])
        tile = base * (1 + 0.22 * grain + 0.07 * lines)[..., None]
        if kind == "planks":
            tile[:, :: TILE_PX // 4] *= 0.35
            tile[:, 1 :: TILE_PX // 4] *= 0.6
        return np.asarray(np.clip(tile, 0, 1), np.float32), float(rng.uniform(14, 26))
    colour = np.array(hsv(rng.random(), rng.uniform(0, 0.75), rng.uniform(0.15, 0.9)))
    rough = {"felt": 0.14, "carpet": 0.3, "grass": 0.45, "gravel": 0.5, "sand": 0.25}.get(
        kind, 0.06
    )
    sizes = ((3, 3), (9, 9), (40, 40), (160, 160), (400, 400))
    cloud = _noise(rng, sizes, (0.3, 0.3, 0.4, 0.6, 0.8))
    if kind in {"marble", "leather"}:
        cloud = cloud + 0.8 * np.abs(_noise(rng, ((4, 6), (10, 14)), (1.0, 0.5)))
    tile = colour * (1 + rough * cloud)[..., None]
    return np.asarray(np.clip(tile, 0, 1), np.float32), float(rng.uniform(8, 20))


def _noise(
    rng: np.random.Generator, cells: tuple[tuple[int, int], ...], weights: tuple[float, ...]
) -> npt.NDArray[np.float64]:
    """Smooth noise without a seam: a sum of enlarged random grids (rows, columns)."""
    total = np.zeros((TILE_PX, TILE_PX))
    for (rows, columns), weight in zip(cells, weights, strict=True):
        grid = np.pad(rng.standard_normal((rows, columns)), 2, mode="wrap")
        big = cv2.resize(
            grid, None, fx=TILE_PX / columns, fy=TILE_PX / rows, interpolation=cv2.INTER_CUBIC
        )
        top, left = round(2 * TILE_PX / rows), round(2 * TILE_PX / columns)
        total += weight * big[top : top + TILE_PX, left : left + TILE_PX]
    return total
