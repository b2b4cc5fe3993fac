"""The clock of the computer may be wrong and may jump: the order of play does not hang on it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from tests.webapp.conftest import Table
from webapp.archive import from_json, to_json
from webapp.backups import check_backup, make_backup
from webapp.store import Store

pytestmark = pytest.mark.every_storage


@pytest.fixture
def jumping(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes back by years and forward by more, at every look."""
    start = datetime(2026, 3, 29, 1, 59, tzinfo=UTC)
    jumps = itertools.cycle([0, -400, 9000, -9000, 0.01, 30])

    def jump() -> Iterator[str]:
        for days in jumps:
            yield (start + timedelta(days=days)).isoformat(timespec="milliseconds")

    times = jump()
    monkeypatch.setattr("webapp.store.now", lambda: next(times))


@pytest.mark.usefixtures("jumping")
def test_a_game_under_a_jumping_clock_is_the_game_that_was_played(
    make_app: Callable[..., Flask], tmp_path: Path
) -> None:
    app = make_app()
    table = Table(app.test_client(), "Ann", "Ben")
    for _ in range(4):
        table.play("roll", dice=[1, 1, 1, 2, 3, 4])
        table.play("set_aside", dice=[1, 1, 1])
        table.play("bank")
    first = table.send({"type": "roll", "dice": [5, 5, 2, 3, 4, 6]}, id="jump-key-1").get_json()
    again = table.send({"type": "roll", "dice": [5, 5, 2, 3, 4, 6]}, id="jump-key-1", seq=1)
    assert again.get_json()["accepted"] == first["accepted"]
    assert [player["total"] for player in table.state["players"]] == [2000, 2000]
    assert make_app().test_client().get(table.url).get_json() == table.fetch()
    assert app.test_client().get("/").status_code == 200

    store: Store = app.extensions["dicesight"].store
    archive = store.archive(table.id)
    assert archive is not None
    assert from_json(to_json(archive)) == archive
    assert [told.fact for told in store.told(table.id)] == store.read(table.id)
    make_backup(store._engine, tmp_path / "b.sqlite3")
    assert check_backup(tmp_path / "b.sqlite3").unreadable == ()
