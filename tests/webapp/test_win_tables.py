"""Tables of chances to win: shipped ones are used, missing ones computed beside the server."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from farkle.rules import Rules
from farkle.solver import solve
from farkle.win_table import table_name
from webapp.win_tables import WinTables

SMALL = Rules.preset("kcd").changed(target=150)


def waited(tables: WinTables, rules: Rules) -> object:
    until = time.monotonic() + 120
    while time.monotonic() < until:
        if (found := tables.table(rules)) is not None:
            return found
        time.sleep(0.2)
    raise AssertionError("the table was not computed in time")


def test_a_presets_table_is_there_at_once(tmp_path: Path) -> None:
    tables = WinTables(tmp_path)
    assert tables.table(Rules.preset("classic")) is not None
    assert not tables.is_computing(Rules.preset("classic"))
    assert list(tmp_path.iterdir()) == []


def test_a_missing_table_is_computed_in_the_background_and_kept(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    tables = WinTables(folder, niceness=0)
    try:
        assert tables.table(SMALL) is None
        assert tables.is_computing(SMALL)
        found = waited(tables, SMALL)
        assert np.abs(found.values - solve(SMALL).values).max() < 1e-6  # type: ignore[attr-defined]
        until = time.monotonic() + 10
        while tables.is_computing(SMALL) and time.monotonic() < until:
            time.sleep(0.05)
        assert not tables.is_computing(SMALL)
    finally:
        tables.close()
    assert [path.name for path in folder.iterdir()] == [f"{table_name(SMALL)}.win"]
    assert WinTables(folder, computes=False).table(SMALL) is not None


def test_without_leave_to_compute_nothing_is_started(tmp_path: Path) -> None:
    tables = WinTables(tmp_path, computes=False)
    assert tables.table(SMALL) is None
    assert not tables.is_computing(SMALL)


def test_rules_out_of_reach_are_left_alone(tmp_path: Path) -> None:
    tables = WinTables(tmp_path / "tables")
    rules = SMALL.changed(piggyback="dice_only")
    assert tables.table(rules) is None
    assert not tables.is_computing(rules), "nothing is said to be on its way that never comes"
    tables.close()
    assert not (tmp_path / "tables").exists()


def test_a_damaged_table_is_reported_and_computed_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / f"{table_name(SMALL)}.win").write_bytes(b"damaged")
    tables = WinTables(tmp_path, niceness=0)
    try:
        assert tables.table(SMALL) is None
        assert "cannot be used" in caplog.text
        waited(tables, SMALL)
    finally:
        tables.close()


def test_closing_ends_a_computation_at_once(tmp_path: Path) -> None:
    tables = WinTables(tmp_path)
    assert tables.table(Rules.preset("kcd").changed(target=20_000)) is None
    time.sleep(0.5)
    begun = time.monotonic()
    tables.close()
    assert time.monotonic() - begun < 5
