"""OpenVINO computes the network where it is installed; a setting names another runtime."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from models import runtimes
from models.runtimes import open_detector, wanted_runtime
from models.weights import WeightsError, load_weights, open_reader
from vision import openvino_detector
from vision.detector import OnnxDetector


class FakeOpenVino:
    """Takes the place of the detector with OpenVINO and remembers what it was given."""

    def __init__(self, weights: bytes, threads: int | None, cache: Path) -> None:
        self.given = (weights, threads, cache)


class BrokenOpenVino:
    """OpenVINO on a computer where it does not run."""

    def __init__(self, *_: object) -> None:
        raise RuntimeError("unsupported processor")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtimes, "openvino_installed", lambda: True)
    monkeypatch.setattr(openvino_detector, "OpenVinoDetector", FakeOpenVino)


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtimes, "openvino_installed", lambda: False)


@pytest.mark.parametrize(
    ("named", "wanted"),
    [("", "auto"), ("auto", "auto"), (" OpenVINO ", "openvino"), ("onnxruntime", "onnxruntime")],
)
@pytest.mark.usefixtures("installed")
def test_the_environment_names_the_runtime(named: str, wanted: str) -> None:
    assert wanted_runtime({runtimes.VARIABLE: named}) == wanted
    assert wanted_runtime({}) == "auto"


def test_a_runtime_that_nobody_knows_is_refused_with_the_names_of_those_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(runtimes.VARIABLE, "tensorrt")
    with pytest.raises(WeightsError, match="auto, openvino or onnxruntime") as caught:
        open_reader()
    assert caught.value.code == "runtime_unknown"


@pytest.mark.usefixtures("missing")
def test_openvino_asked_for_but_not_installed_is_refused_with_the_way_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(runtimes.VARIABLE, "openvino")
    with pytest.raises(WeightsError, match="pip install") as caught:
        open_reader()
    assert caught.value.code == "runtime_missing"


@pytest.mark.usefixtures("installed")
def test_openvino_is_taken_where_it_is_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(runtimes.VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    taken = open_detector(b"network", 2)
    assert isinstance(taken, FakeOpenVino)
    assert taken.given[:2] == (b"network", 2)
    assert taken.given[2].name == "openvino"


@pytest.mark.usefixtures("missing")
def test_onnx_runtime_is_taken_where_openvino_is_not_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(runtimes.VARIABLE)
    assert isinstance(open_detector(load_weights().payload, 1), OnnxDetector)


@pytest.mark.usefixtures("installed")
def test_onnx_runtime_takes_over_where_openvino_fails_unless_openvino_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(openvino_detector, "OpenVinoDetector", BrokenOpenVino)
    with caplog.at_level(logging.WARNING):
        assert isinstance(open_detector(load_weights().payload, 1, "auto"), OnnxDetector)
    assert "unsupported processor" in caplog.text
    with pytest.raises(RuntimeError, match="unsupported processor"):
        open_detector(load_weights().payload, 1, "openvino")


def test_a_reader_tells_what_computes_its_network() -> None:
    assert open_reader(threads=1, runtime="onnxruntime").runtime.startswith("ONNX Runtime 1.")
