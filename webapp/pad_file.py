"""A pad as a file: CSV for spreadsheets, JSON with everything to bring back later."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

from farkle.seat import tidy_name
from webapp.archive import Archive, ArchiveError, read_log, safe_cell, written
from webapp.errors import WebError
from webapp.games import tidy_names
from webapp.pad import Pad, decide, fold, start

FORMAT = "dicesight-pad"

_COMMANDS = {
    "points_written": "points",
    "player_added": "add",
    "player_renamed": "rename",
    "player_left": "leave",
    "player_back": "come_back",
    "retitled": "retitle",
}


def pad_csv(pad: Pad) -> str:
    """A row for each round, a column for each player, totals last: text with commas, CRLF."""
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(["round", *(safe_cell(player.name) for player in pad.players)])
    for number in range(pad.filled):
        cells = (pad.cells.get((player.id, number), "") for player in pad.players)
        rows.writerow([number + 1, *cells])
    rows.writerow(["total", *(pad.total(player.id) for player in pad.players)])
    return text.getvalue()


def pad_json(archive: Archive) -> str:
    """The pad as a JSON text, one event a line."""
    return written(archive, FORMAT)


def pad_from_mapping(values: object) -> Archive:
    """Read a pad from the values of its JSON and write it through. Raises ArchiveError:
    ``archive_foreign``, ``archive_newer``, ``archive_malformed``, ``archive_too_large`` or
    ``game_unreadable``."""
    archive = read_log(values, FORMAT)
    first, *others = archive.entries
    number = first.seq
    try:
        pads = [_started(first.body)]
        undone: list[Pad] = []
        for entry in others:
            number, kind = entry.seq, entry.body.get("type")
            if kind == "undone" and len(pads) > 1:
                undone.append(pads.pop())
            elif kind == "redone" and undone:
                pads.append(undone.pop())
            else:
                pads.append(_after(pads[-1], entry.body))
                undone.clear()
    except (WebError, KeyError, TypeError) as error:
        why = error.words if isinstance(error, WebError) else "it is none of a pad"
        raise ArchiveError(
            "game_unreadable", f"Event {number} of this game does not fit the rules: {why}"
        ) from error
    return archive


def _started(body: Mapping[str, Any]) -> Pad:
    names = [player["name"] for player in body["players"]]
    first = start(body["title"], tidy_names(names), body["goal"], body["target"], body["rounds"])
    if first != body:
        raise TypeError("not as this program writes it")
    return fold([first])


def _after(pad: Pad, body: Mapping[str, Any]) -> Pad:
    """The pad after an event, which must be what its command makes."""
    command = {**body, "type": _COMMANDS[body["type"]]}
    others = [player.name for player in pad.players if player.id != body.get("player")]
    name = tidy_name(tidy_names([body["name"]])[0], others) if "name" in body else ""
    if decide(pad, command, name) != body:
        raise TypeError("not as this program writes it")
    return pad.after(body)
