"""A split keeps sessions whole, and fails loudly when its parts show nearly the same."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from datasets.importing import Wish, drafts
from datasets.labels import LabelError, LabelledDie
from datasets.likeness import BITS, NEAR, distance, fingerprint, near_pairs
from datasets.shelf import Shelf
from datasets.splitting import Member, parse_parts, split
from dicesight import main
from tests.datasets.drawn_sets import draw, label


def _unlike(number: int) -> str:
    return np.random.default_rng(number).bytes(BITS // 8).hex()


def _members(sizes: list[int]) -> list[Member]:
    found = []
    for session, size in enumerate(sizes):
        for number in range(size):
            key = f"s@1/images/{session}-{number}"
            found.append(Member(key, str(session), 3, _unlike(1000 * session + number)))
    return found


@given(st.lists(st.integers(1, 9), min_size=3, max_size=12), st.integers(0, 5))
def test_every_picture_is_in_one_part_and_sessions_stay_whole(sizes: list[int], seed: int) -> None:
    pictures = _members(sizes)
    parts = split(pictures, {"train": 0.6, "val": 0.2, "test": 0.2}, seed)
    assert sorted(key for keys in parts.values() for key in keys) == sorted(
        picture.key for picture in pictures
    )
    homes = defaultdict(set)
    for part, keys in parts.items():
        assert keys
        for key in keys:
            homes[key.partition("-")[0]].add(part)
    assert all(len(found) == 1 for found in homes.values())
    assert parts == split(pictures, {"train": 0.6, "val": 0.2, "test": 0.2}, seed)


def test_shares_are_kept_as_nearly_as_sessions_allow() -> None:
    parts = split(_members([10] * 10), {"train": 0.8, "val": 0.2})
    assert {part: len(keys) for part, keys in parts.items()} == {"train": 80, "val": 20}


def test_fewer_sessions_than_parts_are_refused() -> None:
    with pytest.raises(LabelError) as caught:
        split(_members([5]), {"train": 0.8, "val": 0.2})
    assert caught.value.code == "sessions_too_few"


def test_parts_that_look_alike_are_refused_or_kept_together() -> None:
    pictures = [
        Member("a", "one", 1, _unlike(1)),
        Member("b", "two", 1, f"{int(_unlike(1), 16) ^ 0b1011:064x}"),
        Member("c", "three", 1, _unlike(3)),
    ]
    shares = {"train": 0.5, "val": 0.5}
    with pytest.raises(LabelError) as caught:
        [split(pictures, shares, seed) for seed in range(6)]
    assert caught.value.code == "parts_alike"
    assert "a and b" in caught.value.words
    for seed in range(6):
        parts = split(pictures, shares, seed, keep_together=True)
        assert any({"a", "b"} == set(keys) for keys in parts.values())


@pytest.mark.parametrize("text", ["train", "train=0", "train=1,train=1", "a b=1", "train=x", ""])
def test_parts_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(LabelError):
        parse_parts(text)


def test_a_picture_stored_again_smaller_and_darker_is_nearly_the_same(tmp_path: Path) -> None:
    image = cv2.imread(str(draw(tmp_path / "a.png", 5, 320, 240)))
    again = cv2.resize((image * 0.8).astype(np.uint8), (201, 150), interpolation=cv2.INTER_AREA)
    again = cv2.imdecode(cv2.imencode(".jpg", again, [cv2.IMWRITE_JPEG_QUALITY, 60])[1], 1)
    other = cv2.imread(str(draw(tmp_path / "b.png", 6, 320, 240)))
    assert distance(fingerprint(image), fingerprint(again)) <= NEAR
    assert distance(fingerprint(image), fingerprint(other)) > 3 * NEAR
    prints = [fingerprint(picture) for picture in (image, other, again)]
    assert list(near_pairs(prints)) == [(0, 2)]


@pytest.mark.parametrize("layout", ["yolo", "coco", "own"])
def test_a_set_goes_out_in_parts_and_comes_back_the_same(tmp_path: Path, layout: str) -> None:
    for number in range(6):
        die = LabelledDie(number + 1, 0.1 + number / 30, 0.37, 0.21, 0.13, said_by="person")
        picture = draw(tmp_path / "set" / "images" / f"p{number}.jpg", number)
        label(picture, (die,), f"evening {number}")
    data = ["--data-dir", str(tmp_path / "data")]

    def run(*words: str) -> None:
        told = CliRunner().invoke(main, ["datasets", *words, *data])
        assert told.exit_code == 0, told.output

    run("import", str(tmp_path / "set"), "--name", "mine")
    cut, out = tmp_path / "split.json", tmp_path / "out"
    run("split", "mine", "--parts", "train=0.67,val=0.33", "--out", str(cut))
    run("export", "mine", str(out), "--layout", layout, "--split", str(cut))
    assert len(list(out.rglob("*.jpg"))) == 6
    classes = {
        "yolo": dict(enumerate(range(1, 7))),
        "coco": {face: face for face in range(1, 7)},
        "own": {},
    }
    back, _ = drafts(out, layout, Wish(classes[layout]))  # type: ignore[arg-type]
    before = {p.path.stem: p for p in Shelf(tmp_path / "data" / "datasets").find("mine").pictures()}
    for draft in back:
        (die,), (was,) = draft.dice, before[draft.stem].dice
        if layout == "yolo":
            assert die == LabelledDie(
                was.face, was.centre_x_n, was.centre_y_n, was.width_n, was.height_n, said_by="set"
            )
        else:
            assert die == was
            assert draft.facts == before[draft.stem].facts
        assert draft.picture.read_bytes() == before[draft.stem].path.read_bytes()
    assert {draft.stem for draft in back} == set(before)


def test_an_export_never_writes_over_what_is_there(tmp_path: Path) -> None:
    label(draw(tmp_path / "set" / "images" / "a.jpg", 1), ())
    data = ["--data-dir", str(tmp_path / "data")]
    CliRunner().invoke(main, ["datasets", "import", str(tmp_path / "set"), "--name", "mine", *data])
    words = ["datasets", "export", "mine", str(tmp_path / "set"), "--layout", "own", *data]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 1
    assert "target_exists" in told.stderr
