"""Who runs a table, and how that is handed on.

Whoever runs it may give it to any phone that plays. When that phone is lost, the computer that runs
the server may do so at once; any player may take the table over once whoever runs it has been away
for a while. Everybody sees it in the history.
"""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from webapp.access import Access, enter, sit_down
from webapp.errors import WebError
from webapp.joining import is_own_computer
from webapp.members import HOST, PLAYER
from webapp.services import services
from webapp.tables import json_body, key

blueprint = Blueprint("hosting", __name__)

GIVE = "give"
TAKE = "take"


@blueprint.get("/api/tables/<table_id>/me")
def me(table_id: str) -> Response:
    """What this browser is at the table."""
    access = enter(table_id)
    services().games.sheet(access.game_id)
    return jsonify(access.me())


@blueprint.get("/api/tables/<table_id>/phones")
def phones(table_id: str) -> Response:
    """The phones that play, and what this one ``may`` do about who runs the table: ``give`` it to
    any of them, ``take`` it, or nothing (null); ``wait_minutes`` is how long it must wait then."""
    access = enter(table_id)
    services().games.sheet(access.game_id)
    own = access.member.number if access.member and not access.watches else None
    playing = services().members.all(access.game_id) if not access.watches else []
    left_s = services().config.host_away_s - services().members.host_away_s(access.game_id)
    return jsonify(
        phones=[
            {"phone": one.number, "role": one.role, "player": one.player, "own": one.number == own}
            for one in playing
            if one.role in (HOST, PLAYER)
        ],
        may=_may(access),
        wait_minutes=max(0, -int(-left_s // 60)),
    )


@blueprint.post("/api/tables/<table_id>/host")
def hand_on(table_id: str) -> Response:
    """Let ``{"id", "phone": number}`` run the table; without a number this very phone."""
    access = enter(table_id)
    body = json_body()
    command_id = key(body.get("id"), "id")
    services().games.sheet(access.game_id)
    may = _may(access)
    if may is not None and access.member is None:
        access = sit_down(access.game_id)
    own = access.member.number if access.member else None
    number = body.get("phone", own)
    if isinstance(number, bool) or not isinstance(number, int):
        raise WebError(422, "malformed", "“phone” is the number of a phone at this table.")
    if may is None or (may == TAKE and number != own):
        raise WebError(
            403,
            "host_is_there",
            "Whoever runs this table can hand it on. Others can take it over once that phone has "
            "been away for a while, or on the computer that runs Dicesight.",
        )
    services().members.hand_on(access.game_id, number)
    told = {"type": "set_table", "host": number}
    services().games.command(access.game_id, command_id, None, told, actor=access.actor)
    return jsonify(enter(table_id).me())


def _may(access: Access) -> str | None:
    members = services().members
    if access.watches or not members.has_host(access.game_id):
        return None
    if access.role == HOST or is_own_computer():
        return GIVE
    away_s = members.host_away_s(access.game_id)
    return TAKE if away_s >= services().config.host_away_s else None
