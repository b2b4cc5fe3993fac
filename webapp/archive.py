"""A game as a file to keep, mail and take elsewhere: JSON with everything, CSV with the turns.

The JSON carries the events as they were stored, so that a game that was read back is the same game,
and a later version can read what an earlier one wrote::

    {"format": "dicesight-game", "version": 1, "program": "0.1.0", "id": "3q2-…",
     "created_at": "2026-01-31T19:30:00.000+00:00",
     "events": [{"seq": 1, "at": "2026-01-31T19:30:00.000+00:00", "command": "c-1",
                 "by": {"phone": 1, "role": "host", "player": null},
                 "event": {"type": "game_started", …}}, …]}

``by`` is left out where nobody knows who it was. The log of a pad is written in the same way.
"""

from __future__ import annotations

import csv
import importlib.metadata
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from farkle.events import Event, event_from_mapping
from farkle.history import history
from farkle.sheet import GameState, fold

FORMAT = "dicesight-game"
VERSION = 1
EVENT_LIMIT = 20_000
"""The most events that are read from a file; 20 players make a hundred turns each in fewer."""
_MOST_WORK = 200_000
"""Turns that are worked out anew by all corrections of a game together: a file must not keep the
server busy for minutes."""

COLUMNS = ("game", "started", "rules", "round", "player", "points", "kind", "penalty", "total")
"""The columns of the CSV: a row is a turn that has ended, in the order of the rounds."""


class ArchiveError(Exception):
    """A file that cannot be taken as a game: stable ``code``, ``words`` for a person."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code
        self.words = words


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as the log has it: its number, its time in UTC (ISO format), the id of the command
    that caused it, what happened, JSON-safe, and who it was, None where that is not known."""

    seq: int
    at: str
    command_id: str
    body: Mapping[str, object]
    actor: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class Archive:
    """A whole game: where it came from, and its events from the first one on."""

    id: str
    created_at: str
    entries: tuple[Entry, ...]

    def state(self) -> GameState:
        """The game folded from its events. Raises ArchiveError ``game_unreadable``, or
        ``archive_too_large`` for one that is corrected beyond measure."""
        _check_work(entry.body.get("type") for entry in self.entries)
        events: list[Event] = []
        try:
            events.extend(event_from_mapping(entry.body) for entry in self.entries)
            history(events)  # checks what was taken back as well, in one pass
        except ValueError as error:  # FarkleError is one
            at = getattr(error, "details", {}).get("event", len(events) + 1)
            raise ArchiveError(
                "game_unreadable",
                f"Event {at} of this game does not fit the rules: {getattr(error, 'words', error)}",
            ) from error
        return fold(events)


def to_mapping(archive: Archive, form: str = FORMAT) -> dict[str, object]:
    """The log as the values of its JSON."""
    return {
        "format": form,
        "version": VERSION,
        "program": program_version(),
        "id": archive.id,
        "created_at": archive.created_at,
        "events": [
            {
                "seq": entry.seq,
                "at": entry.at,
                "command": entry.command_id,
                **({} if entry.actor is None else {"by": dict(entry.actor)}),
                "event": dict(entry.body),
            }
            for entry in archive.entries
        ],
    }


def to_json(archive: Archive) -> str:
    """The game as a JSON text, one event a line."""
    return written(archive, FORMAT)


def written(archive: Archive, form: str) -> str:
    """A log of that format as a JSON text, one event a line."""
    head = to_mapping(archive, form)
    events = head.pop("events")
    assert isinstance(events, list)
    top = [f"  {json.dumps(key)}: {_dumps(value)}" for key, value in head.items()]
    lines = ",\n".join(f"    {_dumps(event)}" for event in events)
    return "{\n" + ",\n".join([*top, f'  "events": [\n{lines}\n  ]']) + "\n}\n"


def from_json(text: str | bytes) -> Archive:
    """Read a game back and play it through. Raises ArchiveError with what is wrong with it."""
    return from_mapping(values_of(text))


def values_of(text: str | bytes) -> object:
    """The values of a JSON text. Raises ArchiveError ``archive_unreadable``."""
    try:
        # A byte order mark comes from editors and spreadsheets.
        return json.loads(text.decode("utf-8-sig") if isinstance(text, bytes) else text)
    except (ValueError, RecursionError) as error:
        raise ArchiveError("archive_unreadable", "This file is not readable JSON.") from error


def from_mapping(values: object) -> Archive:
    """Read a game from the values of its JSON and play it through. Raises ArchiveError:
    ``archive_foreign``, ``archive_newer``, ``archive_malformed``, ``archive_too_large`` or
    ``game_unreadable``."""
    archive = read_log(values, FORMAT)
    archive.state()
    return archive


