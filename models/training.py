"""Training a YOLO detector on dice crops: ultralytics' trainer fed by our sampler.

The only module besides the exporter that imports ultralytics and torch; import it lazily.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from models.offline import keep_offline

keep_offline()

import numpy as np  # noqa: E402
import torch  # noqa: E402
from torch.utils.data import Dataset  # noqa: E402
from ultralytics.data.dataset import YOLODataset  # noqa: E402
from ultralytics.models.yolo.detect import DetectionTrainer  # noqa: E402
from ultralytics.utils import torch_utils  # noqa: E402

from datasets.crops import CropSampler  # noqa: E402
from datasets.labels import FACES  # noqa: E402
from models.ranks import PROCESSOR, Rank  # noqa: E402

ALONE = Rank()


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """What one run does: ``passes`` times ``crops`` crops, ``batch`` at a time.

    ``start_weights`` is a ``.pt`` file, or None for a network that knows nothing yet. ``devices``
    are graphics cards by number, or "cpu"; empty for the first card, where there is one.
    """

    @property
    def device(self) -> str:
        """The device of this process."""
        if self.devices:
            return self.devices[self.rank.local % len(self.devices)]
        return str(self.rank.local) if torch.cuda.is_available() else PROCESSOR

    run_folder: Path
    start_weights: str | None
    passes: int
    crops: int
    batch: int
    learning_rate: float
    threads: int
    resume: bool
    devices: tuple[str, ...] = ()
    rank: Rank = ALONE


class _CropDataset(Dataset[dict[str, Any]]):
    """The sampler's crops in the shape that ultralytics' batches have."""

    collate_fn = staticmethod(YOLODataset.collate_fn)
    rect = False

    def __init__(self, sampler: CropSampler, crops: int, first_pass: int = 0) -> None:
        self.sampler, self.crops = sampler, crops
        # The trainer looks at the labels only for the largest number of objects in a picture.
        self.labels = [{"cls": np.zeros((64, 1)), "bboxes": np.zeros((64, 4))}]
        self._pass = [first_pass] * crops

    def __len__(self) -> int:
        return self.crops

    def __getitem__(self, index: int) -> dict[str, Any]:
        # Counted per index within the worker that has it: each pass shows new crops.
        crop = self.sampler.draw(self._pass[index] + 1000 * _worker(), index)
        self._pass[index] += 1
        image = np.ascontiguousarray(crop.image[..., ::-1].transpose(2, 0, 1))
        count = len(crop.classes)
        return {
            "img": torch.from_numpy(image),
            "cls": torch.from_numpy(crop.classes).view(count, 1),
            "bboxes": torch.from_numpy(crop.boxes_n),
            "batch_idx": torch.zeros(count),
            "im_file": f"crop {index}",
            "ori_shape": image.shape[1:],
            "resized_shape": image.shape[1:],
        }


def _passes_done(plan: TrainingPlan) -> int:
    """Finished passes of a run that goes on: the lines of ultralytics' results table."""
    table = plan.run_folder / "results.csv"
    return len(table.read_text().splitlines()) - 1 if plan.resume and table.is_file() else 0


def _worker() -> int:
    info = torch.utils.data.get_worker_info()
    return info.id if info else 0


def _quicken(model: torch.nn.Module) -> None:
    """Channels last, and bf16 where the processor computes in it: what ultralytics does on GPUs."""
    model.to(memory_format=torch.channels_last)
    if not torch.cpu._is_avx512_bf16_supported():
        return
    forward = model.forward

    def forward_in_bf16(*args: Any, **kwargs: Any) -> Any:
        with torch.autocast("cpu", torch.bfloat16):
            return forward(*args, **kwargs)

    model.forward = forward_in_bf16  # type: ignore[method-assign]


