"""The ``dicesight read`` command, with a reader that sees what the test says."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import ExifTags
from PIL import Image as Pillow

from dicesight import main
from models.read import with_progress
from vision.certainty import Calibration
from vision.frames import Box, Detection, Image

ROOT = Path(__file__).parents[2]


class FakeReader:
    """Sees the given faces side by side in every picture, each ten pixels wide."""

    def __init__(self, *faces: int) -> None:
        self.faces = faces

    def read(self, image: Image, *, confidence: float | None = None) -> tuple[Detection, ...]:
        return tuple(
            Detection(Box(10.0 * at, 5.0, 10.0 * at + 10, 15.04), face, 0.98765)
            for at, face in enumerate(self.faces)
        )


Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs the command in an empty folder with the given reader."""
    monkeypatch.chdir(tmp_path)

    def run_read(*words: str, reader: FakeReader | None = None) -> Result:
        opened = reader or FakeReader(1, 5, 2, 3, 6, 1)
        monkeypatch.setattr("models.weights.open_reader", lambda path=None: opened)
        return CliRunner().invoke(main, ["read", *words])

    return run_read


def photograph(name: str, size: tuple[int, int] = (80, 60), orientation: int = 1) -> str:
    exif = Pillow.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    Pillow.new("RGB", size, "gray").save(path, exif=exif)
    return name


def test_a_picture_gives_one_line_with_sorted_faces_and_points(run: Run) -> None:
    told = run(photograph("dice.jpg"))
    assert told.stdout == "dice.jpg: 1 1 2 3 5 6, best keep 250 points\n"
    assert told.exit_code == 0


def test_the_points_follow_the_rule_preset(run: Run) -> None:
    photo = photograph("dice.png")
    ones = FakeReader(1, 1, 1)
    assert "300 points" in run(photo, reader=ones).stdout
    assert "1000 points" in run(photo, "--rules", "classic", reader=ones).stdout


def test_a_roll_without_points_says_so(run: Run) -> None:
    photo = photograph("dice.png")
    blank = FakeReader(2, 3, 4, 6)
    assert run(photo, reader=blank).stdout == "dice.png: 2 3 4 6, nothing scores\n"
    assert json.loads(run(photo, "--json", reader=blank).stdout)["points"] == 0


def test_a_picture_without_dice_says_so(run: Run) -> None:
    photo = photograph("dice.png")
    told = run(photo, reader=FakeReader())
    assert told.stdout == "dice.png: no dice found\n"
    assert told.exit_code == 0
    assert json.loads(run(photo, "--json", reader=FakeReader()).stdout)["dice"] == []


def test_more_than_six_dice_are_told_but_not_counted(run: Run) -> None:
    photo = photograph("dice.png")
    nine = FakeReader(*[1] * 9)
    assert "1 1 1 1 1 1 1 1 1, too many dice for a roll" in run(photo, reader=nine).stdout
    told = json.loads(run(photo, "--json", reader=nine).stdout)
    assert told["points"] is None
    assert len(told["dice"]) == 9


def test_json_tells_the_path_as_given_the_size_and_each_die(run: Run) -> None:
    photo = photograph("table/dice.png")
    told = run("./" + photo, "--json", reader=FakeReader(5))
    assert json.loads(told.stdout) == {
        "image": "./table/dice.png",
        "width": 80,
        "height": 60,
        "dice": [
            {
                "box": [0.0, 5.0, 10.0, 15.0],
                "face": 5,
                "confidence": 0.9877,
                "doubtful": False,
            }
        ],
        "points": 50,
        "certainty": 1.0,
        "ask": False,
    }


def test_json_tells_the_size_after_the_rotation_of_exif(run: Run) -> None:
    told = json.loads(run(photograph("dice.jpg", (80, 60), orientation=6), "--json").stdout)
    assert (told["width"], told["height"]) == (60, 80)


