"""OpenVINO sees what ONNX Runtime sees, tells nobody of it, and starts quickly the second time."""

from __future__ import annotations

import subprocess
import sys
from importlib import util
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.weights import load_weights
from vision.decode import open_picture
from vision.detector import STRIDE_PX, OnnxDetector, Sightings, View, overlaps
from vision.openvino_detector import OFTEN, SIDES_PX, OpenVinoDetector, fitting_side

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "tests" / "pictures" / "six_dice.jpg"
SURE = 0.3

needs_openvino = pytest.mark.skipif(
    util.find_spec("openvino") is None, reason="OpenVINO (the extra fast) is not installed"
)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("openvino")


@pytest.fixture(scope="module")
def detector(cache: Path) -> OpenVinoDetector:
    if util.find_spec("openvino") is None:
        pytest.skip("OpenVINO (the extra fast) is not installed")
    return OpenVinoDetector(load_weights().payload, 1, cache)


def assert_alike(one: Sightings, other: Sightings) -> None:
    """What either is fairly sure of, both see: same place, same face, nearly the same score."""
    for first, second in ((one, other), (other, one)):
        for index in np.flatnonzero(first.strengths > SURE):
            shares = overlaps(first.boxes_px[index], second.boxes_px)
            twin = int(shares.argmax())
            assert shares[twin] > 0.8
            assert second.scores[twin] == pytest.approx(first.scores[index], abs=0.1)


@needs_openvino
@pytest.mark.parametrize("scale", [0.625, 0.27])
def test_it_sees_the_same_dice_as_onnx_runtime(detector: OpenVinoDetector, scale: float) -> None:
    image = open_picture(PICTURE).image
    slow = OnnxDetector(load_weights().payload, 1).look(image, scale)
    assert len(slow)
    assert_alike(detector.look(image, scale), slow)


@needs_openvino
def test_a_canvas_that_comes_often_gets_a_network_of_its_own_that_sees_the_same(
    cache: Path,
) -> None:
    detector = OpenVinoDetector(load_weights().payload, 1, cache)
    image = open_picture(PICTURE).image
    view = View.of(image, 0.27, fitting_side)
    (*_, before) = [detector.look(image, 0.27) for _ in range(OFTEN)]
    detector.fitted.wait()
    own = detector.fitted.get(view.canvas.shape[:2])
    assert own.get_compiled_model().input().shape == [1, *view.canvas.shape]
    after = detector.look(image, 0.27)
    assert len(after)
    assert_alike(before, after)
    assert (own.get_output_tensor().data > 0.5).any()


@needs_openvino
def test_a_view_smaller_than_a_side_of_the_network_is_looked_at(detector: OpenVinoDetector) -> None:
    seen = detector.look(np.full((5, 700, 3), 90, np.uint8))
    assert (seen.boxes_px[:, 3] <= 5).all()


@needs_openvino
def test_what_was_prepared_is_taken_from_the_cache_and_a_damaged_one_is_made_anew(
    detector: OpenVinoDetector, cache: Path
) -> None:
    weights = load_weights().payload
    (kept,) = cache.glob("*.blob")
    assert not detector.from_cache
    assert OpenVinoDetector(weights, 1, cache).from_cache
    kept.chmod(0o644)
    kept.write_bytes(kept.read_bytes()[:1_000_000])
    again = OpenVinoDetector(weights, 1, cache)
    assert not again.from_cache
    image = open_picture(PICTURE).image
    assert_alike(again.look(image, 0.27), detector.look(image, 0.27))


@needs_openvino
def test_the_cache_keeps_few_networks_and_a_file_in_its_place_does_no_harm(tmp_path: Path) -> None:
    weights = load_weights().payload
    for number in range(6):
        (tmp_path / f"{number}.blob").write_bytes(b"old")
    OpenVinoDetector(weights, 1, tmp_path)
    assert len(list(tmp_path.glob("*.blob"))) == 3
    blocked = tmp_path / "file"
    blocked.write_bytes(b"no folder")
    assert not OpenVinoDetector(weights, 1, blocked).from_cache


@needs_openvino
def test_opening_it_loads_nothing_that_reports_to_the_internet() -> None:
    program = (
        "import sys, threading\n"
        "from vision.openvino_detector import quiet_openvino\n"
        "quiet_openvino().Core()\n"
        "assert threading.active_count() == 1\n"
        "print(*sys.modules)"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = set(told.stdout.split())
    assert "openvino" in loaded
    assert not {name for name in loaded if "telemetry" in name or name.endswith(".ovc")}


@given(st.integers(1, 3000))
def test_a_side_is_fitted_to_one_of_few_that_the_network_takes(side: int) -> None:
    fitting = fitting_side(side)
    assert fitting >= side
    assert fitting % STRIDE_PX == 0
    assert fitting in SIDES_PX or side > SIDES_PX[-1]


@given(st.integers(1, 900), st.integers(1, 900), st.floats(0.1, 1.5))
def test_a_view_fits_its_canvas_and_keeps_its_size(width: int, height: int, scale: float) -> None:
    view = View.of(np.full((height, width, 3), 255, np.uint8), scale, fitting_side)
    seen = max(1, round(width * scale)), max(1, round(height * scale))
    assert (view.seen_px, view.whole_px) == (seen, (width, height))
    assert view.canvas.shape[1::-1] == (fitting_side(seen[0]), fitting_side(seen[1]))
    assert int((view.canvas == 255).sum()) == 3 * seen[0] * seen[1]


@given(st.integers(1, 900), st.floats(0.1, 1.5))
def test_without_a_wish_a_view_is_filled_up_to_whole_strides(side: int, scale: float) -> None:
    view = View.of(np.zeros((side, 40, 3), np.uint8), scale)
    assert view.seen_px[1] == max(1, round(side * scale))
    assert view.canvas.shape[0] == -(-view.seen_px[1] // STRIDE_PX) * STRIDE_PX
