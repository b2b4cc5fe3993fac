"""Rendering a scene with Cycles on the processor, with its labels in a second pass. Needs bpy.

What was measured and is relied on here: four samples with Open Image Denoise look like sixteen; a
small importance map for the surroundings saves a second a picture; without a prefilter the
denoiser keeps the weave of cloth; an opaque override gives the silhouette of clear dice too. With
five lamps at most a tree of lights costs a second and shows nothing; nor does a slower denoiser.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import numpy.typing as npt
from mathutils import Matrix, Vector

from datasets.rendering.camera import FULL_FRAME_MM, Camera
from datasets.rendering.cycles.bodies import Bodies
from datasets.rendering.cycles.nodes import Nodes, picture, plain
from datasets.rendering.cycles.objects import paint_with
from datasets.rendering.light import Lamp, Light, room
from datasets.rendering.scene import Scene
from datasets.rendering.truth import Rendered


def render(scene: Scene, samples: int) -> Rendered:
    """Render a scene; one thread, so that workers do not get into each other's way."""
    empty_scene(scene.camera, scene.seed, samples)
    bodies = Bodies()
    bodies.table(scene.surface, scene.board)
    if scene.tray is not None:
        bodies.tray(scene.tray)
    for thing in scene.things:
        bodies.thing(thing)
    for number, die in enumerate(scene.dice, start=1):
        bodies.die(die, number)
    lit_by(scene.light, scene.seed, stand_for(scene.camera))
    light = frame()
    _switch_to_labels(scene.camera)
    numbers = np.rint(frame()).astype(np.int32)
    return Rendered(light, numbers[..., 0], numbers[..., 1])


def empty_scene(camera: Camera, seed: tuple[int, ...], samples: int) -> None:
    """Begin anew and set up Cycles: few samples, few bounces, denoised, linear half floats out."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    blender = bpy.context.scene
    render, cycles = blender.render, blender.cycles
    render.engine = "CYCLES"
    cycles.device = "CPU"
    render.threads_mode, render.threads = "FIXED", 1
    cycles.seed = int(np.random.default_rng(seed).integers(2**31))
    cycles.samples, cycles.use_adaptive_sampling = samples, False
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_prefilter, cycles.denoising_quality = "NONE", "FAST"
    cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 6, 1, 2
    cycles.transmission_bounces, cycles.transparent_max_bounces = 6, 4
    cycles.volume_bounces = 0
    cycles.caustics_reflective, cycles.caustics_refractive = False, True
    cycles.blur_glossy, cycles.sample_clamp_indirect = 1.0, 6.0
    cycles.use_light_tree = False
    render.resolution_x, render.resolution_y = camera.width_px, camera.height_px
    render.resolution_percentage = 100
    settings = render.image_settings
    settings.file_format, settings.color_depth = "OPEN_EXR", "16"
    settings.exr_codec, settings.color_mode = "NONE", "RGB"
    blender.view_settings.view_transform = "Raw"
    render.filter_size = 1.5


def frame() -> npt.NDArray[np.float32]:
    """Render and read back; Blender gives pixels out only through a file."""
    fast = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=fast if fast.is_dir() else None) as folder:
        path = Path(folder) / "frame.exr"
        bpy.context.scene.render.filepath = str(path)
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(str(path))
        image.colorspace_settings.name = "Non-Color"
        width, height = image.size
        pixels = np.empty(width * height * image.channels, np.float32)
        image.pixels.foreach_get(pixels)
        bpy.data.images.remove(image)
    rows = pixels.reshape(height, width, -1)[::-1, :, :3]
    return np.ascontiguousarray(rows)


def stand_for(camera: Camera) -> Any:
    """Blender's object for this camera, through which the scene is rendered from now on."""
    lens = bpy.data.cameras.new("camera")
    stand = bpy.data.objects.new("camera", lens)
    bpy.context.scene.collection.objects.link(stand)
    bpy.context.scene.camera = stand
    lens.sensor_fit, lens.sensor_width, lens.lens = "AUTO", FULL_FRAME_MM, camera.focal_mm
    lens.clip_start, lens.clip_end = 0.5, 2000
    place = np.eye(4)
    place[:3, :3] = camera.axes().T
    place[:3, 3] = camera.eye_cm
    stand.matrix_world = Matrix(place.tolist())
    lens.dof.use_dof = camera.aperture_cm > 0
    lens.dof.focus_distance = camera.focus_cm
    # Blender's aperture has a diameter of lens / 1000 / f-stop in its units.
    lens.dof.aperture_fstop = camera.focal_mm * 1e-3 / max(camera.aperture_cm, 1e-4)
    return stand


