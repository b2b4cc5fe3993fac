"""Networks in half precision and with 8 bits are smaller and see the same dice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from datasets.labels import LabelledDie, LabelledPicture
from models.export_model import export_model
from models.lighter import in_eight_bits, in_half, windows
from models.weights import SHIPPED, load_weights
from vision.decode import open_picture
from vision.detector import OnnxDetector, overlaps

PICTURE = Path(__file__).parents[1] / "pictures" / "six_dice.jpg"


def _pictures(folder: Path) -> Path:
    """A labelled picture: where its dice lie is taken from the shipped network."""
    image = open_picture(PICTURE).image
    seen = OnnxDetector(load_weights().payload, 1).look(image, 0.625)
    height, width = image.shape[:2]
    lines = []
    for (x1, y1, x2, y2), scores in zip(seen.boxes_px, seen.scores, strict=True):
        centre = f"{(x1 + x2) / 2 / width} {(y1 + y2) / 2 / height}"
        size = f"{(x2 - x1) / width} {(y2 - y1) / height}"
        lines.append(f"{scores.argmax()} {centre} {size}")
    (folder / "images").mkdir(parents=True)
    (folder / "labels").mkdir()
    (folder / "images" / "six.jpg").write_bytes(PICTURE.read_bytes())
    (folder / "labels" / "six.txt").write_text("\n".join(lines))
    return folder


def _half(target: Path, _folder: Path) -> None:
    in_half(SHIPPED, target)


def _int8(target: Path, folder: Path) -> None:
    in_eight_bits(SHIPPED, target, _pictures(folder / "set"))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("make", "share", "off"), [(_half, 0.6, 0.02), (_int8, 0.4, 0.2)], ids=["half", "int8"]
)
def test_a_lighter_network_is_smaller_and_sees_the_same_dice(
    tmp_path: Path, make: Callable[[Path, Path], None], share: float, off: float
) -> None:
    pytest.importorskip("onnx", reason="lighter networks need the train extra")
    target = tmp_path / "lighter.onnx"
    make(target, tmp_path)
    assert target.stat().st_size < share * SHIPPED.stat().st_size
    image = open_picture(PICTURE).image
    whole = OnnxDetector(load_weights().payload, 1).look(image, 0.625)
    lighter = OnnxDetector(target.read_bytes(), 1).look(image, 0.625)
    sure = np.flatnonzero(whole.strengths > 0.4)
    assert len(sure)
    for index in sure:
        shares = overlaps(whole.boxes_px[index], lighter.boxes_px)
        twin = int(shares.argmax())
        assert shares[twin] > 0.7
        assert lighter.scores[twin] == pytest.approx(whole.scores[index], abs=off)


def test_the_windows_show_dice_at_the_sizes_of_the_reader(tmp_path: Path) -> None:
    image = np.zeros((900, 900, 3), np.uint8)
    image[410:490, 210:290] = 255
    cv2.imwrite(str(tmp_path / "one.png"), image)
    die = LabelledDie(3, 250 / 900, 450 / 900, 80 / 900, 80 / 900)
    views = list(windows([LabelledPicture(tmp_path / "one.png", (die,))]))
    assert {view.shape for view in views} == {(320, 320, 3)}
    sides = sorted({round(float(np.sqrt((view > 200)[..., 0].sum()))) for view in views})
    assert sides == pytest.approx([42, 56, 74], abs=2)
    assert list(windows([LabelledPicture(tmp_path / "one.png", ())])) == []


def test_both_forms_at_once_are_refused(tmp_path: Path) -> None:
    checkpoint = tmp_path / "last.pt"
    checkpoint.write_bytes(b"")
    words = [str(checkpoint), str(tmp_path / "x.onnx"), "--half", "--int8", str(tmp_path)]
    told = CliRunner().invoke(export_model, words)
    assert told.exit_code == 2
    assert "one of --half and --int8" in told.output
