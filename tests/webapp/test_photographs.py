"""Photographs: what is read off them, and what is answered to those that cannot be read."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from flask import Flask
from PIL import Image as Pillow

from tests.webapp.conftest import Table
from tests.webapp.drawn_dice import PipCounter, as_jpeg, draw_dice
from vision.frames import Detection, Image


def test_every_die_comes_back_with_box_and_face(table: Table) -> None:
    answer = table.photograph(as_jpeg(draw_dice([1, 1, 4, 4, 4, 5]))).get_json()
    assert [die["face"] for die in answer["dice"]] == [1, 1, 4, 4, 4, 5]
    assert (answer["width"], answer["height"]) == (1600, 1200)
    assert (answer["match"], answer["dice_in_hand"]) == ("exact", 6)
    for die in answer["dice"]:
        x1, y1, x2, y2 = die["box"]
        assert 0 <= x1 < x2 <= 1600
        assert 0 <= y1 < y2 <= 1200


def test_a_photograph_alone_changes_nothing_of_the_game(table: Table) -> None:
    before = table.fetch()
    table.photograph(as_jpeg(draw_dice([1] * 6)))
    assert table.fetch() == before


def test_boxes_are_in_pixels_after_the_rotation_that_exif_asks_for(table: Table) -> None:
    picture = Pillow.fromarray(np.ascontiguousarray(draw_dice([2, 3, 6, 6, 1, 5])[:, :, ::-1]))
    sideways = picture.transpose(Pillow.Transpose.ROTATE_90)
    exif = Pillow.Exif()
    exif[0x0112] = 6
    payload = io.BytesIO()
    sideways.save(payload, "JPEG", exif=exif, quality=92)
    answer = table.photograph(payload.getvalue()).get_json()
    assert (answer["width"], answer["height"]) == (1600, 1200)
    assert [die["face"] for die in answer["dice"]] == [2, 3, 6, 6, 1, 5]


@pytest.mark.parametrize(
    ("faces", "match"),
    [([1, 2, 3, 4, 5, 6, 6, 6, 6], "more"), ([1, 2, 3], "fewer"), ([], "none")],
)
def test_another_number_of_dice_is_said_in_words(
    table: Table, faces: list[int], match: str
) -> None:
    answer = table.photograph(as_jpeg(draw_dice(faces)))
    assert answer.status_code == 200
    assert answer.get_json()["match"] == match
    assert answer.get_json()["words"]


def test_dice_set_aside_before_are_recognised(table: Table) -> None:
    table.play("roll", dice=[1, 5, 2, 3, 4, 4])
    table.play("set_aside", dice=[1, 5])
    table.play("roll_again")
    answer = table.photograph(as_jpeg(draw_dice([5, 2, 2, 3, 1, 6]))).get_json()
    assert answer["match"] == "exact"
    assert sorted(die["face"] for die in answer["dice"] if die["left_out"]) == [1, 5]


def jpeg_with_half_missing() -> bytes:
    whole = as_jpeg(draw_dice([1] * 6))
    return whole[: len(whole) // 2]


def png_of_huge_size() -> bytes:
    payload = io.BytesIO()
    Pillow.new("1", (30000, 20000)).save(payload, "PNG")
    assert len(payload.getvalue()) < 200_000
    return payload.getvalue()


@pytest.mark.parametrize(
    ("make", "status", "code"),
    [
        (lambda: b"", 400, "picture_empty"),
        (lambda: b"not a picture at all", 415, "picture_not_readable"),
        (lambda: b"%PDF-1.7 and so on", 415, "picture_unsupported"),
        (lambda: b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", 415, "picture_heic"),
        (jpeg_with_half_missing, 422, "picture_truncated"),
        (png_of_huge_size, 413, "picture_too_many_pixels"),
        (lambda: bytes(26 * 1024 * 1024), 413, "picture_too_large"),
        (lambda: bytes(40 * 1024 * 1024), 413, "picture_too_large"),
        (lambda: bytes(70 * 1024 * 1024), 413, "picture_too_large"),
    ],
)
def test_what_cannot_be_read_gets_a_clear_answer(
    table: Table, make: Callable[[], bytes], status: int, code: str
) -> None:
    table.play("roll", dice=[1] * 6)
    before = table.fetch()
    refused = table.photograph(make())
    assert refused.status_code == status
    assert refused.get_json()["error"]["code"] == code
    assert refused.get_json()["error"]["words"].endswith(".")
    assert table.fetch() == before


def test_a_form_is_told_to_send_the_picture_itself(table: Table) -> None:
    refused = table.client.post(
        f"{table.url}/photographs", data={"photo": (io.BytesIO(b"x"), "dice.jpg")}
    )
    assert refused.status_code == 415
    assert refused.get_json()["error"]["code"] == "picture_form"


def test_pictures_are_not_written_to_disk(table: Table, tmp_path: Path) -> None:
    payload = as_jpeg(draw_dice([1] * 6))
    table.photograph(payload)
    for path in tmp_path.rglob("*"):
        assert not path.is_file() or payload[:4000] not in path.read_bytes()


def test_one_picture_is_read_at_a_time(make_app: Callable[..., Flask]) -> None:
    class Slow:
        def __init__(self) -> None:
            self.now = self.most = 0
            self.calls = 0

        def read(self, image: Image, *, confidence: float | None = None) -> tuple[Detection, ...]:
            self.now += 1
            self.calls += 1
            self.most = max(self.most, self.now)
            threading.Event().wait(0.02)
            self.now -= 1
            return ()

    reader = Slow()
    app = make_app(reader=reader)
    table = Table(app.test_client(), "Ann")
    payload = as_jpeg(draw_dice([1] * 6, width=320, height=240))

    def send() -> None:
        app.test_client().post(f"{table.url}/photographs", data=payload)

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (reader.calls, reader.most) == (8, 1)


def test_a_reader_that_fails_is_our_fault_and_not_the_end(make_app: Callable[..., Flask]) -> None:
    class Failing(PipCounter):
        broken = True

        def read(self, image: Image, *, confidence: float | None = None) -> tuple[Detection, ...]:
            if self.broken:
                raise RuntimeError("broken")
            return super().read(image)

    reader = Failing()
    table = Table(make_app(reader=reader).test_client(), "Ann")
    payload = as_jpeg(draw_dice([1] * 6))
    assert table.photograph(payload).get_json()["error"]["code"] == "server_error"
    reader.broken = False
    assert table.photograph(payload).get_json()["match"] == "exact"


def test_a_picture_with_only_weak_sightings_shows_no_dice(make_app: Callable[..., Flask]) -> None:
    # As `dicesight read` has it; the page took halves of dominoes for dice.
    class Weak(PipCounter):
        confidence = 0.5

        def read(self, image: Image, *, confidence: float | None = None) -> tuple[Detection, ...]:
            return tuple(
                Detection(die.box, die.face, self.confidence) for die in super().read(image)
            )

    reader = Weak()
    table = Table(make_app(reader=reader).test_client(), "Ann")
    payload = as_jpeg(draw_dice([1, 2, 3, 4, 5, 6]))
    told = table.photograph(payload).get_json()
    assert (told["match"], told["dice"]) == ("none", [])
    reader.confidence = 0.6
    told = table.photograph(payload).get_json()
    assert told["match"] == "exact"
    assert all(die["doubtful"] for die in told["dice"])