def lit_by(light: Light, seed: tuple[int, ...], stand: Any) -> None:
    """Put up the lamps and the surroundings, and whoever holds the camera at ``stand``."""
    world = bpy.data.worlds.new("world")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.cycles.sampling_method, world.cycles.sample_map_resolution = "MANUAL", 256
    tree = world.node_tree
    background = tree.nodes["Background"]
    around = tree.nodes.new("ShaderNodeTexEnvironment")
    around.image = _surroundings(light)
    mapping = tree.nodes.new("ShaderNodeMapping")
    mapping.inputs["Rotation"].default_value[2] = light.turn_rad
    coordinates = tree.nodes.new("ShaderNodeTexCoord")
    tree.links.new(coordinates.outputs["Generated"], mapping.inputs[0])
    tree.links.new(mapping.outputs[0], around.inputs[0])
    tree.links.new(around.outputs[0], background.inputs[0])
    background.inputs[1].default_value = light.strength
    for lamp in light.lamps:
        _lamp(lamp)
    if light.photographer:
        rng = np.random.default_rng((*seed, 1))
        corner = Matrix.Translation((rng.uniform(-3, 3), rng.uniform(-4, 4), 1.2))
        bpy.ops.mesh.primitive_cube_add(size=1)
        shade = bpy.context.object
        shade.matrix_world = stand.matrix_world @ corner @ Matrix.Diagonal((7.5, 15.5, 0.8, 1))
        shade.visible_camera = False
        paint_with(shade, plain((0.05,) * 3))


def _surroundings(light: Light) -> Any:
    pictures = sorted(
        Path(bpy.utils.system_resource("DATAFILES"), "studiolights", "world").glob("*.exr")
    )
    if light.surroundings == "picture" and pictures:
        return bpy.data.images.load(str(pictures[light.surroundings_seed % len(pictures)]))
    return picture(room(light.surroundings_seed)[::-1], False, floats=True)


def _lamp(lamp: Lamp) -> None:
    source = bpy.data.lights.new("lamp", lamp.kind.upper())
    source.energy, source.color = lamp.power, lamp.colour
    made = bpy.data.objects.new("lamp", source)
    bpy.context.scene.collection.objects.link(made)
    made.location = lamp.position_cm
    if lamp.kind == "area":
        source.shape, source.size, source.size_y = "RECTANGLE", *lamp.size_cm
    elif lamp.kind == "point":
        source.shadow_soft_size = lamp.size_cm[0]
    else:
        source.angle = 0.01
    toward = -Vector(lamp.position_cm)
    turn = toward.to_track_quat("-Z", "Y")
    made.rotation_euler = turn.to_euler()
    made.visible_camera = False
    for number in range(lamp.bars):
        # Between the panes: their shadows fall across the table.
        spread = (number - (lamp.bars - 1) / 2) * lamp.size_cm[0] / lamp.bars
        bpy.ops.mesh.primitive_cube_add(size=1)
        bar = bpy.context.object
        place = Matrix.Translation(lamp.position_cm) @ turn.to_matrix().to_4x4()
        across = Matrix.Translation((spread, 0, -4)) @ Matrix.Diagonal((4, 160, 1, 1))
        bar.matrix_world = place @ across
        paint_with(bar, plain((0.5,) * 3))


def _switch_to_labels(camera: Camera) -> None:
    """Replace every surface by light whose red is the die's number and green the face's value."""
    nodes = Nodes("label")
    number = nodes.add("ShaderNodeObjectInfo").outputs["Object Index"]
    face = nodes.add("ShaderNodeAttribute", attribute_name="face").outputs["Fac"]
    colour = nodes.add("ShaderNodeCombineColor", {0: number, 1: face})
    shader = nodes.add("ShaderNodeEmission", {0: colour, 1: 1.0})
    blender = bpy.context.scene
    bpy.context.view_layer.material_override = nodes.finish(shader)
    blender.world = None
    cycles = blender.cycles
    cycles.samples, cycles.use_denoising, cycles.max_bounces = 1, False, 0
    cycles.pixel_filter_type, cycles.filter_width = "BOX", 0.01
    blender.camera.data.dof.use_dof = False
