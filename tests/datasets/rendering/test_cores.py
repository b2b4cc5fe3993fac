"""Rendering processes keep to cores of their own, also when one is replaced by another."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity"), reason="this system keeps no process to a core"
)

_TAKES = (
    "import os, pathlib, sys\n"
    "from datasets.rendering.cores import take_core\n"
    "print(take_core(pathlib.Path(sys.argv[1])), len(os.sched_getaffinity(0)), flush=True)\n"
    "sys.stdin.read()\n"
)


def _process(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _TAKES, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _told(process: subprocess.Popen[str]) -> list[str]:
    assert process.stdout is not None
    return process.stdout.readline().split()


def test_each_process_has_its_core_and_one_that_ended_leaves_it_free(tmp_path: Path) -> None:
    cores = len(os.sched_getaffinity(0))
    count = min(cores, 3)
    running = [_process(tmp_path) for _ in range(count)]
    taken = [_told(process) for process in running]
    assert len({core for core, _ in taken}) == count
    assert all(width == "1" for _, width in taken)
    running[0].kill()
    running[0].communicate()
    after = _process(tmp_path)
    core, _ = _told(after)
    assert core == taken[0][0] or (cores > count and core != "None")
    for process in [*running[1:], after]:
        process.communicate("")


def test_more_processes_than_cores_share_what_there_is(tmp_path: Path) -> None:
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 4:
        pytest.skip("too many cores to take them all")
    running = [_process(tmp_path) for _ in range(len(cores) + 1)]
    taken = sorted(_told(process)[0] for process in running)
    assert taken.count("None") == 1
    for process in running:
        process.communicate("")
