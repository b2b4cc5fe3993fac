"""Distractors lie beside the dice, never on them, and each of them can be drawn."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.distractors import PAINTERS, Painter, scatter
from vision.frames import Box


@pytest.mark.parametrize("painter", [painter for painter, _ in PAINTERS])
def test_every_painter_gives_a_picture_with_a_mask_of_its_size(painter: Painter) -> None:
    rng = np.random.default_rng(4)
    for _ in range(30):
        thing, mask = painter(rng)
        assert thing.shape == (*mask.shape, 3)
        assert thing.dtype == mask.dtype == np.uint8
        assert mask.max() == 255


def test_the_shares_of_the_painters_add_up() -> None:
    assert sum(share for _, share in PAINTERS) == pytest.approx(1)


def test_scattered_things_change_the_picture_but_not_where_the_dice_are() -> None:
    image = np.full((300, 300, 3), 100, np.uint8)
    die = Box(100, 100, 200, 200)
    changed = 0
    for seed in range(20):
        out = scatter(np.random.default_rng(seed), image, [die], 4, 40.0)
        changed += not np.array_equal(out, image)
        # A shadow may fall on a die; a thing may not cover it.
        assert out[110:190, 110:190].min() > 45
        assert out[110:190, 110:190].max() <= 100
    assert changed > 15
