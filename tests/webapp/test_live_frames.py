"""The live camera: frames in, each roll offered once, what people do with the offer."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.webapp.conftest import Table
from tests.webapp.drawn_dice import PipCounter, as_jpeg, draw_dice, draw_lying
from webapp import Config, create_app

EMPTY = as_jpeg(draw_dice([], width=640, height=480))


def still(*faces: int, frames: int = 9) -> list[bytes]:
    """Dice that lie still."""
    return [as_jpeg(draw_dice(faces, width=640, height=480))] * frames


def offer_of(table: Table) -> dict[str, Any] | None:
    """What the screens of the table are told."""
    parts = table.client.application.extensions["dicesight"]
    text = parts.offers.text(table.id, lambda: parts.games.sheet(table.id))
    told: dict[str, Any] | None = json.loads(text)
    return told


def offered(answers: list[Any]) -> list[str]:
    return [answer["roll"] for answer in answers if answer["roll"]]


def test_dice_that_come_to_rest_are_offered_to_every_screen_once(table: Table) -> None:
    answers = table.watch(EMPTY, EMPTY, *still(1, 1, 4, 4, 4, 5, frames=12))
    assert len(offered(answers)) == 1
    assert answers[0]["phase"] == "empty"
    assert answers[0]["words"]
    assert sorted(die["face"] for die in answers[-1]["dice"]) == [1, 1, 4, 4, 4, 5]
    offer = offer_of(table)
    assert offer
    assert sorted(die["face"] for die in offer["dice"]) == [1, 1, 4, 4, 4, 5]
    assert (offer["match"], offer["dice_in_hand"], offer["before"]) == ("exact", 6, [])
    assert (offer["width"], offer["height"]) == (640, 480)
    assert table.fetch()["state"]["phase"] == "to_roll", "nothing counts without a person"
    picture = table.client.get(f"{table.url}/offers/{offer['id']}.jpg")
    assert picture.mimetype == "image/jpeg"
    assert picture.data.startswith(b"\xff\xd8")


def test_a_screen_that_connects_later_is_told_of_the_offer(table: Table) -> None:
    table.watch(EMPTY, *still(1, 1, 4, 4, 4, 5))
    stream = table.client.get(f"{table.url}/events", buffered=False)
    messages = (chunk.decode() for chunk in stream.response if isinstance(chunk, bytes))
    assert "event: state" in next(text for text in messages if "event:" in text)
    told = next(messages)
    stream.close()
    assert told.startswith("event: offer")
    assert json.loads(told.partition("data: ")[2]) == offer_of(table)


def test_an_offer_ends_when_the_roll_is_entered_by_whatever_way(table: Table) -> None:
    table.watch(EMPTY, *still(1, 1, 4, 4, 4, 5))
    assert offer_of(table)
    table.play("roll", dice=[2, 2, 3, 3, 4, 6])
    assert offer_of(table) is None
    table.play("undo")
    assert offer_of(table) is None, "it does not come back"


def test_an_ignored_offer_is_gone_from_every_screen(table: Table) -> None:
    table.watch(EMPTY, *still(1, 1, 4, 4, 4, 5))
    offer = offer_of(table)
    assert offer
    address = f"{table.url}/offers/{offer['id']}"
    assert table.client.delete(address).get_json() == {"done": True}
    assert offer_of(table) is None
    assert table.client.delete(address).get_json() == {"done": False}
    assert table.client.get(f"{address}.jpg").status_code == 404


def test_two_cameras_at_a_table_offer_a_roll_once(table: Table) -> None:
    roll = [EMPTY, *still(1, 1, 4, 4, 4, 5)]
    first = table.watch(*roll, camera="camera-one")
    second = table.watch(EMPTY, *still(1, 1, 4, 4, 4, 6), camera="camera-two")
    assert (len(offered(first)), len(offered(second))) == (1, 0)


def test_dice_that_lie_there_when_the_camera_starts_are_no_new_roll(table: Table) -> None:
    table.play("roll", dice=[1, 1, 4, 4, 4, 5])
    table.play("set_aside", dice=[1, 1])
    table.play("roll_again")
    assert offered(table.watch(*still(1, 1, 4, 4, 4, 5))) == []


def test_a_roll_after_setting_aside_needs_one_tap_only(table: Table) -> None:
    table.play("roll", dice=[1, 2, 3, 4, 4, 6])
    table.play("set_aside", dice=[1])
    table.watch(EMPTY, *still(1, 2, 2, 3, 3, 5))
    offer = offer_of(table)
    assert offer
    assert offer["before"] == [{"type": "roll_again"}]
    assert [die["face"] for die in offer["dice"] if die["left_out"]] == [1]
    assert (offer["match"], offer["dice_in_hand"]) == ("exact", 5)


def test_the_next_players_roll_waits_until_the_points_are_banked(table: Table) -> None:
    table.play("roll", dice=[1, 2, 3, 4, 4, 6])
    table.play("set_aside", dice=[1])
    table.watch(EMPTY, *still(2, 2, 3, 3, 4, 6))
    offer = offer_of(table)
    assert offer
    assert offer["match"] == "waits"
    table.play("bank")
    offer = offer_of(table)
    assert offer
    assert (offer["match"], offer["dice_in_hand"]) == ("exact", 6)


def test_a_roll_thrown_before_the_camera_was_opened_is_offered(table: Table) -> None:
    table.play("set_table", hands_free=True)
    answers = table.watch(*still(1, 1, 4, 4, 4, 5))
    assert len(offered(answers)) == 1, "not entered: nobody saw it being thrown"


def test_a_table_that_goes_hands_free_has_the_roll_entered(table: Table) -> None:
    table.play("set_table", hands_free=True)
    answers = table.watch(EMPTY, *still(1, 1, 4, 4, 4, 5))
    assert offered(answers) == []
    state = table.fetch()["state"]
    assert (state["phase"], state["roll"]) == ("rolled", [1, 1, 4, 4, 4, 5])
    assert offer_of(table) is None


class DoubtfulCounter(PipCounter):
    """Is unsure of every five."""

    def read(self, image: Any, *, confidence: float | None = None) -> Any:
        """The dice, fives with little confidence."""
        return tuple(
            type(die)(die.box, die.face, 0.5 if die.face == 5 else die.confidence)
            for die in super().read(image)
        )


def test_a_doubtful_die_is_asked_about_even_hands_free(make_app: Callable[..., Flask]) -> None:
    table = Table(make_app(reader=DoubtfulCounter()).test_client(), "Ann")
    table.play("set_table", hands_free=True)
    table.watch(EMPTY, *still(1, 1, 4, 4, 4, 5))
    assert table.fetch()["state"]["phase"] == "to_roll"
    offer = offer_of(table)
    assert offer
    assert offer["ask"]
    assert [die["face"] for die in offer["dice"] if die["doubtful"]] == [5]


def test_the_settled_frame_of_an_accepted_roll_is_kept_where_all_agreed(table: Table) -> None:
    table.play("set_table", collects=True)
    table.watch(EMPTY, *still(1, 1, 4, 4, 4, 5))
    offer = offer_of(table)
    assert offer
    dice = [{"face": die["face"], "box": die["box"]} for die in offer["dice"]]
    corrected = next(die for die in dice if die["face"] == 5)
    corrected["face"] = 6
    table.play("roll", dice=[1, 1, 4, 4, 4, 6], source="photo")
    body = {"photograph": offer["photograph"], "dice": dice}
    assert table.client.post(f"{table.url}/collected", json=body).get_json() == {"kept": "kept"}


def test_without_consent_no_frame_is_held(table: Table) -> None:
    table.watch(EMPTY, *still(1, 1, 4, 4, 4, 5))
    offer = offer_of(table)
    assert offer
    assert offer["photograph"] == ""


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({"t": "0"}, "malformed"),
        ({"camera": "camera-one"}, "malformed"),
        ({"camera": "camera-one", "t": "nan"}, "malformed"),
        ({"camera": "camera-one", "t": "-1"}, "malformed"),
        ({"camera": "camera-one", "t": "0", "tray": "0,0;1,1"}, "malformed"),
        ({"camera": "camera-one", "t": "0", "tray": "0,0;1,1;2,0"}, "malformed"),
        ({"camera": "camera-one", "t": "0", "tray": "0,0;1;0,1"}, "malformed"),
    ],
)
def test_a_frame_without_its_camera_or_time_is_refused(
    table: Table, query: dict[str, str], code: str
) -> None:
    answer = table.client.post(f"{table.url}/frames", data=EMPTY, query_string=query)
    assert answer.status_code == 422
    assert answer.get_json()["error"]["code"] == code


def test_what_is_no_picture_or_too_large_is_refused_and_the_next_frame_is_looked_at(
    table: Table,
) -> None:
    bad = table.watch(b"no picture", b"", b"x" * (4 * 2**20), EMPTY)
    codes = [answer["error"]["code"] for answer in bad[:3]]
    assert codes == ["picture_not_readable", "picture_empty", "frame_too_large"]
    assert bad[3]["phase"] == "empty"


def test_spectators_send_no_frames(table: Table) -> None:
    parts = table.client.application.extensions["dicesight"]
    watching = parts.members.codes(table.id).watch
    query = {"camera": "camera-one", "t": "0"}
    answer = table.client.post(f"/api/tables/{watching}/frames", data=EMPTY, query_string=query)
    assert answer.status_code == 403


def test_too_many_cameras_at_once_are_refused_and_idle_ones_give_way(table: Table) -> None:
    for number in range(8):
        table.watch(EMPTY, camera=f"camera-{number}")
    (refused,) = table.watch(EMPTY, camera="camera-8")
    assert refused["error"]["code"] == "too_many_cameras"
    table.client.delete(f"{table.url}/frames", query_string={"camera": "camera-0"})
    (welcome,) = table.watch(EMPTY, camera="camera-8")
    assert welcome["phase"] == "empty"


def test_a_person_marks_a_die_as_kept(table: Table) -> None:
    (*_, last) = table.watch(EMPTY, *still(1, 1, 4, 4, 4, 5))
    x1, y1, x2, y2 = last["dice"][0]["box"]
    place = {"x": (x1 + x2) / 2 / last["width"], "y": (y1 + y2) / 2 / last["height"]}
    body = {"camera": "camera-one", "kept": True, **place}
    marked = table.client.post(f"{table.url}/frames/marks", json=body)
    assert marked.get_json() == {"done": True}
    (seen,) = table.watch(*still(1, 1, 4, 4, 4, 5, frames=1), from_s=9.0)
    assert [die["kept"] for die in seen["dice"]].count(True) == 1


def mark(table: Table, die: dict[str, Any], *, kept: bool = True) -> None:
    """Tap a die of the offer on a picture of 640 by 480."""
    x1, y1, x2, y2 = die["box"]
    place = {"x": (x1 + x2) / 2 / 640, "y": (y1 + y2) / 2 / 480}
    body = {"camera": "camera-one", "kept": kept, **place}
    assert table.client.post(f"{table.url}/frames/marks", json=body).get_json()["done"]


def test_a_die_that_a_person_says_was_kept_changes_the_roll_that_everybody_is_offered(
    table: Table,
) -> None:
    table.play("roll", dice=[1, 2, 3, 4, 4, 6])
    table.watch(EMPTY, *still(1, 2, 2, 3, 3, 5))
    offer = offer_of(table)
    assert offer
    assert (offer["match"], offer["before"]) == ("waits", []), "what was kept is not known"
    one = next(die for die in offer["dice"] if die["face"] == 1)
    mark(table, one)
    told = offer_of(table)
    assert told
    assert (told["id"], told["match"], told["dice_in_hand"]) == (offer["id"], "exact", 5)
    kept = {"type": "set_aside", "dice": [1]}
    assert told["before"] == [kept, {"type": "roll_again"}]
    assert [die["face"] for die in told["dice"] if die["left_out"]] == [1]
    mark(table, one, kept=False)
    assert offer_of(table) == offer, "a tap that was wrong is taken back by another"


def test_marks_of_another_camera_or_beside_the_dice_change_no_offer(table: Table) -> None:
    table.watch(EMPTY, *still(1, 1, 4, 4, 4, 5))
    offer = offer_of(table)
    for camera, place in (("camera-two", {"x": 0.5, "y": 0.5}), ("camera-one", {"x": 0, "y": 0})):
        body = {"camera": camera, "kept": True, **place}
        table.client.post(f"{table.url}/frames/marks", json=body)
    assert offer_of(table) == offer


def test_a_roll_on_which_looks_disagreed_is_kept_as_that(table: Table) -> None:
    table.play("set_table", collects=True)
    frames = still(1, 1, 4, 4, 4, 5, frames=4)
    table.watch(EMPTY, *frames, *still(1, 1, 4, 4, 4, 4, frames=1), *frames, *frames)
    offer = offer_of(table)
    assert offer
    dice = [{"face": die["face"], "box": die["box"]} for die in offer["dice"]]
    table.play("roll", dice=[1, 1, 4, 4, 4, 5], source="photo")
    body = {"photograph": offer["photograph"], "dice": dice}
    assert table.client.post(f"{table.url}/collected", json=body).get_json() == {"kept": "kept"}
    (item,) = table.client.application.extensions["dicesight"].collection.queue()
    assert item.why == "disagreement"
    assert item.picture.facts.camera == "live"


Lying = tuple[int, tuple[int, int]]
"""A face, and where its die lies in a picture of 640 by 480."""

THROWN: tuple[Lying, ...] = (
    (1, (100, 100)),
    (2, (260, 110)),
    (3, (420, 100)),
    (4, (110, 260)),
    (4, (270, 270)),
    (6, (430, 250)),
)
AGAIN: tuple[Lying, ...] = (
    (2, (150, 180)),
    (2, (330, 150)),
    (3, (480, 160)),
    (6, (200, 330)),
    (6, (360, 300)),
)


def scene(*dice: Lying) -> bytes:
    return as_jpeg(draw_lying(dice, width=640, height=480))


def pushed_and_thrown_again() -> list[bytes]:
    """Six dice thrown, the 1 pushed to the lower edge, the other five thrown once more."""
    aside = [(1, (100, 100 + 30 * step)) for step in range(1, 11)]
    (_, *others), kept = THROWN, aside[-1]
    frames = [scene(), scene(), *[scene(*THROWN)] * 10]
    frames += [scene(die, *others) for die in aside]
    frames += [scene(kept, *others)] * 10
    frames += [scene(kept)] * 4
    frames += [scene(kept, *((face, (x + 60, y + 40)) for face, (x, y) in AGAIN))]
    return frames + [scene(kept, *AGAIN)] * 10


def test_hands_free_a_die_pushed_aside_is_kept_and_the_others_are_the_next_roll(
    table: Table,
) -> None:
    table.play("set_table", hands_free=True)
    table.watch(*pushed_and_thrown_again())
    state = table.fetch()["state"]
    assert (state["phase"], state["set_aside"]) == ("farkled", [[1]])
    assert state["roll"] == [2, 2, 3, 6, 6]


def test_one_tap_enters_a_roll_that_nobody_confirmed_what_was_kept_and_the_next_roll(
    table: Table,
) -> None:
    table.watch(*pushed_and_thrown_again())
    assert table.fetch()["state"]["phase"] == "to_roll"
    offer = offer_of(table)
    assert offer
    assert [move["type"] for move in offer["before"]] == ["roll", "set_aside", "roll_again"]
    for move in offer["before"]:
        table.play(**{"kind" if name == "type" else name: value for name, value in move.items()})
    counted = [die["face"] for die in offer["dice"] if not die["left_out"]]
    assert table.play("roll", dice=counted)["roll"] == [2, 2, 3, 6, 6]


@pytest.mark.parametrize("name", ["one_roll", "no_roll"])
def test_the_shipped_network_reads_a_clip_sent_by_a_phone_and_nothing_where_nothing_is_rolled(
    tmp_path: Path, name: str
) -> None:
    from vision.clip import Clip

    clip = Path(__file__).parents[1] / "clips" / f"{name}.mp4"
    rolls = json.loads(clip.with_suffix(".json").read_text())["rolls"]
    app = create_app(Config(data_dir=tmp_path / "data"))
    try:
        table = Table(app.test_client(), "Ann")
        told = []
        for frame in Clip(clip, fast=True).frames():
            query = {"camera": "camera-one", "t": f"{frame.time_s:.3f}"}
            sent = table.client.post(
                f"{table.url}/frames", data=as_jpeg(frame.image), query_string=query
            )
            assert sent.status_code == 200, sent.get_json()
            told += offered([sent.get_json()])
        parts = app.extensions["dicesight"]
        offer = parts.offers.current(table.id, parts.games.sheet(table.id).state)
        assert len(told) == len(rolls)
        assert (offer is not None) == bool(rolls)
        if offer is not None:
            assert offer.ask or offer.rolled == tuple(sorted(rolls[0]["rolled"]))
    finally:
        app.extensions["dicesight"].close()
