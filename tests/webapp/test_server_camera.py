"""A camera at the server: chosen by a table, looked through by pulling, faults said and mended."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.conftest import Table
from tests.webapp.drawn_clip import write_mp4
from tests.webapp.drawn_dice import draw_dice
from vision.frames import Frame
from vision.source import SourceError
from webapp.server_cameras import ServerCamera, shown_name

ROLL = (1, 1, 4, 4, 4, 5)


@pytest.fixture
def recorded(make_app: Callable[..., Flask], tmp_path: Path) -> FlaskClient:
    """A client of a server whose camera is a recording of one throw."""
    clip = write_mp4(tmp_path / "table.mp4", ROLL, still=40)
    return make_app(cameras=(str(clip),)).test_client()


def use(table: Table, camera: str | None = "server-1") -> Any:
    return table.client.post(f"{table.url}/cameras", json={"camera": camera})


def pulled(table: Table, after: int = -1) -> tuple[int, bytes, dict[str, Any]]:
    answer = table.client.get(f"{table.url}/cameras/server-1/frame", query_string={"after": after})
    return answer.status_code, answer.data, json.loads(answer.headers["Dicesight-View"])


def pull_until(table: Table, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    ends_s, after = time.monotonic() + 20, -1
    while time.monotonic() < ends_s:
        _, _, view = pulled(table, after)
        if wanted(view):
            return view
        after = view["number"]
    raise AssertionError(f"never so; last seen: {view}")


def test_a_roll_before_the_servers_camera_is_pulled_and_offered(recorded: FlaskClient) -> None:
    table = Table(recorded, "Ann", "Ben")
    told = table.client.get(f"{table.url}/cameras").get_json()
    (camera,) = told["cameras"]
    assert (camera["name"], told["used"]) == ("At the server: table.mp4", None)
    assert use(table).get_json()["used"] == "server-1"
    view = pull_until(table, lambda view: bool(view.get("roll")) or view["fault"] is not None)
    assert view["fault"] is None or view["fault"]["code"] == "camera_over"
    status, payload, view = pulled(table)
    assert (status, payload[:2]) == (200, b"\xff\xd8")
    assert (view["width"], view["height"]) == (480, 360)
    assert sorted(die["face"] for die in view["dice"]) == sorted(ROLL)
    over = pull_until(table, lambda view: view["fault"] is not None)
    assert over["fault"]["code"] == "camera_over"
    parts = recorded.application.extensions["dicesight"]
    offer = parts.offers.current(table.id, parts.games.sheet(table.id).state)
    assert offer.rolled == tuple(sorted(ROLL))
    assert use(table, None).get_json()["used"] is None
    refused = table.client.get(f"{table.url}/cameras/server-1/frame")
    assert refused.get_json()["error"]["code"] == "camera_off"


def test_one_table_at_a_time_looks_through_a_camera(recorded: FlaskClient) -> None:
    first, second = Table(recorded, "Ann"), Table(recorded, "Ben")
    use(first)
    assert use(second).get_json()["error"]["code"] == "camera_taken"
    use(first, None)
    assert use(second).status_code == 200


def test_only_dice_in_the_tray_count(recorded: FlaskClient) -> None:
    table = Table(recorded, "Ann")
    use(table)
    tray = {"tray": "0,0;0.45,0;0.45,1;0,1"}
    assert table.client.post(f"{table.url}/cameras/server-1/tray", json=tray).status_code == 200
    view = pull_until(table, lambda view: any(die["reason"] for die in view.get("dice", ())))
    assert {die["reason"] for die in view["dice"]} == {"", "outside"}
    wrong = table.client.post(f"{table.url}/cameras/server-1/tray", json={"tray": "1"})
    assert wrong.status_code == 422


def test_an_unknown_camera_is_refused(recorded: FlaskClient) -> None:
    assert use(Table(recorded, "Ann"), "server-9").status_code == 404


@dataclass
class Fickle:
    """A camera that is unplugged at first, and then gives frames until it is closed."""

    name: str = "fickle"
    tries: int = 0
    closed: threading.Event = field(default_factory=threading.Event)

    def frames(self) -> Iterator[Frame]:
        """Nothing twice, then the same dice again and again."""
        self.tries += 1
        if self.tries < 3:
            raise SourceError("camera_missing", "There is no webcam 0. Is it plugged in?")
        image = draw_dice(ROLL, width=480, height=360)
        for number in range(10_000):
            if self.closed.wait(0.05):
                return
            yield Frame(image, number / 10, number)

    def close(self) -> None:
        """No more frames."""
        self.closed.set()


def test_an_unplugged_camera_is_said_and_tried_again_by_itself(
    make_app: Callable[..., Flask],
) -> None:
    app = make_app()
    table = Table(app.test_client(), "Ann")
    parts, source = app.extensions["dicesight"], Fickle()
    camera = ServerCamera(parts.cameras.eyes, "server-1", "0", lambda text: source)
    try:
        camera.use(table.id)
        first = camera.newest(1, 3.0)
        assert first.fault is not None
        assert first.fault[0] == "camera_missing"
        seen, ends_s = first, time.monotonic() + 30
        while seen.spotted is None or seen.fault is not None:
            assert time.monotonic() < ends_s, f"never seen; last: {seen}"
            seen = camera.newest(seen.number, 3.0)
        assert source.tries == 3
        assert len(seen.spotted.view.dice) == 6
    finally:
        camera.release()
    assert source.closed.is_set()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("0", "0"),
        ("rtsp://me:secret@10.0.0.7/live?token=x", "rtsp://10.0.0.7/live"),
        ("/clips/table.mp4", "table.mp4"),
        ("C:\\clips\\table.mp4", "table.mp4"),
    ],
)
def test_no_password_or_folder_is_shown_in_a_cameras_name(text: str, name: str) -> None:
    assert shown_name(text) == name
