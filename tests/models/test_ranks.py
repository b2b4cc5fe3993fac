"""A run on several devices: who leads, which devices are meant, what its processes are told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from dicesight import main
from models.ranks import Rank, RanksError, parse_devices, start_ranks, this_rank


def test_torchrun_tells_each_process_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("RANK", "LOCAL_RANK", "WORLD_SIZE"):
        monkeypatch.delenv(name, raising=False)
    assert this_rank() == Rank(0, 0, 1)
    assert this_rank().leads
    for name, value in (("RANK", "3"), ("LOCAL_RANK", "1"), ("WORLD_SIZE", "4")):
        monkeypatch.setenv(name, value)
    assert this_rank() == Rank(3, 1, 4)
    assert not this_rank().leads


@pytest.mark.parametrize(
    ("text", "devices"), [("0", ("0",)), ("0, 2", ("0", "2")), ("cpu,cpu", ("cpu", "cpu"))]
)
def test_devices_are_cards_by_number_or_the_processor(text: str, devices: tuple[str, ...]) -> None:
    assert parse_devices(text) == devices


@pytest.mark.parametrize("text", ["", ",", "0,0", "0,cpu", "cuda", "-1"])
def test_other_devices_are_refused_in_words(text: str) -> None:
    with pytest.raises(RanksError, match="names no devices") as refused:
        parse_devices(text)
    assert refused.value.code == "devices_wrong"


def test_several_devices_are_started_with_the_same_options(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("RANK", "LOCAL_RANK", "WORLD_SIZE"):
        monkeypatch.delenv(name, raising=False)
    started: list[list[str]] = []

    def run(command: list[str], **more: object) -> subprocess.CompletedProcess[bytes]:
        started.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr("models.ranks.subprocess.run", run)
    told = CliRunner().invoke(
        main,
        [
            *("train", "--set", "a=2", "--set", "b", "--devices", "0,1", "--resume"),
            *("--run", str(tmp_path), "--rate", "0.001"),
        ],
    )
    assert told.exit_code == 0, told.output
    (command,) = started
    assert command[:5] == [
        sys.executable,
        "-m",
        "torch.distributed.run",
        "--standalone",
        *command[4:5],
    ]
    assert command[command.index("--nproc_per_node") + 1] == "2"
    repeated = command[command.index("train") :]
    assert [repeated[n + 1] for n, word in enumerate(repeated) if word == "--set"] == ["a=2", "b"]
    assert repeated[repeated.index("--rate") + 1] == "0.001"
    assert repeated[repeated.index("--run") + 1] == str(tmp_path)
    assert "--resume" in repeated
    assert "--pictures" not in repeated


def test_a_process_that_fails_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], **more: object) -> subprocess.CompletedProcess[bytes]:
        return subprocess.CompletedProcess(command, 1)

    monkeypatch.setattr("models.ranks.subprocess.run", run)
    with pytest.raises(RanksError, match="2 devices"):
        start_ranks(("0", "1"), [])
