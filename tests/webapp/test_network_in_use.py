"""A network that is promoted reads the next picture of a running server, and one can go back."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

from models.in_use import Garage
from models.weights import WeightsError
from tests.webapp.conftest import Table
from tests.webapp.drawn_dice import as_jpeg, draw_dice
from vision.frames import Box, Detection, Image
from webapp import Config, create_app


@dataclass
class _Says:
    """Reads one die with this face, whatever it is shown."""

    face: int
    model_sha256: str

    def read(self, image: Image, *, confidence: float | None = None) -> tuple[Detection, ...]:
        return (Detection(Box(10, 10, 60, 60), self.face, 0.99),)


def _open(path: Path | None = None) -> _Says:
    """The file's content is the face that the network reads; the shipped one reads a one."""
    if path is None:
        return _Says(1, "of the shipped one")
    payload = path.read_bytes()
    if not payload.isdigit():
        raise WeightsError("weights_broken", "no network")
    return _Says(int(payload), hashlib.sha256(payload).hexdigest())


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    monkeypatch.setattr("webapp.app.open_reader", _open)
    return create_app(Config(data_dir=tmp_path))


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app.test_client(), "Ann", "Ben")


@pytest.fixture
def garage(tmp_path: Path) -> Garage:
    noon = datetime(2026, 11, 30, 12, tzinfo=UTC)
    return Garage(Garage.of(tmp_path).folder, now=lambda: noon)


def _face(table: Table) -> int:
    (die,) = table.photograph(as_jpeg(draw_dice([4]))).get_json()["dice"]
    return int(die["face"])


def _network(tmp_path: Path, content: str) -> Path:
    path = tmp_path / f"{content}.onnx"
    path.write_text(content)
    return path


def test_the_next_picture_is_read_by_the_network_in_use(
    table: Table, garage: Garage, tmp_path: Path
) -> None:
    assert _face(table) == 1
    name = garage.take(_network(tmp_path, "6"))
    assert _face(table) == 6
    told = table.client.get(f"{table.url}/improve").get_json()["reader"]
    assert told == {"name": name, "since": "2026-11-30T12:00:00+00:00", "shipped": False}
    garage.take(_network(tmp_path, "5"))
    assert _face(table) == 5
    garage.back()
    assert _face(table) == 6


def test_whoever_set_the_table_can_go_back_on_the_page(
    table: Table, garage: Garage, tmp_path: Path
) -> None:
    garage.take(_network(tmp_path, "6"))
    told = table.client.post(f"{table.url}/improve/back").get_json()
    assert told["reader"] == {"name": "shipped", "since": "", "shipped": True}
    assert _face(table) == 1
    again = table.client.post(f"{table.url}/improve/back")
    assert (again.status_code, again.get_json()["error"]["code"]) == (409, "nothing_before")


def test_a_network_that_cannot_be_opened_leaves_the_shipped_one_reading(
    table: Table, garage: Garage, tmp_path: Path
) -> None:
    garage.take(_network(tmp_path, "no network"))
    assert _face(table) == 1
    (garage.folder / "in_use.json").write_text("{}")
    assert _face(table) == 1
    told = table.client.get(f"{table.url}/improve").get_json()
    assert told["reader"]["shipped"]