def read_log(values: object, form: str) -> Archive:
    """Read a log of that format without looking at what happened. Raises ArchiveError."""
    if not isinstance(values, Mapping) or values.get("format") != form:
        raise ArchiveError("archive_foreign", "This file is not a game of Dicesight.")
    version = values.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise _malformed("it does not say in which version it was written")
    if version > VERSION:
        raise ArchiveError(
            "archive_newer", "This game was written by a newer Dicesight: use that one."
        )
    lines = values.get("events")
    if not isinstance(lines, list) or not lines:
        raise _malformed("it has no events")
    if len(lines) > EVENT_LIMIT:
        raise ArchiveError("archive_too_large", f"A game has at most {EVENT_LIMIT} events.")
    game_id = values.get("id")
    return Archive(
        game_id if isinstance(game_id, str) else "",
        _time(values.get("created_at"), "the game"),
        tuple(_entry(line, seq) for seq, line in enumerate(lines, 1)),
    )


def to_csv(archives: Iterable[Archive]) -> str:
    """The turns of games as CSV: UTF-8 text with commas, a header of COLUMNS, CRLF at line ends.

    Totals are those after the turn. Text that a spreadsheet would take for a formula begins with an
    apostrophe.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for archive in archives:
        writer.writerows(_rows(archive))
    return text.getvalue()


def file_name(archive: Archive, ending: str) -> str:
    """A name for the file of a game: its day and the beginning of its id, ASCII only."""
    plain = "".join(letter for letter in archive.id if letter.isascii() and letter.isalnum())
    return f"dicesight-{archive.created_at[:10]}-{plain[:8] or 'game'}.{ending}"


def program_version() -> str:
    """The version of this Dicesight, for the record."""
    try:
        return importlib.metadata.version("dicesight")
    except importlib.metadata.PackageNotFoundError:
        return "of a working copy"


def _rows(archive: Archive) -> Iterator[Sequence[object]]:
    view: dict[str, Any] = archive.state().view()
    head = (safe_cell(archive.id), safe_cell(archive.created_at), safe_cell(view["rules"]["title"]))
    players = view["players"]
    totals = [0] * len(players)
    for number in range(max(len(player["turns"]) for player in players)):
        for index, player in enumerate(players):
            if number < len(player["turns"]):
                turn = player["turns"][number]
                totals[index] += turn["points"] - turn["penalty"]
                yield (
                    *head,
                    number + 1,
                    safe_cell(player["name"]),
                    turn["points"],
                    turn["kind"],
                    turn["penalty"],
                    totals[index],
                )


def safe_cell(text: str) -> str:
    """Text for a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def _entry(line: object, seq: int) -> Entry:
    body = line.get("event") if isinstance(line, Mapping) else None
    if not isinstance(line, Mapping) or not isinstance(body, Mapping):
        raise _malformed(f"event {seq} is none")
    if line.get("seq") != seq:
        raise _malformed(f"event {seq} is missing or not in its place")
    try:
        # Half a surrogate pair is JSON but no text: it could not be stored.
        json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as error:
        raise _malformed(f"event {seq} has values that cannot be stored") from error
    command_id = line.get("command")
    return Entry(
        seq,
        _time(line.get("at"), f"event {seq}"),
        command_id if isinstance(command_id, str) and len(command_id) <= 64 else "import",
        body,
        _actor(line.get("by")),
    )


def _actor(value: object) -> Mapping[str, object] | None:
    """Who it was, as far as that is readable: nothing of the game hangs on it."""
    if not isinstance(value, Mapping):
        return None
    phone, role, player = (value.get(name) for name in ("phone", "role", "player"))
    if isinstance(phone, bool) or not isinstance(phone, int) or not 0 < phone < 10**6:
        return None
    if role not in ("host", "player", "spectator"):
        return None
    known = player if isinstance(player, str) and len(player) <= 64 else None
    return {"phone": phone, "role": role, "player": known}


def _check_work(kinds: Iterable[object]) -> None:
    turns = work = 0
    for kind in kinds:
        turns += kind in ("banked", "farkle_declared", "turn_entered")
        work += turns if kind in ("turn_corrected", "rules_changed") else 0
    if work > _MOST_WORK:
        raise ArchiveError("archive_too_large", "This game has too many corrections to be read.")


def _time(value: object, what: str) -> str:
    try:
        moment = datetime.fromisoformat(value if isinstance(value, str) else "")
        in_utc = moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError) as error:
        raise _malformed(f"the time of {what} is unreadable") from error
    return in_utc.isoformat(timespec="milliseconds")


def _malformed(why: str) -> ArchiveError:
    return ArchiveError("archive_malformed", f"This file is damaged: {why}.")


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
