"""How phones come to a table: by a code that is typed, to watch, to take a seat, to play again."""

from __future__ import annotations

import threading
import time
from collections import deque

from flask import Blueprint, Response, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.access import Access, change_seat, enter, sit_down
from webapp.errors import WebError
from webapp.members import HOST, PLAYER, SPECTATOR
from webapp.services import services
from webapp.tables import json_body, key

blueprint = Blueprint("entrance", __name__)

_WRONG_CODES = 30
_WITHIN_S = 60.0


class Attempts:
    """Counts codes that were wrong, so that nobody can try them all."""

    def __init__(self, most: int = _WRONG_CODES, within_s: float = _WITHIN_S) -> None:
        self._most = most
        self._within_s = within_s
        self._lock = threading.Lock()
        self._times: deque[float] = deque()

    def allow(self) -> None:
        """Raise WebError 429 while too many were wrong lately."""
        with self._lock:
            while self._times and self._times[0] < time.monotonic() - self._within_s:
                self._times.popleft()
            if len(self._times) >= self._most:
                raise WebError(
                    429,
                    "too_many_codes",
                    "Too many wrong codes were tried. Wait a minute, then try again.",
                    retry_after_s=int(self._within_s),
                )

    def count(self) -> None:
        """One more was wrong."""
        with self._lock:
            self._times.append(time.monotonic())


_attempts = Attempts()


@blueprint.post("/join")
def join() -> BaseResponse:
    """The form for a typed code: on to the table."""
    _attempts.allow()
    game_id = services().members.game_of_code(request.form.get("code", "")[:40])
    if game_id is None:
        _attempts.count()
        raise WebError(
            404, "unknown_code", "No table has this code. Look at it again on the other screen."
        )
    return redirect(url_for("pages.table", table_id=game_id), 303)


@blueprint.get("/t/<table_id>/rematch")
def follow_rematch(table_id: str) -> BaseResponse:
    """On to the game that was begun after this one; who watches goes on watching."""
    access = enter(table_id)
    if not services().games.sheet(access.game_id).state.settings.rematch:
        raise WebError(404, "no_rematch", "No new game was begun after this one yet.")
    next_id = services().games.rematch(access.game_id)
    codes = services().members.codes(next_id)
    if access.address != access.game_id and codes is not None:
        next_id = codes.watch
    return redirect(url_for("pages.table", table_id=next_id), 303)


@blueprint.post("/api/tables/<table_id>/rematch")
def begin_rematch(table_id: str) -> tuple[Response, int]:
    """Begin the next game of ``{"id"}`` with the same people; all screens learn of it. However
    often it is asked for, it is one game."""
    access = enter(table_id)
    command_id = key(json_body().get("id"), "id")
    parts = services()
    state = parts.games.sheet(access.game_id).state
    if access.watches:
        access.permit(state, {})
    next_id = parts.games.rematch(access.game_id)
    parts.members.follow(access.game_id, next_id)
    if not state.settings.rematch:
        begun = {"type": "set_table", "rematch": True}
        parts.games.command(access.game_id, command_id, None, begun, actor=access.actor)
    return jsonify(id=next_id, page=url_for("pages.table", table_id=next_id)), 201


@blueprint.post("/api/tables/<table_id>/me")
def take_seat(table_id: str) -> Response:
    """Say who plays with this browser, ``{"player": id or null}``, or that it only watches,
    ``{"role": "spectator" or "player"}``."""
    access = enter(table_id)
    state = services().games.sheet(access.game_id).state
    if access.address != access.game_id:
        access.permit(state, {})
    body = json_body()
    changes: dict[str, str | None] = {}
    if "player" in body:
        player = body["player"]
        if player is not None and player not in [seat.id for seat in state.players]:
            raise WebError(422, "player_unknown", "There is no such player at this table.")
        changes["player"] = None if player is None else str(player)
    if "role" in body:
        changes["role"] = _role(sit_down(access.game_id), body["role"])
    sit_down(access.game_id)
    return jsonify(change_seat(access, changes).me() if changes else access.me())


def _role(access: Access, wanted: object) -> str:
    if wanted not in (PLAYER, SPECTATOR):
        raise WebError(422, "malformed", "A phone is that of a player or of a spectator.")
    if access.member is not None and access.member.role == HOST:
        raise WebError(
            422, "host_stays", "Whoever runs the table does not only watch: hand it on first."
        )
    return str(wanted)
