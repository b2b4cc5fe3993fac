"""The photorealistic painter: the same stories, filmed with the pictures' renderer. Needs bpy.

A path tracer takes a second for a small picture, and most of a clip stands still. So the camera
stays where it is at rest and its picture is bent as the hand that holds it sways; what lies still
is rendered once, and of what moves only the part of the picture that it changes. The chance of the
light paths is the same for every frame, so that nothing flickers but the sensor's own noise. What
moves is blurred anyway: a quarter of the light paths do for it, but then the denoiser must not
trust the colours and slopes that it is told, which are as rough as the light.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix

from datasets.clips.cycles.arm import Arm
from datasets.clips.cycles.poses import MOMENTS, move, shutter_settings, stand_still
from datasets.clips.film import Linear
from datasets.clips.hand import Grip
from datasets.clips.story import Story
from datasets.clips.wide import seen_by, wide_camera
from datasets.clips.windows import Window, covered, pasted, share_of, window_of, with_shadows
from datasets.rendering.cycles.bodies import Bodies
from datasets.rendering.cycles.engine import empty_scene, frame, lit_by, stand_for
from datasets.rendering.pips import Floats
from datasets.rendering.scene import PlacedDie

_WHOLE = 0.7
"""A part larger than this share of the picture is not worth being one."""

_BRIGHTEST = 8.0
"""Times what most of the picture stays below; brighter glints would ring when they are bent."""

_HAND_PX = 80
_WAYS = np.array([[x, y, z] for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)], float)
_WAYS /= np.maximum(np.linalg.norm(_WAYS, axis=1, keepdims=True), 1)


class CyclesPainter:
    """Films one story; ``samples`` are the light paths a pixel."""

    def __init__(self, story: Story, samples: int) -> None:
        self._story = story
        rng = np.random.default_rng((*story.seed, 9))
        # As of phones: the depth of field is seen only from near.
        aperture = float(rng.uniform(0.08, 0.24))
        self._wide = replace(wide_camera(story), aperture_cm=aperture)
        empty_scene(self._wide, story.seed, samples)
        self._samples = samples
        bpy.context.scene.render.use_persistent_data = True
        cycles = bpy.context.scene.cycles
        cycles.max_bounces, cycles.glossy_bounces, cycles.transmission_bounces = 4, 1, 4
        shutter_settings()
        bodies = Bodies()
        bodies.table(story.surface, None)
        for number, prop in enumerate(story.props):
            lift_cm = 0.01 * (number + 1) if prop.kind in {"card", "sheet"} else 0.0
            bodies.thing(replace(prop.thing, lift_cm=lift_cm))
        self._dice = [bodies.body_of(track.style, track.edge_cm) for track in story.tracks]
        self._cup: list[tuple[Any, Matrix]] = []
        if story.carried is not None:
            there = set(bpy.data.objects)
            bodies.thing(replace(story.carried.cup, x_cm=0.0, y_cm=0.0))
            self._cup = [
                (thing, thing.matrix_world.copy()) for thing in set(bpy.data.objects) - there
            ]
        self._arm = Arm(story.hand.look)
        lit_by(story.light, story.seed, stand_for(self._wide))
        self._plate: Linear | None = None
        self._laid: dict[str, Floats] = {}
        self._limit = 0.0
        self.rendered = 0
        """Pictures rendered so far, whole ones and parts."""

    def exposed(self, begin_s: float, end_s: float) -> Linear:
        """What is seen while the shutter is open; the same array as before where it is the same."""
        story = self._story
        wide = self._light(begin_s, end_s)
        moments = [begin_s]
        if begin_s < end_s and (
            story.gain(begin_s) != story.gain(end_s) or story.sway.moving(begin_s)
        ):
            moments = [float(t) for t in np.linspace(begin_s, end_s, 4)]
        seen: Linear | None = None
        for time_s in moments:
            camera, gain = story.sway.camera_at(story.camera, time_s), story.gain(time_s)
            if self._wide.width_px == camera.width_px:
                one = wide if gain == 1 else wide * np.float32(gain)
            else:
                height_cm = story.tracks[0].edge_cm / 2
                one = seen_by(camera, self._wide, wide, height_cm) * np.float32(gain)
            seen = one if seen is None else seen + one
        assert seen is not None
        return seen if len(moments) == 1 else seen / np.float32(len(moments))

    def _light(self, begin_s: float, end_s: float) -> Linear:
        """The resting camera's picture."""
        times = [float(t) for t in np.linspace(begin_s, end_s, MOMENTS)]
        still, bodies = self._place(begin_s, end_s, times)
        plate = self._plate_of(still)
        grips = self._grips(times)
        if grips:
            bodies += [np.concatenate(c) for c in zip(*map(_hand_points, grips), strict=True)]
        if not bodies:
            return plate
        for number, ways in self._moving(begin_s, end_s, times).items():
            body = self._dice[number]
            body.hide_render = False
            move(body, [np.array(die.position_cm) for die in ways], [die.rotation for die in ways])
        carried = self._story.carried
        if carried is not None and not _same(spots := [carried.place(t) for t in times]):
            for thing, home in self._cup:
                thing.hide_render = False
                turn = np.array(home.to_3x3().normalized())
                move(thing, [np.array([*s, 0]) + home.translation for s in spots], [turn] * MOMENTS)
        if grips:
            self._arm.show(grips)
        return self._over(plate, bodies, still=False)

    def _place(
        self, begin_s: float, end_s: float, times: list[float]
    ) -> tuple[dict[str, Floats], list[Floats]]:
        """What lies still and where; and points about each die and cup that moves."""
        story = self._story
        still: dict[str, Floats] = {}
        moving = self._moving(begin_s, end_s, times)
        bodies = [np.concatenate([die.hull() for die in ways]) for ways in moving.values()]
        for number, track in enumerate(story.tracks):
            self._dice[number].hide_render = True
            die = track.at(end_s) if number not in moving else None
            if die is not None:
                self._dice[number].hide_render = False
                stand_still(self._dice[number], _matrix(die))
                still[f"die {number}"] = die.hull()
        if story.carried is not None:
            spots = [story.carried.place(time_s) for time_s in times]
            cup = [_cup_points(story, spot) for spot in spots]
            if _same(spots):
                still["cup"] = cup[0]
            else:
                bodies.append(np.concatenate(cup))
            for thing, home in self._cup:
                thing.hide_render = not _same(spots)
                stand_still(thing, Matrix.Translation((*spots[0], 0)) @ home)
        self._arm.hide()
        return still, bodies

    def _moving(
        self, begin_s: float, end_s: float, times: list[float]
    ) -> dict[int, list[PlacedDie]]:
        """The dice under way, each with a pose for each time; one that is taken up is not there."""
        found = {}
        for number, track in enumerate(self._story.tracks):
            if begin_s < end_s and track.moving(begin_s, end_s):
                ways = [track.at(time_s) for time_s in times]
                there = [die for die in ways if die is not None]
                if len(there) == len(ways):
                    if not all(_close(there[0], die) for die in there):
                        found[number] = there
                elif there and ways[len(ways) // 2] is not None:
                    found[number] = [there[0]] * (len(ways) - len(there)) + there
        return found

    def _grips(self, times: list[float]) -> list[Grip]:
        """The hand at these times, none where it is not in sight."""
        found = [self._story.hand.at(time_s) for time_s in times]
        grips = [grip for grip in found if grip is not None]
        if not any(grip.seen(self._wide, _HAND_PX) for grip in grips):
            return []
        return grips + [grips[-1]] * (len(times) - len(grips))

    def _plate_of(self, still: dict[str, Floats]) -> Linear:
        """The picture of what lies still; only what has changed in it is rendered."""
        if self._plate is None:
            light = self._rendered(None, self._samples)
            self._limit = _BRIGHTEST * float(np.percentile(light.mean(axis=2), 90))
            self._plate = np.minimum(light, np.float32(self._limit))
        else:
            changed = [
                points
                for before, after in ((self._laid, still), (still, self._laid))
                for name, points in before.items()
                if name not in after or not np.allclose(after[name], points, atol=0.005)
            ]
            if changed:
                self._plate = self._over(self._plate, changed, still=True)
        self._laid = still
        return self._plate

    def _over(self, plate: Linear, bodies: list[Floats], still: bool) -> Linear:
        """The plate with what these bodies change rendered; each is the hull of its points."""
        points = with_shadows(np.concatenate(bodies), self._story.light.lamps)
        window = window_of(self._wide, points)
        if window is None:
            return plate
        if share_of(self._wide, window) > _WHOLE:
            window = (0, 0, self._wide.width_px, self._wide.height_px)
        samples = self._samples if still else max(1, self._samples // 4)
        light = self._rendered(window, samples, "NONE" if still else "FAST")
        part = np.minimum(light, np.float32(self._limit))
        # With all light paths a table has its grain: nothing of the shadows that were is kept.
        cover = np.ones(part.shape[:2], np.float32)
        if not still:
            cover = covered(self._wide, bodies, window)
        return pasted(plate, part, window, cover)

    def _rendered(self, window: Window | None, samples: int, prefilter: str = "NONE") -> Linear:
        self.rendered += 1
        cycles = bpy.context.scene.cycles
        cycles.samples, cycles.denoising_prefilter = samples, prefilter
        render = bpy.context.scene.render
        whole = window is None
        render.use_border = render.use_crop_to_border = not whole
        if window is not None:
            width, height = self._wide.width_px, self._wide.height_px
            x1, y1, x2, y2 = window
            # Blender cuts the pixels' fractions off: a hundredth more, lest a row be missing.
            render.border_min_x, render.border_max_x = (
                min((x + 0.01) / width, 1.0) for x in (x1, x2)
            )
            render.border_min_y, render.border_max_y = (
                min((height - y + 0.01) / height, 1.0) for y in (y2, y1)
            )
        return np.maximum(np.nan_to_num(frame(), nan=0.0, posinf=1e3), 0)


def _matrix(die: PlacedDie) -> Matrix:
    place = np.eye(4)
    place[:3, :3] = die.rotation * die.edge_cm
    place[:3, 3] = die.position_cm
    return Matrix(place.tolist())


def _close(one: PlacedDie, other: PlacedDie) -> bool:
    same_place = np.allclose(one.position_cm, other.position_cm, atol=1e-3)
    return same_place and np.allclose(one.rotation, other.rotation, atol=1e-3)


def _hand_points(grip: Grip) -> list[Floats]:
    """Points about each of its capsules, more about a long one, which may end behind the camera."""
    found = []
    for start, end, r0, r1, _ in grip.capsules():
        count = 6 if float(np.linalg.norm(end - start)) > 15 else 2
        shares = np.linspace(0, 1, count)[:, None]
        along, radii = start + shares * (end - start), r0 + shares * (r1 - r0)
        found.append(np.concatenate([along + radii * way for way in _WAYS]))
    return found


def _cup_points(story: Story, spot: tuple[float, float]) -> Floats:
    assert story.carried is not None
    radius, _, half = story.carried.cup.size_cm
    turns = np.arange(12) * np.pi / 6
    ring = np.stack([np.cos(turns), np.sin(turns)], 1) * radius + spot
    heights = [np.column_stack([ring, np.full(12, z)]) for z in (0.0, 2 * half + 0.2)]
    return np.concatenate(heights)


def _same(spots: list[tuple[float, float]]) -> bool:
    return all(np.hypot(a[0] - b[0], a[1] - b[1]) < 1e-3 for a, b in pairwise(spots))
