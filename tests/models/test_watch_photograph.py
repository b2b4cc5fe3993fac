"""A clip of real dice through the shipped network and the command: one line, the right faces."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
from click.testing import CliRunner

from dicesight import main


def filmed(photograph: Path, clip: Path, boxes: list[list[float]]) -> None:
    """The photograph as a clip: the bare table, dice sliding in, dice at rest; with noise."""
    still = cv2.imread(str(photograph))
    assert still is not None
    scale = 640 / max(still.shape[:2])
    still = cv2.resize(still, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    height, width = still.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    for x, y, across, down in boxes:
        reach_x, reach_y = 0.8 * across * width, 0.8 * down * height
        corner = int(x * width - reach_x), int(y * height - reach_y)
        opposite = int(x * width + reach_x), int(y * height + reach_y)
        cv2.rectangle(mask, corner, opposite, 255, -1)
    bare = cv2.inpaint(still, mask, 5, cv2.INPAINT_TELEA)
    video = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"mp4v"), 10, (width, height))
    chance = np.random.default_rng(0)
    for step in range(26):
        image = bare.copy() if step < 13 else still.copy()
        if 8 <= step < 13:
            slide = np.array([[1.0, 0, 0], [0, 1.0, 40.0 * (13 - step)]])
            sliding = cv2.warpAffine(mask, slide, (width, height)) > 0
            image[sliding] = cv2.warpAffine(still, slide, (width, height))[sliding]
        noise = chance.normal(0, 2, image.shape)
        video.write(np.clip(image + noise, 0, 255).astype(np.uint8))
    video.release()


def test_a_clip_of_real_dice_is_read_once_and_right(shared: Path, tmp_path: Path) -> None:
    photograph = shared / "data/real-dice/val/ivory_phone/images/dt_dice69.jpg"
    labels = (photograph.parents[1] / "labels/dt_dice69.txt").read_text().splitlines()
    rows = [[float(each) for each in line.split()] for line in labels]
    filmed(photograph, tmp_path / "roll.mp4", [row[1:] for row in rows])
    told = CliRunner().invoke(main, ["watch", str(tmp_path / "roll.mp4"), "--fast", "--json"])
    assert told.exit_code == 0
    (line,) = told.stdout.splitlines()
    roll = json.loads(line)
    assert roll["rolled"] == sorted(int(row[0]) + 1 for row in rows)
    assert roll["kept"] == []
    assert 1.3 + 0.5 < roll["t_s"] <= 2.5
