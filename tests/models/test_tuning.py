"""Tuning tries settings, lets sets that were not taught judge, and says how to repeat the best."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from datasets.labels import LabelledDie
from datasets.shelf import Draft, Origin, Shelf
from dicesight import main
from models.accuracy import Tally, compare
from models.train import train
from models.tune import report_text
from models.tuning import Search, Trial, train_arguments, verdict
from tests.datasets.drawn_sets import draw
from vision.frames import Box, Detection

_DIE = LabelledDie(5, 0.5, 0.5, 0.25, 0.25)


def _plan(tmp_path: Path, *sets: str) -> Search:
    return Search(tmp_path, tmp_path / "home", sets, (tmp_path / "judge",), 4, 3, 20, 1, 0, 2, 7)


def _trial(exact: int, mistakes: int, **settings: object) -> Trial:
    return Trial(settings, exact, 10, mistakes, Path("tuned.onnx"))


def _line(*pictures: tuple[int, int, int]) -> str:
    """What evaluate says of pictures with so many dice, right readings and extra ones."""
    tally = Tally()
    for dice, right, extra in pictures:
        boxes = [Box(50 * n, 0, 50 * n + 40, 40) for n in range(dice + extra)]
        truth = [(box, 3) for box in boxes[:dice]]
        seen = boxes[:right] + boxes[dice:]
        tally.add(compare(truth, [Detection(box, 3, 0.9) for box in seen]))
    return json.dumps({"folder": "x", "pictures": len(pictures), **tally.to_mapping()})


def test_the_verdict_counts_exact_pictures_and_mistakes_of_all_judges() -> None:
    lines = [_line((3, 3, 0), (3, 2, 0), (0, 0, 0)), _line((2, 2, 1), (0, 0, 2))]
    told = verdict("\n".join(lines))
    assert (told.pictures, told.exact, told.mistakes) == (5, 2, 1 + 1 + 2)


def test_exact_rolls_count_before_single_dice() -> None:
    assert verdict(_line((2, 2, 0), (2, 0, 0))).score > verdict(_line((2, 1, 0), (2, 1, 0))).score
    assert verdict(_line((2, 1, 0))).score > verdict(_line((2, 0, 0))).score
    best, worse = _trial(5, 9), _trial(4, 1)
    assert sorted([worse, best], key=lambda trial: trial.order) == [best, worse]


def test_the_settings_become_options_that_train_knows(tmp_path: Path) -> None:
    settings = {"rate": 0.0005, "size": 256, "batch": 8, "share of a@1": 0.5, "share of b@2": 2.0}
    arguments = train_arguments(_plan(tmp_path, "a@1", "b@2"), settings, tmp_path / "run")
    told = train.make_context("train", arguments).params
    assert told["sets"] == ("a@1=0.5", "b@2=2.0")
    assert (told["rate"], told["size"], told["batch"]) == (0.0005, 256, 8)
    assert (told["passes"], told["crops"], told["threads"], told["seed"]) == (3, 20, 2, 7)
    assert told["run_folder"] == tmp_path / "run"


def test_the_report_has_all_trials_and_the_command_for_the_best(tmp_path: Path) -> None:
    trials = [
        _trial(8, 2, rate=0.0004, size=256, batch=8),
        _trial(7, 1, rate=0.001, size=320, batch=16),
    ]
    text = report_text(_plan(tmp_path, "a@1"), trials)
    assert "2 failed" in text
    assert text.index("8 of 10") < text.index("7 of 10")
    assert "--rate 0.0004" in text
    assert "--set a@1=1.0" in text


def _tune(home: Path, *more: str) -> Result:
    return CliRunner().invoke(main, ["tune", "--data-dir", str(home), *more])


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name in ("taught", "judge"):
        drafts = [Draft(f"p{n}", draw(tmp_path / f"{name}{n}.png", n), (_DIE,)) for n in range(3)]
        Shelf(tmp_path / "datasets").add(name, drafts, Origin())
    return tmp_path


def test_a_set_cannot_be_taught_and_judge(home: Path) -> None:
    told = _tune(home, "--set", "taught", "--judge", "taught@1")
    assert told.exit_code == 2
    assert "taught@1 cannot both be taught and judge" in told.stderr


@pytest.mark.filterwarnings("ignore")  # ray, torch and ultralytics warn about themselves
def test_two_small_trials_run_and_leave_a_report(home: Path) -> None:
    pytest.importorskip("ray", reason="tuning needs the tune extra")
    pytest.importorskip("ultralytics", reason="training needs the train extra")
    told = _tune(
        home,
        *("--set", "taught", "--judge", "judge", "--trials", "2", "--passes", "1"),
        *("--crops", "8", "--threads", "1", "--run", str(home / "run")),
    )
    assert told.exit_code == 0, told.output
    text = (home / "run" / "tuning.md").read_text()
    assert "0 failed" in text
    assert text.count("of 3 |") == 2
