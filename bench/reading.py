"""From the JPEG of a 1280 by 720 frame to faces: each runtime, ultralytics, classical OpenCV.

    python -m bench.reading [FOLDER ...] [--threads 2] [--ultralytics WEIGHTS]

FOLDER holds labelled pictures; without one, the rendered picture that comes along is mirrored
and lit in twelve ways. Prints for each way of reading the
time of a frame (median, 95 %, and processor time), how many rolls were read exactly with a 95 %
interval, the time from start to the first answer, and the size of the model. ultralytics' own
predictor is measured where that package is installed: with the same ONNX file, or with the WEIGHTS
(.pt) that it was exported from. The exit status is 1 where a wanted figure is missed.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import cv2
import numpy as np

from bench.pip_counter import PipCounter
from bench.roll_frames import RollFrame, cut_frames, mirrored_frames
from models.accuracy import Tally, compare
from models.offline import keep_offline
from models.runtimes import ONNXRUNTIME, OPENVINO, VARIABLE, openvino_installed
from models.weights import SHIPPED, open_reader
from vision.decode import decode_picture
from vision.frames import Box, Detection
from vision.reader import CONFIDENCE

WANTED_MS = {OPENVINO: 25.0, ONNXRUNTIME: 60.0}
WANTED_START_S = 1.0
WANTED_MB = 12.0

Read = Callable[[bytes], Sequence[Detection]]


@dataclass(frozen=True, slots=True)
class Way:
    """A way of reading: ``read`` takes the bytes of a JPEG. ``wanted_ms`` is the most that the
    median may be, None where nothing is promised; ``runtime`` names one of ours, "" others."""

    name: str
    read: Read
    model: Path | None = None
    wanted_ms: float | None = None
    runtime: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """What was measured: milliseconds a frame, and what was read right."""

    clock_ms: tuple[float, ...]
    processor_ms: tuple[float, ...]
    tally: Tally

    @property
    def median_ms(self) -> float:
        """By the clock."""
        return float(np.median(self.clock_ms))


def ways(weights: Path, threads: int, ultralytics: Path | None) -> list[Way]:
    """Every way of reading that is installed."""
    found = []
    for runtime in (OPENVINO, ONNXRUNTIME):
        if runtime == OPENVINO and not openvino_installed():
            continue
        reader = open_reader(weights, threads=threads, runtime=runtime)

        def ours(jpeg: bytes, reader: Any = reader) -> Sequence[Detection]:
            read: Sequence[Detection] = reader.read(decode_picture(jpeg).image)
            return read

        found.append(
            Way(f"Dicesight, {reader.runtime}", ours, weights, WANTED_MS[runtime], runtime)
        )
    if importlib.util.find_spec("ultralytics") is not None:
        found += [_ultralytics(path, threads) for path in (weights, ultralytics) if path]
    counter = PipCounter()
    found.append(Way(f"pip counter, {counter.runtime}", lambda jpeg: counter.read(_opened(jpeg))))
    return found


def _opened(jpeg: bytes) -> Any:
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)


def _ultralytics(path: Path, threads: int) -> Way:
    """ultralytics' own predictor, one look at 640 pixels as it does by default."""
    keep_offline()
    import torch
    from ultralytics import YOLO
    from ultralytics.utils.nms import TorchNMS

    try:
        import torchvision  # noqa: F401
    except Exception:  # its compiled part does not load beside every torch
        stand_in: Any = ModuleType("torchvision")
        stand_in.ops = SimpleNamespace(nms=TorchNMS.nms)
        sys.modules["torchvision"] = stand_in
    torch.set_num_threads(threads)
    model = YOLO(str(path), task="detect")

    def read(jpeg: bytes) -> Sequence[Detection]:
        (seen,) = model.predict(
            _opened(jpeg), imgsz=640, conf=CONFIDENCE, device="cpu", verbose=False
        )
        rows = seen.boxes.data.cpu().numpy()
        return [
            Detection(Box(*(float(side) for side in row[:4])), int(row[5]) + 1, float(row[4]))
            for row in rows
        ]

    return Way(f"ultralytics predictor, {path.suffix[1:]}", read, path)


