"""What stands in the scene: dice, the table, trays and things. Needs bpy."""

from __future__ import annotations

from typing import Any

import numpy as np
from mathutils import Matrix

from datasets.rendering.cycles.die_material import die_material
from datasets.rendering.cycles.objects import add_mesh, box, link, paint_with, sheet
from datasets.rendering.cycles.surface_material import surface_material
from datasets.rendering.cycles.things import MAKERS
from datasets.rendering.dice import DieStyle
from datasets.rendering.mesh import die_mesh
from datasets.rendering.scene import Board, PlacedDie, Surface, Tray
from datasets.rendering.things import Thing


class Bodies:
    """Puts bodies into the scene; dice of one style share a mesh and a material."""

    def __init__(self) -> None:
        self._meshes: dict[DieStyle, Any] = {}

    def die(self, die: PlacedDie, number: int) -> None:
        """A die; ``number`` is what the label pass shows, 0 for one that is not to be read."""
        made = self.body_of(die.style, die.edge_cm)
        place = np.eye(4)
        place[:3, :3] = die.rotation * die.edge_cm
        place[:3, 3] = die.position_cm
        made.matrix_world = Matrix(place.tolist())
        made.pass_index = number

    def body_of(self, style: DieStyle, edge_cm: float) -> Any:
        """The body of such a die, somewhere."""
        if style not in self._meshes:
            mesh = die_mesh(style)
            made = add_mesh(mesh.vertices, mesh.quads, mesh.uv, mesh.faces)
            paint_with(made, die_material(style))
            self._meshes[style] = made.data
        else:
            made = link(self._meshes[style])
        made.scale = (edge_cm,) * 3
        return made

    def table(self, surface: Surface, board: Board | None) -> None:
        """The surface that everything lies on: a table with a floor below, or ground all around."""
        if board is None:
            made = sheet(400, 400, 1, 0.0)
            paint_with(made, surface_material(surface))
            return
        h = board.thick_cm / 2
        turn = Matrix.Rotation(board.turn_rad, 4, "Z")
        place = turn @ Matrix.Translation((*board.middle_cm, -h))
        box((*board.half_cm, h), place, surface_material(surface), 0.3)
        floor = sheet(1200, 1200, 1, 0.0)
        floor.location = (0, 0, -board.height_cm)
        paint_with(floor, surface_material(board.floor))

    def tray(self, tray: Tray) -> None:
        """Walls about the middle, and a lining on the ground between them."""
        (a, b), h, t = tray.half_cm, tray.height_cm / 2, tray.wall_cm / 2
        frame = surface_material(tray.frame)
        for half, middle in (
            ((t, b + 2 * t, h), (a + t, 0, h)),
            ((t, b + 2 * t, h), (-a - t, 0, h)),
            ((a, t, h), (0, b + t, h)),
            ((a, t, h), (0, -b - t, h)),
        ):
            box(half, Matrix.Translation(middle), frame, min(t, h) * 0.4)
        lining = sheet(2 * a, 2 * b, 1, 0.0)
        lining.location = (0, 0, 0.004)
        paint_with(lining, surface_material(tray.lining))

    def thing(self, thing: Thing) -> None:
        """A thing where it stands."""
        rng = np.random.default_rng(thing.seed)
        place = Matrix.Translation((thing.x_cm, thing.y_cm, thing.lift_cm)) @ Matrix.Rotation(
            thing.turn_rad, 4, "Z"
        )
        if thing.kind == "other die":
            self._other_die(thing, rng, place)
        else:
            MAKERS[thing.kind](rng, thing.size_cm, place)

    def _other_die(self, thing: Thing, rng: np.random.Generator, place: Any) -> None:
        assert thing.style is not None
        up = Matrix.Translation((0, 0, thing.size_cm[2]))
        turn = place @ up @ Matrix.Rotation(np.pi / 2 * int(rng.integers(4)), 4, "X")
        rotation = np.array(turn)[:3, :3]
        where = np.array(turn)[:3, 3]
        die = PlacedDie(thing.style, 2 * thing.size_cm[2], tuple(where), rotation)
        self.die(die, 0)
