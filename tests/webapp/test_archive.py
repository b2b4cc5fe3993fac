"""A game leaves as a file and comes back as the same game, or is refused with a reason."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from farkle.events import event_from_mapping, new_game
from farkle.sheet import apply, decide, fold
from webapp.archive import (
    COLUMNS,
    EVENT_LIMIT,
    Archive,
    ArchiveError,
    Entry,
    file_name,
    from_json,
    from_mapping,
    to_csv,
    to_json,
    to_mapping,
)
from webapp.database import open_engine
from webapp.store import Store

AT = "2026-01-31T19:30:00.000+00:00"
COMMANDS: tuple[dict[str, object], ...] = (
    {"type": "roll", "dice": [1, 1, 1, 5, 2, 3]},
    {"type": "set_aside", "dice": [1, 1, 1]},
    {"type": "bank"},
    {"type": "roll", "dice": [2, 2, 3, 3, 4, 6]},
    {"type": "farkle"},
    {"type": "undo"},
    {"type": "redo"},
    {"type": "roll", "dice": [5, 2, 2, 3, 4, 6]},
)


HOST = {"phone": 1, "role": "host", "player": "a"}


def played(names: dict[str, str] | None = None) -> Archive:
    """A game in the middle of its third turn, with something taken back and put back in it."""
    start = new_game(names or {"a": "Änne 🎲", "b": "Ben"}, "classic")
    events = [start]
    state = fold(events)
    for command in COMMANDS:
        for event in decide(state, command):
            state = apply(state, event)
            events.append(event)
    entries = tuple(
        Entry(seq, AT, f"command-{seq}", event.to_mapping(), HOST if seq > 1 else None)
        for seq, event in enumerate(events, 1)
    )
    return Archive("3q2+/w", AT, entries)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store on a new database."""
    engine: Engine = open_engine(f"sqlite:///{tmp_path / 'score.sqlite3'}")
    yield Store(engine)
    engine.dispose()


def test_a_game_read_back_is_the_same_game() -> None:
    game = played()
    text = to_json(game)
    assert from_json(text) == game
    assert from_json(text.encode("utf-8-sig")) == game
    assert json.loads(text) == to_mapping(game)
    assert "Änne 🎲" in text


def test_the_store_gives_back_what_it_adopted_and_plays_on(store: Store) -> None:
    game = played()
    assert store.adopt("new", "key-of-import", game) == "new"
    assert store.adopt("other", "key-of-import", game) == "new"
    stored = store.archive("new")
    assert stored is not None
    assert (stored.created_at, stored.entries) == (game.created_at, game.entries)
    assert store.ids() == ["new"]
    assert [told.fact for told in store.told("new")] == [entry.body for entry in game.entries]
    made = store.append("new", "c-next", {}, lambda read: [{"type": "took_back"}])
    assert made.first_seq == len(game.entries) + 1
    assert store.archive("nowhere") is None


def test_the_csv_has_a_row_for_each_turn_with_the_running_total() -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv([played(), played()]))))
    assert len(rows) == 4
    assert tuple(rows[0]) == COLUMNS
    assert [(r["round"], r["player"], r["points"], r["kind"], r["total"]) for r in rows[:2]] == [
        ("1", "Änne 🎲", "1000", "bank", "1000"),
        ("1", "Ben", "0", "farkle", "0"),
    ]


def test_no_name_becomes_a_formula_in_a_spreadsheet() -> None:
    names = {"a": '=HYPERLINK("x")', "b": "+1, 2"}
    rows = list(csv.DictReader(io.StringIO(to_csv([played(names)]))))
    assert [row["player"] for row in rows] == ['\'=HYPERLINK("x")', "'+1, 2"]


def change(**values: Any) -> dict[str, Any]:
    """The file of a game with some of its values changed."""
    return {**to_mapping(played()), **values}


