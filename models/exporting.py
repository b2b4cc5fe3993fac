"""From a training checkpoint to the ONNX file that the product runs. Needs the train extra."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from models.offline import keep_offline


def export_onnx(checkpoint: Path, target: Path) -> None:
    """Write ``target`` from a ``.pt`` checkpoint; inputs may have any sides that 32 divides."""
    keep_offline()
    from ultralytics import YOLO

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "reader.pt"
        shutil.copy(checkpoint, copy)
        made = YOLO(str(copy), task="detect").export(
            format="onnx", dynamic=True, simplify=False, imgsz=640, opset=17
        )
        shutil.copy(made, target)