def measured(way: Way, frames: Sequence[RollFrame]) -> Result:
    """Read every frame twice and take the second time, so that everything is warm."""
    for frame in frames:
        way.read(frame.jpeg)
    clock_ms, processor_ms, tally = [], [], Tally()
    for frame in frames:
        began_s, began_processor_s = time.perf_counter(), time.process_time()
        read = way.read(frame.jpeg)
        processor_ms.append(1000 * (time.process_time() - began_processor_s))
        clock_ms.append(1000 * (time.perf_counter() - began_s))
        tally.add(compare(frame.dice, read, frame.unreadable))
    return Result(tuple(clock_ms), tuple(processor_ms), tally)


def start_s(runtime: str, weights: Path, frame: RollFrame, times: int = 3) -> float:
    """Seconds from starting the command until it has read a photograph, the least of a few."""
    with tempfile.TemporaryDirectory() as folder:
        photo = Path(folder) / "photo.jpg"
        photo.write_bytes(frame.jpeg)
        # An installed program has its bytecode in files; so has this after the first start.
        usual = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        words = [sys.executable, "dicesight.py", "read", "--weights", str(weights), str(photo)]
        taken = []
        for _ in range(times):
            began_s = time.perf_counter()
            subprocess.run(
                words,
                env={**usual, VARIABLE: runtime},
                cwd=Path(__file__).parents[1],
                stdout=subprocess.DEVNULL,
                check=True,
            )
            taken.append(time.perf_counter() - began_s)
    return min(taken)


def line(way: Way, result: Result, started_s: float | None) -> tuple[str, bool]:
    """A row of the table, and whether everything wanted of it was met."""
    share = result.tally.exact_rolls
    low, high = share.interval
    exact = f"{share.hits} of {share.n}, {share.value:.3f} [{low:.3f}, {high:.3f}]"
    size_mb = way.model.stat().st_size / 1e6 if way.model else None
    met = True
    wanted = ""
    if way.wanted_ms is not None:
        met = result.median_ms <= way.wanted_ms and (started_s or 0) <= WANTED_START_S
        met = met and (size_mb or 0) <= WANTED_MB
        wanted = f"   median under {way.wanted_ms:.0f} ms and the rest: {'yes' if met else 'NO'}"
    row = (
        f"{way.name:<34}{result.median_ms:7.1f} ms{np.percentile(result.clock_ms, 95):7.1f} ms"
        f"{np.median(result.processor_ms):9.1f} ms   {exact if share.n else '-':<32}"
        f"{f'{started_s:.2f} s' if started_s is not None else '-':>7}"
        f"{f'{size_mb:.1f} MB' if size_mb is not None else '-':>9}{wanted}"
    )
    return row, met


def main(words: Sequence[str] | None = None) -> int:
    """Measure and print; 1 where a wanted figure is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--weights", type=Path, default=SHIPPED)
    parser.add_argument("--ultralytics", type=Path)
    parser.add_argument("--most", type=int, help="at most so many pictures of each folder")
    asked = parser.parse_args(words)
    cv2.setNumThreads(asked.threads)
    sets = {folder.name: cut_frames(folder, asked.most) for folder in asked.folders}
    sets = sets or {"the picture that comes along": mirrored_frames()}
    everyone = ways(asked.weights, asked.threads, asked.ultralytics)
    first = next(iter(sets.values()))[0]
    starts = {
        way.name: start_s(way.runtime, asked.weights, first) for way in everyone if way.runtime
    }
    all_met = True
    for name, frames in sets.items():
        print(
            f"{name}: {len(frames)} frames of 1280 by 720, JPEG to faces, {asked.threads} threads"
        )
        print(
            f"{'':<34}{'median':>10}{'95 %':>10}{'processor':>12}   {'exact rolls':<32}"
            f"{'start':>7}{'model':>9}"
        )
        for way in everyone:
            row, met = line(way, measured(way, frames), starts.get(way.name))
            all_met = all_met and met
            print(row, flush=True)
    return 0 if all_met else 1


if __name__ == "__main__":
    sys.exit(main())
