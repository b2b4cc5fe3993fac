"""The API of tables: make one, see it, play."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from flask import Blueprint, Response, jsonify, request, url_for

from webapp.access import enter, has_device, sit_down
from webapp.errors import WebError
from webapp.members import HOST
from webapp.services import services

blueprint = Blueprint("tables", __name__)

_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
_LARGEST_SEQ = 2**53


@blueprint.post("/api/tables")
def create() -> tuple[Response, int]:
    """Make a table of ``{"key", "players": [names], "preset", "rules": {option: value}}``; the same
    key makes it once."""
    body = json_body()
    players, preset = body.get("players"), body.get("preset", "playmonster")
    rules = body.get("rules")
    if not isinstance(players, list) or not isinstance(preset, str):
        raise WebError(422, "malformed", "A table needs a list of players and a preset's name.")
    if rules is not None and not isinstance(rules, dict):
        raise WebError(422, "malformed", "“rules” are options by name.")
    games = services().games
    table_id = games.create(players, preset, key(body.get("key"), "key"), rules)
    if has_device():
        sit_down(table_id, HOST)
    page = url_for("pages.table", table_id=table_id)
    return jsonify(id=table_id, page=page, **games.snapshot(table_id)), 201


@blueprint.get("/api/tables/<table_id>")
def show(table_id: str) -> Response:
    """The table's newest number and state."""
    return jsonify(services().games.snapshot(enter(table_id).game_id))


@blueprint.post("/api/tables/<table_id>/commands")
def command(table_id: str) -> Response:
    """Play ``{"id", "seq", "command": {"type", …}}`` on the state with that number."""
    command_id, seq, move = command_body()
    access = enter(table_id)
    receipt, sheet = services().games.command(
        access.game_id, command_id, seq, move, permit=access.permit, actor=access.actor
    )
    accepted = {
        "id": receipt.command_id,
        "first_seq": receipt.first_seq,
        "last_seq": receipt.last_seq,
    }
    return jsonify(accepted=accepted, repeated=receipt.repeated, **sheet.snapshot())


def command_body() -> tuple[str, int, Mapping[str, object]]:
    """The request's body as a command: its id, the number of the state that its sender saw, and
    what to do. Raises WebError 400, 415 or 422."""
    body = json_body()
    seq, move = body.get("seq"), body.get("command")
    if isinstance(seq, bool) or not isinstance(seq, int) or not 0 <= seq <= _LARGEST_SEQ:
        raise WebError(422, "malformed", "“seq” must be the number of the state that was seen.")
    if not isinstance(move, dict) or not isinstance(move.get("type"), str):
        raise WebError(422, "malformed", "“command” must have a type.")
    return key(body.get("id"), "id"), seq, move


def json_body() -> Mapping[str, object]:
    """The request's body as a JSON object. Raises WebError 400 or 415."""
    if not request.is_json:
        raise WebError(415, "json_expected", "Send JSON here.")
    try:
        body = json.loads(request.get_data().decode(), parse_constant=_no_constant)
        # Half a surrogate pair is JSON but no text: it could not be stored.
        json.dumps(body, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise WebError(400, "json_unreadable", "That is not readable JSON.") from error
    if not isinstance(body, dict):
        raise WebError(400, "json_unreadable", "Send a JSON object here.")
    return body


def key(value: object, name: str) -> str:
    """A key that the client made up to send something once. Raises WebError 422."""
    if not isinstance(value, str) or not _KEY.fullmatch(value):
        raise WebError(
            422, "malformed", f"“{name}” must be 8 to 64 letters, digits, hyphens or underscores."
        )
    return value


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")