def event(number: int, **values: Any) -> dict[str, Any]:
    """The file of a game with one of its events changed."""
    mapping: dict[str, Any] = to_mapping(played())
    mapping["events"][number].update(values)
    return mapping


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ([], "archive_foreign"),
        ({}, "archive_foreign"),
        (change(format="other"), "archive_foreign"),
        (change(version=2), "archive_newer"),
        (change(version=0), "archive_malformed"),
        (change(version=True), "archive_malformed"),
        (change(version="1"), "archive_malformed"),
        (change(events=None), "archive_malformed"),
        (change(events=[]), "archive_malformed"),
        (change(events=[7]), "archive_malformed"),
        (change(events=[{}] * (EVENT_LIMIT + 1)), "archive_too_large"),
        (change(created_at="yesterday"), "archive_malformed"),
        (change(created_at=None), "archive_malformed"),
        (event(2, seq=7), "archive_malformed"),
        (event(2, at="soon"), "archive_malformed"),
        (event(2, event="banked"), "archive_malformed"),
        (event(0, event={"type": "x", "name": "\ud800"}), "archive_malformed"),
        (event(0, event={"type": "banked"}), "game_unreadable"),
        (event(2, event={"type": "of_the_future"}), "game_unreadable"),
        (event(2, event={"type": "kept_aside", "dice": [4]}), "game_unreadable"),
        (event(1, event={"type": "game_started"}), "game_unreadable"),
    ],
)
def test_a_file_that_is_no_game_is_refused_in_words(values: object, code: str) -> None:
    with pytest.raises(ArchiveError) as caught:
        from_mapping(values)
    assert caught.value.code == code
    assert caught.value.words.endswith(".")


@pytest.mark.parametrize(
    "text", [b"", b"\xff\xfe", "{", "[" * 100_000, to_json(played())[:-40], "\x00"]
)
def test_what_is_no_json_is_refused_in_words(text: str | bytes) -> None:
    with pytest.raises(ArchiveError, match="JSON"):
        from_json(text)


def test_what_a_version_does_not_know_is_left_alone() -> None:
    values = change(colour="green")
    values["events"][0]["by"] = "host"
    assert from_mapping(values) == played()


def test_the_name_of_the_file_says_the_day_and_holds_nothing_dangerous() -> None:
    game = played()
    assert file_name(game, "json") == "dicesight-2026-01-31-3q2w.json"
    assert file_name(Archive("../..", AT, game.entries), "csv") == "dicesight-2026-01-31-game.csv"


def test_a_game_folds_from_its_file_as_it_does_from_its_events() -> None:
    game = played()
    assert game.state() == fold(event_from_mapping(entry.body) for entry in game.entries)


def test_an_adopted_game_has_its_history_with_who_did_what(store: Store) -> None:
    game = played()
    store.adopt("new", "key-of-import", game)
    told = store.told("new")
    assert [(one.fact, one.at, one.actor) for one in told] == [
        (entry.body, entry.at, entry.actor) for entry in game.entries
    ]


def test_a_game_of_many_steps_back_is_read_in_seconds() -> None:
    steps = 2000
    bodies: list[dict[str, object]] = [dict(played().entries[0].body)]
    bodies += [{"type": "farkle_declared"}] * steps + [{"type": "undone"}] * steps
    entries = tuple(Entry(seq, AT, f"c-{seq}", body) for seq, body in enumerate(bodies, 1))
    began = time.process_time()
    assert Archive("long", AT, entries).state().view()["round"] == 1
    assert time.process_time() - began < 5


def test_who_did_what_goes_along_and_comes_back(store: Store) -> None:
    store.adopt("here", "key", from_json(to_json(played())))
    assert [told.actor for told in store.told("here")][:3] == [None, HOST, HOST]
    again = store.archive("here")
    assert again is not None
    assert again.entries == played().entries


@pytest.mark.parametrize(
    "by",
    [None, 7, {}, {"phone": True, "role": "host"}, {"phone": 1, "role": "king"}, {"phone": "1"}],
)
def test_what_says_nobody_is_read_as_nobody(by: object) -> None:
    values = to_mapping(played())
    events = values["events"]
    assert isinstance(events, list)
    events[1]["by"] = by
    assert from_mapping(values).entries[1].actor is None


def test_a_file_cannot_keep_the_server_busy_with_corrections() -> None:
    zero = {"outcome": "zero", "points": 0}
    told = [{"type": "turn_entered", **zero}] * 2000
    corrected = [{"type": "turn_corrected", "player": "a", "round": 1, **zero}] * 2000
    bodies = [new_game({"a": "Ann"}, "classic").to_mapping(), *told, *corrected]
    entries = tuple(Entry(seq, AT, f"c-{seq}", body) for seq, body in enumerate(bodies, 1))
    with pytest.raises(ArchiveError, match="too many corrections"):
        Archive("busy", AT, entries).state()
