"""``dicesight watch``: a line for each settled roll, and nothing else on standard output."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from click.testing import CliRunner

from dicesight import main
from models.watch import as_json_line, as_text, settled_rolls
from tests.vision.test_pipeline import PaintedDetector, table
from vision.frames import Box, Detection, Frame
from vision.pipeline import Pipeline
from vision.reader import DiceReader
from vision.roll import RollRead
from vision.source import SourceError

DIE = Box(10, 10, 60, 60)


def test_a_roll_is_one_json_object_with_exactly_the_promised_keys() -> None:
    rolled = (Detection(DIE, 5, 0.9), Detection(DIE, 1, 0.8))
    told = json.loads(as_json_line(RollRead(12.3456, rolled, (Detection(DIE, 3, 0.9),))))
    assert list(told) == ["t_s", "rolled", "kept", "certainty", "ask"]
    assert told["t_s"] == 12.346
    assert told["rolled"] == [1, 5]
    assert told["kept"] == [3]
    assert told["ask"] is False


def test_a_line_for_people_says_time_faces_and_doubt() -> None:
    doubtful = RollRead(75.25, (Detection(DIE, 4, 0.3),), (Detection(DIE, 1, 0.9),))
    assert as_text(doubtful) == "1:15.2  4  kept 1  please check"


@dataclass
class FalteringSource:
    """Fails before its frames come, as often as it is told to."""

    faults: list[SourceError]
    name: str = "faltering"
    waits: list[float] = field(default_factory=list)

    def frames(self) -> Iterator[Frame]:
        if self.faults:
            raise self.faults.pop(0)
        for number in range(60):
            image = table([]) if number < 15 else table([2, 4, 6])
            yield Frame(image, number / 15, number)

    def close(self) -> None:
        pass


def test_a_passing_fault_is_told_once_and_the_camera_is_tried_again() -> None:
    black = SourceError("camera_black", "The picture is black.")
    lost = SourceError("camera_lost", "The camera is gone.")
    source, told = FalteringSource([black, black, lost, lost]), []
    detector = PaintedDetector()
    (roll,) = settled_rolls(
        source,
        Pipeline(detector, DiceReader(detector)),
        say=lambda error: told.append(error.code),
        back=told.append,
        wait=source.waits.append,
    )
    assert roll.rolled_faces == (2, 4, 6)
    assert told == ["camera_black", "camera_lost", "faltering"], "and that there are pictures again"
    assert len(source.waits) == 4


def test_a_fault_that_stays_ends_the_watching() -> None:
    source = FalteringSource([SourceError("clip_unreadable", "No video.", passing=False)])
    detector = PaintedDetector()
    rolls = settled_rolls(source, Pipeline(detector, DiceReader(detector)), say=lambda error: None)
    with pytest.raises(SourceError, match="No video"):
        next(rolls)


def test_a_missing_file_is_told_on_standard_error(tmp_path: Path) -> None:
    answer = CliRunner().invoke(main, ["watch", str(tmp_path / "none.mp4"), "--json"])
    assert answer.exit_code == 1
    assert answer.stdout == ""
    assert "There is no file none.mp4" in answer.stderr
    assert "clip_missing" in answer.stderr


def test_a_drawn_clip_is_read_once_and_right_or_asked_about() -> None:
    # By the network in the repository, whichever that is.
    clip = Path(__file__).parents[1] / "clips" / "one_roll.mp4"
    truth = json.loads(clip.with_suffix(".json").read_text())["rolls"][0]
    answer = CliRunner().invoke(main, ["watch", str(clip), "--fast", "--json"])
    assert answer.exit_code == 0, answer.output
    (roll,) = map(json.loads, answer.stdout.splitlines())
    assert roll["rolled"] == truth["rolled"] or roll["ask"]
    assert truth["rest_s"] < roll["t_s"] < truth["until_s"] + 0.5
