"""What a training run leaves to be looked at: a report, charts of its losses, a sheet of crops."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path

import cv2
import numpy as np

from datasets.crops import CropSampler
from datasets.labels import FACES
from datasets.plots import bars, lines
from vision.frames import Image


def write_report(
    run: Path, settings: Mapping[str, object], faces: Mapping[str, int], seconds: float
) -> Path:
    """Write ``report.md`` and the charts it shows into the run's folder; returns the report."""
    losses = _losses(run / "results.csv")
    (run / "losses.svg").write_text(lines("losses by pass", losses), encoding="utf-8")
    (run / "faces.svg").write_text(bars("labelled faces", faces), encoding="utf-8")
    rows = "".join(f"| {key} | {_words(value)} |\n" for key, value in settings.items())
    last = "".join(f"- {name}: {values[-1]:.3f}\n" for name, values in losses.items() if values)
    text = (
        f"# Training run {run.name}\n\nIt took {seconds / 60:.1f} minutes.\n\n"
        f"| setting | value |\n|---|---|\n{rows}\n## Losses of the last pass\n\n{last}\n"
        "![losses](losses.svg)\n\n## What was taught\n\n![faces](faces.svg)\n\n"
        "Some of the crops, as the network saw them:\n\n![crops](crops.jpg)\n\n"
        "How good it is shows only on pictures that were not taught: `dicesight evaluate`.\n"
    )
    path = run / "report.md"
    path.write_text(text, encoding="utf-8")
    return path


def _words(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {number}" for name, number in value.items()) or "none"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def _losses(table: Path) -> dict[str, list[float]]:
    """The columns of ultralytics' results table that hold losses of training."""
    found: dict[str, list[float]] = {}
    if not table.is_file():
        return found
    with table.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for name, value in row.items():
                key = name.strip()
                if key.startswith("train/") and isfinite(number := float(value)):
                    found.setdefault(key.removeprefix("train/"), []).append(number)
    return found


def crop_sheet(sampler: CropSampler, columns: int = 6, rows: int = 4) -> Image:
    """The first crops of a pass with their labels drawn in."""
    size = sampler.style.size_px
    tiles = []
    for index in range(columns * rows):
        crop = sampler.draw(0, index)
        tile = crop.image.copy()
        for number, (x, y, w, h) in zip(crop.classes, crop.boxes_n * size, strict=True):
            corner, end = (int(x - w / 2), int(y - h / 2)), (int(x + w / 2), int(y + h / 2))
            cv2.rectangle(tile, corner, end, (60, 220, 60), 1)
            face = str(FACES[int(number)])
            cv2.putText(tile, face, (corner[0] + 2, corner[1] + 14), 0, 0.5, (60, 220, 60), 2)
        tiles.append(tile)
    lines_of_tiles = [np.hstack(tiles[n : n + columns]) for n in range(0, len(tiles), columns)]
    return np.asarray(np.vstack(lines_of_tiles), np.uint8)
