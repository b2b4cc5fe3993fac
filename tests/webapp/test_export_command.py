"""``dicesight export``: every game as a file of its own, and all turns in one table."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from dicesight import main
from tests.webapp.conftest import Table
from webapp.archive import from_json
from webapp.pad import fold
from webapp.pad_file import pad_from_mapping


@pytest.fixture
def export(tmp_path: Path) -> Callable[..., Result]:
    """Runs the command on the data folder of ``make_app``."""

    def run(folder: Path) -> Result:
        environment = {"DICESIGHT_DATA_DIR": str(tmp_path / "data")}
        return CliRunner().invoke(main, ["export", str(folder)], env=environment)

    return run


def test_every_game_is_written_and_can_be_read_back(
    make_app: Callable[..., Flask], export: Callable[..., Result], tmp_path: Path
) -> None:
    client = make_app().test_client()
    tables = [Table(client, "Ann", "Ben"), Table(client, "Cleo")]
    for table in tables:
        table.play("roll", dice=[1, 1, 1, 2, 3, 4])
        table.play("set_aside", dice=[1, 1, 1])
        table.play("bank")
    result = export(tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "2 games as JSON" in result.stdout
    read = {
        archive.id: archive
        for path in (tmp_path / "out").glob("*.json")
        for archive in [from_json(path.read_bytes())]
    }
    assert {id: archive.state().view() for id, archive in read.items()} == {
        table.id: table.fetch()["state"] for table in tables
    }
    with (tmp_path / "out" / "turns.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {(row["game"], row["player"], row["points"]) for row in rows} == {
        (tables[0].id, "Ann", "1000"),
        (tables[1].id, "Cleo", "1000"),
    }
    assert len(rows) == 2


def test_a_folder_with_files_in_it_is_left_alone(
    make_app: Callable[..., Flask], export: Callable[..., Result], tmp_path: Path
) -> None:
    Table(make_app().test_client(), "Ann")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "photo.jpg").write_bytes(b"")
    result = export(tmp_path / "out")
    assert result.exit_code == 1
    assert "already files in" in result.stderr


def test_a_game_that_cannot_be_played_through_is_written_and_named(
    make_app: Callable[..., Flask], export: Callable[..., Result], tmp_path: Path
) -> None:
    app = make_app()
    broken, sound = Table(app.test_client(), "Ann"), Table(app.test_client(), "Ben")
    app.extensions["dicesight"].store.append(
        broken.id, "future", {}, lambda read: [{"type": "of_the_future"}]
    )
    result = export(tmp_path / "out")
    assert result.exit_code == 1
    assert "no event called" in result.stderr
    assert len(list((tmp_path / "out").glob("*.json"))) == 2
    assert sound.id not in result.stderr


def test_pads_of_other_games_are_written_as_tables(
    make_app: Callable[..., Flask], export: Callable[..., Result], tmp_path: Path
) -> None:
    app = make_app()
    pads = app.extensions["dicesight"].pads
    pad_id = pads.create("key-of-a-pad", "Rummy", ["Ann", "=Ben"], "high")
    seq = pads.sheet(pad_id).mark.seq
    points = {"type": "points", "player": "p1", "round": 0, "points": 7}
    pads.command(pad_id, "command-of-a-pad", seq, points)
    result = export(tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "1 pad as CSV and JSON" in result.stdout
    lines = (tmp_path / "out" / "pad-1.csv").read_text(encoding="utf-8-sig").splitlines()
    assert lines == ["round,Ann,'=Ben", "1,7,", "total,7,0"]
    read = pad_from_mapping(json.loads((tmp_path / "out" / "pad-1.json").read_text("utf-8")))
    assert fold(entry.body for entry in read.entries) == pads.sheet(pad_id).pad
