"""What the label calls a four shows four pips: counted in the rendered picture itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from datasets.rendering import flat
from datasets.rendering.pips import PipStyle
from datasets.rendering.scene import Scene
from datasets.rendering.sensor import expose, stored
from datasets.rendering.truth import Rendered, labels
from tests.datasets.rendering.plain_scenes import WHITE, from_above

Engine = Callable[[Scene, int], Rendered]


def _cycles() -> Engine:
    pytest.importorskip("bpy", reason="Blender's Python module is not installed")
    from datasets.rendering.cycles.engine import render

    return render


_ENGINES = {"flat": lambda: flat.render, "cycles": _cycles}
_STYLES = {
    "plain": PipStyle(),
    "turned, left-handed, drilled": PipStyle(
        turns=(1, 1, 1, 1, 1, 1), mirrored=True, left_handed=True, depth=0.04, spread=0.45
    ),
    "eastern": PipStyle(one_scale=2.0, straight_two=True, six_gap=0.7, radius=0.14),
}


def _pips(scene: Scene, rendered: Rendered, outline_n: tuple[tuple[float, float], ...]) -> int:
    """Dark blobs within the outline of the top face."""
    size = scene.camera.width_px
    brightness = rendered.light.mean(axis=2)
    inner = np.array(outline_n) * size
    inner = (inner - inner.mean(axis=0)) * 0.92 + inner.mean(axis=0)
    area = np.zeros(brightness.shape, np.uint8)
    cv2.fillConvexPoly(area, np.round(inner).astype(np.int32), 1)
    usual = np.median(brightness[area > 0])
    dark = ((brightness < 0.5 * usual) & (area > 0)).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    return int((stats[1:, cv2.CC_STAT_AREA] >= 8).sum())


@pytest.mark.parametrize("engine", _ENGINES)
@pytest.mark.parametrize("pips", _STYLES)
def test_each_value_seen_from_straight_above_has_so_many_pips(engine: str, pips: str) -> None:
    render = _ENGINES[engine]()
    values = (1, 2, 3, 4, 5, 6)
    scene = from_above(values, replace(WHITE, pips=_STYLES[pips]))
    rendered = render(scene, 8)
    image = stored(expose(np.random.default_rng(1), rendered.light))
    found = labels(scene, rendered, image)
    assert [die.face for die in found] == list(values)
    assert [_pips(scene, rendered, die.outline_n) for die in found] == list(values)


@pytest.mark.parametrize("engine", _ENGINES)
def test_the_box_holds_what_differs_from_the_empty_table(engine: str) -> None:
    render = _ENGINES[engine]()
    scene = from_above((3,), size_px=240)
    rendered = render(scene, 8)
    (die,) = labels(scene, rendered, np.zeros((240, 240, 3), np.uint8))
    box = die.box(240, 240)
    empty = render(replace(scene, dice=()), 8)
    # White dice are brighter than the table, their shadows are darker.
    ys, xs = np.nonzero((rendered.light - empty.light).mean(axis=2) > 0.1)
    bright = xs.min(), ys.min(), xs.max() + 1, ys.max() + 1
    got = (box.x1_px, box.y1_px, box.x2_px, box.y2_px)
    assert np.abs(np.array(got) - bright).max() <= 2
