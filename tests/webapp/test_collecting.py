"""Pictures are kept only at tables that agreed, seen by their players only, and deleted at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask

from tests.webapp.conftest import Table
from tests.webapp.drawn_dice import PipCounter, as_jpeg, draw_dice
from webapp import Config, create_app
from webapp.album import LONGEST_S, MOST, Album
from webapp.reading import Sight

_ROLL = (1, 2, 4, 5, 5, 3)


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app(Config(tmp_path / "data"), reader=PipCounter())


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app.test_client(), "Ann", "Ben")


def _pictures(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "data" / "collected").rglob("*.jpg"))


def _play_and_offer(table: Table, faces: tuple[int, ...] = _ROLL, read: Any = None) -> str:
    """Send a photograph, correct its last die to a six, accept the roll, offer the picture."""
    sent = table.photograph(as_jpeg(draw_dice(faces))).get_json()
    dice = [{"face": die["face"], "box": die["box"]} for die in sent["dice"]]
    dice[-1]["face"] = 6
    table.play("roll", dice=[die["face"] for die in dice])
    body = {"photograph": sent.get("photograph", ""), "dice": dice}
    answer = table.client.post(f"{table.url}/collected", json=body)
    assert answer.status_code == 200
    kept: str = answer.get_json()["kept"]
    return kept


def test_nothing_is_held_or_kept_before_the_table_agreed(table: Table, tmp_path: Path) -> None:
    assert table.state["collects"] is False
    sent = table.photograph(as_jpeg(draw_dice(_ROLL))).get_json()
    assert "photograph" not in sent
    assert _play_and_offer(table) == "no_consent"
    assert not (tmp_path / "data" / "collected").exists()


def test_an_accepted_roll_is_kept_with_what_the_players_said(table: Table, tmp_path: Path) -> None:
    assert table.play("set_table", collects=True)["collects"] is True
    assert _play_and_offer(table) == "kept"
    assert len(_pictures(tmp_path)) == 1
    (told,) = table.client.get(f"{table.url}/collected/queue").get_json()["pictures"]
    assert sorted(die["face"] for die in told["dice"]) == [1, 2, 4, 5, 5, 6]
    assert told["why"] == "corrected"
    shown = table.client.get(f"{table.url}/collected/{told['id']}.jpg")
    assert shown.mimetype == "image/jpeg"
    image = cv2.imdecode(np.frombuffer(shown.data, np.uint8), cv2.IMREAD_COLOR)
    assert image.shape[0] < draw_dice(_ROLL).shape[0]


def test_a_photograph_counts_once_and_for_its_own_table(app: Flask, table: Table) -> None:
    other = Table(app.test_client(), "Cid")
    for one in (table, other):
        one.play("set_table", collects=True)
    word = table.photograph(as_jpeg(draw_dice(_ROLL))).get_json()["photograph"]
    body = {"photograph": word, "dice": [{"face": 1, "box": [10, 10, 50, 50]}]}
    answers = [
        one.client.post(f"{one.url}/collected", json=body).get_json()["kept"]
        for one in (other, table, table)
    ]
    assert answers == ["nothing_new", "kept", "nothing_new"]


def test_dropped_detections_make_a_label_to_be_finished(table: Table, app: Flask) -> None:
    table.play("set_table", collects=True)
    sent = table.photograph(as_jpeg(draw_dice((*_ROLL, 6)))).get_json()
    dice = [{"face": die["face"], "box": die["box"]} for die in sent["dice"]]
    dice[0]["out"], dice[1]["out"] = "dropped", "aside"
    body = {"photograph": sent["photograph"], "dice": dice}
    assert table.client.post(f"{table.url}/collected", json=body).get_json()["kept"] == "kept"
    (item,) = app.extensions["dicesight"].collection.queue()
    assert not item.complete
    assert len(item.picture.dice) == 6


def test_stopping_keeps_nothing_more_and_deleting_takes_all(table: Table, tmp_path: Path) -> None:
    table.play("set_table", collects=True)
    assert _play_and_offer(table) == "kept"
    table.play("set_table", collects=False)
    assert table.client.get(f"{table.url}/collected").get_json()["pictures"] == 1
    assert table.client.delete(f"{table.url}/collected").get_json() == {"deleted": 1}
    assert _pictures(tmp_path) == []
    assert not list((tmp_path / "data" / "collected").iterdir())


def test_a_correction_is_stored_once(table: Table, app: Flask) -> None:
    table.play("set_table", collects=True)
    _play_and_offer(table)
    (told,) = table.client.get(f"{table.url}/collected/queue?person=ann").get_json()["pictures"]
    place = f"{table.url}/collected/{told['id']}"
    body = {"revision": told["revision"], "dice": [{"face": 3, "box_n": [0.5, 0.5, 0.2, 0.2]}]}
    assert table.client.post(place, json=body).get_json() == {"done": True}
    late = table.client.post(place, json=body)
    assert (late.status_code, late.get_json()["error"]["code"]) == (409, "picture_changed")
    (draft,) = app.extensions["dicesight"].collection.drafts(only_checked=True)
    assert [(die.face, die.said_by) for die in draft.dice] == [(3, "person")]
    assert table.client.get(f"{table.url}/collected/queue").get_json() == {"pictures": []}


@pytest.mark.parametrize(
    "dice",
    [
        None,
        "dice",
        [7],
        [{"face": 7, "box_n": [0.5, 0.5, 0.1, 0.1]}],
        [{"face": True, "box_n": [0.5, 0.5, 0.1, 0.1]}],
        [{"face": 1, "box_n": [0.5, 0.5, 0.1]}],
        [{"face": 1, "box_n": [0.5, 1.5, 0.1, 0.1]}],
        [{"face": 1, "box_n": [0.5, 0.5, 0, 0.1]}],
        [{"face": 1, "box_n": [0.5, 0.5, "a", 0.1]}],
        [{"face": 1, "box_n": [0.5, 0.5, 0.1, 0.1]}] * 41,
    ],
)
def test_a_malformed_correction_changes_nothing(table: Table, dice: object) -> None:
    table.play("set_table", collects=True)
    _play_and_offer(table)
    (told,) = table.client.get(f"{table.url}/collected/queue").get_json()["pictures"]
    place = f"{table.url}/collected/{told['id']}"
    refused = table.client.post(place, json={"revision": told["revision"], "dice": dice})
    assert refused.status_code == 422
    (after,) = table.client.get(f"{table.url}/collected/queue").get_json()["pictures"]
    assert after == told


def test_pictures_of_another_table_are_not_there(app: Flask, table: Table) -> None:
    table.play("set_table", collects=True)
    _play_and_offer(table)
    (told,) = table.client.get(f"{table.url}/collected/queue").get_json()["pictures"]
    other = Table(app.test_client(), "Cid")
    assert other.client.get(f"{other.url}/collected/queue").get_json() == {"pictures": []}
    assert other.client.get(f"{other.url}/collected/{told['id']}.jpg").status_code == 404
    body = {"revision": told["revision"], "remove": True}
    assert other.client.post(f"{other.url}/collected/{told['id']}", json=body).status_code == 404
    unknown = app.test_client().get("/api/tables/nowhere/collected/queue")
    assert unknown.status_code == 404


def test_a_full_disk_costs_the_picture_and_nothing_else(
    table: Table, app: Flask, tmp_path: Path
) -> None:
    table.play("set_table", collects=True)
    assert table.client.get(f"{table.url}/collected").get_json()["room"] is True
    app.extensions["dicesight"].collection.free_bytes = lambda folder: 0
    assert table.client.get(f"{table.url}/collected").get_json() == {"pictures": 0, "room": False}
    assert _play_and_offer(table) == "disk_full"
    assert _pictures(tmp_path) == []
    assert table.fetch()["state"]["roll"] == [1, 2, 4, 5, 5, 6]


def test_the_album_holds_a_few_photographs_for_a_while() -> None:
    clock = [0.0]
    album = Album(lambda: clock[0])
    sight = Sight(10, 10, ())
    words = [album.hold("g", b"x", sight, False) for _ in range(MOST + 1)]
    assert album.take("g", words[0]) is None
    assert album.take("g", words[1]) is not None
    clock[0] = LONGEST_S + 1
    assert album.take("g", words[2]) is None
    album.forget("g")
    assert album.take("g", words[3]) is None
    large = album.hold("g", bytes(7 * 2**20), sight, False)
    assert album.take("g", large) is None
