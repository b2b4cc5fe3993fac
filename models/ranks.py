"""The processes of one training run: one for each device, started and told apart by torchrun.

`torchrun` gives each process its number (``RANK``), its number on its machine (``LOCAL_RANK``) and
how many there are in all (``WORLD_SIZE``); without these a run is one process alone.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_ROOT = Path(__file__).parents[1]
PROCESSOR = "cpu"


class RanksError(RuntimeError):
    """The processes of a run could not be started, or one of them failed; with code and words."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code
        self.words = words


@dataclass(frozen=True, slots=True)
class Rank:
    """This process among those of the run: number 0 leads, which tells progress and writes."""

    number: int = 0
    local: int = 0
    count: int = 1

    @property
    def leads(self) -> bool:
        """Whether it is the one that tells and writes."""
        return self.number == 0


def this_rank() -> Rank:
    """What torchrun said of this process, else the only one."""
    told = [os.environ.get(name, "") for name in ("RANK", "LOCAL_RANK", "WORLD_SIZE")]
    if not all(value.isdecimal() for value in told):
        return Rank()
    number, local, count = map(int, told)
    return Rank(number, local, count)


def parse_devices(text: str) -> tuple[str, ...]:
    """The devices of ``"0,1"`` or ``"cpu,cpu"``; RanksError ``devices_wrong``."""
    devices = tuple(part.strip() for part in text.split(",") if part.strip())
    numbers = [device for device in devices if device.isdecimal()]
    if not devices or len(set(numbers)) != len(numbers) or len(numbers) not in {0, len(devices)}:
        raise _wrong(text)
    if not numbers and set(devices) != {PROCESSOR}:
        raise _wrong(text)
    return devices


def _wrong(text: str) -> RanksError:
    return RanksError(
        "devices_wrong",
        f"{text!r} names no devices: numbers of graphics cards such as 0,1, or cpu for each "
        "process on the processor.",
    )


def start_ranks(devices: Sequence[str], arguments: Sequence[str]) -> None:
    """Run ``dicesight`` with these arguments once for each device, and wait for all.

    Raises RanksError ``rank_failed`` when one of them does not end well.
    """
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
    command += ["--nproc_per_node", str(len(devices)), "-m", "--", "dicesight", *arguments]
    places = [str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(places)}
    status = subprocess.run(command, env=environment, check=False).returncode
    if status:
        raise RanksError(
            "rank_failed", f"Training on {len(devices)} devices ended with status {status}."
        )
