"""Sets from outside are taken whole or not at all, and no meaning of a class is guessed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from datasets.shelf import Shelf
from dicesight import main
from tests.datasets.drawn_sets import draw, label, yolo_set

_SIX = "0=1,1=2,2=3,3=4,4=5,5=6"


def _run(tmp_path: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["datasets", *words, "--data-dir", str(tmp_path / "data")])


def _shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "data" / "datasets")


def test_an_import_without_a_mapping_lists_the_classes_and_takes_nothing(tmp_path: Path) -> None:
    folder = yolo_set(tmp_path / "set")
    (folder / "data.yaml").write_text("names: [six, five, four]\n")
    told = _run(tmp_path, "import", str(folder), "--name", "mine")
    assert told.exit_code == 1
    assert "0 (six), 1 times, 1 (five), 1 times, 2 (four), 1 times" in told.stderr
    assert "classes_unmapped" in told.stderr
    assert "--classes 0=?,1=?,2=?, with a face for each ?," in told.stderr
    assert _shelf(tmp_path).versions() == ()


def test_the_example_of_a_mapping_is_right_where_classes_are_named_by_faces(tmp_path: Path) -> None:
    folder = yolo_set(tmp_path / "set")
    (folder / "data.yaml").write_text("names: {0: 3, 1: 1, 2: 2}\n")
    told = _run(tmp_path, "import", str(folder), "--name", "mine")
    assert "--classes 0=3,1=1,2=2 (and 2=- for a class that is no die)" in told.stderr


def test_the_mapping_decides_and_not_the_order(tmp_path: Path) -> None:
    folder = yolo_set(tmp_path / "set")
    (folder / "data.yaml").write_text("names: [six, five, button]\n")
    told = _run(
        tmp_path, "import", str(folder), "--name", "mine", "--classes", "six=6,1=5,button=-"
    )
    assert told.exit_code == 0, told.stderr
    pictures = _shelf(tmp_path).find("mine").pictures()
    assert [[die.face for die in picture.dice] for picture in pictures] == [[6], [5], []]
    assert pictures[0].dice[0].said_by == "set mine"


@pytest.mark.parametrize("classes", ["0=7", "0:1", "0=1,0=2", "cat=1"])
def test_a_mapping_that_makes_no_sense_is_refused(tmp_path: Path, classes: str) -> None:
    folder = yolo_set(tmp_path / "set")
    told = _run(tmp_path, "import", str(folder), "--name", "mine", "--classes", classes)
    assert told.exit_code == 1
    assert "classes_wrong" in told.stderr


def test_every_wrong_file_is_listed_and_nothing_is_taken(tmp_path: Path) -> None:
    folder = yolo_set(tmp_path / "set", 4)
    labels = folder / "train" / "labels"
    (labels / "p0.txt").write_text("0 0.5 0.5 0.1\n")
    (labels / "p1.txt").write_text("0 0.5 1.5 0.1 0.1\n")
    (labels / "lost.txt").write_text("0 0.5 0.5 0.1 0.1\n")
    words = ("import", str(folder), "--name", "mine", "--classes", _SIX)
    told = _run(tmp_path, *words)
    assert told.exit_code == 1
    for name in ("labels/p0.txt, line 1", "labels/p1.txt, line 1", "labels/lost.txt: has no pict"):
        assert name in told.stderr
    assert not (tmp_path / "data" / "datasets").exists()
    told = _run(tmp_path, *words, "--leave-out-bad")
    assert told.exit_code == 0
    assert told.stderr.count("left out:") == 3
    assert len(_shelf(tmp_path).find("mine").pictures()) == 2


def test_a_picture_that_is_damaged_stops_the_import_and_leaves_no_trace(tmp_path: Path) -> None:
    folder = yolo_set(tmp_path / "set")
    (folder / "train" / "images" / "p1.jpg").write_bytes(b"\xff\xd8\xff nothing")
    told = _run(tmp_path, "import", str(folder), "--name", "mine", "--classes", _SIX)
    assert told.exit_code == 1
    assert "p1.jpg: The picture is damaged" in told.stderr
    assert list((tmp_path / "data" / "datasets").iterdir()) == []


def test_an_archive_is_taken_like_a_folder(tmp_path: Path) -> None:
    folder = yolo_set(tmp_path / "set")
    archive = shutil.make_archive(str(tmp_path / "set"), "zip", folder)
    told = _run(
        tmp_path, "import", archive, "--name", "mine", "--classes", _SIX, "--licence", "CC0-1.0"
    )
    assert told.exit_code == 0, told.stderr
    version = _shelf(tmp_path).find("mine")
    assert version.origin.licence == "CC0-1.0"
    assert version.pictures()[0].facts.licence == "CC0-1.0"


def test_parts_with_pictures_of_one_name_are_told_apart(tmp_path: Path) -> None:
    folder = yolo_set(tmp_path / "set", 1)
    draw(folder / "val" / "images" / "p0.jpg", 77)
    told = _run(tmp_path, "import", str(folder), "--name", "mine", "--classes", _SIX)
    assert told.exit_code == 0, told.stderr
    names = [picture.path.name for picture in _shelf(tmp_path).find("mine").pictures()]
    assert names == ["train-p0.jpg", "val-p0.jpg"]


def test_sessions_are_found_in_the_paths(tmp_path: Path) -> None:
    for evening in ("monday", "friday"):
        yolo_set(tmp_path / "set" / evening, 1)
    told = _run(
        tmp_path,
        *("import", str(tmp_path / "set"), "--name", "mine"),
        *("--classes", _SIX, "--session-from", r"^([a-z]+)/"),
    )
    assert told.exit_code == 0, told.stderr
    pictures = _shelf(tmp_path).find("mine").pictures()
    assert {picture.facts.session for picture in pictures} == {"monday", "friday"}


def test_coco_boxes_for_a_picture_of_another_size_are_refused(tmp_path: Path) -> None:
    draw(tmp_path / "set" / "a.jpg", 1)
    coco = {
        "images": [{"id": 1, "file_name": "a.jpg", "width": 128, "height": 96}],
        "annotations": [{"id": 1, "image_id": 1, "category_id": 4, "bbox": [1, 1, 20, 20]}],
        "categories": [{"id": 4, "name": "one"}],
    }
    (tmp_path / "set" / "instances.json").write_text(json.dumps(coco))
    told = _run(tmp_path, "import", str(tmp_path / "set"), "--name", "mine", "--classes", "one=1")
    assert told.exit_code == 1
    assert "(64, 48) pixels, but its label is for (128, 96)" in told.stderr


def test_a_coco_file_that_names_a_missing_picture_is_told_with_it(tmp_path: Path) -> None:
    draw(tmp_path / "set" / "a.jpg", 1)
    images = [{"id": n, "file_name": f"{n}.jpg", "width": 64, "height": 48} for n in (1, 2)]
    coco = {"images": images, "annotations": [], "categories": []}
    (tmp_path / "set" / "instances.json").write_text(json.dumps(coco))
    told = _run(tmp_path, "import", str(tmp_path / "set"), "--name", "mine")
    assert told.exit_code == 1
    assert "the picture 1.jpg is missing" in told.stderr
    assert "the picture 2.jpg is missing" in told.stderr


def test_our_own_layout_needs_no_mapping(tmp_path: Path) -> None:
    label(draw(tmp_path / "set" / "images" / "a.jpg", 1), (), "monday")
    told = _run(tmp_path, "import", str(tmp_path / "set"), "--name", "mine")
    assert told.exit_code == 0, told.stderr
    assert _shelf(tmp_path).find("mine").pictures()[0].facts.session == "monday"


def test_the_licence_of_our_own_layout_comes_back(tmp_path: Path) -> None:
    folder = yolo_set(tmp_path / "set")
    rights = ("--licence", "CC-BY-4.0", "--attribution", "Ann")
    assert _run(tmp_path, "import", str(folder), "--name", "mine", "--classes", _SIX, *rights)
    assert _run(tmp_path, "export", "mine", str(tmp_path / "own"), "--layout", "own").exit_code == 0
    told = _run(tmp_path, "import", str(tmp_path / "own"), "--name", "again")
    assert "No licence" not in told.stderr
    origin = _shelf(tmp_path).find("again").origin
    assert (origin.licence, origin.attribution) == ("CC-BY-4.0", "Ann")


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "notes.txt").write_text("0 1 2")
    told = _run(tmp_path, "import", str(tmp_path / "set"), "--name", "mine")
    assert "layout_unknown" in told.stderr


_SETS = {
    "n3_trays_color": ("CC-BY-4.0", 99, 1419),
    "nell_byler": ("BSD-3-Clause", 250, 1795),
    "epanemu": ("CC-BY-4.0", 431, 1961),
    "matteop_wood": ("MIT", 348, 1000),
    "n3_gray_closeup": ("CC-BY-4.0", 526, 1674),
}


@pytest.mark.parametrize("name", _SETS)
def test_sets_of_real_photographs_import_cleanly(shared: Path, tmp_path: Path, name: str) -> None:
    licence, pictures, dice = _SETS[name]
    told = _run(
        tmp_path,
        *("import", str(shared / "data" / "real-dice" / "train" / name), "--name", name),
        *("--classes", _SIX, "--licence", licence, "--attribution", "as its README says"),
    )
    assert told.exit_code == 0, told.stderr
    assert f"{name}@1: {pictures} pictures, {dice} dice" in told.stdout
