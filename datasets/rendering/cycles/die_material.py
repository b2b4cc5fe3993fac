"""What a die's body and ink are made of, as shader nodes. Needs bpy."""

from __future__ import annotations

from typing import Any

import numpy as np

from datasets.rendering.cycles.nodes import PRINCIPLED, Nodes, picture
from datasets.rendering.dice import DieStyle, luminance
from datasets.rendering.mesh import paint


def die_material(style: DieStyle) -> Any:
    """The material of such a die; its mesh must have texture coordinates named ``uv``."""
    rng = np.random.default_rng(style.seed)
    nodes = Nodes("die")
    uv = nodes.add("ShaderNodeUVMap", uv_map="uv")
    sheet = nodes.add("ShaderNodeTexImage", {"Vector": uv}, image=picture(paint(style), False))
    sheet.interpolation = "Cubic"
    parts = nodes.add("ShaderNodeSeparateColor", {0: sheet})
    inked, special = parts.outputs[0], parts.outputs[1]
    inside = nodes.add("ShaderNodeTexCoord").outputs["Object"]
    offset = tuple(float(v) for v in rng.uniform(-50, 50, 3))
    place = nodes.add("ShaderNodeVectorMath", {0: inside, 1: offset}, operation="ADD").outputs[0]
    body, extra = _body(nodes, style, rng, inside, place)
    if style.wear > 0.15:
        rubbed = nodes.noise(place, 7.0, 6.0, 0.7)
        spots = nodes.ramp(rubbed, [(0.5, (0, 0, 0)), (0.8, (1, 1, 1))])
        dull = tuple(np.array(style.base) * 0.5 + 0.15)
        body = nodes.blend(nodes.math("MULTIPLY", spots, style.wear), body, dull)
        chipped = nodes.math("MULTIPLY", spots, 0.5 * style.wear)
        inked = nodes.math("MULTIPLY", inked, nodes.math("SUBTRACT", 1.0, chipped))
    ink = nodes.blend(special, style.ink, style.special)
    inputs: dict[str, Any] = {
        "Base Color": nodes.blend(inked, body, ink),
        "Roughness": nodes.between(inked, style.roughness, float(rng.uniform(0.25, 0.7))),
        "IOR": 1.49,
    }
    for name, value in extra.items():
        # Ink is paint: neither clear nor metal nor shining by itself.
        painted = name in {"Transmission Weight", "Metallic", "Emission Strength"}
        inputs[name] = nodes.between(inked, value, 0.0) if painted else value
    shader = nodes.add(PRINCIPLED, inputs)
    uneven = nodes.noise(inside, float(rng.uniform(3, 14)), 2.0)
    nodes.bump(shader, uneven, float(rng.uniform(0.01, 0.12)) + 0.3 * style.wear, 0.04)
    return nodes.finish(shader)


def _body(
    nodes: Nodes, style: DieStyle, rng: np.random.Generator, inside: Any, place: Any
) -> tuple[Any, dict[str, Any]]:
    """The colour of the body, and further inputs of its shader."""
    base, second, kind = style.base, style.second, style.material
    middle = tuple((np.array(base) + second) / 2)
    if kind == "ivory" and rng.random() < 0.5:
        return base, _under_skin(float(rng.uniform(0.1, 0.6)))
    if kind in {"translucent", "tinted"}:
        colour: Any = base
        if kind == "translucent" and rng.random() < 0.25:
            cloud = nodes.noise(place, float(rng.uniform(1, 3)), 4.0, 0.6, 1.5)
            colour = nodes.ramp(cloud, [(0.4, base), (0.65, second)])
        return colour, {"Transmission Weight": style.clear}
    if kind == "marbled":
        twist = float(rng.uniform(0.5, 3))
        vein = nodes.noise(place, float(rng.uniform(1.2, 4)), 5.0, 0.6, twist)
        return nodes.ramp(vein, [(0.35, base), (0.5, middle), (0.62, second)]), {}
    if kind == "pearl":
        paler = tuple(np.minimum(1, np.array(base) * 0.6 + 0.4))
        swirl = nodes.noise(place, float(rng.uniform(2, 5)), 3.0, 0.5, 2.5)
        shine = {"Metallic": float(rng.uniform(0.25, 0.6)), "Coat Weight": 0.8}
        return nodes.ramp(swirl, [(0.3, base), (0.7, paler)]), {**shine, "Coat Roughness": 0.05}
    if kind == "wood":
        inputs = {
            "Vector": place,
            "Scale": float(rng.uniform(1.5, 4)),
            "Distortion": 4.0,
            "Detail": 3.0,
            "Detail Scale": 1.5,
        }
        rings = nodes.add("ShaderNodeTexWave", inputs, wave_type="RINGS", rings_direction="Z")
        return nodes.ramp(rings.outputs[1], [(0.1, base), (0.9, second)]), {}
    if kind == "metal":
        return base, {"Metallic": 1.0}
    if kind in {"speckled", "stone"}:
        grain = nodes.noise(place, float(rng.uniform(9, 25)), 1.0 if kind == "speckled" else 6.0)
        low = float(rng.uniform(0.55, 0.66) if kind == "speckled" else rng.uniform(0.4, 0.55))
        soft = 0.02 if kind == "speckled" else 0.15
        return nodes.ramp(grain, [(low, base), (low + soft, second)]), {}
    if kind == "glitter":
        inputs = {"Vector": place, "Scale": float(rng.uniform(18, 40))}
        cells = nodes.add("ShaderNodeTexVoronoi", inputs)
        bright = nodes.ramp(cells.outputs["Color"], [(0.72, (0, 0, 0)), (0.8, (1, 1, 1))])
        light = tuple(np.minimum(1, np.array(second) * 0.5 + 0.5))
        return nodes.blend(bright, base, light), {"Coat Weight": 0.6}
    if kind == "two-tone":
        way = tuple(float(v) for v in rng.normal(size=3))
        side = nodes.add("ShaderNodeVectorMath", {0: inside, 1: way}, operation="DOT_PRODUCT")
        wavy = nodes.math("MULTIPLY", nodes.noise(place, 2.0, 3.0, 0.5, 1.0), 0.5)
        edge = nodes.math("ADD", side.outputs["Value"], wavy)
        return nodes.ramp(edge, [(0.2, base), (0.3, second)]), {}
    if kind == "glow":
        strength = float(rng.uniform(0.02, 0.4)) / max(luminance(base), 0.1)
        return base, {"Emission Color": base, "Emission Strength": strength}
    return base, {}


def _under_skin(weight: float) -> dict[str, Any]:
    return {
        "Subsurface Weight": weight,
        "Subsurface Radius": (0.3, 0.2, 0.15),
        "Subsurface Scale": 0.6,
    }
