"""Building shader nodes in few words. Needs bpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import bpy
import numpy as np
import numpy.typing as npt

from vision.frames import Image

PRINCIPLED = "ShaderNodeBsdfPrincipled"


class Nodes:
    """The node tree of a new material; values, sockets and nodes can be put into any input."""

    def __init__(self, name: str) -> None:
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()

    def add(self, kind: str, inputs: Mapping[Any, Any] | None = None, **settings: Any) -> Any:
        """A node of this kind with its settings and inputs (by name or number)."""
        node = self.tree.nodes.new(kind)
        for name, value in settings.items():
            setattr(node, name, value)
        for name, value in (inputs or {}).items():
            self.put(node.inputs[name], value)
        return node

    def put(self, socket: Any, value: Any) -> None:
        """Link a socket or a node's first output to an input, or set the input's value."""
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif isinstance(value, bpy.types.Node):
            self.tree.links.new(value.outputs[0], socket)
        else:
            if hasattr(value, "__len__") and len(value) == 3 and socket.type == "RGBA":
                value = (*value, 1.0)
            socket.default_value = value

    def blend(self, share: Any, one: Any, other: Any, mode: str = "MIX") -> Any:
        """A colour between two."""
        node = self.add("ShaderNodeMix", data_type="RGBA", blend_type=mode)
        self.put(node.inputs[0], share)
        self.put(node.inputs[6], one)
        self.put(node.inputs[7], other)
        return node.outputs[2]

    def between(self, share: Any, one: Any, other: Any) -> Any:
        """A number between two."""
        node = self.add("ShaderNodeMix", data_type="FLOAT")
        self.put(node.inputs[0], share)
        self.put(node.inputs[2], one)
        self.put(node.inputs[3], other)
        return node.outputs[0]

    def math(self, operation: str, *values: Any) -> Any:
        """A sum, product, sine, ... of up to three values."""
        node = self.add("ShaderNodeMath", operation=operation)
        for number, value in enumerate(values):
            self.put(node.inputs[number], value)
        return node.outputs[0]

    def scaled(self, vector: Any, by: tuple[float, float, float]) -> Any:
        """A vector multiplied by one."""
        inputs = {0: vector, 1: by}
        return self.add("ShaderNodeVectorMath", inputs, operation="MULTIPLY").outputs[0]

    def noise(
        self,
        vector: Any,
        scale: float,
        detail: float = 4.0,
        roughness: float = 0.55,
        distortion: float = 0.0,
    ) -> Any:
        """Fractal noise, 0 to 1."""
        inputs = {
            "Vector": vector,
            "Scale": scale,
            "Detail": detail,
            "Roughness": roughness,
            "Distortion": distortion,
        }
        return self.add("ShaderNodeTexNoise", inputs).outputs[0]

    def ramp(self, share: Any, stops: Sequence[tuple[float, tuple[float, ...]]]) -> Any:
        """A colour by a number: stops of (place, colour), places growing."""
        node = self.add("ShaderNodeValToRGB", {0: share})
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (place, colour) in zip(elements, stops, strict=True):
            element.position = place
            element.color = (*colour, 1) if len(colour) == 3 else colour
        return node.outputs[0]

    def bump(self, shader: Any, height: Any, strength: float, distance: float) -> None:
        """Let a height tilt the surface of a shader."""
        inputs = {"Height": height, "Strength": strength, "Distance": distance}
        self.put(shader.inputs["Normal"], self.add("ShaderNodeBump", inputs))

    def finish(self, shader: Any) -> Any:
        """Make the shader the material's surface; returns the material."""
        output = self.add("ShaderNodeOutputMaterial")
        self.tree.links.new(shader.outputs[0], output.inputs[0])
        return self.material


def picture(pixels: npt.NDArray[np.float32], colour: bool, floats: bool = False) -> Any:
    """A Blender image of an array (h, w, 3), first row at the BOTTOM, values 0 to 1 (or floats)."""
    height, width = pixels.shape[:2]
    image = bpy.data.images.new("picture", width, height, alpha=False, float_buffer=floats)
    image.colorspace_settings.name = "sRGB" if colour else "Non-Color"
    buffer = np.ones((height, width, 4), np.float32)
    buffer[..., :3] = pixels
    image.pixels.foreach_set(buffer.ravel())
    image.update()
    return image


def picture_of(image: Image) -> Any:
    """A Blender image of an ordinary picture (BGR, first row on top)."""
    return picture(image[::-1, :, ::-1].astype(np.float32) / np.float32(255), True)


def plain(colour: tuple[float, float, float], roughness: float = 0.5, **inputs: float) -> Any:
    """A material of one colour."""
    nodes = Nodes("plain")
    named = {name.replace("_", " ").title(): value for name, value in inputs.items()}
    values = {"Base Color": colour, "Roughness": roughness, **named}
    return nodes.finish(nodes.add(PRINCIPLED, values))


def printed(image: Image, roughness: float = 0.5) -> Any:
    """A material that shows a picture over the object's texture coordinates."""
    nodes = Nodes("print")
    texture = nodes.add("ShaderNodeTexImage", image=picture_of(image))
    return nodes.finish(nodes.add(PRINCIPLED, {"Base Color": texture, "Roughness": roughness}))