def test_boxes_of_a_large_photograph_are_in_its_full_pixels(run: Run) -> None:
    told = json.loads(run(photograph("dice.jpg", (6000, 4000)), "--json").stdout)
    assert (told["width"], told["height"]) == (6000, 4000)
    assert told["dice"][1]["box"] == pytest.approx([20, 10, 40, 30.1], abs=0.1)


def test_only_dice_of_the_wanted_confidence_are_told(run: Run) -> None:
    photo = photograph("dice.png")
    assert "no dice" in run(photo, "--confidence", "0.99", reader=FakeReader(1)).stdout
    assert run(photo, "--confidence", "0.7", reader=FakeReader(1)).stdout.startswith("dice.png: 1")


def test_json_asks_about_a_roll_beside_which_a_die_was_nearly_seen(run: Run) -> None:
    class Doubting(FakeReader):
        def read(self, image: Image, *, confidence: float | None = None) -> tuple[Detection, ...]:
            return (*super().read(image), Detection(Box(40, 20, 50, 30), 2, 0.39))

    told = json.loads(run(photograph("dice.png"), "--json", reader=Doubting(5)).stdout)
    assert [die["face"] for die in told["dice"]] == [5]
    assert told["ask"] is True
    assert told["certainty"] < 0.7


def test_a_folder_is_read_picture_by_picture_in_order(run: Run) -> None:
    for name in ("b.jpg", "a.PNG", "c.webp"):
        photograph(f"photos/{name}")
    Path("photos/notes.txt").write_text("not a picture")
    lines = run("photos").stdout.splitlines()
    assert [Path(line.split(":")[0]).name for line in lines] == ["a.PNG", "b.jpg", "c.webp"]


def test_a_pattern_that_the_shell_left_alone_is_unfolded(run: Run) -> None:
    for name in ("one/a.jpg", "one/two/b.jpg", "one/c.png"):
        photograph(name)
    told = run("one/**/*.jpg", "--json")
    images = [Path(json.loads(line)["image"]).name for line in told.stdout.splitlines()]
    assert images == ["a.jpg", "b.jpg"]


def test_a_picture_whose_name_looks_like_a_pattern_is_read(run: Run) -> None:
    assert run(photograph("dice[1].jpg")).stdout.startswith("dice[1].jpg: 1 1 2")


def test_an_unreadable_picture_gives_one_line_and_the_others_are_still_read(run: Run) -> None:
    Path("bad.jpg").write_bytes(b"not a picture")
    Path("empty.png").touch()
    told = run("bad.jpg", photograph("a.jpg"), "missing.jpg", "empty.png", photograph("b.jpg"))
    assert [line.split(":")[0] for line in told.stdout.splitlines()] == ["a.jpg", "b.jpg"]
    assert [line.split(":")[0] for line in told.stderr.splitlines()] == [
        "bad.jpg",
        "missing.jpg",
        "empty.png",
    ]
    assert told.exit_code == 1


def test_a_folder_without_pictures_and_a_pattern_without_match_are_told(run: Run) -> None:
    Path("hollow").mkdir()
    told = run("hollow", "*.jpg")
    assert "hollow: the folder holds no pictures" in told.stderr
    assert "*.jpg: the pattern matches no file" in told.stderr
    assert told.exit_code == 1


def test_heic_pictures_get_the_advice_how_to_make_jpeg(run: Run) -> None:
    Path("photos").mkdir()
    Path("photos/IMG_1.HEIC").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(99))
    told = run("photos")
    assert "Most Compatible" in told.stderr
    assert told.exit_code == 1


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["a.jpg", "--rules", "poker"],
        ["a.jpg", "--confidence", "1.5"],
        ["a.jpg", "--weights", "missing.onnx"],
        ["a.jpg", "--nonsense"],
    ],
)
def test_wrong_usage_has_exit_status_two(run: Run, words: list[str]) -> None:
    assert run(*words).exit_code == 2


def test_the_overlay_folder_is_made_and_gets_each_picture_with_boxes(run: Run) -> None:
    told = run(photograph("dice.png", (400, 300)), "--overlay", "out/drawn")
    assert told.exit_code == 0
    with Pillow.open("out/drawn/dice-dice.jpg") as drawn:
        assert drawn.size == (400, 300)
        assert len(np.unique(np.asarray(drawn.convert("L")))) > 20


