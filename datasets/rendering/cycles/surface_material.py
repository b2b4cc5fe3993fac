"""What the table is made of, as shader nodes. Needs bpy. Lengths are in centimetres."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from datasets.rendering.cycles.nodes import PRINCIPLED, Nodes, picture_of
from datasets.rendering.dice import Colour, hsv, linear
from datasets.rendering.prints import PRINTS
from datasets.rendering.scene import Surface


def surface_material(surface: Surface) -> Any:
    """The material of such a surface."""
    rng = np.random.default_rng(surface.seed)
    nodes = Nodes(surface.kind)
    inputs = {"Vector": nodes.add("ShaderNodeTexCoord").outputs["Object"]}
    mapping = nodes.add("ShaderNodeMapping", inputs)
    mapping.inputs["Rotation"].default_value[2] = rng.uniform(0, 2 * np.pi)
    mapping.inputs["Location"].default_value = (*rng.uniform(-300, 300, 2), 0)
    make = _MAKERS.get(surface.kind, _plain)
    return nodes.finish(make(nodes, rng, mapping.outputs[0], surface.kind))


def _times(colour: Colour, by: float) -> Colour:
    r, g, b = np.clip(np.array(colour) * by, 0, 1)
    return float(r), float(g), float(b)


def _shader(nodes: Nodes, colour: Any, **inputs: float) -> Any:
    named = {name.replace("_", " "): value for name, value in inputs.items()}
    return nodes.add(PRINCIPLED, {"Base Color": colour, **named})


def _wood(nodes: Nodes, rng: np.random.Generator, v: Any, kind: str) -> Any:
    hue, saturation = rng.uniform(0.055, 0.095), rng.uniform(0.2, 0.65)
    value = float(rng.choice([rng.uniform(0.12, 0.35), rng.uniform(0.4, 0.9)]))
    if rng.random() < 0.12:
        saturation *= 0.2
    light = hsv(hue, saturation, value)
    dark = hsv(hue - 0.012, min(1, saturation * 1.2), value * rng.uniform(0.45, 0.8))
    flow = nodes.noise(nodes.scaled(v, (0.012, float(rng.uniform(0.06, 0.14)), 1)), 1, 3, 0.5, 0.25)
    wave = nodes.math("SINE", nodes.math("MULTIPLY", flow, float(rng.uniform(25, 90))))
    rings = nodes.math("MULTIPLY_ADD", wave, 0.5, 0.5)
    fine = nodes.noise(nodes.scaled(v, (0.2, float(rng.uniform(5, 11)), 1)), 1.5, 5, 0.65)
    broad = nodes.noise(nodes.scaled(v, (0.05, 0.15, 1)), 1, 3)
    share = float(rng.uniform(0.08, 0.3))
    rest = nodes.math(
        "ADD", nodes.math("MULTIPLY", broad, 0.35), nodes.math("MULTIPLY", fine, 0.65 - share)
    )
    grain = nodes.math("ADD", nodes.math("MULTIPLY", rings, share), rest)
    between = tuple(np.array(light) * 0.6 + np.array(dark) * 0.4)
    colour = nodes.ramp(grain, [(0.22, dark), (0.5, between), (0.75, light)])
    pores = nodes.noise(nodes.scaled(v, (0.5, 26, 1)), 1, 2, 0.7)
    deep = nodes.math("GREATER_THAN", pores, float(rng.uniform(0.6, 0.68)))
    share_of_pores = nodes.math("MULTIPLY", deep, float(rng.uniform(0.1, 0.45)))
    colour = nodes.blend(share_of_pores, colour, _times(dark, 0.35))
    if kind == "planks":
        width = float(rng.uniform(6, 15))
        bricks = nodes.add(
            "ShaderNodeTexBrick",
            {
                "Vector": v,
                "Scale": 1.0,
                "Color1": (0.75,) * 3,
                "Color2": (1.15,) * 3,
                "Mortar": (0.12,) * 3,
                "Mortar Size": float(rng.uniform(0.04, 0.2)),
                "Brick Width": width * 8,
                "Row Height": width,
                "Bias": 0.0,
            },
        )
        colour = nodes.blend(1.0, colour, bricks.outputs[0], "MULTIPLY")
    varnish = {}
    if rng.random() < 0.35:
        varnish = {"Coat_Weight": 0.6, "Coat_Roughness": float(rng.uniform(0.03, 0.3))}
    shader = _shader(nodes, colour, Roughness=float(rng.uniform(0.15, 0.6)), **varnish)
    nodes.bump(shader, fine, float(rng.uniform(0.02, 0.2)), 0.02)
    return shader


def _felt(nodes: Nodes, rng: np.random.Generator, v: Any, kind: str) -> Any:
    free = hsv(rng.random(), rng.uniform(0.2, 0.9), rng.uniform(0.15, 0.7))
    usual = (hsv(0.38, 0.75, 0.38), hsv(0, 0.8, 0.4), hsv(0.6, 0.7, 0.4), hsv(0, 0, 0.12), free)
    colour, carpet = usual[rng.integers(5)], kind == "carpet"
    scale = float(rng.uniform(1.5, 5) if carpet else rng.uniform(7, 16))
    pile = nodes.noise(v, scale, 4, 0.8, 1.2 if carpet else 0.6)
    spread = nodes.ramp(pile, [(0.3, (0, 0, 0)), (0.7, (1, 1, 1))])
    shade = nodes.blend(spread, _times(colour, 0.5 if carpet else 0.62), _times(colour, 1.35))
    if carpet:
        figure = nodes.noise(v, float(rng.uniform(0.1, 0.5)), 2, 0.5, 1.5)
        other = hsv(rng.random(), rng.uniform(0, 0.8), rng.uniform(0.1, 0.9))
        amount = nodes.math(
            "MULTIPLY", nodes.ramp(figure, [(0.5, (0,) * 3), (0.55, (1,) * 3)]), 0.6
        )
        shade = nodes.blend(amount, shade, other)
    shader = _shader(
        nodes,
        shade,
        Roughness=1.0,
        Sheen_Weight=float(rng.uniform(0.1, 0.5)),
        Specular_IOR_Level=0.1,
    )
    nodes.bump(shader, pile, 0.9 if carpet else 0.7, 0.35 if carpet else 0.12)
    return shader


def _cloth(nodes: Nodes, rng: np.random.Generator, v: Any, kind: str) -> Any:
    colour = hsv(rng.random(), rng.uniform(0, 0.8), rng.uniform(0.15, 0.95))
    inputs = {
        "Vector": v,
        "Scale": float(rng.uniform(2, 7)),
        "Distortion": 0.6,
        "Detail Scale": 0.3,
    }
    threads = [
        nodes.add("ShaderNodeTexWave", inputs, bands_direction=way).outputs[1] for way in ("X", "Y")
    ]
    weave = nodes.math("MULTIPLY", *threads)
    uneven = nodes.noise(v, 4, 4, 0.7)
    tone = nodes.math("MULTIPLY", nodes.math("ADD", weave, uneven), 0.5)
    shade = nodes.blend(tone, _times(colour, 0.45), _times(colour, 1.3))
    shader = _shader(nodes, shade, Roughness=0.95, Sheen_Weight=0.2, Specular_IOR_Level=0.2)
    nodes.bump(shader, weave, 0.6, 0.08)
    return shader


def _print(nodes: Nodes, rng: np.random.Generator, v: Any, kind: str) -> Any:
    makers = PRINTS[kind]
    image = picture_of(makers[rng.integers(len(makers))](rng, 1024))
    size = float(rng.uniform(15, 45))
    inputs = {"Vector": nodes.scaled(v, (1 / size,) * 3)}
    texture = nodes.add("ShaderNodeTexImage", inputs, image=image).outputs[0]
    cloth = kind == "print"
    uneven = nodes.noise(v, 14 if cloth else 0.5, 4, 0.7)
    colour = nodes.blend(
        nodes.math("MULTIPLY", uneven, 0.35 if cloth else 0.1), texture, (0.0, 0.0, 0.0)
    )
    rough = 0.2 if kind == "tiles" else 0.9
    if rng.random() < 0.3:
        rough = float(rng.uniform(0.25, 0.5))
    shader = _shader(nodes, colour, Roughness=rough)
    nodes.bump(shader, uneven, 0.35 if cloth else 0.1, 0.06)
    return shader


def _marble(nodes: Nodes, rng: np.random.Generator, v: Any, kind: str) -> Any:
    stone = linear((float(rng.uniform(0.75, 0.95)),) * 3)
    if rng.random() < 0.4:
        hue = float(rng.choice([0.08, 0.1, 0.33, 0.6]))
        stone = hsv(hue, rng.uniform(0, 0.35), rng.uniform(0.08, 0.6))
    twist = float(rng.uniform(1, 3))
    vein = nodes.noise(v, float(rng.uniform(0.05, 0.25)), 8, 0.6, twist)
    dark = tuple(np.array(stone) * rng.uniform(0.3, 0.7) + 0.02)
    colour = nodes.ramp(vein, [(0.42, stone), (0.5, dark), (0.56, stone)])
    return _shader(nodes, colour, Roughness=float(rng.uniform(0.05, 0.3)))


def _plain(nodes: Nodes, rng: np.random.Generator, v: Any, kind: str) -> Any:
    tone = rng.uniform(0.05, 0.95)
    colour = linear((tone, tone * rng.uniform(0.93, 1), tone * rng.uniform(0.82, 1)))
    if rng.random() < 0.3:
        colour = hsv(rng.random(), rng.uniform(0, 0.6), rng.uniform(0.08, 0.95))
    cloud = nodes.math("MULTIPLY", nodes.noise(v, 0.3, 5), 0.2)
    shade = nodes.blend(cloud, colour, _times(colour, 0.5))
    shader = _shader(nodes, shade, Roughness=float(rng.uniform(0.1, 0.7)))
    nodes.bump(shader, nodes.noise(v, 20), 0.06, 0.02)
    return shader


def _glass(nodes: Nodes, rng: np.random.Generator, v: Any, kind: str) -> Any:
    # Glass on a table shows what it lies on, and mirrors what stands on it.
    under = hsv(rng.random(), rng.uniform(0, 0.5), rng.uniform(0.05, 0.6))
    cloud = nodes.blend(nodes.noise(v, 0.15, 3), under, _times(under, 0.6))
    return _shader(
        nodes, cloud, Roughness=float(rng.uniform(0.02, 0.08)), Coat_Weight=1.0, Coat_Roughness=0.01
    )


def _metal(nodes: Nodes, rng: np.random.Generator, v: Any, kind: str) -> Any:
    brushed = nodes.noise(nodes.scaled(v, (0.3, 30, 1)), 1, 3)
    tone = float(rng.uniform(0.35, 0.75))
    colour = nodes.blend(brushed, (tone * 0.7,) * 3, (tone,) * 3)
    rough = float(rng.uniform(0.3, 0.6))
    return _shader(nodes, colour, Metallic=1.0, Roughness=rough)


def _leather(nodes: Nodes, rng: np.random.Generator, v: Any, kind: str) -> Any:
    inputs = {"Vector": v, "Scale": float(rng.uniform(4, 10))}
    cells = nodes.add("ShaderNodeTexVoronoi", inputs, feature="DISTANCE_TO_EDGE").outputs[0]
    hue = float(rng.choice([0.05, 0.07, rng.random()]))
    colour = hsv(hue, rng.uniform(0.2, 0.8), rng.uniform(0.08, 0.5))
    shade = nodes.blend(nodes.noise(v, 0.4, 4), _times(colour, 0.7), _times(colour, 1.2))
    shader = _shader(nodes, shade, Roughness=float(rng.uniform(0.35, 0.6)))
    nodes.bump(shader, cells, 0.6, 0.08)
    return shader


def _ground(nodes: Nodes, rng: np.random.Generator, v: Any, kind: str) -> Any:
    """Out of doors, and floors of concrete."""
    if kind == "grass":
        blades = nodes.noise(nodes.scaled(v, (1, 3, 1)), 3, 6, 0.7, 2)
        stops = [
            (0.3, hsv(0.27, 0.8, 0.12)),
            (0.6, hsv(0.22, 0.7, 0.45)),
            (0.8, hsv(0.16, 0.5, 0.6)),
        ]
        shader = _shader(nodes, nodes.ramp(blades, stops), Roughness=0.9)
        nodes.bump(shader, blades, 1.0, 0.6)
        return shader
    tone = rng.uniform(0.3, 0.75)
    colour = linear((tone, tone * rng.uniform(0.94, 1), tone * rng.uniform(0.85, 1)))
    if kind == "sand":
        colour = hsv(rng.uniform(0.08, 0.13), rng.uniform(0.2, 0.5), rng.uniform(0.5, 0.9))
    if kind == "gravel":
        cells = nodes.add(
            "ShaderNodeTexVoronoi", {"Vector": v, "Scale": float(rng.uniform(1.0, 3))}
        )
        stones = nodes.blend(float(rng.uniform(0.7, 0.9)), cells.outputs["Color"], colour)
        # Each stone is highest in its middle, uneven, and dark where it meets the others.
        away = nodes.math("MULTIPLY", cells.outputs["Distance"], cells.outputs["Distance"])
        rough = nodes.math("MULTIPLY", nodes.noise(v, 6, 5, 0.7), 0.5)
        height = nodes.math("SUBTRACT", rough, away)
        tones = nodes.blend(rough, stones, _times(colour, 0.5))
        dark = nodes.ramp(away, [(0.2, (0,) * 3), (0.5, (1,) * 3)])
        shade, strength, depth = nodes.blend(dark, tones, _times(colour, 0.15)), 1.0, 0.3
    else:
        fine = nodes.noise(v, float(rng.uniform(5, 14)), 5, 0.8)
        broad = nodes.noise(v, 0.15, 9, 0.6)
        tones = nodes.math("MULTIPLY", nodes.math("ADD", broad, fine), 0.5)
        height = fine
        shade, strength, depth = (
            nodes.blend(tones, _times(colour, 0.55), _times(colour, 1.3)),
            0.5,
            0.1,
        )
    shader = _shader(nodes, shade, Roughness=0.9)
    nodes.bump(shader, height, strength, depth)
    return shader


_MAKERS: dict[str, Callable[[Nodes, np.random.Generator, Any, str], Any]] = {
    "wood": _wood,
    "planks": _wood,
    "felt": _felt,
    "carpet": _felt,
    "cloth": _cloth,
    "print": _print,
    "paper": _print,
    "page": _print,
    "tiles": _print,
    "marble": _marble,
    "leather": _leather,
    "glass": _glass,
    "metal": _metal,
    "concrete": _ground,
    "grass": _ground,
    "gravel": _ground,
    "sand": _ground,
}
