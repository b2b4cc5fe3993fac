"""A prepared network is kept for the next start; whatever is wrong with the file, one can start."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from vision.kept_network import KEPT_NETWORKS, keep_network, kept_network


def _refuse(form: bytes) -> bytes:
    raise RuntimeError("made by another version")


def test_what_was_kept_for_these_weights_comes_back_and_nothing_for_others(tmp_path: Path) -> None:
    cache = tmp_path / "new" / "folder"
    keep_network(cache, b"weights", b"prepared")
    assert kept_network(cache, b"weights", bytes.upper) == b"PREPARED"
    assert kept_network(cache, b"other weights", bytes.upper) is None
    assert [path.suffix for path in cache.iterdir()] == [".blob"]


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 100], ids=["empty", "short", "other"])
def test_a_damaged_file_is_not_handed_to_the_runtime(tmp_path: Path, damage: bytes) -> None:
    keep_network(tmp_path, b"weights", b"prepared")
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(damage)
    assert kept_network(tmp_path, b"weights", bytes.upper) is None
    keep_network(tmp_path, b"weights", b"prepared")
    assert kept_network(tmp_path, b"weights", bytes.upper) == b"PREPARED"


def test_what_the_runtime_refuses_counts_as_not_kept(tmp_path: Path) -> None:
    keep_network(tmp_path, b"weights", b"prepared")
    assert kept_network(tmp_path, b"weights", _refuse) is None


def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    for number in range(KEPT_NETWORKS + 2):
        keep_network(tmp_path, b"%d" % number, b"prepared")
        for path in tmp_path.iterdir():
            os.utime(path, (path.stat().st_mtime - 10,) * 2)
    there = [kept_network(tmp_path, b"%d" % n, bytes) is not None for n in range(5)]
    assert there == [False, False, True, True, True]


def test_a_folder_that_cannot_be_made_is_done_without(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_bytes(b"no folder")
    keep_network(blocked / "cache", b"weights", b"prepared")
    assert kept_network(blocked / "cache", b"weights", bytes) is None
