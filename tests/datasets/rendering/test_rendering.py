"""Rendering many pictures: the same again from a seed, on again after a stop, readable by all."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from datasets.coco import read_picture, take_apart
from datasets.labels import FACES, read_folder
from datasets.rendering.sensor import expose
from datasets.yolo import parse_labels
from dicesight import main

ROOT = Path(__file__).parents[3]


def _render(folder: Path, count: int, *more: str) -> Result:
    words = ["render", "--out", str(folder), "--count", str(count), "--engine", "flat"]
    return CliRunner().invoke(main, [*words, "--size", "160", *(more or ("--workers", "1"))])


def _files(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*.*")}


def test_a_stopped_run_goes_on_and_ends_as_if_it_had_not_been_stopped(tmp_path: Path) -> None:
    assert _render(tmp_path / "a", 4).exit_code == 0
    assert _render(tmp_path / "b", 2).exit_code == 0
    # Killed after the picture was written but before its label.
    (tmp_path / "b" / "images" / "r0-000001.json").unlink()
    (tmp_path / "b" / "images" / "r0-000001.jpg").write_bytes(b"half")
    told = _render(tmp_path / "b", 4)
    assert "3 pictures rendered, 4 in all" in told.stdout
    assert _files(tmp_path / "a") == _files(tmp_path / "b")
    assert "0 pictures rendered" in _render(tmp_path / "b", 4).stdout


def test_processes_make_the_same_pictures(tmp_path: Path) -> None:
    assert _render(tmp_path / "a", 3).exit_code == 0
    told = _render(tmp_path / "b", 3, "--workers", "2")
    assert told.exit_code == 0, told.output
    assert _files(tmp_path / "a") == _files(tmp_path / "b")


def test_another_seed_gives_other_pictures(tmp_path: Path) -> None:
    assert _render(tmp_path / "a", 1).exit_code == 0
    assert _render(tmp_path / "b", 1, "--seed", "1", "--workers", "1").exit_code == 0
    one, other = (next((tmp_path / n / "images").glob("*.jpg")).read_bytes() for n in "ab")
    assert one != other


def test_a_folder_begun_with_other_settings_is_left_alone(tmp_path: Path) -> None:
    assert _render(tmp_path, 1).exit_code == 0
    before = _files(tmp_path)
    told = _render(tmp_path, 2, "--seed", "9", "--workers", "1")
    assert told.exit_code == 1
    assert "render_settings_differ" in told.stderr
    assert _files(tmp_path) == before


def test_a_folder_begun_before_tables_without_dice_could_be_ordered_is_gone_on_with(
    tmp_path: Path,
) -> None:
    assert _render(tmp_path / "a", 1).exit_code == 0
    path = tmp_path / "a" / "render.json"
    order = json.loads(path.read_text())
    del order["with_dice"]
    path.write_text(json.dumps(order))
    told = _render(tmp_path / "a", 1)
    assert "0 pictures rendered, 1 in all" in told.stdout
    told = _render(tmp_path / "a", 1, "--workers", "1", "--without-dice")
    assert "render_settings_differ" in told.stderr


def test_pictures_without_dice_have_things_but_no_labels(tmp_path: Path) -> None:
    assert _render(tmp_path / "a", 2, "--workers", "1", "--without-dice").exit_code == 0
    pictures = read_folder(tmp_path / "a")
    assert len(pictures) == 2
    assert not any(picture.dice for picture in pictures)
    assert all(picture.facts.settings["things"] for picture in pictures)


def test_all_forms_tell_the_same_and_masks_fit(tmp_path: Path) -> None:
    assert _render(tmp_path, 8).exit_code == 0
    coco = take_apart((tmp_path / "coco.json").read_text(), "coco.json")
    by_name = {entry["file_name"]: key for key, entry in coco.pictures.items()}
    dice = 0
    for picture in read_folder(tmp_path):
        name = picture.path.name
        key = by_name[f"images/{name}"]
        assert read_picture(coco, key, {f: f for f in FACES}, "c").dice == picture.dice
        text = (tmp_path / "labels" / f"{picture.path.stem}.txt").read_text()
        taught = [(d.face, d.centre_x_n, d.width_n) for d in picture.dice if d.readable]
        assert [(d.face, d.centre_x_n, d.width_n) for d in parse_labels(text, name)] == taught
        mask = cv2.imread(str(picture.mask_path), cv2.IMREAD_GRAYSCALE)
        assert mask.shape == picture.load().shape[:2]
        assert mask.max() == len(picture.dice)
        assert picture.facts.licence == "CC0-1.0"
        dice += len(picture.dice)
    assert dice > 10


def test_the_contact_sheet_shows_every_picture_and_every_readable_die(tmp_path: Path) -> None:
    assert _render(tmp_path / "set", 5).exit_code == 0
    words = ["show", str(tmp_path / "set"), "--out", str(tmp_path / "sheets"), "--side", "100"]
    told = CliRunner().invoke(main, [*words, "--columns", "2", "--rows", "2"])
    assert told.exit_code == 0, told.output
    sheets = sorted((tmp_path / "sheets").glob("*.jpg"))
    assert [cv2.imread(str(sheet)).shape for sheet in sheets] == [(232, 200, 3), (116, 200, 3)]
    told = CliRunner().invoke(main, [*words, "--dice"])
    assert told.exit_code == 0, told.output


def test_rendering_photorealistically_without_its_packages_says_how_to_get_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    told = CliRunner().invoke(main, ["render", "--count", "1", "--out", str(tmp_path / "x")])
    assert told.exit_code == 1
    assert "make rendering" in told.stderr
    assert not (tmp_path / "x").exists()


def test_the_sensor_keeps_the_geometry_and_follows_the_light() -> None:
    light = np.full((60, 80, 3), 0.2, np.float32)
    light[20:40, 30:50] = 0.9
    for seed in range(12):
        shot = expose(np.random.default_rng(seed), light)
        assert shot.image.shape == (60, 80, 3)
        assert shot.image.dtype == np.uint8
        inside = shot.image[25:35, 35:45].mean()
        assert inside > shot.image[:15].mean() + 15
        again = expose(np.random.default_rng(seed), light)
        assert np.array_equal(shot.image, again.image)


def test_the_order_of_a_run_is_kept_beside_it(tmp_path: Path) -> None:
    assert _render(tmp_path, 1).exit_code == 0
    assert json.loads((tmp_path / "render.json").read_text()) == {
        "engine": "flat",
        "seed": 0,
        "size_px": 160,
        "samples": 4,
        "with_dice": True,
    }


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes as Linux lists them")
def test_workers_end_with_a_killed_command(tmp_path: Path) -> None:
    words = [sys.executable, str(ROOT / "dicesight.py"), "render", "--engine", "flat"]
    words += ["--out", str(tmp_path), "--count", "500", "--size", "160", "--workers", "2"]
    command = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def workers() -> set[int]:
        found = set()
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                fields = stat.read_text().rpartition(")")[2].split()
                if int(fields[1]) == command.pid:
                    found.add(int(stat.parent.name))
        return found

    _wait_for(lambda: list((tmp_path / "images").glob("*.json")))
    started = workers()
    command.kill()
    command.wait()
    assert started
    _wait_for(lambda: not any(Path(f"/proc/{pid}/cmdline").exists() for pid in started))


def _wait_for(condition: Callable[[], object], patience_s: float = 60) -> None:
    ends = time.monotonic() + patience_s
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.2)
