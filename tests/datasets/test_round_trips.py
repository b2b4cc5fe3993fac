"""Labels come back bit for bit from every form that they are written in."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets import coco, label_file, yolo
from datasets.labels import FACES, Facts, LabelError, LabelledDie, LabelledPicture
from tests.datasets import drawn_sets

_ALL = {face: face for face in FACES}


@given(st.lists(drawn_sets.dice, max_size=4), drawn_sets.facts)
def test_our_own_form_comes_back_with_everything(dice: list[LabelledDie], facts: Facts) -> None:
    picture = LabelledPicture(Path("set/a.jpg"), tuple(dice), facts)
    text = label_file.to_text(picture, 640, 480)
    assert label_file.from_text(text, Path("set"), "a.json") == picture


@given(st.lists(drawn_sets.dice, max_size=4))
def test_yolo_comes_back_with_what_yolo_can_say(dice: list[LabelledDie]) -> None:
    said = [(d.face, d.centre_x_n, d.centre_y_n, d.width_n, d.height_n) for d in dice if d.readable]
    back = yolo.parse_labels(yolo.to_lines(dice), "a.txt")
    assert [(d.face, d.centre_x_n, d.centre_y_n, d.width_n, d.height_n) for d in back] == said
    assert yolo.to_lines(back) == yolo.to_lines(dice)


@given(st.lists(drawn_sets.dice, max_size=4), drawn_sets.facts)
def test_coco_comes_back_with_everything(dice: list[LabelledDie], facts: Facts) -> None:
    picture = coco.CocoPicture("a.jpg", 640, 480, tuple(dice), facts)
    parts = coco.take_apart(coco.to_text([picture]), "x.json")
    assert coco.read_picture(parts, 1, _ALL, "x.json") == picture


_pixels = st.integers(1, 150_000).map(lambda thousandth: thousandth / 1000)


@given(st.sampled_from(FACES), st.tuples(_pixels, _pixels, _pixels, _pixels))
def test_the_boxes_of_a_foreign_coco_file_come_back(
    face: int, bbox: tuple[float, float, float, float]
) -> None:
    foreign = {
        "images": [{"id": 7, "file_name": "a.jpg", "width": 301, "height": 303}],
        "annotations": [{"id": 1, "image_id": 7, "category_id": face, "bbox": list(bbox)}],
        "categories": [],
    }
    import json

    parts = coco.take_apart(json.dumps(foreign), "x.json")
    picture = coco.read_picture(parts, 7, _ALL, "x.json")
    written = coco.take_apart(coco.to_text([picture]), "y.json").annotations[1][0]
    assert written["bbox"] == list(bbox)
    assert written["category_id"] == face


def test_a_box_that_another_tool_moved_counts_more_than_our_record_of_it() -> None:
    die = LabelledDie(3, 0.5, 0.5, 0.1, 0.1, visibility=0.4)
    text = coco.to_text([coco.CocoPicture("a.jpg", 100, 100, (die,))])
    parts = coco.take_apart(text.replace('"bbox": [45.0', '"bbox": [35.0'), "x.json")
    (moved,) = coco.read_picture(parts, 1, _ALL, "x.json").dice
    assert moved == LabelledDie(3, pytest.approx(0.4), 0.5, 0.1, 0.1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nothing", "Expecting value"),
        ('{"format": 2, "picture": "a.jpg", "dice": []}', "format 2"),
        ('{"format": 1, "picture": "../a.jpg", "dice": []}', "no file name"),
        ('{"format": 1, "picture": "a.jpg", "dice": [], "more": 1}', "unknown fields: more"),
        ('{"format": 1, "picture": "a.jpg", "dice": [{"face": 7}]}', "lacks box_n"),
        (
            '{"format": 1, "picture": "a.jpg", "dice": [{"face": 7, "box_n": [0.5,0.5,0.1,0.1]}]}',
            "face 7",
        ),
        (
            '{"format": 1, "picture": "a.jpg", "dice": [{"face": 1, "box_n": [0.5,0.5,NaN,0.1]}]}',
            "NaN",
        ),
        (
            '{"format": 1, "picture": "a.jpg", "dice": [{"face": 1, "box_n": [0.5,1.5,0.1,0.1]}]}',
            "outside the picture",
        ),
        ("[" * 100_000, "not a label file"),
    ],
)
def test_a_wrong_label_file_is_refused_with_its_name_and_the_reason(text: str, words: str) -> None:
    with pytest.raises(LabelError, match=words) as caught:
        label_file.from_text(text, Path(), "the/file.json")
    assert caught.value.code == "label_malformed"
    assert "the/file.json" in caught.value.words


@pytest.mark.parametrize(
    ("yaml", "names"),
    [
        ("nc: 2\nnames: ['1', 'two']\n", {0: "1", 1: "two"}),
        ("names:\n  0: one\n  5: six\nnc: 6\n", {0: "one", 5: "six"}),
        ("names:\n- a\n- b\n", {0: "a", 1: "b"}),
        ("names: {0: a, 1: b}\n", {0: "a", 1: "b"}),
        ("nc: 3\n", {}),
    ],
)
def test_names_of_classes_are_read_as_tools_write_them(yaml: str, names: dict[int, str]) -> None:
    assert yolo.names_in(yaml) == names


def test_our_data_yaml_names_the_faces_in_their_order() -> None:
    assert yolo.names_in(yolo.data_yaml({"train": "images/train"})) == dict(
        enumerate(map(str, FACES))
    )
