"""What lies about is whole, and dice bump into it where it is drawn."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.rendering.resting import Start
from datasets.rendering.solids import SOLIDS, at_rest
from datasets.rendering.things import Thing
from tests.datasets.rendering.plain_scenes import EDGE_CM, WHITE, facing_up

FACES = {"d4": 4, "d8": 8, "d10": 10, "d12": 12, "d20": 20}


@pytest.mark.parametrize("name", sorted(SOLIDS))
def test_every_solid_has_as_many_faces_as_its_name_says_and_no_hole(name: str) -> None:
    solid = at_rest(name, 1.0)
    assert len(solid.faces) == FACES[name]
    sides: dict[tuple[int, int], int] = {}
    for face in solid.faces:
        for one, other in zip(face, np.roll(face, -1), strict=True):
            sides[int(one), int(other)] = sides.get((int(one), int(other)), 0) + 1
    # Closed: each side belongs to two faces, which run along it in opposite directions.
    assert all(count == 1 and (b, a) in sides for (a, b), count in sides.items())


@pytest.mark.parametrize("name", sorted(SOLIDS))
def test_every_solid_lies_on_a_whole_face(name: str) -> None:
    solid = at_rest(name, 1.5)
    low = {int(corner) for corner in np.flatnonzero(solid.corners[:, 2] < 1e-9)}
    assert solid.corners[:, 2].min() == 0
    assert any({int(corner) for corner in face} == low for face in solid.faces)


def _dropped(x: float, y: float, thing: Thing) -> float:
    """How high the middle of a die rests that was put down at x, y."""
    from datasets.rendering.throw import throw, walls_of

    start = Start(WHITE, EDGE_CM, (x, y, EDGE_CM / 2 + 0.85), facing_up(WHITE, 3), placed=True)
    (pose,) = throw(np.random.default_rng(0), [start], walls_of([thing]), pull=False)
    return pose.position_cm[2]


@pytest.mark.parametrize("kind", ["coin", "button", "token"])
def test_no_die_hangs_in_the_air_beside_a_round_thing(kind: str) -> None:
    pytest.importorskip("mujoco", reason="the physics engine is not installed")
    thing = Thing(kind, 0.0, 0.0, 0.0, (1.5, 1.5, 0.25), 1)
    beside = 1.5 + EDGE_CM / 2 - 0.35  # a box in the thing's place would be under its corner
    assert _dropped(beside, beside, thing) == pytest.approx(EDGE_CM / 2, abs=0.03)
    assert _dropped(0.0, 0.0, thing) == pytest.approx(EDGE_CM / 2 + 0.5, abs=0.03)


def test_a_die_rests_on_a_pen_and_beside_it_and_a_solid_is_as_low_as_it_is_drawn() -> None:
    pytest.importorskip("mujoco", reason="the physics engine is not installed")
    pen = Thing("pen", 0.0, 0.0, np.pi / 2, (6.0, 0.4, 0.4), 1)
    assert _dropped(2.0, 3.0, pen) == pytest.approx(EDGE_CM / 2, abs=0.03)
    assert _dropped(0.0, 3.0, pen) == pytest.approx(EDGE_CM / 2 + 0.8, abs=0.03)
    seed = next(n for n in range(50) if np.random.default_rng(n).integers(len(SOLIDS)) == 0)
    d4 = Thing("polyhedron", 0.0, 0.0, 0.0, (1.0, 1.0, 1.0), seed)
    assert _dropped(2.6, 0.0, d4) == pytest.approx(EDGE_CM / 2, abs=0.03)
