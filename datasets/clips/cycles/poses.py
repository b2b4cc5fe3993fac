"""Bodies that move while the shutter is open. Needs bpy.

Blender blurs what has different poses at the frames OPEN and OPEN + 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Quaternion

from datasets.rendering.pips import Floats

OPEN = 1
_HALVINGS = 2
MOMENTS = 2**_HALVINGS + 1
"""Poses of a moving body while the shutter is open."""


def shutter_settings() -> None:
    """Let the shutter be open from the frame OPEN to the next, over all poses between."""
    render = bpy.context.scene.render
    render.use_motion_blur = True
    render.motion_blur_position, render.motion_blur_shutter = "START", 1.0
    bpy.context.scene.frame_set(OPEN)


def stand_still(thing: Any, place: Matrix) -> None:
    """Let a body be there, unmoved."""
    thing.animation_data_clear()
    thing.rotation_mode = "QUATERNION"
    thing.matrix_world = place


def move(thing: Any, positions: Sequence[Floats], rotations: Sequence[Floats]) -> None:
    """Let a body go through these poses (MOMENTS of them) while the shutter is open."""
    thing.animation_data_clear()
    thing.rotation_mode = "QUATERNION"
    thing.cycles.use_motion_blur, thing.cycles.motion_steps = True, _HALVINGS
    before: Quaternion | None = None
    for number, (place, turn) in enumerate(zip(positions, rotations, strict=True)):
        frame = OPEN + number / (MOMENTS - 1)
        now = Matrix(np.asarray(turn).tolist()).to_quaternion()
        if before is not None:
            now.make_compatible(before)
        before = now
        thing.location, thing.rotation_quaternion = place, now
        thing.keyframe_insert("location", frame=frame)
        thing.keyframe_insert("rotation_quaternion", frame=frame)
    for curve in thing.animation_data.action.fcurves:
        for key in curve.keyframe_points:
            key.interpolation = "LINEAR"
