"""Collected pictures improve the reader: some tables judge, the others are taught."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from datasets.collection import Collection
from datasets.shelf import Shelf
from datasets.sighting import AcceptedDie, Sighting
from dicesight import main
from models.in_use import Garage
from vision.frames import Box, Detection


def _collect(home: Path, table: str, count: int, first: int = 0) -> None:
    collection = Collection(home / "collected")
    collection.give_consent(table, "yes")
    for seed in range(first, first + count):
        blocks = np.random.default_rng(seed).integers(0, 256, (24, 32, 3), np.uint8)
        image = np.asarray(
            cv2.resize(blocks, (320, 240), interpolation=cv2.INTER_NEAREST), np.uint8
        )
        box = Box(150, 110, 180, 140)
        sighting = Sighting(image, (Detection(box, 5, 0.9),), (AcceptedDie(6, box),))
        assert collection.keep(table, sighting) == "kept"


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What improve asks of the other commands; the training itself is left out."""
    asked: list[dict[str, Any]] = []

    def note(**options: Any) -> None:
        asked.append(options)

    monkeypatch.setattr("models.improve.training_is_there", lambda: True)
    for name in ("train.train", "export_model.export_model", "promote.promote"):
        monkeypatch.setattr(f"models.{name}.callback", note)
    return asked


def _improve(home: Path) -> Result:
    return CliRunner().invoke(main, ["improve", "--data-dir", str(home)])


def test_some_tables_judge_and_the_others_are_taught(
    tmp_path: Path, commands: list[dict[str, Any]]
) -> None:
    _collect(tmp_path, "large", 12)
    _collect(tmp_path, "small", 4, first=100)
    told = _improve(tmp_path)
    assert told.exit_code == 0, told.output
    train, export, promote = commands
    assert train["sets"] == ("ours@1",)
    assert train["start"] == "shipped"
    assert export["target"] == promote["network"]
    shelf = Shelf(tmp_path / "datasets")
    assert len(shelf.find("ours").pictures()) == 12
    assert len(shelf.find("ours-judge").pictures()) == 4
    assert Garage.of(tmp_path).protected == ["ours-judge@1"]

    # Later pictures of a judging table are not taught either.
    _collect(tmp_path, "small", 3, first=200)
    assert _improve(tmp_path).exit_code == 0
    assert commands[3]["sets"] == ("ours@1",)
    assert len(shelf.find("ours").pictures()) == 12


def test_too_few_pictures_and_a_single_table_are_said(
    tmp_path: Path, commands: list[dict[str, Any]]
) -> None:
    told = _improve(tmp_path)
    assert (told.exit_code, "too_few_pictures" in told.stderr) == (1, True)
    _collect(tmp_path, "only", 12)
    told = _improve(tmp_path)
    assert (told.exit_code, "one_table_only" in told.stderr) == (1, True)
    assert commands == []
    assert not (tmp_path / "datasets").exists()


def test_the_same_pictures_are_not_put_on_the_shelf_again(
    tmp_path: Path, commands: list[dict[str, Any]]
) -> None:
    _collect(tmp_path, "large", 12)
    _collect(tmp_path, "small", 4, first=100)
    for _ in range(2):
        assert _improve(tmp_path).exit_code == 0
    _collect(tmp_path, "large", 1, first=50)
    assert _improve(tmp_path).exit_code == 0
    taught = [call["sets"] for call in commands if "sets" in call]
    assert taught == [("ours@1",), ("ours@1",), ("ours@2",)]
    assert len(Shelf(tmp_path / "datasets").versions()) == 3  # with the one for judging


def test_without_the_packages_for_training_nothing_is_put_on_the_shelf(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("models.improve.training_is_there", lambda: False)
    _collect(tmp_path, "large", 12)
    _collect(tmp_path, "small", 4, first=100)
    told = _improve(tmp_path)
    assert told.exit_code == 1
    assert "make training" in told.stderr
    assert "training_missing" in told.stderr
    assert not Shelf(tmp_path / "datasets").versions()


def test_sets_with_pictures_of_the_judges_are_not_mixed_in(
    tmp_path: Path, commands: list[dict[str, Any]]
) -> None:
    _collect(tmp_path, "large", 12)
    _collect(tmp_path, "small", 4, first=100)
    assert (
        CliRunner()
        .invoke(main, ["datasets", "gather", "--name", "all", "--data-dir", str(tmp_path)])
        .output.startswith("all@1")
    )
    assert _improve(tmp_path).exit_code == 0
    assert commands[0]["sets"] == ("ours@1",)