def test_overlays_of_pictures_with_one_name_do_not_replace_each_other(run: Run) -> None:
    photos = [photograph(name) for name in ("a/dice.jpg", "b/dice.jpg", "a/dice.png")]
    run(*photos, "--overlay", "out")
    assert {path.name for path in Path("out").iterdir()} == {
        "dice-dice.jpg",
        "dice-dice-2.jpg",
        "dice-dice-3.jpg",
    }


def test_an_overlay_never_replaces_a_photograph(run: Run) -> None:
    photos = [photograph("dice.jpg"), photograph("dice-dice.jpg")]
    before = Path("dice-dice.jpg").read_bytes()
    run(*photos, "--overlay", ".")
    assert Path("dice-dice.jpg").read_bytes() == before
    assert Path("dice-dice-2.jpg").exists()


def test_no_progress_bar_disturbs_output_that_no_person_watches(run: Run) -> None:
    photos = [photograph(f"{number}.png") for number in range(12)]
    told = run(*photos)
    assert told.stderr == ""
    assert len(told.stdout.splitlines()) == 12


class Terminal(io.StringIO):
    """A stream that a person watches."""

    def isatty(self) -> bool:
        return True


def test_a_person_who_waits_for_many_pictures_sees_a_progress_bar(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    many = [f"{number}.png" for number in range(8)]
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert list(with_progress(many)) == many
    assert "8/8" in sys.stderr.getvalue()


def test_a_person_who_waits_for_a_few_pictures_sees_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert list(with_progress(["a.png", "b.png"])) == ["a.png", "b.png"]
    assert sys.stderr.getvalue() == ""


def test_json_marks_the_die_that_a_person_has_to_look_at(run: Run) -> None:
    class Unsure(FakeReader):
        def read(self, image: Image, *, confidence: float | None = None) -> tuple[Detection, ...]:
            return (*super().read(image), Detection(Box(40, 20, 50, 30), 2, 0.45))

    told = json.loads(run(photograph("dice.png"), "--json", reader=Unsure(5)).stdout)
    assert [die["doubtful"] for die in told["dice"]] == [False, True]
    assert told["ask"] is True


@pytest.mark.parametrize("faces", [(), (1,) * 7], ids=["no die", "more than a player throws"])
def test_what_cannot_be_a_roll_is_asked_about(run: Run, faces: tuple[int, ...]) -> None:
    told = json.loads(run(photograph("dice.png"), "--json", reader=FakeReader(*faces)).stdout)
    assert told["ask"] is True
    assert told["certainty"] <= 0.5


def test_certainty_and_questions_follow_what_was_fitted_for_the_network(run: Run) -> None:
    class Boaster(FakeReader):
        calibration = Calibration(right=(-3.0, 1.0), ask_below=0.9)

    photo = photograph("dice.png")
    boasted = json.loads(run(photo, "--json", reader=Boaster(5)).stdout)
    trusted = json.loads(run(photo, "--json", reader=FakeReader(5)).stdout)
    assert (boasted["ask"], trusted["ask"]) == (True, False)
    assert boasted["certainty"] < trusted["certainty"]
    assert boasted["dice"][0]["doubtful"] is True


def test_one_picture_is_read_without_loading_what_only_many_need(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from dicesight import main\n"
        "sys.argv.insert(1, 'read')\n"
        "try: main()\n"
        "except SystemExit as end: assert end.code == 0\n"
        "print(*sys.modules)"
    )
    told = subprocess.run(
        [sys.executable, "-c", program, str(ROOT / "tests" / "pictures" / "six_dice.jpg")],
        cwd=ROOT,
        env={**os.environ, "DICESIGHT_RUNTIME": "onnxruntime", "DICESIGHT_DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    answer, loaded = told.stdout.splitlines()
    assert "points" in answer
    assert not {"tqdm", "numpy.ma", "openvino"} & set(loaded.split())
