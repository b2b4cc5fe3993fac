"""Certainties fitted to readings that were checked, and the threshold to ask at."""

from __future__ import annotations

import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from dicesight import main
from models.calibrating import TooFewError, asking, fit, held_out, threshold
from models.calibration_file import calibration_of, write_calibration
from models.judging import Judged
from models.reliability import Forecast
from tests.models.judged import die, picture
from vision.certainty import USUAL, Calibration, die_certainty
from vision.frames import Box, Detection, Image


def _readings(seed: int, constant: float, weight: float, count: int = 900) -> list[Judged]:
    """Pictures of one die, read right as often as these odds say."""
    rng = np.random.default_rng(seed)
    found = []
    for confidence in rng.uniform(0.4, 0.95, count):
        odds = constant + weight * math.log(confidence / (1 - confidence))
        right = rng.random() < 1 / (1 + math.exp(-odds))
        found.append(picture([(100, 4)], [die(100, 4 if right else 5, float(confidence))]))
    return found


def test_the_fit_finds_the_odds_that_made_the_readings() -> None:
    fitted = fit(_readings(1, 0.3, 1.5))
    assert fitted.right[0] == pytest.approx(0.3, abs=0.35)
    assert fitted.right[1] == pytest.approx(1.5, abs=0.35)
    assert fitted.overlooked == USUAL.overlooked, "no weak sighting told anything"


def test_weak_sightings_count_by_how_often_they_are_dice() -> None:
    there = [picture([(100, 4)], [], [die(100, 4, 0.3)]) for _ in range(20)]
    not_there = [picture([(100, 4)], [die(100, 4)], [die(400, 1, 0.3)]) for _ in range(60)]
    wrong = [picture([(100, 4)], [die(100, 5, 0.5)]) for _ in range(10)]
    constant, weight = fit([*there, *not_there, *wrong]).overlooked
    odds = constant + weight * math.log(0.3 / 0.7)
    assert 1 / (1 + math.exp(-odds)) == pytest.approx(0.25, abs=0.03)


def test_too_few_mistakes_are_refused_in_words() -> None:
    with pytest.raises(TooFewError, match="0 were wrong"):
        fit([picture([(100, 4)], [die(100, 4)])] * 50)


def test_each_set_is_forecast_by_a_fit_to_the_others() -> None:
    surest, worst = _readings(3, 1.0, 1.0, 300), _readings(4, -1.0, 1.0, 300)
    said = held_out({"one": surest, "two": worst})
    from_worst = die_certainty(surest[0].still.dice[0], fit(worst))
    assert said[0].certainty == pytest.approx(from_worst)


def test_the_threshold_is_the_lowest_that_keeps_silent_errors_rare() -> None:
    said = [Forecast(0.97, True)] * 395 + [Forecast(0.8, False)] * 3 + [Forecast(0.9, False)] * 2
    found = threshold(said)
    assert found is not None
    assert (found.silent, found.asked, found.n) == (2, 3, 400)
    assert 0.8 < found.ask_below < 0.82
    assert asking(said, 0.5).silent == 5
    assert threshold([Forecast(1.0, False)]) is None


def test_what_was_written_is_read_again_and_the_rest_of_the_record_stays(tmp_path: Path) -> None:
    network = tmp_path / "mine.onnx"
    (tmp_path / "mine.json").write_text('{"sha256": "ab", "training": {"seed": 7}}')
    fitted = Calibration((0.25, 1.5), (-0.5, 2.0), 0.85)
    record = json.loads(write_calibration(network, "ab", fitted, []).read_text())
    assert calibration_of(record) == fitted
    assert record["training"] == {"seed": 7}
    assert calibration_of({}) is None


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"right": [0], "overlooked": [0, 1], "ask_below": 0.5},
        {"right": [0, 1], "overlooked": [0, 1], "ask_below": 7},
        {"right": [0, -1], "overlooked": [0, 1], "ask_below": 0.5},
        {"right": [float("nan"), 1], "overlooked": [0, 1], "ask_below": 0.5},
    ],
)
def test_a_malformed_calibration_is_refused(told: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="malformed"):
        calibration_of({"calibration": told})


class _Reader:
    """Sees a five with the brightness of the picture as its confidence; ``model`` is its name."""

    model_sha256 = "cd"

    def read(self, image: Image, *, confidence: float | None = None) -> tuple[Detection, ...]:
        return (Detection(Box(22, 14, 42, 34), 5, float(image.mean()) / 255),)


def _folder(home: Path, seed: int) -> Path:
    rng = np.random.default_rng(seed)
    (home / "images").mkdir(parents=True)
    (home / "labels").mkdir()
    for number in range(60):
        confidence = rng.uniform(0.57, 0.8)  # sure enough to show that there are dice
        grey = np.full((48, 64, 3), round(255 * confidence), np.uint8)
        assert cv2.imwrite(str(home / "images" / f"{number}.png"), grey)
        face = 5 if rng.random() < confidence else 6
        (home / "labels" / f"{number}.txt").write_text(f"{face - 1} 0.5 0.5 0.3 0.4\n")
    return home


def _calibrate(*words: str) -> Result:
    return CliRunner().invoke(main, ["calibrate", *words])


def test_the_command_writes_the_constants_beside_the_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("models.weights.open_reader", lambda path=None: _Reader())
    network = tmp_path / "mine.onnx"
    network.write_bytes(b"mine")
    one, two = _folder(tmp_path / "one", 1), _folder(tmp_path / "two", 2)
    words = [str(network), "--held-out", str(network), str(one)]
    told = _calibrate(*words)
    assert told.exit_code == 2
    assert "two folders" in told.output
    words += ["--held-out", str(network), str(two)]
    told = _calibrate(*words, "--dry-run")
    assert told.exit_code == 0, told.output
    assert "held out: 120 rolls" in told.output
    assert not network.with_suffix(".json").exists()
    told = _calibrate(*words, "--ask-below", "0.9", "--limit", "50")
    assert told.exit_code == 0, told.output
    record = json.loads(network.with_suffix(".json").read_text())
    written = calibration_of(record)
    assert written is not None
    assert written.ask_below == 0.9
    assert [each["pictures"] for each in record["calibration"]["fitted_on"]] == [50, 50]
    from models.weights import load_weights

    assert load_weights(network).calibration == written
