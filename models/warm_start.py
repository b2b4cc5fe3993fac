"""Training on from a network that is there only as an ONNX file. Needs the train extra.

The export melted each normalisation into the convolution before it. They are put back with the
means and spreads that crops cause there, so that the network computes the same as before and can
learn on: a normalisation with made-up statistics would spoil it at the first step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from models.offline import keep_offline

keep_offline()

import numpy as np  # noqa: E402
import onnx  # noqa: E402
import torch  # noqa: E402
from onnx import numpy_helper  # noqa: E402
from ultralytics.nn.tasks import DetectionModel  # noqa: E402

from datasets.labels import FACES  # noqa: E402
from models.weights import WeightsError  # noqa: E402
from vision.frames import Image  # noqa: E402

_CLASS_BRANCH = "model.23.cv3.0.0.1.conv.weight"


def network_from_onnx(network: bytes, crops: Sequence[Image]) -> torch.nn.Module:
    """The torch network that computes what the ONNX file does; ``crops`` set its normalisations.

    Raises WeightsError ``weights_foreign`` when the file holds no YOLO11n of six classes.
    """
    stored = {
        tensor.name: torch.from_numpy(np.array(numpy_helper.to_array(tensor)))
        for tensor in onnx.load_from_string(network).graph.initializer
    }
    model = _blank(stored)
    hooks, used = [], set()
    with torch.no_grad():
        for name, module in model.named_modules():
            if not isinstance(module, torch.nn.Conv2d):
                continue
            weight = stored.get(f"{name}.weight")
            if weight is None or weight.shape != module.weight.shape:
                raise _foreign(name)
            module.weight.copy_(weight)
            used.add(f"{name}.weight")
            bias = stored.get(f"{name}.bias")
            if bias is not None:
                used.add(f"{name}.bias")
            if module.bias is not None and bias is not None:
                module.bias.copy_(bias)
            elif bias is not None and name.endswith(".conv"):
                after = model.get_submodule(name.removesuffix("conv") + "bn")
                hooks.append(after.register_forward_pre_hook(_restoring(bias)))
        pictures = np.stack([crop[..., ::-1].transpose(2, 0, 1) for crop in crops])
        model(torch.from_numpy(np.ascontiguousarray(pictures)).float() / 255)
    for hook in hooks:
        hook.remove()
    if missing := {name for name in stored if name.startswith("model.")} - used:
        raise _foreign(min(missing))
    return model


def _blank(stored: Mapping[str, torch.Tensor]) -> Any:
    """A YOLO11n for six classes whose inner widths are the stored ones."""
    inner = stored.get(_CLASS_BRANCH)
    if inner is None:
        raise _foreign(_CLASS_BRANCH)
    # The branch for classes is as wide as the number of classes that its first teacher had.
    model = DetectionModel("yolo11n.yaml", ch=3, nc=int(inner.shape[0]), verbose=False)
    head = model.model[-1]
    for branch in head.cv3:
        branch[-1] = torch.nn.Conv2d(branch[-1].in_channels, len(FACES), 1)
    head.nc, head.no = len(FACES), len(FACES) + 4 * head.reg_max
    model.yaml["nc"] = len(FACES)
    model.names = {index: str(face) for index, face in enumerate(FACES)}
    return model.eval()


def _restoring(bias: torch.Tensor) -> Any:
    """Set a normalisation, just before it is used for the first time, to add ``bias`` only."""

    def restore(norm: torch.nn.BatchNorm2d, arguments: tuple[torch.Tensor, ...]) -> None:
        (incoming,) = arguments
        mean = incoming.mean(dim=(0, 2, 3))
        spread = incoming.var(dim=(0, 2, 3), unbiased=False)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.copy_(torch.sqrt(spread + norm.eps))
        norm.bias.copy_(bias + mean)

    return restore


def _foreign(part: str) -> WeightsError:
    return WeightsError(
        "weights_foreign",
        f"Training cannot go on from this network: it is not built like the shipped one ({part}).",
    )


def write_checkpoint(network: bytes, crops: Sequence[Image], target: Path) -> None:
    """Write the network as a checkpoint that ultralytics' trainer starts from."""
    model = network_from_onnx(network, crops)
    target.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"model": model, "ema": None, "epoch": -1, "train_args": {}}, target)
