"""The ``dicesight solve`` command makes tables that the page and the advice can use."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from dicesight import main
from farkle.commands import solve as command
from farkle.rules_text import rules_from_toml
from farkle.solver import Progress, solve, sweeps
from farkle.win_table import WinTable, table_name

HOUSE = 'preset = "kcd"\ntarget = 200\nfarkle_penalty = 50\n'


def run(*words: str) -> str:
    result = CliRunner().invoke(main, ["solve", *words])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text(HOUSE)
    return path


def test_it_writes_the_table_of_house_rules_into_the_data_folder(
    house: Path, tmp_path: Path
) -> None:
    output = run(str(house), "--data-dir", str(tmp_path))
    rules = rules_from_toml(HOUSE)
    path = tmp_path / "tables" / f"{table_name(rules)}.win"
    table = WinTable.from_bytes(path.read_bytes())
    assert np.abs(table.values - solve(rules).values).max() < 1e-6
    assert "house: the first player wins" in output
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_preset_is_known_already(tmp_path: Path) -> None:
    assert "Classic: the first player wins 48.30 %" in run("classic", "--out", str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_run_goes_on_where_it_was(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "_SAVED_EVERY_S", 0.0)
    seen: list[Progress] = []

    def interrupted(*args: object) -> object:
        for values, progress in sweeps(*args):  # type: ignore[arg-type]
            seen.append(progress)
            yield values, progress
            if stop_at and (progress.sweep, progress.level) == stop_at:
                raise KeyboardInterrupt

    monkeypatch.setattr(command, "sweeps", interrupted)
    stop_at: tuple[int, int] | None = (2, 7)
    stopped = CliRunner().invoke(main, ["solve", str(house), "--out", str(tmp_path)])
    assert stopped.exit_code == 1
    assert [path.suffix for path in tmp_path.iterdir() if path != house] == [".part"]
    stop_at = None
    seen.clear()
    run(str(house), "--out", str(tmp_path))
    assert (seen[0].sweep, seen[0].level) == (1, 8)
    assert [path.suffix for path in tmp_path.iterdir() if path != house] == [".win"]
    rules = rules_from_toml(HOUSE)
    table = WinTable.from_bytes((tmp_path / f"{table_name(rules)}.win").read_bytes())
    assert np.abs(table.values - solve(rules).values).max() < 1e-6


def test_interrupting_loses_nothing_that_was_done(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*args: object) -> object:
        for values, progress in sweeps(*args):  # type: ignore[arg-type]
            yield values, progress
            if (progress.sweep, progress.level) == (1, 5):
                raise KeyboardInterrupt

    monkeypatch.setattr(command, "sweeps", interrupted)
    assert CliRunner().invoke(main, ["solve", str(house), "--out", str(tmp_path)]).exit_code == 1
    [part] = tmp_path.glob("*.part")
    with np.load(part) as kept:
        assert int(kept["done"]) == 5


@pytest.mark.parametrize("level", [3, 7])
def test_an_interrupted_first_guess_goes_on_too(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: int
) -> None:
    seen: list[Progress] = []
    stop_at: int | None = level

    def interrupted(*args: object) -> object:
        for values, progress in sweeps(*args):  # type: ignore[arg-type]
            seen.append(progress)
            yield values, progress
            if (progress.sweep, progress.level) == (0, stop_at):
                raise KeyboardInterrupt

    monkeypatch.setattr(command, "sweeps", interrupted)
    assert CliRunner().invoke(main, ["solve", str(house), "--out", str(tmp_path)]).exit_code == 1
    is_whole = level == seen[0].levels
    stop_at = None
    seen.clear()
    run(str(house), "--out", str(tmp_path))
    assert (seen[0].sweep, seen[0].level) == ((1, 1) if is_whole else (0, level + 1))
    rules = rules_from_toml(HOUSE)
    table = WinTable.from_bytes((tmp_path / f"{table_name(rules)}.win").read_bytes())
    assert np.abs(table.values - solve(rules).values).max() < 1e-6


def test_a_folder_that_cannot_be_written_is_told_before_the_work(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "_beside", lambda path: path / "no" / "folder")
    monkeypatch.setattr(command, "sweeps", lambda *_: pytest.fail("it computed"))
    result = CliRunner().invoke(main, ["solve", str(house), "--out", str(tmp_path)])
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")


def test_two_that_compute_the_same_do_not_take_each_others_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, values, progress = tmp_path / "a.win", np.full(3, 0.5), Progress(1, 2, 5, 1.0)
    written = np.savez

    def another_saves_meanwhile(*args: object, **values_: object) -> None:
        written(*args, **values_)  # type: ignore[arg-type]
        with monkeypatch.context() as other:
            other.setattr(np, "savez", written)
            other.setattr(os, "getpid", lambda: 0)
            command._save(path, values, progress)

    monkeypatch.setattr(np, "savez", another_saves_meanwhile)
    command._save(path, values, progress)
    assert [file.name for file in tmp_path.iterdir()] == ["a.part"]


@pytest.mark.parametrize("kept", [b"", b"broken", b"PK\x03\x04 cut off"])
def test_a_damaged_interrupted_run_begins_again(house: Path, tmp_path: Path, kept: bytes) -> None:
    path = tmp_path / f"{table_name(rules_from_toml(HOUSE))}.win"
    path.with_suffix(".part").write_bytes(kept)
    run(str(house), "--out", str(tmp_path))
    assert WinTable.from_bytes(path.read_bytes()).values.size > 0


def test_a_damaged_table_is_made_anew(house: Path, tmp_path: Path) -> None:
    path = tmp_path / f"{table_name(rules_from_toml(HOUSE))}.win"
    path.write_bytes(b"broken")
    path.with_suffix(".part").write_bytes(b"broken too")
    run(str(house), "--out", str(tmp_path))
    assert WinTable.from_bytes(path.read_bytes()).values.size > 0


def test_rules_that_cannot_be_solved_are_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "big.toml"
    path.write_text('preset = "classic"\ntarget = 1000000\n')
    result = CliRunner().invoke(main, ["solve", str(path), "--out", str(tmp_path)])
    assert result.exit_code == 1
    assert "A lower target makes it smaller. (not_solvable)" in result.output


def test_it_asks_for_rules_to_solve() -> None:
    result = CliRunner().invoke(main, ["solve"])
    assert result.exit_code == 2
    assert "Name rules to solve" in result.output
