"""Score pads for other games: their pages, and the interface that the page and programs use."""

from __future__ import annotations

import re
import secrets

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from flask import url_for as address
from werkzeug.wrappers import Response as BaseResponse

from farkle.seat import MAX_PLAYERS
from webapp.archive import file_name
from webapp.errors import WebError, said
from webapp.events import stream_of
from webapp.joining import code_picture, is_reachable, join_address, secure_address
from webapp.pad import TITLE_LIMIT
from webapp.pad_file import pad_csv, pad_json
from webapp.remembered import remember, remembered
from webapp.services import services
from webapp.tables import command_body, json_body, key

blueprint = Blueprint("pads", __name__)

_COOKIE = "dicesight_pads"


@blueprint.get("/pads/new")
def new() -> str:
    """The form of a new pad."""
    return _form(request.args.getlist("player")[:MAX_PLAYERS], {}, None)


@blueprint.post("/pads")
def create() -> BaseResponse:
    """A new pad, then its page."""
    form, names = request.form, request.form.getlist("player")
    try:
        pad_id = services().pads.create(
            key(form.get("key"), "key"),
            form.get("title"),
            names,
            form.get("goal"),
            _number(form.get("target")),
            _number(form.get("rounds")),
        )
    except WebError as error:
        page = make_response(_form(names[:MAX_PLAYERS], form, said(error)))
        page.status_code = 422
        return page
    return redirect(address("pads.pad", pad_id=pad_id), 303)


@blueprint.get("/p/<pad_id>")
def pad(pad_id: str) -> Response:
    """The pad's page; remembers it in this browser."""
    snapshot = services().pads.sheet(pad_id).snapshot()
    join = join_address(address("pads.pad", pad_id=pad_id))
    page = render_template(
        "pad.html",
        data={"id": pad_id, **snapshot},
        pad=snapshot["state"],
        join_url=join,
        join_code=address("pads.join_code", pad_id=pad_id),
        secure_url=secure_address(request.path),
        reachable=is_reachable(join),
        title_limit=TITLE_LIMIT,
    )
    return remember(make_response(page), _COOKIE, pad_id)


@blueprint.get("/p/<pad_id>/join.svg")
def join_code(pad_id: str) -> Response:
    """The QR code of the pad's address."""
    services().pads.sheet(pad_id)
    return code_picture(join_address(address("pads.pad", pad_id=pad_id)))


@blueprint.get("/p/<pad_id>/pad.csv")
def as_csv(pad_id: str) -> Response:
    """The pad for a spreadsheet: a row for each round, a column for each player, totals last."""
    content = pad_csv(services().pads.sheet(pad_id).pad)
    response = Response(content, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = 'attachment; filename="pad.csv"'
    return response


@blueprint.get("/p/<pad_id>/pad.json")
def as_json(pad_id: str) -> Response:
    """The whole pad as a file that any Dicesight can open."""
    services().pads.sheet(pad_id)
    archive = services().store.archive(pad_id)
    if archive is None:
        raise WebError(404, "unknown_table", "There is no such table here.")
    response = Response(pad_json(archive), content_type="application/json; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{file_name(archive, "json")}"'
    return response


@blueprint.post("/api/pads")
def api_create() -> tuple[Response, int]:
    """Make a pad of ``{"key", "title", "players": [names], "goal", "target", "rounds"}``."""
    body = json_body()
    players = body.get("players")
    if not isinstance(players, list):
        raise WebError(422, "malformed", "A pad needs a list of players.")
    pad_id = services().pads.create(
        key(body.get("key"), "key"),
        body.get("title"),
        players,
        body.get("goal", "high"),
        body.get("target"),
        body.get("rounds"),
    )
    page = address("pads.pad", pad_id=pad_id)
    return jsonify(id=pad_id, page=page, **services().pads.sheet(pad_id).snapshot()), 201


@blueprint.get("/api/pads/<pad_id>")
def show(pad_id: str) -> Response:
    """The pad's newest number and state."""
    return jsonify(services().pads.sheet(pad_id).snapshot())


@blueprint.post("/api/pads/<pad_id>/commands")
def command(pad_id: str) -> Response:
    """Write on the pad: ``{"id", "seq", "command": {"type", …}}``."""
    command_id, seq, move = command_body()
    receipt, sheet = services().pads.command(pad_id, command_id, seq, move)
    accepted = {
        "id": receipt.command_id,
        "first_seq": receipt.first_seq,
        "last_seq": receipt.last_seq,
    }
    return jsonify(accepted=accepted, repeated=receipt.repeated, **sheet.snapshot())


@blueprint.get("/api/pads/<pad_id>/events")
def stream(pad_id: str) -> Response:
    """The pad's state now, and again at each change; a beat in between."""
    return stream_of(pad_id, services().pads)


def remembered_pads() -> list[str]:
    """The pads that this browser has seen, the last one first."""
    return remembered(_COOKIE)


def _form(names: list[str], values: object, fault: str | None) -> str:
    return render_template(
        "pad_new.html",
        names=names if len(names) > 1 else [*names, "", ""][:2],
        values=values,
        player_limit=MAX_PLAYERS,
        title_limit=TITLE_LIMIT,
        key=secrets.token_urlsafe(16),
        fault=fault,
    )


def _number(text: str | None) -> object:
    """A number of the form; None for an empty field, the text itself when it is none."""
    plain = (text or "").strip()
    if not plain:
        return None
    return int(plain) if re.fullmatch(r"\d{1,9}", plain) else plain
