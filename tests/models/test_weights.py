"""The network is used only if it is the one that was shipped."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from models.calibration_file import write_calibration
from models.weights import WeightsError, load_weights, open_reader
from vision.certainty import Calibration


def test_a_network_that_matches_its_record_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "own.onnx"
    path.write_bytes(b"network")
    digest = hashlib.sha256(b"network").hexdigest()
    path.with_suffix(".json").write_text(json.dumps({"sha256": digest}))
    assert load_weights(path).sha256 == digest


def test_one_changed_byte_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "own.onnx"
    path.write_bytes(b"networK")
    digest = hashlib.sha256(b"network").hexdigest()
    path.with_suffix(".json").write_text(json.dumps({"sha256": digest}))
    with pytest.raises(WeightsError, match="checksum") as caught:
        load_weights(path)
    assert caught.value.code == "weights_altered"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"none\.onnx") as caught:
        load_weights(tmp_path / "none.onnx")
    assert caught.value.code == "weights_missing"


def test_a_file_that_is_no_network_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "own.onnx"
    path.write_bytes(b"not a network")
    with pytest.raises(WeightsError) as caught:
        open_reader(path)
    assert caught.value.code == "weights_broken"


def test_the_shipped_network_matches_its_record() -> None:
    assert len(load_weights().sha256) == 64


def test_a_network_is_as_certain_as_was_fitted_for_it_else_as_the_shipped_one(
    tmp_path: Path,
) -> None:
    path = tmp_path / "own.onnx"
    path.write_bytes(b"network")
    assert load_weights(path).calibration == load_weights().calibration
    own = Calibration((0.5, 1.5), (-0.5, 2.5), 0.9)
    write_calibration(path, load_weights(path).sha256, own, [])
    assert load_weights(path).calibration == own


@pytest.mark.parametrize("told", ["{", "[]", '{"calibration": {"right": [1]}}'])
def test_a_damaged_record_is_said_in_words(tmp_path: Path, told: str) -> None:
    path = tmp_path / "own.onnx"
    path.write_bytes(b"network")
    path.with_suffix(".json").write_text(told)
    with pytest.raises(WeightsError, match=r"own\.json") as caught:
        load_weights(path)
    assert caught.value.code == "record_damaged"


def test_the_reader_goes_by_what_was_fitted_for_its_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("models.runtimes.open_detector", lambda *_: object())
    path = tmp_path / "own.onnx"
    path.write_bytes(b"network")
    own = Calibration((0.5, 1.5), (-0.5, 2.5), 0.9)
    write_calibration(path, load_weights(path).sha256, own, [])
    assert open_reader(path).calibration == own
