"""A network's calibration as it stands in the record beside its file, under ``calibration``."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from datasets.shelf import write_whole
from vision.certainty import Calibration


def calibration_of(record: Mapping[str, Any]) -> Calibration | None:
    """The calibration that a network's record tells; None where it tells none.

    Raises ValueError where it is told but cannot be used.
    """
    told = record.get("calibration")
    if told is None:
        return None
    try:
        right = _pair(told["right"])
        overlooked = _pair(told["overlooked"])
        ask_below = float(told["ask_below"])
    except (KeyError, TypeError) as error:
        raise ValueError(f"its calibration is malformed: {error}") from None
    if not 0 < ask_below <= 1 or right[1] <= 0 or overlooked[1] <= 0:
        raise ValueError("its calibration is malformed: a value is out of range")
    return Calibration(right, overlooked, ask_below)


def _pair(told: Any) -> tuple[float, float]:
    pair = [float(each) for each in told]
    if len(pair) != 2 or not all(math.isfinite(each) for each in pair):
        raise ValueError("its calibration is malformed: two finite numbers are wanted")
    return pair[0], pair[1]


def write_calibration(
    network: Path, sha256: str, calibration: Calibration, fitted_on: Sequence[Mapping[str, object]]
) -> Path:
    """Put the calibration into the record beside ``network``; what else stands there stays.

    ``fitted_on`` says from what it was fitted. Returns the record's path.
    """
    path = network.with_suffix(".json")
    record = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {"sha256": sha256}
    record["calibration"] = {
        "right": [round(each, 4) for each in calibration.right],
        "overlooked": [round(each, 4) for each in calibration.overlooked],
        "ask_below": calibration.ask_below,
        "fitted_on": list(fitted_on),
    }
    write_whole(path, (json.dumps(record, indent=2) + "\n").encode())
    return path
