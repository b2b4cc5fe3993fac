"""Training goes on from the shipped network, which is there as an ONNX file only."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from dicesight import main
from models.weights import WeightsError, load_weights, open_reader
from tests.datasets.drawn_sets import draw, label

pytest.importorskip("ultralytics", reason="training needs the train extra")
pytest.importorskip("torch", reason="training needs the train extra")

# torch, ultralytics and onnx warn about themselves; what they warn of is not ours to mend.
pytestmark = pytest.mark.filterwarnings("ignore")

_DICE = Path(__file__).parents[1] / "pictures" / "six_dice.jpg"


def _photograph() -> np.ndarray:
    image = cv2.imread(str(_DICE))
    return np.asarray(cv2.resize(image, (320, 320)), np.uint8)


def test_the_rebuilt_network_computes_what_the_shipped_one_does() -> None:
    import onnxruntime
    import torch

    from models.warm_start import network_from_onnx

    shipped, photograph = load_weights().payload, _photograph()
    model = network_from_onnx(shipped, [photograph, photograph[::-1], 255 - photograph])
    incoming = photograph[None, ..., ::-1].transpose(0, 3, 1, 2).astype(np.float32) / 255
    session = onnxruntime.InferenceSession(shipped)
    (wanted,) = session.run(None, {session.get_inputs()[0].name: incoming})
    with torch.no_grad():
        got = model(torch.from_numpy(incoming))[0].numpy()
    assert got.shape == wanted.shape
    assert np.abs(got[:, 4:] - wanted[:, 4:]).max() < 1e-3
    assert np.abs(got[:, :4] - wanted[:, :4]).max() < 0.1


def test_a_network_of_another_build_is_refused(tmp_path: Path) -> None:
    from onnx import TensorProto, helper

    from models.warm_start import network_from_onnx

    value = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1])
    node = helper.make_node("Identity", ["x"], ["y"])
    out = helper.make_tensor_value_info("y", TensorProto.FLOAT, [1])
    graph = helper.make_graph([node], "g", [value], [out])
    foreign = helper.make_model(graph).SerializeToString()
    with pytest.raises(WeightsError) as caught:
        network_from_onnx(foreign, [_photograph()])
    assert caught.value.code == "weights_foreign"


def test_a_few_steps_from_the_shipped_network_keep_what_it_knows(tmp_path: Path) -> None:
    """Own pictures on the shelf, a few steps, export: the result still reads a photograph."""
    photograph = cv2.imread(str(_DICE))
    before = open_reader().read(photograph)
    height, width = photograph.shape[:2]
    folder = tmp_path / "set" / "images"
    folder.mkdir(parents=True)
    from datasets.labels import LabelledDie

    dice = tuple(
        LabelledDie(
            die.face,
            die.box.centre_px[0] / width,
            die.box.centre_px[1] / height,
            die.box.width_px / width,
            die.box.height_px / height,
        )
        for die in before
    )
    cv2.imwrite(str(folder / "a.jpg"), photograph)
    label(folder / "a.jpg", dice, size=(width, height))
    label(draw(folder / "b.jpg", 3), ())
    data = ["--data-dir", str(tmp_path / "data")]

    def run(*words: str) -> str:
        told = CliRunner().invoke(main, list(words))
        assert told.exit_code == 0, told.output
        return told.stdout

    run("datasets", "import", str(tmp_path / "set"), "--name", "ours", *data)
    told = run(
        *("train", "--set", "ours=2", "--run", str(tmp_path / "run"), "--passes", "1"),
        *("--crops", "16", "--batch", "8", "--size", "160", "--rate", "0.00001", *data),
    )
    assert "report.md" in told
    report = (tmp_path / "run" / "report.md").read_text()
    assert "ours@1: 2" in report
    for name in ("losses.svg", "faces.svg", "crops.jpg"):
        assert (tmp_path / "run" / name).stat().st_size > 500
        assert name in report
    target = tmp_path / "own.onnx"
    run("export-model", str(tmp_path / "run" / "weights" / "last.pt"), str(target))
    sources = json.loads(target.with_suffix(".json").read_text())["training"]["sources"]
    assert sources == {"ours@1": 2}
    after = open_reader(target).read(photograph)
    assert sorted(die.face for die in after) == sorted(die.face for die in before)


@pytest.mark.parametrize("told", ["ours=0", "ours=x", "ours=-1", "ours=inf"])
def test_a_share_that_is_no_number_is_refused(tmp_path: Path, told: str) -> None:
    result = CliRunner().invoke(main, ["train", "--set", told, "--data-dir", str(tmp_path)])
    assert result.exit_code == 2
    assert "share" in result.stderr


def test_training_on_nothing_is_refused() -> None:
    result = CliRunner().invoke(main, ["train"])
    assert result.exit_code == 2
    assert "--set" in result.stderr
