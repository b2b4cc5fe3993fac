"""Scoring the live reading on films: the command itself, on three small ones."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from click.testing import CliRunner, Result

from datasets.clips.truth import read_truth
from dicesight import main
from models.clip_accuracy import Reading, judge
from models.evaluate_clips import complaints

CLIPS = Path(__file__).parents[1] / "clips"


def _evaluate(folder: Path, data_dir: Path, *more: str) -> Result:
    words = ["evaluate-clips", str(folder), "--data-dir", str(data_dir)]
    return CliRunner().invoke(main, [*words, *more])


def test_the_small_clips_are_read_right_or_asked_about_and_nothing_is_read_where_none_is_thrown(
    tmp_path: Path,
) -> None:
    told = _evaluate(CLIPS, tmp_path, "--json", "--misses")
    assert told.exit_code == 0, told.output
    figures = json.loads(told.stdout)
    assert figures["clips"] == 3
    assert figures["exact_at_first"]["n"] == 3
    assert figures["missed"]["value"] == figures["silent_errors"]["value"] == 0
    assert figures["kept_right"]["value"] == 1
    assert figures["false_reads_an_hour"]["events"] == 0
    assert figures["ms_a_frame"]["n"] > 150


def test_for_a_person_the_figures_come_as_lines(tmp_path: Path) -> None:
    for suffix in (".mp4", ".json"):
        shutil.copy(CLIPS / f"one_roll{suffix}", tmp_path)
    told = _evaluate(tmp_path, tmp_path / "data", "--tell-count")
    assert told.exit_code == 0, told.output
    assert "1 clips, 1 rolls" in told.stdout
    assert "right at first" in told.stdout
    assert "false reads an hour       -" in told.stdout


def test_a_folder_without_films_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "lonely.json").write_text("{}")
    told = _evaluate(tmp_path, tmp_path)
    assert told.exit_code == 1
    assert "no_clips" in told.stderr


def test_each_thing_that_went_wrong_is_listed_with_its_second() -> None:
    truth = read_truth(CLIPS / "kept_die.json")
    first, second = truth.rolls
    wrong = Reading(first.rest_s + 0.7, (1,), (), False)
    again = Reading(first.rest_s + 2.0, first.rolled, (), False)
    lines = complaints("film", judge(truth, [Reading(0.1, (6,), (), False), wrong, again]))
    assert [line.split(": ")[1].split(",")[0] for line in lines] == [
        "silent error",
        "missed",
        "read again",
        "false read of 6",
    ]
    assert lines[1].startswith(f"film at {second.rest_s:.1f} s")
    late = Reading(first.rest_s + 1.8, first.rolled, (), False)
    right = Reading(second.rest_s + 0.5, second.rolled, (), True)
    lines = complaints("film", judge(truth, [late, right]))
    assert "late by 1.8 s" in lines[0]
    assert "kept dice wrong" in lines[1]
