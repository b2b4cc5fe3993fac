"""A recipe names the sources of a training run; mistakes in it are said before training starts."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.crops import CropStyle
from datasets.labels import LabelError
from datasets.recipe import read_recipe, read_style


def _write(tmp_path: Path, text: str) -> Path:
    for name in ("one", "two"):
        (tmp_path / name / "images").mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(tmp_path / name / "images" / "p.png"), np.zeros((8, 8, 3), np.uint8))
    path = tmp_path / "recipe.toml"
    path.write_text(text)
    return path


_TWO = """
[[source]]
name = "one"
path = "one"
weight = 0.5
grow = [0.1, 0, 0.1, 0.2]
[[source]]
name = "two"
path = "two"
turn_deg = 30
"""


def test_sources_are_read_with_their_options(tmp_path: Path) -> None:
    one, two = read_recipe(_write(tmp_path, _TWO), tmp_path)
    assert (one.name, one.weight, one.grow, len(one.pictures)) == (
        "one",
        0.5,
        (0.1, 0, 0.1, 0.2),
        1,
    )
    assert (two.name, two.turn_deg) == ("two", 30)


def test_a_source_can_be_left_out(tmp_path: Path) -> None:
    (only,) = read_recipe(_write(tmp_path, _TWO), tmp_path, ["one"])
    assert only.name == "two"


@pytest.mark.parametrize(
    ("text", "leave_out", "code"),
    [
        ("nonsense", [], "recipe_malformed"),
        ("x = 1", [], "recipe_malformed"),
        ('[[source]]\nname = "one"', [], "recipe_malformed"),
        ('[[source]]\nname = "one"\npath = "one"\nwight = 1', [], "recipe_malformed"),
        (_TWO, ["three"], "source_unknown"),
        (_TWO, ["one", "two"], "recipe_malformed"),
        ('[[source]]\nname = "one"\npath = "missing"', [], "folder_missing"),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, text: str, leave_out: list[str], code: str) -> None:
    with pytest.raises(LabelError) as caught:
        read_recipe(_write(tmp_path, text), tmp_path, leave_out)
    assert caught.value.code == code


def test_the_shipped_recipe_names_each_source_once_with_a_share() -> None:
    import tomllib

    import models

    text = Path(models.__file__).with_name("recipe.toml").read_text()
    entries = tomllib.loads(text)["source"]
    assert len({entry["name"] for entry in entries}) == len(entries)
    assert sum(entry["weight"] for entry in entries) == pytest.approx(1)


def test_a_recipe_says_how_crops_are_drawn(tmp_path: Path) -> None:
    style = read_style(_write(tmp_path, "[crops]\ndie_px = [30, 90]\nwithout_dice = 0.5\n"))
    assert (style.die_px, style.without_dice) == ((30, 90), 0.5)
    assert read_style(_write(tmp_path, _TWO)).without_dice == CropStyle().without_dice
    with pytest.raises(LabelError, match="without_dise"):
        read_style(_write(tmp_path, "[crops]\nwithout_dise = 0.5\n"))
