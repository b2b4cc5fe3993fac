"""Training runs, goes on where it stopped, and exports a network that the product can run."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from models.export_model import export_model
from models.train import train
from models.weights import open_reader

pytest.importorskip("ultralytics", reason="training needs the train extra")
pytest.importorskip("torch", reason="training needs the train extra")

# torch, ultralytics and onnx warn about themselves; what they warn of is not ours to mend.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Two pictures of a white square with dots, and a recipe for them."""
    folder = tmp_path / "pictures" / "set"
    (folder / "images").mkdir(parents=True)
    (folder / "labels").mkdir()
    for name in ("a", "b"):
        image = np.full((200, 200, 3), 60, np.uint8)
        cv2.rectangle(image, (70, 70), (130, 130), (240, 240, 240), -1)
        cv2.circle(image, (100, 100), 8, (0, 0, 0), -1)
        cv2.imwrite(str(folder / "images" / f"{name}.png"), image)
        (folder / "labels" / f"{name}.txt").write_text("0 0.5 0.5 0.3 0.3\n")
    (tmp_path / "recipe.toml").write_text('[[source]]\nname = "set"\npath = "set"\n')
    return tmp_path


def _train(pictures: Path, *more: str) -> str:
    arguments = [
        *("--recipe", str(pictures / "recipe.toml"), "--pictures", str(pictures / "pictures")),
        *("--run", str(pictures / "run"), "--start", "none"),
        *("--crops", "8", "--batch", "4", "--size", "96", *more),
    ]
    result = CliRunner().invoke(train, arguments)
    assert result.exit_code == 0, result.output
    return result.output


def test_an_interrupted_run_goes_on_after_its_last_pass_and_exports(
    pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, steps_seen = pictures / "run", []

    def pull_the_plug(bar: object, steps: int) -> None:
        steps_seen.append(steps)
        if len(steps_seen) == 3:  # two steps a pass: in the middle of the second pass
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("tqdm.tqdm.update", pull_the_plug)
        with pytest.raises(AssertionError):
            _train(pictures, "--passes", "2")
    assert len((run / "results.csv").read_text().splitlines()) == 2

    _train(pictures, "--passes", "2", "--resume")
    assert len((run / "results.csv").read_text().splitlines()) == 3
    settings = json.loads((run / "settings.json").read_text())
    assert settings["sources"] == {"set": 2}

    target = pictures / "own.onnx"
    result = CliRunner().invoke(export_model, [str(run / "weights" / "last.pt"), str(target)])
    assert result.exit_code == 0, result.output
    record = json.loads(target.with_suffix(".json").read_text())
    assert record["training"]["passes"] == 2
    read = open_reader(target).read(np.zeros((120, 160, 3), np.uint8), confidence=0.99)
    assert read == ()


def test_going_on_without_a_run_is_refused(pictures: Path) -> None:
    arguments = ["--pictures", str(pictures / "pictures"), "--run", str(pictures / "none")]
    arguments += ["--recipe", str(pictures / "recipe.toml"), "--resume"]
    result = CliRunner().invoke(train, arguments)
    assert result.exit_code == 1
    assert "no run to go on with" in result.output


def test_two_processes_train_one_network(pictures: Path) -> None:
    _train(pictures, "--passes", "1", "--devices", "cpu,cpu")
    run = pictures / "run"
    assert json.loads((run / "settings.json").read_text())["processes"] == 2
    assert len((run / "results.csv").read_text().splitlines()) == 2
    assert (run / "weights" / "last.pt").is_file()
    # Four crops for each process, two in a batch of four.
    assert json.loads((run / "progress.json").read_text())["steps"] == 2
