"""Smaller forms of an exported network: weights in half precision, or computing with 8 bits.

Needs the train extra. What each form costs and gains: docs/decisions/0010.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from datasets.labels import LabelledPicture, read_folder
from vision.detector import View
from vision.frames import Image
from vision.reader import DIE_SIZES_PX

_SHOWN = 48
_WINDOW_PX = 320
_FEWEST_WEIGHTS = 256


def in_half(network: Path, target: Path) -> None:
    """Write ``target`` with all larger weights in 16 bits; it computes in 32 bits as before."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    model = onnx.load(network)
    widened = []
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if tensor.data_type != TensorProto.FLOAT or values.size < _FEWEST_WEIGHTS:
            continue
        name = tensor.name
        tensor.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}.half"))
        widened.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
    nodes = [*widened, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.save(model, target)


def in_eight_bits(network: Path, target: Path, pictures: Path) -> None:
    """Write ``target`` that computes its convolutions with 8 bits.

    ``pictures``: a folder of labelled pictures; windows of them show how large each value gets.
    Left as they are: the first convolution, and those without an activation after them, such as
    the last ones, of which boxes and scores come. Raises LabelError as `read_folder`.
    """
    import onnx
    from onnxruntime.quantization import QuantFormat, QuantType, quantize_static
    from onnxruntime.quantization.calibrate import CalibrationDataReader

    graph = onnx.load(network).graph
    activated = {name for node in graph.node if node.op_type == "Sigmoid" for name in node.input}
    convolutions = [node for node in graph.node if node.op_type == "Conv"]
    left = [node.name for node in convolutions[1:] if node.output[0] not in activated]
    views = windows(read_folder(pictures))

    class Shown(CalibrationDataReader):  # type: ignore[misc]
        """Hands the windows over one by one."""

        def get_next(self) -> dict[str, object] | None:
            canvas = next(views, None)
            if canvas is None:
                return None
            pixels = canvas[..., ::-1].transpose(2, 0, 1)[None].astype(np.float32) / 255
            return {"images": np.ascontiguousarray(pixels)}

    quantize_static(
        network,
        target,
        Shown(),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        op_types_to_quantize=["Conv"],
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        nodes_to_exclude=[convolutions[0].name, *left],
    )


def windows(pictures: Sequence[LabelledPicture]) -> Iterator[Image]:
    """Square windows around labelled dice, at the sizes that the reader looks at them."""
    chance = np.random.default_rng(3)
    with_dice = [picture for picture in pictures if picture.dice]
    for number in range(_SHOWN if with_dice else 0):
        picture = with_dice[int(chance.integers(len(with_dice)))]
        image = picture.load()
        height, width = image.shape[:2]
        box = picture.dice[int(chance.integers(len(picture.dice)))].box(width, height)
        side = max(8.0, float(np.sqrt(box.area_px)))
        scale = min(DIE_SIZES_PX[number % len(DIE_SIZES_PX)] / side, 3.0)
        reach = _WINDOW_PX / scale / 2
        x, y = box.centre_px
        left, top = max(0, int(x - reach)), max(0, int(y - reach))
        part = image[top : int(y + reach) + 1, left : int(x + reach) + 1]
        view = View.of(np.ascontiguousarray(part), scale, lambda side: max(side, _WINDOW_PX))
        yield view.canvas[:_WINDOW_PX, :_WINDOW_PX]
