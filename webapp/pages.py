"""The pages people see: start, table, source, and the QR code that lets others join."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import json
import secrets

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from sqlalchemy.exc import OperationalError
from werkzeug.wrappers import Response as BaseResponse

from farkle.errors import FarkleError
from farkle.rules import PRESETS
from farkle.seat import MAX_PLAYERS
from webapp.access import enter, sit_down
from webapp.errors import WebError, said
from webapp.games import RecentGame
from webapp.joining import (
    code_picture,
    is_local_path,
    is_own_computer,
    is_reachable,
    join_address,
    secure_address,
)
from webapp.languages import COOKIE, LANGUAGES, preset_title, t
from webapp.members import HOST
from webapp.remembered import YEAR_S, remember, remembered
from webapp.security import cookie_is_secure
from webapp.services import services
from webapp.source import source_archive, source_root
from webapp.tables import key

blueprint = Blueprint("pages", __name__)

_COOKIE = "dicesight_tables"
_SAVED = "set-"


@blueprint.get("/")
def start() -> str:
    """Set a table, or go on at a recent one."""
    names = request.args.getlist("player")[:MAX_PLAYERS]
    return _start_page(names, request.args.get("preset", ""), None)


@blueprint.post("/tables")
def create() -> BaseResponse:
    """The form of the start page: a new table, then its page."""
    names = request.form.getlist("player")
    if not any(name.strip() for name in names):
        # Names can wait: everybody can be renamed at the table.
        names = [t("player-number", number=number) for number, _ in enumerate(names, 1)]
    preset = request.form.get("preset", "")
    try:
        table_id = _new_table(names, preset)
    except (FarkleError, WebError) as error:
        response = make_response(_start_page(names[:MAX_PLAYERS], preset, said(error)))
        response.status_code = 422
        return response
    sit_down(table_id, HOST)
    return redirect(url_for("pages.table", table_id=table_id), 303)


@blueprint.get("/t/<table_id>")
def table(table_id: str) -> Response:
    """The table's page; remembers the table in this browser."""
    access = enter(table_id)
    sheet = services().games.sheet(access.game_id)
    codes = None
    with contextlib.suppress(
        OperationalError
    ):  # scores that cannot be written are shown all the same
        if access.address == access.game_id:
            access = sit_down(access.game_id)
        codes = services().members.codes(access.game_id)
    view = sheet.view
    join_url = join_address(url_for("pages.table", table_id=table_id))
    page = render_template(
        "table.html",
        table_id=table_id,
        view=view,
        names=[player["name"] for player in view["players"]],
        data={
            "id": table_id,
            "me": access.me(),
            "rule_choices": _rule_choices(),
            **sheet.snapshot(),
        },
        code=codes.join if codes and access.address == access.game_id else None,
        watch_url=codes and join_address(url_for("pages.table", table_id=codes.watch)),
        join_url=join_url,
        secure_url=secure_address(request.path),
        reachable=is_reachable(join_url),
    )
    return remember(make_response(page), _COOKIE, table_id)


def _rule_choices() -> list[dict[str, object]]:
    """The rules that a game may be changed to: the saved ones, then the presets."""
    sets = services().rule_sets.all()
    saved = [(one.name, one.preset, one.rules, one.name) for one in sets]
    named = [(preset_title(one), one.name, one.rules, None) for one in PRESETS.values()]
    return [
        {
            "title": title,
            "preset": preset,
            "target": rules.target,
            "rules": rules.differences(PRESETS[preset].rules),
            "name": name,
        }
        for title, preset, rules, name in (*saved, *named)
    ]


@blueprint.get("/t/<table_id>/join.svg")
def join_code(table_id: str) -> Response:
    """The QR code of the table's address."""
    services().games.sheet(enter(table_id).game_id)
    return code_picture(join_address(url_for("pages.table", table_id=table_id)))


@blueprint.get("/source")
def source() -> str:
    """Licence, and where the source of this server is."""
    try:
        version = importlib.metadata.version("dicesight")
    except importlib.metadata.PackageNotFoundError:
        version = t("source-working-copy")
    return render_template("source.html", source_url=services().config.source_url, version=version)


@blueprint.get("/source.zip")
def source_download() -> Response:
    """The source of this server, as it runs."""
    response = Response(source_archive(source_root()), mimetype="application/zip")
    response.headers["Content-Disposition"] = "attachment; filename=dicesight-source.zip"
    return response


@blueprint.post("/language")
def choose_language() -> BaseResponse:
    """Remember the language in this browser, and go back to where it was chosen."""
    chosen, page = request.form.get("language", ""), request.form.get("page", "/")
    response = redirect(page if is_local_path(page) else "/", 303)
    if chosen in LANGUAGES:
        response.set_cookie(
            COOKIE, chosen, max_age=YEAR_S, samesite="Lax", secure=cookie_is_secure()
        )
    return response


@blueprint.get("/favicon.ico")
def favicon() -> BaseResponse:
    """Browsers ask for this whatever the page says."""
    return redirect(url_for("static", filename="icon.svg"), 301)


def _new_table(names: list[str], chosen: str) -> str:
    """A table with a preset's rules, or with saved ones, which are called ``set-`` and their id."""
    games, form_key = services().games, _form_key(names, chosen)
    if not chosen.startswith(_SAVED):
        return games.create(names, chosen, form_key)
    saved = services().rule_sets.find(chosen.removeprefix(_SAVED))
    return games.create(names, saved.preset, form_key, saved.rules.to_mapping(), saved.name)


def _form_key(names: list[str], preset: str) -> str:
    # A form that the Back button brought up again and that was changed makes a table of its own.
    sent = [key(request.form.get("key"), "key"), names, preset]
    return hashlib.sha256(json.dumps(sent).encode()).hexdigest()


def _start_page(names: list[str], preset: str, fault: str | None) -> str:
    saved = services().rule_sets.all()
    known = [*PRESETS, *(f"{_SAVED}{found.id}" for found in saved)]
    return render_template(
        "start.html",
        names=names if len(names) > 1 else [*names, "", ""][:2],
        presets=PRESETS.values(),
        saved=saved,
        chosen=preset if preset in known else known[0],
        player_limit=MAX_PLAYERS,
        key=secrets.token_urlsafe(16),
        recent=_recent(),
        fault=fault,
    )


def _recent() -> list[RecentGame]:
    # A table's id is what lets one in, so only the computer that runs the server sees all of them.
    games = services().games
    return games.recent() if is_own_computer() else games.recent_of(remembered(_COOKIE))