def _trainer(plan: TrainingPlan, sampler: CropSampler) -> type[DetectionTrainer]:
    """ultralytics' trainer (to be subclassed for own data), reading crops instead of files."""

    class DiceTrainer(DetectionTrainer):  # type: ignore[misc]
        def _setup_ddp(self) -> None:
            # ultralytics starts its processes itself and knows one machine with cards only; ours
            # come from torchrun, on any machines, with or without cards.
            cards = self.device.type == "cuda"
            if cards:
                torch.cuda.set_device(self.device)
            torch.distributed.init_process_group("nccl" if cards else "gloo")

        def _setup_train(self) -> None:
            wrap = torch.nn.parallel.DistributedDataParallel
            with ExitStack() as stack:
                if self.device.type == "cpu":
                    # It names a device for each process, which torch refuses for the processor.
                    patch = mock.patch.object(
                        torch.nn.parallel,
                        "DistributedDataParallel",
                        lambda model, device_ids, **rest: wrap(model, **rest),
                    )
                    stack.enter_context(patch)
                super()._setup_train()

        def get_dataset(self) -> dict[str, Any]:
            names = {index: str(face) for index, face in enumerate(FACES)}
            return {"train": "", "val": "", "nc": len(FACES), "names": names, "channels": 3}

        def build_dataset(
            self, img_path: str, mode: str = "train", batch: int | None = None
        ) -> Any:
            count = plan.crops if mode == "train" else plan.batch
            return _CropDataset(sampler, count, _passes_done(plan))

        def get_validator(self) -> Any:
            return SimpleNamespace(metrics=SimpleNamespace(keys=[]), dataloader=self.test_loader)

        def validate(self) -> tuple[dict[str, float], float]:
            # Judged afterwards by exact rolls on other tables, not by mAP on the same crops.
            return {}, 0.0

        def final_eval(self) -> None:
            return None

    return DiceTrainer


def train_detector(
    plan: TrainingPlan,
    sampler: CropSampler,
    on_step: Callable[[int, int, dict[str, float]], None],
) -> Path:
    """Train and return the path of the weights (``.pt``, exponential moving average).

    ``on_step(step, steps, losses)`` is called after every batch. A run that was interrupted goes on
    with ``plan.resume`` from its last finished pass.
    """
    torch_utils.NUM_THREADS = plan.threads
    last = plan.run_folder / "weights" / "last.pt"
    overrides: dict[str, Any] = {
        "task": "detect",
        "model": str(last) if plan.resume else "yolo11n.yaml",
        "data": "crops",
        "epochs": plan.passes,
        "batch": plan.batch,
        "nbs": plan.batch,  # step after every batch: few crops teach more in many small steps
        "imgsz": sampler.style.size_px,
        "device": plan.device,
        "workers": 1,
        "optimizer": "AdamW",
        "lr0": plan.learning_rate,
        "lrf": 0.02,
        "cos_lr": True,
        "momentum": 0.9,
        "weight_decay": 0.0005,
        "warmup_epochs": min(0.5, plan.passes / 10),
        "warmup_bias_lr": 0.0,
        "amp": plan.device != PROCESSOR,
        "val": False,
        "plots": False,
        "cls": 1.0,  # twice the usual weight: a face read wrong costs more than a loose box
        "close_mosaic": 0,
        "mosaic": 0.0,
        "patience": 0,
        "save": True,
        "exist_ok": True,
        "project": str(plan.run_folder.parent),
        "name": plan.run_folder.name,
        "resume": str(last) if plan.resume else False,
        "pretrained": plan.start_weights or False,
        "verbose": False,
    }
    trainer = _trainer(plan, sampler)(overrides=overrides)
    trainer.world_size = plan.rank.count if plan.rank.count > 1 else trainer.world_size
    # ultralytics takes no worker on a processor; drawing crops beside the training saves a fifth.
    trainer.args.workers = 1

    def step(running: Any) -> None:
        steps = len(running.train_loader)
        counter["step"] = min(counter["step"] + 1, steps * plan.passes)
        losses = {name: float(value) for name, value in (running.tloss or {}).items()}
        on_step(counter["step"], steps * plan.passes, losses)

    counter = {"step": 0}

    def begin(running: Any) -> None:
        counter["step"] = running.start_epoch * len(running.train_loader)
        if running.device.type == "cpu" and plan.rank.count == 1:
            _quicken(running.model)

    trainer.add_callback("on_train_start", begin)
    trainer.add_callback("on_train_batch_end", step)
    try:
        trainer.train()
    finally:
        if torch.distributed.is_initialized():
            torch.distributed.destroy_process_group()
    return last
