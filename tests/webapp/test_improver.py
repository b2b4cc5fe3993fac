"""The reader is taught in the background, once at a time, and its progress is told."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.webapp.conftest import Table
from tests.webapp.drawn_dice import PipCounter
from webapp import Config, create_app
from webapp.errors import WebError
from webapp.improver import Improver

_WAITS = (
    "import pathlib, sys, time\nwhile not pathlib.Path(sys.argv[1]).exists(): time.sleep(.05)\n"
)


def _wait_for(condition: Callable[[], bool]) -> None:
    ends = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.05)


@pytest.fixture
def improver(tmp_path: Path) -> Iterator[Improver]:
    """One whose process waits for the file ``go`` and then says a line."""
    program = _WAITS + "print('Error: Not promoted. (not_better)'); sys.exit(int(sys.argv[2]))"
    command = [sys.executable, "-c", program, str(tmp_path / "go"), "1"]
    made = Improver(tmp_path, command)
    yield made
    made.close()


def test_progress_and_the_end_are_told(improver: Improver, tmp_path: Path) -> None:
    assert improver.status()["state"] == "idle"
    improver.start()
    assert improver.status() == {
        "state": "running",
        "share": 0.0,
        "minutes_left": None,
        "words": "",
        "code": "",
    }
    progress = {"step": 100, "steps": 400, "rate": 0.5}
    (tmp_path / "improving" / "progress.json").write_text(json.dumps(progress))
    told = improver.status()
    assert (told["share"], told["minutes_left"]) == (0.25, 10)
    (tmp_path / "go").touch()
    _wait_for(lambda: improver.status()["state"] != "running")
    assert improver.status()["state"] == "failed"
    told = improver.status()
    assert (told["words"], told["code"]) == ("Not promoted.", "not_better")


def test_a_second_run_is_refused_while_one_is_under_way(improver: Improver) -> None:
    improver.start()
    with pytest.raises(WebError) as caught:
        improver.start()
    assert caught.value.code == "improving_already"


def test_closing_ends_the_run(improver: Improver) -> None:
    improver.start()
    improver.close()
    assert improver.status()["state"] == "failed"


def test_a_real_run_without_pictures_says_what_is_missing(tmp_path: Path) -> None:
    app: Flask = create_app(Config(tmp_path / "data"), reader=PipCounter())
    table = Table(app.test_client(), "Ann")
    assert table.client.get(f"{table.url}/improve").get_json()["state"] == "idle"
    begun = table.client.post(f"{table.url}/improve")
    assert begun.status_code == 200
    ask = lambda: table.client.get(f"{table.url}/improve").get_json()  # noqa: E731
    _wait_for(lambda: bool(ask()["state"] == "failed"))
    assert "0 pictures were collected" in ask()["words"]
    app.extensions["dicesight"].close()
