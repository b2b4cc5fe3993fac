"""A version on the shelf stays as it was made; every change to it is found."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from datasets.labels import LabelError, LabelledDie
from datasets.shelf import Draft, Origin, SetRefused, Shelf
from dicesight import main
from tests.datasets.drawn_sets import draw

_DIE = LabelledDie(5, 0.5, 0.5, 0.25, 0.25, said_by="person")


def _add(shelf: Shelf, folder: Path, name: str = "mine", seeds: tuple[int, ...] = (1, 2)) -> None:
    drafts = [Draft(f"p{n}", draw(folder / f"{n}.png", n), (_DIE,)) for n in seeds]
    shelf.add(name, drafts, Origin("Mine", "", "CC0-1.0", "nobody"))


def test_versions_are_numbered_and_found_by_name(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "shelf")
    _add(shelf, tmp_path / "a")
    _add(shelf, tmp_path / "b", seeds=(3,))
    _add(shelf, tmp_path / "c", "other")
    assert [v.label for v in shelf.versions()] == ["mine@1", "mine@2", "other@1"]
    assert shelf.find("mine").number == 2
    assert len(shelf.find("mine@1").pictures()) == 2
    assert shelf.find("mine@1").pictures()[0].dice == (_DIE,)
    with pytest.raises(LabelError, match=r"mine@1, mine@2, other@1"):
        shelf.find("mine@3")


def test_what_is_altered_missing_or_added_is_found(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "data" / "datasets")
    _add(shelf, tmp_path / "a")
    version = shelf.find("mine")
    assert version.problems() == ()
    (version.folder / "images" / "p1.json").chmod(0o644)
    (version.folder / "images" / "p1.json").write_text("{}")
    (version.folder / "images" / "p2.png").unlink()
    (version.folder / "images" / "p3.png").write_bytes(b"x")
    found = {problem.file: problem.words for problem in version.problems()}
    assert found == {
        "images/p1.json": "was altered",
        "images/p2.png": "is missing",
        "images/p3.png": "was added",
    }
    told = CliRunner().invoke(
        main, ["datasets", "check", "mine", "--data-dir", str(tmp_path / "data")]
    )
    assert told.exit_code == 1
    assert "images/p1.json was altered" in told.stderr
    assert "mine@1: damaged" in told.stdout


def test_a_version_that_cannot_be_finished_is_not_there(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "shelf")
    good, bad = draw(tmp_path / "a.png", 1), tmp_path / "b.png"
    bad.write_bytes(b"no picture")
    with pytest.raises(SetRefused) as caught:
        shelf.add(
            "mine", [Draft("a", good, ()), Draft("b", bad, ()), Draft("A", good, ())], Origin()
        )
    assert [Path(problem.file).name for problem in caught.value.problems] == ["b.png", "a.png"]
    assert list(shelf.root.iterdir()) == []


@pytest.mark.parametrize("name", ["", "..", "A", "a/b", "a@1", "ä"])
def test_a_name_that_is_no_plain_word_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(LabelError) as caught:
        Shelf(tmp_path / "shelf").add(name, [], Origin())
    assert caught.value.code == "set_name_wrong"


def test_the_commands_list_count_and_draw(tmp_path: Path) -> None:
    _add(Shelf(tmp_path / "data" / "datasets"), tmp_path / "a")

    def run(*words: str) -> str:
        told = CliRunner().invoke(main, ["datasets", *words, "--data-dir", str(tmp_path / "data")])
        assert told.exit_code == 0, told.stderr
        return told.stdout

    assert "2 pictures       2 dice" in run("list")
    assert "CC0-1.0" in run("list")
    told = run("stats", "mine", "--plots", str(tmp_path / "plots"))
    assert "2 pictures, 2 dice" in told
    charts = {path.stem: path.read_text("utf-8") for path in (tmp_path / "plots").glob("*.svg")}
    assert {"faces", "sessions", "brightness", "size_of_dice_px"} <= set(charts)
    assert charts["faces"].count('class="bar"') == 6
    assert "mine@1: sound" in run("check", "mine")
