"""A table to play at: within the test's process, or on a real server."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.webapp.drawn_dice import PipCounter
from tests.webapp.postgres import NoPostgresError, Postgres
from tests.webapp.running import Running, start
from webapp import Config, create_app

_KEYS = (f"test-key-{number:06d}" for number in itertools.count())


class Table:
    """A table as a client of the API sees it."""

    def __init__(self, client: FlaskClient, *names: str, preset: str = "classic") -> None:
        self.client = client
        body = {"key": next(_KEYS), "players": list(names), "preset": preset}
        made = client.post("/api/tables", json=body).get_json()
        self.id, self.seq, self.state = made["id"], made["seq"], made["state"]
        self.url = f"/api/tables/{self.id}"

    def send(self, command: dict[str, Any], **overrides: object) -> TestResponse:
        """Post a command on the state that this client saw last; sees the state in the answer."""
        body = {"id": next(_KEYS), "seq": self.seq, "command": command, **overrides}
        response = self.client.post(f"{self.url}/commands", json=body)
        answer = response.get_json()
        if "state" in answer:
            self.seq, self.state = answer["seq"], answer["state"]
        return response

    def play(self, kind: str, **command: object) -> dict[str, Any]:
        """Send a command that must be accepted; the state after it."""
        response = self.send({"type": kind, **command})
        assert response.status_code == 200, response.get_json()
        return self.state

    def photograph(self, payload: bytes, mimetype: str = "image/jpeg") -> TestResponse:
        """Send a picture."""
        return self.client.post(f"{self.url}/photographs", data=payload, content_type=mimetype)

    def watch(self, *pictures: bytes, camera: str = "camera-one", from_s: float = 0.0) -> list[Any]:
        """Send live frames, eight a second; what they were answered with."""
        answers = []
        for number, payload in enumerate(pictures):
            query = {"camera": camera, "t": str(from_s + number / 8)}
            address = f"{self.url}/frames"
            sent = self.client.post(address, data=payload, query_string=query)
            answers.append(sent.get_json())
        return answers

    def fetch(self) -> dict[str, Any]:
        """The number and state that the server has."""
        answer: dict[str, Any] = self.client.get(self.url).get_json()
        return answer


@pytest.fixture(autouse=True)
def texts_without_faults(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A text that lacks one of its values fails the test."""
    yield
    assert [record for record in caplog.records if record.name == "dicesight.texts"] == []


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of what every kind of database must do on both."""
    if "storage" in metafunc.fixturenames:
        marked = metafunc.definition.get_closest_marker
        kinds = ["sqlite"]
        if marked("every_storage"):
            kinds = ["sqlite", "postgresql"]
        elif marked("postgresql_only"):
            kinds = ["postgresql"]
        metafunc.parametrize("storage", kinds)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server; tests that need one are skipped where there is none."""
    try:
        running = Postgres()
    except NoPostgresError as missing:
        pytest.skip(str(missing))
    yield running
    running.close()


@pytest.fixture
def database_url(storage: str, request: pytest.FixtureRequest) -> str | None:
    """An empty database: a PostgreSQL of its own, or None for SQLite in the data folder."""
    if storage == "sqlite":
        return None
    running: Postgres = request.getfixturevalue("postgres")
    return running.new_database()


@pytest.fixture
def make_app(tmp_path: Path, database_url: str | None) -> Iterator[Callable[..., Flask]]:
    """Applications on one data folder or database, closed at the end."""
    made: list[Flask] = []

    def make(*, reader: object = None, **settings: Any) -> Flask:
        config = Config(data_dir=tmp_path / "data", database_url=database_url, **settings)
        app = create_app(config, reader=reader or PipCounter())
        made.append(app)
        return app

    yield make
    for app in made:
        app.extensions["dicesight"].close()


@pytest.fixture
def client(make_app: Callable[..., Flask]) -> FlaskClient:
    """A client of an application on an empty data folder."""
    return make_app().test_client()


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """Ann and Ben at a table with the Classic rules, which need no opening."""
    return Table(client, "Ann", "Ben")


@pytest.fixture
def server(tmp_path: Path, database_url: str | None) -> Iterator[Running]:
    """A real server process on a free port and an empty data folder or database."""
    running = start(tmp_path / "data", database_url=database_url)
    yield running
    running.stop()
